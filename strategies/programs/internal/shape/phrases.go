package shape

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/strategies/report"
)

// A PhraseTable holds the set phrases of a program that does something rather than test something: git push, apt-get
// install, docker compose up. Each row is a meaning and the forms of lines with that meaning. Rows are tried in order:
//
//	var wgetLines = shape.PhraseTable{
//		{shape.Passes, "… saved […"},
//		{shape.Noise, "Resolving …", "Connecting to …", "Length: …"},
//	}
type PhraseTable []Phrases

// Phrases are forms of lines. In a form, "…" matches any text.
type Phrases []string

// The meanings that are the same in all programs. A parser names further meanings, on which it acts itself.
const (
	Foreign  = ""         // another program's line, or one that isn't understood
	Belongs  = "belongs"  // the program's, without further use
	Noise    = "noise"    // without use once the program has ended: progress, advice
	Ends     = "ends"     // how the program ended, or its result
	Passes   = "passes"   // the program ended well
	Noted    = "noted"    // worth room even in a pass
	Warns    = "warns"    // a warning in any words: worth room even in a pass, but it may be another program's
	Fails    = "fails"    // the cause of a failure
	Explains = "explains" // more about the last failure
)

const (
	maxEnds  = 6  // lines that show how a program ended, the last ones
	MaxNoted = 12 // lines that are worth room even in a pass
)

// meaning returns the meaning of the first row with a form that the line has, else [Foreign].
func (w PhraseTable) meaning(line string) string {
	for _, row := range w {
		if row[1:].Match(line) {
			return row[0]
		}
	}
	return Foreign
}

// Take passes line n to the run, unless its meaning is the parser's own. It returns the meaning.
func (w PhraseTable) Take(run *report.Run, n int, line string) string {
	m := w.meaning(line)
	switch m {
	case Foreign:
		run.Unclaimed(n)
	case Belongs:
		run.Belongs(n)
	case Noise:
		run.Noise(n)
	case Ends:
		EndLine(run, n)
	case Passes:
		run.Claim(report.Passed)
		EndLine(run, n)
	case Warns:
		if _, text, _ := strings.Cut(line, ": "); !isSentence(text) {
			run.Unclaimed(n) // it may be "WARNING: DATA RACE"
			run.Notes = report.AppendFirst(run.Notes, n, MaxNoted)
			break
		}
		NoteLine(run, n)
	case Noted:
		NoteLine(run, n)
	case Fails:
		Fail(run, n, line)
	case Explains:
		if run.Open() == nil {
			m = Foreign
			run.Unclaimed(n)
			break
		}
		Explain(run, n)
	}
	return m
}

// isSentence reports whether a text begins as a sentence does. A sentence's first word is neither a number nor a label
// nor in capitals.
func isSentence(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	return word != "" && (word[0] < '0' || word[0] > '9') && !strings.HasSuffix(word, ":") &&
		strings.ToUpper(word) != word
}

// match reports whether a line has one of the forms.
func (p Phrases) Match(line string) bool {
	return slices.ContainsFunc(p, func(form string) bool { return HasForm(line, form) })
}

// HasForm reports whether a line has a form: "Unit a.service could not be found." has "Unit … could not be found.".
func HasForm(line, form string) bool {
	if literal := form != "" && form[0] != "…"[0]; literal && (line == "" || line[0] != form[0]) {
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

// Fail takes line n, the cause of a failure.
func Fail(run *report.Run, n int, message string) {
	run.Claim(report.Failed)
	run.Found("", report.Finding{Message: message, At: n})
}

// Explain adds line n to the last failure. It reports whether there is one.
func Explain(run *report.Run, n int) bool {
	run.Belongs(n)
	f := run.Open()
	if f == nil {
		return false
	}
	f.Evidence = report.AppendFirst(f.Evidence, n, MaxEvidence)
	return true
}

// EndLine takes line n, which shows how the program ended.
func EndLine(run *report.Run, n int) {
	run.Belongs(n)
	run.Summary = report.AppendLast(run.Summary, n, maxEnds)
}

// NoteLine takes line n, which is worth room besides.
func NoteLine(run *report.Run, n int) {
	run.Belongs(n)
	run.Notes = report.AppendFirst(run.Notes, n, MaxNoted)
}

// MaxEvidence bounds the lines of a finding that are kept.
const MaxEvidence = 24
