package js

import (
	"slices"

	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// installs reports whether a package manager's subcommand changes the installed packages, or inspects them.
func installs(sub string) bool {
	return slices.Contains([]string{
		"install", "i", "ci", "add", "update", "up", "upgrade", "uninstall", "remove", "rm", "audit", "dedupe", "link",
		"install-test", "clean-install",
	}, sub)
}

// yarn reads a package manager for Node. Since version 2, each line has a code:
//
//	error Couldn't find package "left-of-nowhere" on the "npm" registry.
//	➤ YN0035: │ left-of-nowhere@npm:*: Package not found
//	➤ YN0000: · Failed with errors in 0s 50ms
var yarn = shape.Phrased(report.Program{
	Name: "yarn",
	Runs: func(c report.Call) bool {
		bare := len(c.Args) == 0 || c.Sub() == "" && c.Has("--frozen-lockfile", "--immutable")
		return c.Name == "yarn" && (bare || installs(c.Sub()))
	},
}, shape.PhraseTable{
	{shape.Belongs, "error Command failed with …", "➤ YN0000: …Failed …"}, // a script failed; its output has the cause
	{shape.Fails, "error …", "➤ YN0001: …", "➤ YN0009: …", "➤ YN0014: …", "➤ YN0016: …", "➤ YN0018: …", "➤ YN0020: …",
		"➤ YN0022: …", "➤ YN0023: …", "➤ YN0028: …", "➤ YN0030: …", "➤ YN0035: …", "➤ YN0041: …", "➤ YN0056: …",
		"➤ YN0078: …", "➤ YN008…"},
	{shape.Passes, "success Saved …", "success Already up-to-date…", "Done in …", "➤ YN0000: …Done…"},
	{shape.Noise, "info …", "warning …eprecated…", "[1/…", "[2/…", "[3/…", "[4/…", "[5/…", "➤ YN0000: …",
		"➤ YN0005: …", "➤ YN0007: …", "➤ YN0008: …", "➤ YN0013: …", "➤ YN0019: …"},
})
