package python

import (
	"slices"

	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// uv reads a package manager for Python, when it installs:
//
//	Resolved 2 packages in 170ms
//	error: Failed to fetch: `https://modules.example/a`
//	  Caused by: Connection refused
//	Installed 2 packages in 4ms
var uv = shape.Phrased(report.Program{
	Name: "uv",
	Runs: func(c report.Call) bool {
		return c.Name == "uv" &&
			slices.Contains([]string{"pip", "sync", "add", "lock", "remove", "venv", "tool"}, c.Sub())
	},
}, shape.PhraseTable{
	{shape.Fails, "error: …", "× …"},
	{shape.Explains, "Caused by: …", "╰─▶ …", "hint: …"},
	{shape.Warns, "warning: …"},
	{shape.Passes, "Installed … package…", "Audited … package…", "Uninstalled … package…", "Checked … package…"},
	{shape.Ends, "Resolved … package…", "Prepared … package…"},
})
