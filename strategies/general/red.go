package general

import (
	"slices"
	"sort"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// maxHint is the number of bytes of a line that are searched for words of failure.
const maxHint = 400

// isMember reports whether a line is a member of a JSON object, or an item of a list: its words are values.
func isMember(s string) bool {
	if s[0] != '"' {
		return false
	}
	i := strings.IndexByte(s[1:], '"')
	return i >= 0 && strings.HasPrefix(strings.TrimLeft(s[i+2:], " "), ":") || strings.HasSuffix(s, "\",")
}

// isZero reports whether a line is a label with the number 0: "Failed requests:        0", "failed: 0 (0.000%)".
func isZero(s string) bool {
	if last := s[len(s)-1]; last != '0' && last != ')' {
		return false
	}
	label, value, ok := strings.Cut(s, ":")
	if !ok || len(label) >= maxPhrase {
		return false
	}
	value = strings.TrimSpace(value)
	return value == "0" || strings.HasPrefix(value, "0 (0") && strings.Trim(value, "0.%() ") == ""
}

// isNotice reports whether a line is a message of PostgreSQL, apt or lintian that is less than a warning:
//
//	NOTICE:  table "ledger" does not exist, skipping
//	psql:migrate.sql:3: NOTICE:  relation "ledger" already exists, skipping
//	N:   Visibility: error
func isNotice(s string) bool {
	if strings.HasPrefix(s, "N: ") {
		return true
	}
	if !strings.HasSuffix(s, ", skipping") {
		return false
	}
	before, _, ok := strings.Cut(s[:min(len(s), maxHint)], "NOTICE:  ")
	place, isPlace := strings.CutSuffix(before, ": ")
	isPlace = isPlace && place != "" && parse.Digit(place[len(place)-1])
	return ok && (before == "" || isPlace)
}

// isDebug reports whether a line has the level of messages for the program's own developers, after at most the
// program's name: "stress-ng: debug: [9579] main: can't set oom_score_adj". A word of failure counts nevertheless.
func isDebug(s string) bool {
	if s[0] == '[' {
		return parse.StartsWith(s, "[debug]", "[DEBUG]", "[trace]", "[TRACE]") || isModuleDebug(s)
	}
	if name, rest, ok := strings.Cut(s[:min(len(s), maxPhrase)], ": "); ok && isProgram(name) {
		s = rest
	}
	return parse.StartsWith(s, "debug: ", "DEBUG: ", "trace: ", "TRACE: ", "DEBUG ", "TRACE ")
}

// isModuleDebug reports whether such a level comes after the name of a module and perhaps a time:
//
//	[Mon Nov 30 06:47:33 2026] [core:trace1] [pid 42] no such file
func isModuleDebug(s string) bool {
	for range 2 {
		field, rest, ok := strings.Cut(s, "] ")
		if !ok || s[0] != '[' || len(field) > maxPhrase || rest == "" {
			return false
		}
		module, level, _ := strings.Cut(field[1:], ":")
		switch strings.TrimRight(level, "12345678") {
		case "debug", "trace":
			return isProgram(module)
		}
		s = rest
	}
	return false
}

// maxPhrase is the length in bytes of the longest label that is read.
const maxPhrase = 48

// expects reports whether a line is a label with the expected number, and with no other word of failure:
//
//	[  PLAN  ]  job  1    Expected assertions: 9
func expects(s string) bool {
	label, n, _ := strings.Cut(s, ": ")
	head, rest, ok := strings.Cut(label, "xpected ")
	last := len(head) - 1
	return ok && last >= 0 && head[last]|0x20 == 'e' && (last == 0 || head[last-1] == ' ') &&
		n != "" && strings.Trim(n, "0123456789") == "" &&
		textline.SeverityOf(head[:last]) < textline.Suspect && textline.SeverityOf(rest) < textline.Suspect
}

// isNote reports whether a line is a compiler's note, which is about another diagnostic:
//
//	/usr/include/yaml.h:553:1: note: expected 'char *' but argument is of type 'int *'
func isNote(s string) bool {
	place, _, ok := strings.Cut(s[:min(len(s), maxHint)], ": note: ")
	return ok && located(place+":") && !strings.Contains(place, " ")
}

// mentionsFailure reports whether a line of some class mentions a failure, whichever program printed it. words are the
// line's.
func mentionsFailure(m *mark, s string, words []textline.WordAt) bool {
	if isZero(s) || isNotice(s) {
		return false
	}
	switch m.class {
	case clsError:
		return !isNote(s)
	case clsTally, clsRelay, clsTest:
		return true
	case clsSuspect:
		s = s[:min(len(s), maxHint)]
		if m.repeat >= repeatLines { // lines that come often are checked less closely
			return !isMember(s) && !textline.NegatesAtOnce(s) && strings.Contains(s, ":") && !expects(s)
		}
		return !isMember(s) && !isName(s) && !expects(s) && complains(s, words) && !textline.Negates(s)
	case clsBoiler:
		return textline.SeverityOf(s) >= textline.Suspect
	case clsSection:
		return strings.ContainsAny(s, "123456789") // "2 failing", rather than "Failures:"
	case clsAssert:
		return strings.HasPrefix(s, "E   ") || textline.Complains(s, words)
	case clsFrame:
		return false
	}
	if isHarmless(m.class, s) {
		return false
	}
	s = s[:min(len(s), maxHint)]
	if m.repeat >= repeatLines {
		return strings.Contains(s, "xit") && textline.EndedBadly(s)
	}
	return !isMember(s) && textline.Complains(s, words) && !textline.Negates(s) && !isDebug(s)
}

// hintsAtError reports whether a line without a word of failure has a tool's or a system's own phrase for one.
func hintsAtError(s string, words []textline.WordAt) bool {
	short := s[:min(len(s), maxHint)]
	return textline.Complains(short, words) && !textline.Negates(short) && !isHarmless(clsPlain, s) && !isDebug(s)
}

// isHarmless reports whether a line certainly names a test that starts or passed, or calls itself a warning.
func isHarmless(c class, s string) bool {
	switch c {
	case clsPassed:
		return textline.MarksPassed(s)
	case clsPlain:
		_, ok := textline.StartedTest(s)
		return ok
	case clsWarn:
		return textline.Warns(s)
	}
	return false
}

// complains reports whether a line that hints at an error has the form of a complaint. It names the program that
// complains, or an error word opens or ends it: "sh: 1: eslint: not found", "Build FAILED.", "connection refused".
func complains(s string, words []textline.WordAt) bool {
	if strings.Contains(s, ":") || strings.Contains(s, "exit") || textline.Complains(s, words) {
		return true
	}
	for _, level := range [...]string{"ERROR", "CRITICAL", "FATAL", "SEVERE", "EMERG", "rejected]", "failed", "FAIL"} {
		if strings.Contains(s, level) {
			return true
		}
	}
	s = strings.Trim(s, " .!*=0123456789")
	first, _, _ := strings.Cut(s, " ")
	last := s[strings.LastIndexByte(s, ' ')+1:]
	return textline.SeverityOf(first) >= textline.Suspect || textline.SeverityOf(last) >= textline.Suspect
}

// isName reports whether a line is one word in small letters, such as a package: errors, internal/panicdep. A word of
// failure, such as "failed", is not a name.
func isName(s string) bool {
	switch s {
	case "failed", "failure", "error", "fatal", "panic", "killed", "aborted", "crashed":
		return false
	}
	return s[0] >= 'a' && s[0] <= 'z' && !strings.ContainsAny(s, " \t:")
}

// SpeaksOfFailure reports whether any line of a command's output mentions a failure, by the words and forms that the
// engine uses. It reads only up to that line.
func SpeaksOfFailure(lines strategies.Lines) bool {
	sc := newScanner(false)
	for l := range lines.All() {
		if m := sc.mark(l.N, l.Text, outside); m.flags&red != 0 {
			return true
		}
	}
	return false
}

// maxAlarms is the most lines kept of those that mention a failure and repeat others.
const maxAlarms = 1 << 14

// alarms are the lines of an output that mention a failure and that no report covers.
type alarms struct {
	lines  []mark // in reading order
	quoted []mark // the same of a text that is content, such as the log of a job: they prove nothing about the call
	more   bool   // there are more than were kept
}

// findAlarms finds the alarms among the marks and among the lines that only repeat others. All other marks lose their
// flag. If the text is content, such as a file, its words prove nothing about the call, and there are no alarms.
func findAlarms(marks, repeated []mark, reports []parsed, in *strategies.Input) alarms {
	a := alarms{more: len(repeated) == maxAlarms && !in.Content}
	for i := range marks {
		m := &marks[i]
		switch {
		case m.flags&red == 0:
		case accounted(reports, int(m.line)):
			m.flags &^= red
		case in.Content:
			a.quoted = append(a.quoted, *m)
			m.flags &^= red
		default:
			a.lines = append(a.lines, *m)
		}
	}
	for _, m := range repeated {
		if !in.Content && !accounted(reports, int(m.line)) {
			a.lines = append(a.lines, m)
		}
	}
	if len(repeated) > 0 {
		slices.SortFunc(a.lines, func(x, y mark) int { return int(x.line) - int(y.line) })
		a.lines = slices.CompactFunc(a.lines, func(x, y mark) bool { return x.line == y.line })
	}
	return a
}

// red reports whether there are alarms, or errors known by their form alone that the reports don't cover. The latter
// count only if the exit status doesn't prove success.
func (a *alarms) red(reports []parsed, in *strategies.Input) bool {
	if len(a.lines) > 0 || a.more {
		return true
	}
	if in.Content || succeeded(in) {
		return false
	}
	return slices.ContainsFunc(reports, func(p parsed) bool {
		return p.FormOnly && slices.ContainsFunc(p.Findings, func(f report.Finding) bool {
			return !f.Warning && !accounted(reports, f.At)
		})
	})
}

// lead reports whether the alarms come before the verdict, because the verdict doesn't mention them.
func (a *alarms) lead(reports []parsed, in *strategies.Input) bool {
	return (len(a.lines) > 0 || a.more) && outcome(reports) != strategies.Fail && !in.Status.Bad() || mixed(reports)
}

// accounted reports whether the report of a program covers a line.
func accounted(reports []parsed, line int) bool {
	for i := range reports {
		if reports[i].covers(line) {
			return true
		}
	}
	return false
}

// covers reports whether a line belongs to a run of the program. Reports of forms alone cover no line.
func (p *parsed) covers(line int) bool {
	return !p.FormOnly && (oneHolds(p.Read, line) || oneHolds(p.Noise, line))
}

// oneHolds reports whether a line is in one of several spans, which are in rising order.
func oneHolds(spans []strategies.Span, line int) bool {
	after := sort.Search(len(spans), func(i int) bool { return spans[i].Last >= line })
	return after < len(spans) && spans[after].First <= line
}

// maxLeading is the most alarms that come first in an output whose reports claim a pass.
const maxLeading = 12

// maxHints is how many of them come before the last lines of a command that succeeded, if they only hint at errors.
const maxHints = 4

// ledByForm reports whether the first finding is known by its form alone, and its line mentions no failure.
func ledByForm(reports []parsed, marks []mark) bool {
	f := leading(reports)
	if f == nil || !onlyForms(reports) {
		return false
	}
	return !slices.ContainsFunc(marks, func(m mark) bool { return int(m.line) == f.At && m.flags&red != 0 })
}

// matter reports whether the alarms come before the reports, because these claim a pass or no outcome.
func (a *alarms) matter(reports []parsed, marks []mark, failed bool, status result.Status) bool {
	switch outcome(reports) {
	case strategies.Pass:
		return true
	case strategies.Unknown:
		return !status.Bad() && !failed || ledByForm(reports, marks) && (!status.Bad() || a.raised(reports, marks))
	}
	return false
}

// manyForms is the number of diagnostics from which they come after an error elsewhere.
const manyForms = 12

// raised reports whether an alarm is an exception below its stack trace that isn't near any of many diagnostics. Frames
// are none.
func (a *alarms) raised(reports []parsed, marks []mark) bool {
	if len(reports) != 1 || len(reports[0].Findings) < manyForms {
		return false
	}
	findings := reports[0].Findings // in reading order
	isFrame := func(line int) bool {
		i, ok := slices.BinarySearchFunc(marks, line, compareLine)
		return ok && marks[i].class == clsFrame
	}
	return slices.ContainsFunc(a.lines, func(m mark) bool {
		line := int(m.line)
		i := sort.Search(len(findings), func(i int) bool { return findings[i].At >= line-aroundLines })
		for ; i < len(findings) && findings[i].At <= line+1; i++ {
			if !isFrame(findings[i].At) {
				return false
			}
		}
		return m.class == clsError && (isFrame(line-1) || isFrame(line-2))
	})
}

// stepBackForms moves diagnostics that are known by their form alone after the lines that state the failure.
func stepBackForms(reports []parsed, byLine map[int]role) {
	for i := range reports {
		for j := range reports[i].Findings {
			at := reports[i].Findings[j].At
			if r, ok := byLine[at]; ok && reports[i].FormOnly && r.rank == strategies.Critical && !r.lead {
				r.rank, r.second = strategies.Context, true
				byLine[at] = r
			}
		}
	}
}

// leadWith puts the alarms before the lines of the reports and before lines known by their form alone. A hint at an
// error comes after clear statements, and a line that repeats another comes last. If sure, the forms are clearer, and
// hints are left out. If passed, the command succeeded: few hints and no repetitions come before its last lines.
func (a *alarms) leadWith(byLine map[int]role, marks []mark, sure, passed bool) {
	says := func(m mark) bool { return m.class > clsSuspect && m.class != clsRelay }
	anySays := slices.ContainsFunc(a.lines, says)
	if len(a.lines) == 0 || sure && !anySays {
		return
	}
	for n, r := range byLine {
		if r.lead {
			r.lead, r.second = false, true
			byLine[n] = r
		}
	}
	left := maxLeading
	first, again := a.byNews()
	for _, certain := range [...]bool{true, false} {
		if !certain && passed {
			left = min(left, maxHints)
		}
		for _, m := range first {
			if left > 0 && says(m) == certain && (certain || !sure) {
				r := byLine[int(m.line)]
				r.rank, r.lead, r.second = strategies.Critical, certain || !anySays, false
				byLine[int(m.line)] = r
				left--
				showAbove(byLine, marks, int(m.line))
			}
		}
	}
	for i := 0; i < len(again) && left > 0 && !passed; i++ {
		m := again[i]
		if _, hasRole := byLine[int(m.line)]; !hasRole && (says(m) || !sure) {
			byLine[int(m.line)] = role{rank: strategies.Critical, second: true}
			left--
		}
	}
}

// byNews returns the alarms that differ in more than their numbers from those before them, and the others.
func (a *alarms) byNews() (first, again []mark) {
	seen := map[int32]bool{}
	for _, m := range a.lines {
		if m.class == clsError || m.class == clsRelay || m.class == clsSuspect {
			if m.repeat > 0 && seen[m.kind] {
				again = append(again, m)
				continue
			}
			seen[m.kind] = true
		}
		first = append(first, m)
	}
	return first, again
}

// showAbove makes the line above an alarm evidence, since it may name the place or the action. Repetitions don't.
func showAbove(byLine map[int]role, marks []mark, line int) {
	_, hasRole := byLine[line-1]
	if _, marked := slices.BinarySearchFunc(marks, line-1, compareLine); marked && !hasRole {
		byLine[line-1] = role{rank: strategies.Evidence, turn: 1}
	}
}

// alarmSummary describes the alarms next to reports that pass: their number and position. The zero value is for none.
type alarmSummary struct {
	words         string // "1 error line", or "errors" if not all were counted; "" for none
	lines         int64  // their number; 0 if not all were counted
	before, after bool   // all of them are before, or after, the lines that reports cover
}

// summary returns the number and position of the alarms if the reports pass.
func (a *alarms) summary(reports []parsed) alarmSummary {
	if len(a.lines) == 0 || outcome(reports) != strategies.Pass {
		return alarmSummary{}
	}
	first, last := covered(reports)
	b := alarmSummary{words: "errors", before: last > 0, after: last > 0}
	if !a.more {
		b.words, b.lines = words.Count(len(a.lines), "error line", "error lines"), int64(len(a.lines))
	}
	for _, m := range a.lines {
		line := int(m.line)
		b.before = b.before && line < first
		b.after = b.after && line > last
	}
	return b
}

// covered returns the first and the last line that reports cover. Both are 0 if no report has them.
func covered(reports []parsed) (first, last int) {
	for i := range reports {
		for _, s := range reports[i].Read {
			if first == 0 || s.First < first {
				first = s.First
			}
			last = max(last, s.Last)
		}
	}
	return first, last
}

// verdict adds the words to a verdict: "go: 40 passed; then 1 error line".
func (b alarmSummary) verdict(short, medium, long string) (string, string, string) {
	if b.words != "" {
		short, _, _ = strings.Cut(short, ", ") // a short verdict has space for one more count
	}
	switch {
	case b.words == "":
		return short, medium, long
	case b.after:
		return b.words + ", " + short, medium + "; then " + b.words, long + "; then " + b.words
	case b.before:
		return b.words + ", " + short, b.words + ", then " + medium, b.words + ", then " + long
	}
	return b.words + ", " + short, medium + "; beside it " + b.words, long + "; beside it " + b.words
}
