package logs

import (
	"cmp"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// kind counts the records of a template, and holds the facts that its row shows.
type kind struct {
	count      int
	first      int               // line of its first record
	last       int               // of its last one
	end        int               // the last line below its first record, 0 for none
	level      level             // the most severe one
	words      textline.Severity // the severity of the words of the first message
	row, full  string            // the first record, as a table shows it: the message, and with its place
	from, to   string            // times of the first and the last record
	msg        string            // the message of the first record
	why        string            // the reason in the lines below the first record: an exception
	isInRow    bool              // the row has all of the first record, but for its place
	isFollowed bool              // there are lines below the first record
	varies     bool              // the records' messages differ in values
	example    string            // the first record
	unordered  bool              // a record is earlier than the one before it
	template   string
}

// survey holds the findings of the first pass over a log.
type survey struct {
	reader
	miner   *textline.Miner
	kinds   []*kind // by the number of their template, nil for one that was merged
	other   int     // records of further kinds
	levels  [numLevels]int64
	answers [numLevels]int64 // of them, those that come from the status of a web server
	lines   int
	records int
	below   int     // lines that belong to a record above them
	latest  *kind   // of the record that the line belongs to, if that is the first of its kind
	trace   trace   // of the lines below it
	waiting pending // a record whose message is on the next line
	notes   []level // by line, 1 more than the level of the record that it opens; 0 for any other line
}

// newSurvey returns an empty survey.
func newSurvey() *survey {
	return &survey{miner: textline.NewMessageMiner()}
}

// add takes in a line.
func (s *survey) add(l strategies.Line) {
	s.lines = l.N
	r := s.read(l.Text)
	if !r.head {
		s.addBelow(l.Text, &r)
		return
	}
	s.settle("")
	s.records++
	s.levels[r.level]++
	if r.code != "" {
		s.answers[r.level]++
	}
	s.note(l.N, 1+r.level)
	if r.waits {
		s.waiting = pending{r, l}
		return
	}
	s.open(l, &r)
}

// A pending is a record whose message is on the next line.
type pending struct {
	record
	line strategies.Line
}

// settle adds the record that waits for its message, if there is one.
func (s *survey) settle(msg string) {
	if !s.waiting.head {
		return
	}
	r := s.waiting.record
	s.waiting.head = false
	if msg != "" {
		place := strings.TrimSpace(r.full)
		if r.msg = msg; place != "" && len(place) < maxPlace {
			msg = place + " " + msg
		}
		r.full = msg
	}
	s.open(s.waiting.line, &r)
}

// open takes in a record that a line opens.
func (s *survey) open(l strategies.Line, r *record) {
	s.latest, s.trace = nil, trace{}
	// The level and the status are a part of the template, so that records of different ones are of different kinds.
	id, before := s.miner.Add(l.N, levelNames[r.level], inLetters(r.code), start(r.msg), start(r.why))
	if id < 0 {
		s.other++
		return
	}
	if id == len(s.kinds) {
		full := rowOf(r, r.full)
		if at := ownFrame(r.stack); at != "" {
			full = cutRow(cmp.Or(full, rowOf(r, r.msg)) + " at " + at)
		}
		s.kinds = append(s.kinds, &kind{
			first: l.N, level: r.level, words: r.severity(), row: rowOf(r, r.msg),
			full: full, isInRow: r.full != "" && strings.HasSuffix(full, r.full), from: strings.Clone(r.clock),
			example: strings.Clone(l.Text), msg: strings.Clone(r.msg),
		})
	}
	k := s.kinds[id]
	k.count++
	k.last = l.N
	if before == 0 {
		s.latest = k
	}
	k.level = max(k.level, r.level)
	k.varies = k.varies || k.msg != r.msg
	if r.clock != "" && r.clock != k.to {
		k.unordered = k.unordered || len(r.clock) == len(k.to) && r.clock < k.to
		k.to = strings.Clone(r.clock)
	}
}

// severity returns the severity of a record's words, or 0 for a request: the server's status decides there.
func (r *record) severity() textline.Severity {
	if r.code != "" {
		return 0
	}
	return severity(r.msg)
}

// severity returns the severity of a message's words.
func severity(msg string) textline.Severity {
	s := textline.SeverityOf(msg)
	if s < textline.Suspect && textline.EndedBadly(msg) {
		return textline.Suspect
	}
	return s
}

// maxMessage is how many bytes of a message are looked at.
const maxMessage = 1 << 10

// start returns the part of a message that is looked at.
func start(s string) string { return s[:textline.RuneStart(s, min(len(s), maxMessage))] }

// inLetters returns a status as a word, since numbers are values to the miner.
func inLetters(code string) string {
	if code == "" {
		return ""
	}
	var word [3]byte
	for i := range word {
		word[i] = code[i] - '0' + 'a'
	}
	return string(word[:])
}

// maxNotes is how many lines the first pass notes for the second one. Later lines are read again.
const maxNotes = 1 << 22

// note notes that a line opens a record of a level: 1 more than the level.
func (s *survey) note(line int, n level) {
	for len(s.notes) < line && len(s.notes) < maxNotes {
		s.notes = append(s.notes, 0)
	}
	if line <= len(s.notes) {
		s.notes[line-1] = n
	}
}

// opensRecord is the note of a line that belongs to the record below it.
const opensRecord = 1 << 7

// noted returns whether a line opens a record, and its level, or whether it belongs to the record below it.
func (s *survey) noted(l strategies.Line) (head bool, at level, opens bool) {
	switch {
	case l.N <= len(s.notes):
		n := s.notes[l.N-1]
		if n == opensRecord {
			return false, unknown, true
		}
		return n > 0, max(n, 1) - 1, false
	case l.N <= maxNotes:
		return false, unknown, false
	}
	r := s.read(l.Text)
	return r.head, r.level, r.opens
}

// addBelow adds a line that opens no record. An exception below the first record of a kind, or a database's detail, is
// the reason that the row shows.
func (s *survey) addBelow(text string, r *record) {
	_, text = unwrap(text)
	waits := s.waiting.head && strings.TrimSpace(text) != ""
	if r.opens {
		s.note(s.lines, opensRecord)
		s.latest = nil
	}
	if waits || r.opens || r.more || isBelow(text) {
		s.below++
	}
	if waits {
		s.settle(messageBelow(text))
		return
	}
	k := s.latest
	if k == nil {
		return
	}
	k.isFollowed, k.end = true, s.lines
	if k.level < warn {
		return
	}
	python := s.trace.inPython
	switch {
	case r.more:
		if r.word == "DETAIL" && k.why == "" {
			k.why = strings.Clone(start(r.msg))
		}
	case s.trace.line(text) && (k.why == "" || python):
		k.why = strings.Clone(start(strings.TrimSpace(text)))
	}
}

// messageBelow returns the message on the line below its head. The request that a web framework repeats before it is
// removed.
func messageBelow(text string) string {
	text = strings.TrimSpace(text)
	if text[0] == '[' {
		if end := boxEnd(text, 0); end > 0 {
			text = strings.TrimSpace(text[end:])
		}
	}
	return text
}

// isBelow reports whether a line looks like one that belongs to the record above: it is empty, indented, or a part of a
// stack trace.
func isBelow(text string) bool {
	t := strings.TrimLeft(text, " \t")
	if len(t) < len(text) || t == "" || strings.IndexByte("}])|+^", t[0]) >= 0 {
		return true
	}
	return strings.HasPrefix(t, "at ") || strings.HasPrefix(t, "Caused by: ") || strings.HasPrefix(t, "Traceback ") ||
		strings.HasPrefix(t, "... ") || isException(t)
}

// isException reports whether a line opens with the name of an exception: "java.io.IOException: disk full",
// "KeyError: 'total'".
func isException(s string) bool {
	name, _, _ := strings.Cut(s, ":")
	if name == "" || strings.ContainsAny(name, " \t(") {
		return false
	}
	name = name[strings.LastIndexByte(name, '.')+1:]
	return strings.HasSuffix(name, "Exception") || strings.HasSuffix(name, "Error")
}

// finish merges the kinds of which the miner found that they are one.
func (s *survey) finish() {
	s.settle("")
	for _, k := range s.kinds {
		if k.full = cmp.Or(k.full, k.row); k.why != "" && len(k.full) < maxRow && !strings.Contains(k.full, k.why) {
			k.full = cutRow(k.full + ": " + k.why)
		}
	}
	list, _ := s.miner.Templates()
	for i, into := range s.miner.Merged() {
		k := s.kinds[i]
		k.template = strings.TrimPrefix(list[i].String(), levelNames[k.level]+" ")
		if int(into) == i {
			continue
		}
		s.kinds[into].merge(k)
		s.kinds[i] = nil
	}
}

// merge adds the records of another kind.
func (k *kind) merge(other *kind) {
	k.count += other.count
	k.varies = true
	k.unordered = k.unordered || other.unordered
	k.level, k.words = max(k.level, other.level), max(k.words, other.words)
	if other.first < k.first {
		k.first, k.from, k.row, k.full, k.example = other.first, other.from, other.row, other.full, other.example
	}
	if other.last > k.last {
		k.last, k.to = other.last, other.to
	}
}

// all returns the kinds, in the order of their first records.
func (s *survey) all() []*kind {
	var out []*kind
	for _, k := range s.kinds {
		if k != nil {
			out = append(out, k)
		}
	}
	return out
}
