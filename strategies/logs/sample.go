package logs

import (
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
)

const (
	sampleLines = 200 // lines by which a log is known
	leastLines  = 5   // that a log has at least
	minShare    = 6   // tenths of the sample that must be records
	runShare    = 9   // tenths of the output of a command that isn't known to print a log
)

// sample counts the forms of a text's first lines.
type sample struct {
	reader
	lines   int // that aren't blank
	records int // with a time
	levels  int // of them, those with a level
	progs   int // of them, those that name a program as syslog does
	worded  int // of them, those whose message is more than numbers
	below   int // lines that belong to a record above them
	isJob   bool
	isBuild bool // a message is a command, or of a compiler
	isSure  bool // the command prints a log: a level is enough for a record
	kinds   *survey
}

// isLog reports whether a text is the log of a service, by its first lines.
func isLog(in *strategies.Input, lines strategies.Lines) bool {
	s := sample{kinds: newSurvey(), isSure: printsLog(in)}
	for l := range lines.All() {
		if s.add(l); s.isJob || s.lines == sampleLines {
			break
		}
	}
	if s.isJob || s.lines < leastLines || s.records*10 < (s.lines-s.below)*minShare || s.records < leastLines/2 {
		return false
	}
	isContent := in.Content || in.Command == "" || in.Family == strategies.FamilyOther
	if in.Family == strategies.FamilyExec && !isContent && !s.isSure { // a test run or a build may log
		return s.levels*10 >= (s.lines-s.below)*runShare
	}
	switch least := s.records * minShare; {
	case s.isSure, s.levels*10 >= least:
		return true
	case s.progs*10 >= least:
		return isContent
	case in.Family == strategies.FamilyRead:
		// A text with times alone may be anything. In a log, the same messages occur again and again.
		return !s.isBuild && s.worded*10 >= least && len(s.kinds.kinds)*3 <= s.records
	}
	return false
}

// add takes in a line.
func (s *sample) add(l strategies.Line) {
	if strings.TrimSpace(l.Text) == "" {
		return
	}
	s.lines++
	if isJobLine(l.Text) {
		s.isJob = true
		return
	}
	s.kinds.add(l)
	r := s.reader.read(l.Text)
	switch {
	case !r.head && (r.opens || r.more || belongs(l.Text)):
		s.below++
	case !r.head || r.clock == "" && r.code == "" && !s.isSure && !r.sure:
	default:
		s.records++
		if r.level != unknown {
			s.levels++
		}
		if r.prog != "" {
			s.progs++
		}
		if strings.IndexByte(r.msg, ' ') > 0 && strings.ContainsFunc(r.msg, unicode.IsLetter) {
			s.worded++
		}
		s.isBuild = s.isBuild || isBuildLine(r.msg)
	}
}

// belongs reports whether a line belongs to the record above, whatever relay wrote it.
func belongs(text string) bool {
	_, text = unwrap(text)
	return isBelow(text)
}

// isBuildLine reports whether a message is a command that a shell is about to run, or a diagnostic of a compiler.
func isBuildLine(msg string) bool {
	for _, prompt := range [...]string{"+ ", "$ ", "> ", "ok ", "not ok ", "npm ", "make", "--- "} {
		if strings.HasPrefix(msg, prompt) {
			return true
		}
	}
	path, rest, ok := strings.Cut(msg, ":")
	n, rest, _ := parse.CutNumber(rest)
	return ok && n > 0 && strings.HasPrefix(rest, ":") && strings.Contains(path, ".") && !strings.Contains(path, " ")
}

// jobWords occur in the logs of CI jobs, builds and test runs.
var jobWords = [...]string{
	"##[", "::group::", "[INFO] ---", "[INFO] Scanning", "=== RUN", "travis_", " PASSED", " FAILED", "[Pipeline]",
	"> Task :",
}

// isJobLine reports whether a line is one of a CI job, a build or a test run. A job's log adds a time to each line of
// the programs, with seven digits after the second: 2024-05-01T10:11:12.1234567Z.
func isJobLine(l string) bool {
	for _, w := range jobWords {
		if strings.Contains(l, w) {
			return true
		}
	}
	at := strings.IndexByte(l[:min(len(l), maxHead)], ':')
	if at < 2 || len(l) <= at+14 || l[at+3] != ':' {
		return false
	}
	return l[at+6] == '.' && parse.Digit(l[at+13]) && l[at+14] == 'Z'
}
