package desk

import "time"

// Telemetry is the command that sends the journal to an OpenTelemetry collector.
const Telemetry = "telemetry"

// TelemetryExport selects the events to send. The endpoint is in the environment.
type TelemetryExport struct {
	Version  string    // of toktee
	Follow   bool      // until it is stopped
	Since    time.Time // events before it are left out
	Contents bool      // commands, folders and texts are sent too
}
