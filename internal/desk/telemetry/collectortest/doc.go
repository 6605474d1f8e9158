// Package collectortest sends telemetry to the receiver that collectors of OpenTelemetry have, and compares what comes
// out of it with the journal. It is a module of its own, since that receiver needs a hundred others.
package collectortest
