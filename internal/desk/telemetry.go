package desk

import (
	"time"

	"github.com/toktee/toktee/internal/host/config"
)

// Telemetry is the command that sends what the journal tells to a collector of OpenTelemetry.
const Telemetry = "telemetry"

// TelemetryExport says what is sent. Where to is in the environment.
type TelemetryExport struct {
	Version  string // of toktee
	Flags    config.Flags
	Follow   bool      // until it is stopped
	Since    time.Time // events before it are left out
	Contents bool      // commands, folders and texts are sent too
}
