package genericdiag

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// silent reports whether a finding has no message yet.
func silent(f *report.Finding) bool {
	_, only := onlyGrades(f.Message)
	return f.Message == "" || only
}

// placeless reports whether a line opens as a diagnostic without a place: "warning: symbol 'memset' redeclared",
// "[WARNING] Using 'eval' is not recommended", "ncelab: *W,CUNOTB: instance is not bound".
func (p *diagnosticParser) placeless(t textLine) bool {
	if t.indent > 0 || strings.HasPrefix(t.bare, "//") || countsOnly(t.bare) {
		return false
	}
	if level := tagLevel(p.tag); level != 0 {
		return !t.same || p.blank
	}
	if i := strings.IndexAny(t.bare, ":])"); i <= 0 || i > maxSegment {
		return false
	}
	level, says := graded(t.bare)
	return level != 0 && len(says) < len(t.bare) && !opensInfo(t.bare) && !strings.Contains(says, " included at ")
}

// maxCount is the most bytes of a line that only counts diagnostics.
const maxCount = 80

// countsOnly reports whether a line only counts diagnostics, even if there are none: "10 warnings", "one error found",
// "2 problems (2 warnings)".
func countsOnly(s string) bool {
	if len(s) > maxCount {
		return false
	}
	first, rest, _ := strings.Cut(s, " ")
	_, left, ok := parse.CutNumber(first)
	if (!ok || left != "") && first != "one" && first != "no" && first != "No" {
		return false
	}
	noun, _, _ := strings.Cut(rest, " ")
	return levelWords[strings.TrimSuffix(strings.ToLower(strings.Trim(noun, ",.;:")), "s")] != 0 ||
		counted[strings.TrimSuffix(strings.Trim(noun, ",.;:()"), "s")]
}

// counted lists the nouns, besides levels, under which tools count diagnostics.
var counted = map[string]bool{
	"problem": true, "issue": true, "offense": true, "violation": true, "finding": true, "diagnostic": true,
	"hit": true, "defect": true,
}

// opensInfo reports whether a line calls itself information.
func opensInfo(s string) bool {
	s = strings.TrimLeft(s, "[(#* ")
	return len(s) >= 4 && strings.EqualFold(s[:4], "info")
}

// addPlaceless reports a diagnostic without a place. Its line may yet be the message of a place.
func (p *diagnosticParser) addPlaceless(t textLine, run *report.Run) {
	p.other(t, run.Open())
	f := report.Finding{
		Message: t.bare, Bare: t.bare, At: t.n, Span: strategies.Span{First: t.n, Last: t.n}, Level: tagLevel(p.tag),
	}
	if level, _ := graded(t.bare); level != 0 {
		f.Level = level
	}
	if run.Found("", f) != nil {
		p.bare++
		switch { // fewer of them don't show the form of an output
		case p.bare == minPlaceless:
			p.covered += minPlaceless
			p.strong++
		case p.bare > minPlaceless:
			p.covered++
			p.strong++
		}
	}
}

// tagLevel returns the level of the word that a build tool prints before each line.
func tagLevel(tag string) report.Level {
	if tag == "" {
		return 0
	}
	return levelWords[tag]
}

// dropUnexplained drops places without a message. It also drops diagnostics without a place if they are too few to be
// the form of the output. If all of these are notes, they belong to the diagnostics above them and are dropped too.
func (p *diagnosticParser) dropUnexplained(run *report.Run) {
	placed, grave := false, false
	for _, f := range run.Pending() {
		placed = placed || f.File != "" && f.Message != ""
		grave = grave || f.File == "" && f.Level < report.LevelNote
	}
	run.Drop(func(f *report.Finding) bool {
		if f.At == 0 || silent(f) {
			return true
		}
		return f.File == "" && (!placed && p.bare < minPlaceless || !grave)
	})
}

// rateAll sets the levels of findings, and their messages without level words. The letters of codes are levels only if
// they differ: "E501", "W291". If a tool prints errors and information, but most messages have no level, these are its
// progress:
//
//	t.cpp(13): Entering test case "clockwise"
//	t.cpp(13): error: in "area/clockwise": check s.area() == 1.0 has failed
//	t.cpp(14): info: check s.area() == 6.0 has passed
func rateAll(found []report.Finding) {
	letters := make([]report.Level, len(found))
	differ, errors, informs, plain := false, false, false, 0
	for i := range found {
		f := &found[i]
		msg := f.Bare
		if msg == "" {
			msg = f.Message
		}
		level, says := graded(msg)
		if level != 0 {
			f.Level = level
			errors = errors || level <= report.LevelError
			informs = informs || strings.HasPrefix(msg, "info")
		} else if f.Level == 0 && textline.SeverityOf(msg) == textline.Failure {
			f.Level = report.LevelError
		}
		if f.Level == 0 {
			plain++
		}
		f.Says = says
		letters[i] = lettered(msg)
		differ = differ || letters[i] != letters[0] && letters[i] != 0 && letters[0] != 0
	}
	for i := range found {
		if f := &found[i]; differ && f.Level == 0 {
			f.Level = letters[i]
		} else if errors && informs && plain > len(found)/2 && f.Level == 0 {
			f.Level = report.LevelNote
		}
	}
}
