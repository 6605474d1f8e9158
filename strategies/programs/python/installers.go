package python

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/programs/python/py"
	"github.com/toktee/toktee/strategies/report"
)

// pip reads Python's installer. If that runs another program that fails, it repeats the end of that program's output:
//
//	  error: subprocess-exited-with-error
//	  × Getting requirements to build wheel did not run successfully.
//	  ╰─> [18 lines of output]
//	ERROR: Failed to build 'observatory' when getting requirements to build wheel
//	Successfully installed requests-2.32.3
var pip = shape.Phrased(report.Program{
	Name: "pip",
	Runs: func(c report.Call) bool {
		runs := c.Is("pip", "pip3") || strings.HasPrefix(c.Name, "pip3.") || py.Runs(c, "pip")
		return runs && c.Has("install", "uninstall", "download", "wheel")
	},
}, shape.PhraseTable{
	// After these, pip may install all the same.
	{shape.Noted, "ERROR: pip's dependency resolver…", "ERROR: Failed building wheel …", "ERROR: Command errored out …",
		"ERROR: Failed cleaning …", "WARNING: …"},
	{shape.Fails, "ERROR: …", "error: …"},
	{shape.Explains, "…Error: …", "× …", "╰─> …", "… which is incompatible.", "… which is not installed."},
	{shape.Passes, "Successfully installed …", "Successfully uninstalled …", "Successfully downloaded …"},
	{shape.Ends, "Successfully built …"},
	{shape.Noise, "Collecting …", "Processing …", "Preparing metadata…", "Getting requirements…", "Installing …",
		"Requirement already …", "Using cached …", "Downloading …", "Building wheel…", "Created wheel…", "Stored in …",
		"Attempting uninstall…", "Found existing installation…", "Uninstalling …", "Looking in …", "Obtaining …",
		"Checking if build backend…", "[notice] …", "━…", "|█…"},
})

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
	{shape.Noted, "warning: …"},
	{shape.Passes, "Installed … package…", "Audited … package…", "Uninstalled … package…", "Checked … package…"},
	{shape.Ends, "Resolved … package…", "Prepared … package…"},
})
