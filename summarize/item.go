package summarize

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// stepTokens is the most that one step adds: longer lines are shown in several steps.
const stepTokens = 64

// item is one printable piece of a digest: a line of the output, or a fold of several.
type item struct {
	text        string
	brief       int // the start of the part that is shown first, -1 if that is the text's start
	briefLen    int
	label       int      // bytes of the text's start that are shown with the brief
	forms       []string // shown if the text doesn't fit, the shortest first
	missing     int      // bytes of its line that the text leaves out
	group       int32
	quotes      int32 // the line of the output that the text is, although it isn't in its place; 0 for none
	first, last int   // the lines that it represents; last == first-1 if it represents none
	kind        strategies.Kind
	count       int
	sources     []strategies.Span // of a composed text
	rank        strategies.Rank
	rest        strategies.Rank // of its steps after the first
	turn        int32           // among those of its rank and phase, 0 if the groups' turns decide
	below       int             // so many lines above are shown before it
	unit        int             // items with the same number are shown together, 0 for none
	row         int             // its place among its neighbours with a row, 0 for none
	phase       uint8           // of its first step
	whole       bool            // once it is fully shown, its lines count as shown
	hidden      bool            // never shown in a fitted text
	isQuoted    bool            // a line of the output with a mark before it, since it looks like a statement of toktee
	isCutEarly  bool            // its brief comes alone at first, however short the text is
	isFailure   bool            // it states a failure
	hasStart    bool            // if it leads and doesn't fit, its start is shown
	tokens      int             // of the text with its line feed
	cuts        []cut           // its steps before the last, shortest first; nil when it is shown in one step
}

// The phases of a rank, in their order.
const (
	phaseLead   uint8 = iota // facts that lead their rank
	phaseNames               // the lines that name facts
	phaseRest                // the other lines of facts
	phaseRaised              // facts that a user's rule raised to the rank
)

// cut is an item shown in part.
type cut struct {
	end    int // bytes of the text's start that are shown; -1 for the first of the item's forms, -2 for the second ...
	tokens int // of the printed line, marks and line feed included
}

// items flattens a digest's facts into items, in reading order, and returns the names of their groups.
func items(d *strategies.Digest, c *tokens.Counter) (its []item, groups []string) {
	fl := flattener{c: c, groups: map[string]int32{}, isRed: d.Red || d.Outcome == strategies.Fail}
	n := 0
	for i := range d.Facts {
		n += piecesOf(&d.Facts[i])
	}
	fl.items = make([]item, 0, n)
	for i := range d.Facts {
		fl.fact(&d.Facts[i])
	}
	return fl.items, fl.names
}

// A flattener makes items of facts.
type flattener struct {
	c      *tokens.Counter
	items  []item
	groups map[string]int32 // indices into names
	names  []string         // of the groups as they are printed
	last   int              // the last line that an item represents
	isRed  bool             // something failed
	line   []byte           // scratch
	mark   int              // tokens of a cut line's mark with its line feed, without its number; 0 before the first
}

// fact adds the items of the next fact: one for each line of a whole fact, else one.
func (fl *flattener) fact(f *strategies.Fact) {
	it := item{
		group: fl.group(f.Group), kind: f.Kind, count: f.Count, rank: f.Rank, turn: f.Turn, row: f.Row,
		unit:  f.Unit,
		below: f.Below,
		phase: firstPhase(f), brief: -1, missing: f.Cut, sources: f.Sources, hasStart: fl.isRed,
		rest: max(f.Rank, f.Rest), isFailure: f.Failure,
	}
	if f.Extra {
		it.count = 0
	}
	if f.Quoted {
		it.quotes = int32(f.Sources[0].First)
	}
	isFirst := fl.last == 0
	if f.Span.First == 0 {
		it.first, it.last = fl.last+1, fl.last
	} else {
		it.first, it.last = f.Span.First, f.Span.Last
		fl.last = it.last
	}
	if isOneItem(f) {
		it.text, it.whole = f.Text, f.Whole
		label := f.Label
		if f.Span.Len() == 1 && len(f.Sources) == 0 {
			it.quote(isFirst)
			label += len(it.text) - len(f.Text)
		}
		if f.Cut == 0 {
			it.forms = formsOf(f)
		}
		it.setBrief(f.Brief)
		if f.Rest > 0 && it.brief >= label {
			it.label, it.isCutEarly = label, true
		}
		fl.items = append(fl.items, it.measured(fl))
		return
	}
	lines := strings.Split(f.Text, "\n")
	named := namingLine(f, lines)
	for i, l := range lines {
		one := it
		one.text, one.whole = l, true
		one.first = f.Span.First + i
		one.last = one.first
		one.count = 1
		one.quote(isFirst && i == 0)
		if i == named {
			one.setBrief(f.Brief)
		} else {
			one.phase = max(one.phase, phaseRest)
		}
		fl.items = append(fl.items, one.measured(fl))
	}
}

// quote puts a mark before the line if it looks like a statement of toktee.
func (it *item) quote(isFirst bool) {
	if looksOwn(it.text, isFirst) {
		it.text, it.isQuoted = quoteMark+it.text, true
	}
}

// formsOf returns the shorter forms of a fold, the shortest first.
func formsOf(f *strategies.Fact) []string {
	if f.Short != "" {
		return append([]string{f.Short}, f.Forms...)
	}
	return f.Forms
}

// isOneItem reports whether a fact is one item: a fold, or a line of the output.
func isOneItem(f *strategies.Fact) bool { return !f.Whole || f.Span.Len() == 1 }

// piecesOf returns the number of items that a fact becomes.
func piecesOf(f *strategies.Fact) int {
	if f.Whole {
		return f.Span.Len()
	}
	return 1
}

// namingLine returns the index of the line that names a fact: the line with its brief, or the first.
func namingLine(f *strategies.Fact, lines []string) int {
	if f.Brief == "" {
		return 0
	}
	return max(0, slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, f.Brief) }))
}

// firstPhase returns the phase of the first step of a fact.
func firstPhase(f *strategies.Fact) uint8 {
	switch {
	case f.Raised:
		return phaseRaised
	case f.Lead:
		return phaseLead
	case f.Second:
		return phaseRest
	}
	return phaseNames
}

// group returns the index of a group. It adds the group if it is new.
func (fl *flattener) group(name string) int32 {
	g, ok := fl.groups[name]
	if !ok {
		g = int32(len(fl.names))
		fl.groups[name] = g
		if looksOwn(name, true) {
			name = quoteMark + name
		}
		fl.names = append(fl.names, name)
	}
	return g
}

// setBrief lets a part of the text be shown first: with the text's end left out, or on its own.
func (it *item) setBrief(brief string) {
	if brief == "" || len(brief) == len(it.text) {
		return
	}
	if i := strings.Index(it.text, brief); i > 0 {
		it.brief, it.briefLen = i, len(brief)
	}
}

// firstTokens is the size of a long line's first step, so that its start is shown at the smallest budgets too.
const firstTokens = 24

// markTokens is an upper bound of the cost of a cut line's mark: " …+123456 bytes".
const markTokens = 8

// lineTokens counts a line with its line feed, which often merges with the punctuation before it into one token.
func (fl *flattener) lineTokens(s string) int {
	fl.line = append(append(fl.line[:0], s...), '\n')
	return fl.c.Count(fl.line)
}

// markTokens returns the tokens of the mark of a line that lacks some bytes, with its line feed. A number costs a token
// for every three digits in both encodings.
func (fl *flattener) markTokens(missing int) int {
	if fl.mark == 0 {
		fl.mark = fl.lineTokens(cutMark(1)) - 1
	}
	return fl.mark + (digits(missing)+2)/3
}

// measured returns the item with its tokens and cuts. A cut's tokens are the sum of its steps', so that a long line
// costs one pass.
func (it item) measured(fl *flattener) item {
	it.hidden = forged(it.text) || slices.ContainsFunc(it.forms, forged)
	it.tokens = fl.lineTokens(it.printed(len(it.text), it.missing > 0))
	if len(it.forms) > 1 || len(it.forms) == 1 && it.isShortened(fl) {
		it.cutToForms(fl)
		return it
	}
	switch {
	case it.isCutEarly || it.tokens > stepTokens+1:
		it.cutToSteps(fl)
	case it.hasStart && it.phase == phaseLead && it.whole && it.brief < 0:
		it.cutToStart(fl)
	}
	return it
}

// startRunes is the number of characters that identify a line.
const startRunes = 60

// cutToStart adds cuts with the start of a leading line, which are shown if the whole line doesn't fit.
func (it *item) cutToStart(fl *flattener) {
	text := []byte(it.text)
	some, _ := fl.c.Truncate(text, markTokens)
	more, _ := fl.c.Truncate(text, firstTokens-markTokens)
	if more == len(text) {
		return
	}
	for _, end := range [...]int{wordEnd(text, some), wordEnd(text, more), wordAfter(text, runesEnd(it.text,
		startRunes))} {
		n := fl.lineTokens(it.printed(end, true))
		least := fieldEnd(it.text)
		if len(it.cuts) > 0 {
			least = it.cuts[len(it.cuts)-1].end
		}
		if end > least && end < len(it.text) && n < it.tokens {
			it.cuts = append(it.cuts, cut{end, n})
		}
	}
}

// runesEnd returns the index at which the first n characters of s end.
func runesEnd(s string, n int) int {
	for i := range s {
		if n--; n < 0 {
			return i
		}
	}
	return len(s)
}

// isShortened reports whether an item's only form costs less than its text, and both take one step each.
func (it *item) isShortened(fl *flattener) bool {
	n := fl.lineTokens(it.forms[0])
	return n < it.tokens && n <= stepTokens+1 && it.tokens-n <= stepTokens
}

// cutToForms adds a cut for each form of an item that costs more than the form before it and less than the text.
func (it *item) cutToForms(fl *flattener) {
	for i, form := range it.forms {
		n := fl.lineTokens(form)
		if n < it.tokens && (len(it.cuts) == 0 || n > it.cuts[len(it.cuts)-1].tokens) {
			it.cuts = append(it.cuts, cut{-1 - i, n})
		}
	}
}

// cutToSteps cuts a long text: its brief first, if there is one, then its start, further and further.
func (it *item) cutToSteps(fl *flattener) {
	c, shown, end := fl.c, 0, 0
	size := firstTokens
	if it.brief >= 0 {
		n := c.CountString(it.text[:it.label] + "…" + it.text[it.brief:it.brief+it.briefLen])
		first := n + fl.markTokens(it.lacks(it.label))
		switch {
		case n+markTokens+1 > stepTokens:
			it.brief = -1
		case first >= it.tokens:
			return
		default:
			shown += n
			end = it.label
			it.cuts = append(it.cuts, cut{end, first})
		}
	}
	if it.isCutEarly {
		size = stepTokens
	}
	rest, field := []byte(it.text[end:]), fieldEnd(it.text)
	for ; ; size = stepTokens {
		b, n := c.Truncate(rest[:min(len(rest), size*maxTokenBytes)], size-markTokens)
		if b == 0 || b == len(rest) {
			return
		}
		if at := wordEnd(rest, b); at < b {
			b, n = at, c.Count(rest[:at])
		}
		end += b
		shown += n
		rest = rest[b:]
		if end > field {
			it.cuts = append(it.cuts, cut{end, shown + fl.markTokens(it.lacks(end))})
		}
	}
}

// maxField is the length in bytes of the longest field in brackets before a message.
const maxField = 48

// fieldEnd returns the end of the field in brackets before a message, which is no use alone:
//
//	[Mon Nov 30 06:47:33.368253 2026] [authz_core:error] [pid 4250:tid 4273] client denied by server configuration
func fieldEnd(s string) int {
	if !strings.HasPrefix(s, "[") {
		return 0
	}
	return strings.Index(s[:min(len(s), maxField)], "] ") + 1
}

// wordEnd returns the end of the last whole word in b[:i], so that no number is cut into another. It returns i if that
// end is far away.
func wordEnd(b []byte, i int) int {
	for j := min(i, len(b)-1); j > i/2; j-- {
		if !wordByte(b[j-1]) || !wordByte(b[j]) {
			return j
		}
	}
	return i
}

func wordByte(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '.' || c >= 0x80
}

// wordAfter returns the end of the word around b[i]. If that is far away, it returns i, or the start of the number
// around it.
func wordAfter(b []byte, i int) int {
	for j := i; j > 0 && j < len(b) && j < i+startRunes/2; j++ {
		if !wordByte(b[j-1]) || !wordByte(b[j]) {
			return j
		}
	}
	for i > 0 && i < len(b) && parse.Digit(b[i-1]) && parse.Digit(b[i]) {
		i--
	}
	return i
}

// maxTokenBytes is the longest token of the encodings, in bytes.
const maxTokenBytes = 128

// lacks returns the number of bytes of its line that are missing if the first end bytes of the text are shown.
func (it *item) lacks(end int) int {
	if it.brief < 0 || it.brief+it.briefLen <= end {
		return len(it.text) - end + it.missing
	}
	return len(it.text) - end - (it.brief + it.briefLen - max(it.brief, end)) + it.missing
}

// printed returns the item's line. If partial, it has only the first end bytes and the brief, or a form if end is
// negative.
func (it *item) printed(end int, partial bool) string {
	switch {
	case !partial:
		return it.text
	case end < 0:
		return it.forms[-1-end]
	}
	if it.brief < 0 || it.brief+it.briefLen <= end {
		return it.text[:end] + cutMark(it.lacks(end))
	}
	from := max(it.brief, end)
	s := it.text[:end]
	if from > end {
		s += "…"
	}
	return s + it.text[from:it.brief+it.briefLen] + cutMark(it.lacks(end))
}

// cutMark returns the end of a line that is shown in part, with the number of bytes that it lacks: " …+240 bytes".
func cutMark(bytes int) string { return " …+" + itoa(bytes) + " bytes" }

// forged reports whether a line of a composed text looks like one of our own gap markers, such as "… 12 lines". It is
// never shown in a text with markers.
func forged(s string) bool {
	for line := range strings.Lines(s) {
		if looksLikeGap(line) {
			return true
		}
	}
	return false
}
