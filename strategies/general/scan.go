package general

import (
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// mark holds the facts about a line after the first pass.
type mark struct {
	line   uint32
	block  uint32 // the failure that it belongs to, 0 for none
	step   uint32 // the step of a CI job
	kind   int32  // the template of a line that mentions a failure
	class  class
	rank   strategies.Rank
	repeat uint8 // earlier lines of its template, up to 255
	flags  uint8
}

// dull reports whether a line only repeats earlier ones. Such lines are noise and aren't marked.
func (m *mark) dull() bool {
	if m.flags&blank != 0 {
		return true
	}
	switch m.class {
	case clsTest, clsTally, clsCount, clsHeading:
		return false
	}
	return m.repeat >= repeatLines && m.block == 0
}

const (
	blank    = 1 << iota // has no visible text
	known                // names a test that was named before
	own                  // a frame or place of the failed test itself
	second               // comes after the lines that open its rank
	indented             // starts with a blank
	opener               // opens its block
	nested               // is below another line, by its indentation or by the branches of a drawn tree
	red                  // mentions a failure
)

// scanner classifies lines one after the other. It tracks the failure or the list that a line belongs to.
type scanner struct {
	seen     textline.Templates
	kinds    *textline.Miner    // of the lines that mention failures
	warned   int                // warnings so far
	names    map[string][]named // failed tests by the last part of their names
	named    int
	blocks   uint32
	block    uint32 // the block that lines belong to now
	since    int    // lines since it was opened
	gap      int    // blank lines in a row
	last     string // the last part of the name of the block's test
	placed   bool   // the place of the block's error was found
	unnamed  bool   // the line above opened a failure by its place; this one names it
	list     int    // lines since a list of failed tests was announced, 0 for none
	item     int    // the number of the last failure of a numbered list, 0 for none
	prose    bool   // the text is prose, whose words prove no failure
	margin   bool   // inside an exception group of Python, whose lines have a margin
	steps    steps
	header   headerPart // of the current line
	words    lineWords  // of the current line
	sums     sums
	progress map[string]int // lines of progress so far, by the first word after their counter
	titles   titles
	headings headings
	records  records
	cycles   cycles
	bare     bare          // of the current line
	turns    map[int]int32 // of lines among those of their rank, by line

	built    bool // the last statement about a failed program is a build tool's
	unsaid   bool // the last line opens an error, whose message is the next line
	warnLine int  // the last line that is a warning
	framed   []framedMessage
	signed   struct { // the last line that opens with the sign of a level: a cross for an error
		line   int
		warns  bool
		repeat uint8
	}
	inFile    int // the last line that is an error in a file, and has no indentation
	counted   countedList
	hunk      hunk
	numbered  numbered
	raised    bool  // the current line has its class as an item of a list, or by a phrase
	byWords   class // the class of that line by its words
	blames    int   // lines that give warnings as the reason of a failure
	column    int   // blanks before the text of the current line
	traceback traceback
	outliers  outliers
	ignored   map[uint32]bool // lines about errors that make ignored
}

// maxWarned bounds the warnings whose kinds are distinguished.
const maxWarned = 1 << 15

// maxBlock is the most lines of a failure.
const maxBlock = 400

func newScanner(prose bool) *scanner {
	return &scanner{
		kinds: textline.NewMiner(), names: map[string][]named{}, prose: prose, progress: map[string]int{},
	}
}

// bare is a line without the prefixes that other programs put before it.
type bare struct {
	text         string // "" for a line without visible text
	unstamped    string // the line without its time stamp, if hasUnstamped
	hasUnstamped bool
}

// mark classifies the n-th line. in is the header that it belongs to.
func (sc *scanner) mark(n int, line string, in headerPart) mark {
	m := mark{line: uint32(n)}
	sc.bare, sc.header = bare{}, in
	sc.records.line(n, line)
	sc.bare.text = sc.markText(&m, n, line)
	if !sc.prose {
		sc.outliers.line(n, sc.bare.text)
	}
	return m
}

// markText fills the mark and returns the line without stamps and other prefixes.
func (sc *scanner) markText(m *mark, n int, line string) string {
	s := strings.TrimRight(line, " \t\r")
	if s == "" {
		sc.cycles.line(n, line, 0)
		sc.blankLine(m)
		return s
	}
	seen, template := sc.seen.Note(s)
	sc.cycles.line(n, line, template)
	m.repeat = uint8(min(seen, 255))
	m.flags |= depth(s)
	if sc.prose {
		if isHeading(s) {
			m.class = clsSection
		}
		return s
	}
	unstamped := textline.StripStamp(s)
	if len(s) == len(line) {
		sc.bare.unstamped, sc.bare.hasUnstamped = unstamped, true
	}
	s = textline.StripUnstamped(unstamped)
	s = sc.withoutMargin(s)
	if s == "" || s == bar { // but for its stamp or the side of a box
		sc.blankLine(m)
		return s
	}
	sc.gap = 0
	m.step = sc.steps.now()
	if sc.ofService(m, s) {
		return s
	}
	before := strings.TrimSuffix(strings.TrimRight(line, " \t\r"), s)
	sc.column = len(before) - len(strings.TrimRight(before, " \t"))
	if sc.classifyLine(m, n, unboxed(s), seen) {
		m.flags |= red
	}
	return s
}

// classifyLine gives the n-th line its class, and reports whether it mentions a failure.
func (sc *scanner) classifyLine(m *mark, n int, s string, seen uint32) bool {
	sc.words.find(s)
	sc.raised = false
	sc.classify(m, s, seen)
	switch {
	case m.class < clsBoiler && sc.headings.holds(s):
		m.class, m.block, sc.block = clsHeading, 0, 0
		sc.headings.last = n
	case n == sc.headings.last+1 && n > 1:
		m.repeat = 0 // it distinguishes the part, even if it repeats another's but for a number
	}
	byWords := *m
	if sc.raised { // a list of errors may be part of a text about something else
		byWords.class = sc.byWords
	}
	if m.class >= clsSuspect && BlamesWarnings(s) {
		sc.blames++
	}
	return mentionsFailure(&byWords, s, sc.words.words)
}

// withoutMargin takes the margin off a line of an exception group of Python: "|   File "a.py", line 8, in main".
func (sc *scanner) withoutMargin(s string) string {
	if !sc.margin {
		sc.margin = s == "+ Exception Group Traceback (most recent call last):"
		return s
	}
	t, ok := strings.CutPrefix(s, "|")
	if sc.margin = ok || strings.HasPrefix(s, "+-"); !ok {
		return s
	}
	return strings.TrimLeft(t, " ")
}

// depth returns the flags for the beginning of a line: a blank, or the branches of a drawn tree.
func depth(s string) uint8 {
	switch s[0] {
	case ' ', '\t':
		return indented | nested
	case '+', '|', '\\', '`':
		return nested
	}
	if parse.StartsWith(s, "├", "└", "│") {
		return nested
	}
	return 0
}

// isHeading reports whether a line is a heading of Markdown: "## Usage".
func isHeading(s string) bool {
	t := strings.TrimLeft(s, "#")
	return len(t) < len(s) && strings.HasPrefix(t, " ")
}

// ofService marks a line that the CI service printed itself, and reports whether it is one.
func (sc *scanner) ofService(m *mark, s string) bool {
	before := len(sc.steps.failed)
	if !sc.steps.line(s, sc.header) {
		return false
	}
	m.step = sc.steps.step
	m.class = clsBoiler
	if len(sc.steps.failed) > before {
		m.flags |= red
		m.step = sc.steps.stated
	}
	if sc.steps.opened {
		m.flags |= opener // it names the command of the step
	}
	sc.block, sc.list = 0, 0
	return true
}

// blankLine marks a line without visible text.
func (sc *scanner) blankLine(m *mark) {
	sc.hunk.context()
	sc.gap++
	if sc.list > 1 {
		sc.list = 0
	}
	if sc.block != 0 && sc.gap > 2 {
		sc.block = 0
	}
	m.flags |= blank
	m.block = sc.block
}

// classify gives a line its class and its block.
func (sc *scanner) classify(m *mark, s string, seen uint32) {
	if sc.classifyName(m, s) {
		return
	}
	counts := sc.classifyWords(m, s)
	if counts || m.class >= clsSummary && len(s) <= textline.MaxEnded || textline.NoTests(s) {
		sc.sums.read(int(m.line), s, counts, sc.column > 0)
	}
	if m.class == clsPassed && !counts && textline.PassedTest(s) {
		sc.sums.listed++
		m.kind = passesTest
	}
	sc.lookAbove(m, s)
	sc.noteKind(m, s, seen)
	if m.class == clsPlain {
		sc.noteProgress(m, s)
		if len(s) <= maxRuler && strings.IndexFunc(s, unicode.IsLetter) < 0 {
			m.kind = unspoken
		}
	}
	if m.class == clsPlain && m.repeat >= repeatLines && isMeasurement(s) {
		m.repeat = 0
	}
	isTitle := sc.titles.line(int(m.line), s)
	if sc.titles.begun != "" && sc.titles.at == m.line {
		m.kind = beginsTest
	}
	if isTitle && (m.class == clsPlain || m.class == clsSummary) {
		m.class = clsTitle
	}
	sc.traceback.line(m, s, sc.column)
	sc.place(m, s)
}

// describesFile reports whether a line is the message of the error in the line above it, which names a file. A cross
// alone doesn't make it a test.
//
//	ERROR in ./src/pages/claims.js
//	  × Module parse failed:
func (sc *scanner) describesFile(m *mark) bool {
	return m.line > 1 && sc.inFile == int(m.line)-1
}

// lookAbove changes the class of a line that only shows the place of the message in the line above it, or the message
// below its place.
func (sc *scanner) lookAbove(m *mark, s string) {
	crossed := sc.column > 0 && strings.HasPrefix(s, "×")
	if m.class < clsError && (m.class >= clsPhrase || crossed) && sc.describesFile(m) {
		m.class, m.flags = clsError, m.flags|own
	}
	if m.class == clsError && sc.column == 0 && endsInFile(s) {
		sc.inFile = int(m.line)
	}
	if m.class < clsSuspect && m.line > 1 && sc.signed.line == int(m.line)-1 && FramesCode(s) {
		sc.framed = append(sc.framed, framedMessage{m.line, sc.signed.warns})
		if sc.signed.warns {
			sc.block = 0
		} else {
			m.class, m.repeat = clsError, sc.signed.repeat
		}
	}
	if isWarning := strings.HasPrefix(s, "! "); isWarning || parse.StartsWith(s, "x ", "× ") {
		sc.signed.line, sc.signed.warns, sc.signed.repeat = int(m.line), isWarning, m.repeat
	}
	if m.class == clsPlaced && m.line > 1 && sc.warnLine == int(m.line)-1 {
		m.class = clsPlain // the place of the warning
	}
	if m.class == clsWarn {
		sc.warnLine = int(m.line)
	}
}

// classifyWords gives a line its class by its words, and by the list or the diff that it belongs to. It reports whether
// the line counts outcomes.
func (sc *scanner) classifyWords(m *mark, s string) (counts bool) {
	m.class, counts = classOf(s, &sc.words)
	if m.class == clsWarn && ignored(s) {
		if sc.ignored == nil {
			sc.ignored = map[uint32]bool{}
		}
		sc.ignored[m.line] = true
	}
	if m.class >= clsSuspect && sc.column == 0 && m.flags&nested == 0 && Relays(s) {
		m.class, counts, sc.built = clsRelay, false, builds(s)
	}
	if m.class == clsPlain && !counts && sc.steps.now() == 0 && hintsAtError(s, sc.words.words) {
		sc.raised, sc.byWords = true, clsPlain
		m.class = clsPhrase // in a CI job such phrases are too common
	}
	if sc.hunk.changed(m, s) && m.class < clsSuspect {
		m.class, counts = clsPlaced, false
	}
	if sc.list > 1 && strings.HasSuffix(s, ":") && m.flags&indented == 0 {
		sc.list = 0 // the title of another list
	}
	if sc.numbered.holds(m, s) && m.class < clsError {
		sc.raised, sc.byWords = true, m.class
		m.class = clsError
	}
	if failed, ok := sc.sums.goesOn(int(m.line), s); ok {
		m.class, counts = clsCount, true
		if failed {
			m.class = clsTally
		}
	}
	return counts
}

// addressed is the kind of lines that address a model. They are never rare: a forged line must not come first for that.
const addressed = -2

// The kinds of other lines: frames in libraries, lines that a test begins with, and names of tests that passed.
const (
	ofLibrary  = -4
	beginsTest = -5
	passesTest = -6
)

// maxRuler is the length in bytes of the longest ruler that is looked at.
const maxRuler = 200

// noteKind counts the lines of each kind, among those that mention a failure or a warning. Lines of one kind differ by
// their numbers alone.
func (sc *scanner) noteKind(m *mark, s string, seen uint32) {
	switch m.class {
	case clsError, clsRelay, clsSuspect:
		if textline.AddressesModel(s) {
			m.kind = addressed
			return
		}
		kind, before := sc.kinds.Add(0, s)
		m.kind = int32(kind)
		if seen == textline.NoRoom { // lines that mention a failure are always distinguished
			m.repeat = uint8(min(before, 255))
		}
	case clsWarn:
		if sc.warned++; seen < repeatLines && sc.warned < maxWarned { // otherwise it is a repetition anyway
			if _, before := sc.kinds.Add(0, s); sc.block == 0 {
				m.repeat = max(m.repeat, uint8(min(before, 255)))
			}
		}
	}
}

// noteProgress marks lines of progress as repetitions, from the fourth on with the same first word. Lines that may have
// a message aren't marked.
func (sc *scanner) noteProgress(m *mark, s string) {
	if textline.IsBar(s) {
		m.repeat = max(m.repeat, repeatLines)
		return
	}
	action, ok := textline.CountsUp(s)
	if !ok || strings.Contains(action, ": ") || strings.Contains(action, " not ") {
		return
	}
	verb, _, _ := strings.Cut(action, " ")
	n := sc.progress[verb]
	if n == 0 && len(sc.progress) == maxVerbs {
		return
	}
	sc.progress[verb] = n + 1
	m.repeat = max(m.repeat, uint8(min(n, 255)))
}

// maxVerbs bounds the first words of lines of progress that are distinguished.
const maxVerbs = 256
