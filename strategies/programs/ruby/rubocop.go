package ruby

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// rubocop reads Ruby's linter, and others of its form (standard):
//
//	lib/cart.rb:2:3: W: [Correctable] Lint/UselessAssignment: Useless assignment to variable - sum.
//	    sum = 0
//	    ^^^
//	3 files inspected, 1 offense detected, 1 offense autocorrectable
//
// Offenses of any severity make it fail, unless its options change that or correct them.
var rubocop = shape.Lint(shape.Linter{
	Program: report.Program{
		Name:    "rubocop",
		Compare: report.Comparison{AllDiagnostics: true},
		Names:   []string{"rubocop", "standardrb"},
		Looks: func(line string) bool {
			return strings.HasPrefix(line, "Inspecting ") &&
				(strings.HasSuffix(line, " files") || line == "Inspecting 1 file")
		},
	},
	Kind: func(msg string) (strategies.Key, string, bool) {
		level, text, ok := strings.Cut(msg, ": ")
		key, known := shape.LevelLetter(level)
		text = strings.TrimPrefix(strings.TrimPrefix(text, "[Corrected] "), "[Correctable] ")
		return key, text, ok && known && len(level) == 1
	},
	Total: func(line string) (int64, bool) { // "no offenses detected" has no number
		_, rest, ok := parse.CutNumber(line)
		if !ok || !strings.HasPrefix(rest, " file") {
			return 0, false
		}
		_, rest, _ = strings.Cut(rest, " inspected, ")
		n, rest, ok := parse.CutNumber(rest)
		return int64(n), ok || strings.HasPrefix(rest, "no offenses")
	},
	Of:      strategies.Diagnostics,
	Aside:   func(line string) bool { return strings.HasPrefix(line, "Inspecting ") },
	Source:  1, // carets are less useful
	Wrapped: true,
	Columns: true,
	Zero:    true,
	Strict:  true,
	Lenient: []string{
		"--fail-level", "-a", "-A", "-x", "--autocorrect", "--autocorrect-all", "--auto-correct", "--auto-correct-all",
		"--fix", "--fix-layout", "--display-only-fail-level-offenses",
	},
	Few: 4,
})
