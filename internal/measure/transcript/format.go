package transcript

// Format names a format.
type Format string

// The formats.
const (
	Claude   Format = "claude-code"
	Codex    Format = "codex"
	Copilot  Format = "copilot-cli"
	Pi       Format = "pi"
	OpenCode Format = "opencode"
)

// Formats lists them.
func Formats() []Format {
	return []Format{Claude, Codex, Copilot, Pi, OpenCode}
}
