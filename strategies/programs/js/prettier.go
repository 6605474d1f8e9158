package js

import (
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// prettier reads prettier --check, the formatter of JavaScript and its kin:
//
//	[warn] src/b.js
//	[error] src/a.js: SyntaxError: Unexpected token (1:18)
//	[warn] Code style issues found in 2 files. Run Prettier with --write to fix.
var prettier = shape.Phrased(report.Program{
	Name:   "prettier",
	Runs:   func(c report.Call) bool { return c.Name == "prettier" && c.Has("--check", "-c") },
	Begins: []string{"Checking formatting..."},
}, shape.PhraseTable{
	{shape.Explains, "[error] …|…"}, // the code below an error
	{shape.Fails, "[error] …", "[warn] Code style issues …", "Error occurred when checking code style in …"},
	{shape.Noted, "[warn] …"},
	{shape.Passes, "All matched files use Prettier code style!"},
})
