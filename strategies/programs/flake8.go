package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies/report"
)

// flake8 reads flake8 and what prints as it does: pycodestyle, pep8, pyflakes.
var flake8 = report.Program{
	Name: "flake8",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "flake8", "pycodestyle", "pep8", "pyflakes":
			return true
		}
		return pythonRuns(c, "flake8") || pythonRuns(c, "pycodestyle") || pythonRuns(c, "pyflakes")
	},
	Old: func() report.Reader { return &flake8Parser{} },
}

type flake8Parser struct {
	diagnosed
	counted int64
}

func (p *flake8Parser) Line(n int, s string) {
	if s == "" {
		return
	}
	if at, msg, ok := cutPlace(s); ok && msg != "" {
		p.add(n, at, msg, false)
		return
	}
	if strings.HasPrefix(s, "There was a critical error during execution") {
		p.add(n, place{}, s, false)
		p.wrong++
		return
	}
	c, rest := cutNumber(s)
	switch {
	case rest == "": // --count
		p.counted = int64(c)
		p.end(n)
	case len(rest) < len(s) && rest[0] == ' ' && strings.HasPrefix(rest, "    "): // --statistics
		p.seen(n)
		p.open = false
	default:
		p.more(n, 2) // --show-source
	}
}

// Report implements [report.Reader].
func (p *flake8Parser) Report() report.Report {
	if p.counted > 0 && p.counted != p.errors-p.wrong {
		return report.Report{Distrust: itoa(int(p.counted)) + " errors are counted, " + itoa(int(p.errors)) + " are told"}
	}
	return p.report()
}
