package python

import (
	"strings"

	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/programs/python/py"
	"github.com/toktee/toktee/strategies/report"
)

// pip is Python's installer. If a program that it runs fails, pip repeats the end of that program's output:
//
//	  error: subprocess-exited-with-error
//	  × Getting requirements to build wheel did not run successfully.
//	  │ exit code: 1
//	  ╰─> [18 lines of output]
//	      RuntimeError: observatory needs cfitsio 4.1 or newer
//	      [end of output]
//	ERROR: Failed to build 'observatory' when getting requirements to build wheel
//	Successfully installed requests-2.32.3
//
// The output of that program is left to the general engine.
var pip = shape.Phrased(report.Program{
	Name: "pip",
	Runs: func(c report.Call) bool {
		runs := c.Is("pip", "pip3") || strings.HasPrefix(c.Name, "pip3.") || py.Runs(c, "pip")
		return runs && c.Has("install", "uninstall", "download", "wheel")
	},
}, shape.PhraseTable{
	{shape.Foreign, "WARNING: Retrying …"}, // the general engine reads the reason in it
	// After these, it may install all the same.
	{shape.Noted, "ERROR: pip's dependency resolver…", "ERROR: Failed building wheel …", "ERROR: Command errored out …",
		"ERROR: Failed cleaning …", "… requires …which is incompatible.", "… requires …which is not installed."},
	{shape.Warns, "WARNING: …"},
	{shape.Belongs, "error: subprocess-exited-with-error", "error: metadata-generation-failed",
		"ERROR: ResolutionImpossible:…"},
	{shape.Fails, "ERROR: …", "error: …"},
	{shape.Explains, "× …", "│ …", "╰─> …", "The conflict is caused by:", "The user requested …", "… depends on …"},
	{shape.Passes, "Successfully installed …", "Successfully uninstalled …", "Successfully downloaded …"},
	{shape.Ends, "Successfully built …"},
	{shape.Noise, "[notice] …", "━…", "|█…", "Collecting …", "Processing …", "Preparing metadata…",
		"Getting requirements…", "Installing …", "Requirement already …", "Using cached …", "Downloading …",
		"Building wheel…", "Created wheel…", "Stored in …", "Attempting uninstall…", "Found existing installation…",
		"Uninstalling …", "Looking in …", "Obtaining …", "Checking if build backend…"},
})
