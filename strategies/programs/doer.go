package programs

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// wordings are the set phrases of a program that does something rather than test something (git push, apt-get install,
// docker compose up), with what they mean, in the order in which they are tried:
//
//	var wgetLines = wordings{
//		{passes, phrases{"… saved […"}},
//		{dull, phrases{"Resolving …", "Connecting to …", "Length: …"}},
//	}
type wordings []wording

// wording is some phrases that mean the same.
type wording struct {
	means meaning
	lines phrases
}

// phrases are forms of lines, in which "…" stands for any text.
type phrases []string

// meaning is what a line says. Those that a program's parser acts upon itself have names of its own.
type meaning string

// The meanings that are the same in all programs.
const (
	foreign  meaning = ""          // it belongs to another program, or isn't understood
	around   meaning = "around"    // it stands among the program's lines, and may be another's
	belongs  meaning = "belongs"   // it belongs to the program, and that is all
	dull     meaning = "dull"      // it says nothing once the program has ended: progress, advice
	ends     meaning = "ends"      // it says how the program ended, or what came of it
	passes   meaning = "passes"    // it says that the program ended well
	noted    meaning = "noted"     // it is worth room besides: a warning
	fails    meaning = "fails"     // it says what went wrong
	saysMore meaning = "says more" // it says more of what went wrong
)

const (
	maxEnds  = 6  // lines that say how a program ended, the last ones
	maxNoted = 12 // lines that are worth room besides
)

// meaning is what a line says, by the first form that it has.
func (w wordings) meaning(line string) meaning {
	for _, each := range w {
		if each.lines.match(line) {
			return each.means
		}
	}
	return foreign
}

// take hands line n to the run, unless its meaning is the parser's own. It returns the meaning.
func (w wordings) take(run *report.Run, n int, line string) meaning {
	m := w.meaning(line)
	switch m {
	case foreign:
		run.Unclaimed(n, false)
	case around:
		run.Unclaimed(n, true)
	case belongs:
		run.Belongs(n)
	case dull:
		run.Noise(n)
	case ends:
		endLine(run, n)
	case passes:
		run.Claim(report.Passed)
		endLine(run, n)
	case noted:
		noteLine(run, n)
	case fails:
		failure(run, n, line)
	case saysMore:
		explain(run, n)
	}
	return m
}

// match reports whether a line has one of the forms.
func (p phrases) match(line string) bool {
	return slices.ContainsFunc(p, func(form string) bool { return hasForm(line, form) })
}

// hasForm reports whether a line has a form: "Unit a.service could not be found." has "Unit … could not be found.".
func hasForm(line, form string) bool {
	if literal := form != "" && form[0] != "…"[0]; literal && !strings.HasPrefix(line, form[:1]) {
		return false // most are refused by their first byte
	}
	head, form, more := strings.Cut(form, "…")
	line, ok := strings.CutPrefix(line, head)
	for ok && more {
		head, form, more = strings.Cut(form, "…")
		if !more {
			return strings.HasSuffix(line, head)
		}
		_, line, ok = strings.Cut(line, head)
	}
	return ok && (more || line == "")
}

// failure takes line n, which says what went wrong.
func failure(run *report.Run, n int, message string) {
	run.Claim(report.Failed)
	run.Found("", report.Finding{Message: message, At: n})
}

// explain takes line n, which says more of what went wrong. It reports whether something went wrong before.
func explain(run *report.Run, n int) bool {
	run.Belongs(n)
	f := run.Open()
	if f == nil {
		return false
	}
	f.Evidence = report.AppendFirst(f.Evidence, n, maxEvidence)
	return true
}

// endLine takes line n, which says how the program ended.
func endLine(run *report.Run, n int) {
	run.Belongs(n)
	run.Summary = report.AppendLast(run.Summary, n, maxEnds)
}

// noteLine takes line n, which is worth room besides.
func noteLine(run *report.Run, n int) {
	run.Belongs(n)
	run.Notes = report.AppendFirst(run.Notes, n, maxNoted)
}

// joinRanges joins two lists of ranges that rise and share no line.
func joinRanges(a, b []strategies.Span) []strategies.Span {
	out := slices.Concat(a, b)
	slices.SortFunc(out, func(a, b strategies.Span) int { return a.First - b.First })
	return out
}

// maxEvidence is how many lines of a finding are kept.
const maxEvidence = 24
