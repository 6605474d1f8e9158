package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// mypy reads the type checker mypy.
var mypy = report.Program{
	Name: "mypy",
	Runs: func(c shell.Call) bool {
		return c.Name == "mypy" || c.Name == "dmypy" || pythonRuns(c, "mypy")
	},
	Begins: []string{"Success: no issues found in "},
	Old:    func() report.Reader { return &mypyParser{} },
}

type mypyParser struct {
	diagnosed
	counted int64
	ended   bool
	passed  bool
}

func (p *mypyParser) Line(n int, s string) {
	switch {
	case s == "":
		return
	case s[0] == ' ':
		p.more(n, 3)
		return
	case strings.HasPrefix(s, "Found "):
		if c, ok := numberAfter(s, "Found "); ok && strings.Contains(s, " error") && strings.Contains(s, " in ") {
			p.counted, p.ended = p.counted+c, true
			p.end(n)
			return
		}
	case strings.HasPrefix(s, "Success: no issues found in "):
		p.ended, p.passed = true, true
		p.end(n)
		return
	case strings.HasPrefix(s, "mypy: "):
		p.add(n, place{}, strings.TrimPrefix(s, "mypy: "), false)
		p.wrong++
		return
	}
	at, msg, ok := cutPlace(s)
	if !ok {
		if file, _, found := strings.Cut(s, ": note: "); found && fileLike(file) {
			p.seen(n) // in which function, by which import
			return
		}
		p.more(n, 3) // a message that is wrapped
		return
	}
	if text, found := strings.CutPrefix(msg, "error: "); found {
		p.add(n, at, text, false)
	} else if strings.HasPrefix(msg, "note: ") {
		if p.open && p.findings[len(p.findings)-1].File == at.file {
			p.more(n, 3)
		} else {
			p.remark(n, at, strings.TrimPrefix(msg, "note: "))
		}
	} else if text, found := strings.CutPrefix(msg, "info: "); found {
		p.remark(n, at, text)
	} else if text, found := strings.CutPrefix(msg, "warning: "); found {
		p.add(n, at, text, true)
	}
}

// Report implements [report.Reader].
func (p *mypyParser) Report() report.Report {
	r := p.report()
	if p.ended && p.counted != p.errors-p.wrong {
		return report.Report{Distrust: itoa(int(p.counted)) + " errors are counted, " + itoa(int(p.errors)) + " are told"}
	}
	if p.passed && r.Outcome == strategies.Unknown {
		r.Outcome = strategies.Pass
	}
	return r
}
