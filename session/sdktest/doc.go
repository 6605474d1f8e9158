// Package sdktest checks that the messages which package session makes are those of the providers' own libraries. It is a
// module of its own, so that toktee doesn't depend on them; its tests compile for minutes and are run by hand or by CI.
package sdktest
