package search

import (
	"strconv"

	"github.com/toktee/toktee/strategies"
)

const (
	fewMatches = 20  // up to so many, context lines are shown like the matches
	fewLines   = 120 // so are they in an output of up to so many lines
)

// printer turns the lines into facts.
type printer struct {
	short, medium, long string // the verdict

	c        *strategies.Collector
	in       *strategies.Input
	q        query
	t        *tally
	form     form
	cut      bool             // the output was cut before
	seen     map[string]bool  // files with a match so far
	turns    map[string]int32 // of the first matches of files, see [printer.order]
	defined  []definition     // definitions that come first
	rare     []definition     // matches that come next
	named    int              // how many of the files with the most matches the verdict names
	numbers  map[string]int   // the matches of files whose headings count them
	shown    []fileCount      // the files in the table
	file     string           // of the line before
	d        details
	syms     symbols
	top      []fileCount // the files with the most matches
	allNoise bool        // there are matches in generated and vendored files alone
	kept     int         // matches of which the context lines are evidence
	isKept   bool        // the last match is one of them
	headed   bool        // paths are printed as headings
	printed  int         // the line that is printed
	next     int         // the next match at that line or after it, in spots.at
	held     int         // the first of the lines of rg --json that the next match takes in; 0 for none
	heldLast int
}

// start makes what comes before the lines.
func (p *printer) start() {
	p.seen = map[string]bool{}
	p.headed = p.worthHeading()
	p.top = p.t.top(maxDetails)
	p.defined = p.t.defs.chosen()
	for _, d := range p.defined {
		p.seen[d.file] = true // the definition is shown in place of the file's first match
	}
	p.allNoise = true
	for file := range p.t.files {
		p.allNoise = p.allNoise && isNoise(file)
	}
	p.rare = p.t.shapes.rare(p.isNoise)
	p.shown = p.rows()
	p.short, p.medium, p.long = p.verdict()
	p.number()
	p.order()
	p.table()
}

// number finds the files whose headings count their matches: those with the most, unless the verdict or the table names
// them.
func (p *printer) number() {
	p.numbers = map[string]int{}
	if !p.headed || p.q.oneFile {
		return
	}
	for _, f := range p.top[max(p.named, len(p.shown)):] {
		if f.Count > 1 || len(p.shown) < topRows {
			p.numbers[f.File] = f.Count
		}
	}
}

// group is the heading of a file's lines.
func (p *printer) group(file string) string {
	heading := p.t.heading(file)
	if n := p.numbers[file]; n > 0 {
		return heading + " " + strconv.Itoa(n)
	}
	return heading
}

// print adds one line.
func (p *printer) print(line strategies.Line, l parsed) {
	switch l.kind {
	case match, around, count, heading, fileOnly:
		p.file = l.file
	}
	p.step(line.N)
	f := strategies.Fact{
		Kind: strategies.KindLine, Group: p.group(p.file), Text: line.Text,
		Span: strategies.Span{First: line.N, Last: line.N}, Whole: line.Cut == 0, Cut: line.Cut,
	}
	f.Rank, f.Turn = p.rank(line.N, l)
	switch l.kind {
	case match:
		p.keep(&f)
		f.Second = p.isNoise(l.file)
		f.Kind = strategies.KindMatch
		f.Count = max(l.n, 1)
	case fileOnly:
		f.Kind, f.Group = kindFile, ""
	case count:
		f.Kind, f.Group = strategies.KindEntry, ""
	case around:
		f.Second = f.Rank != strategies.Evidence && !p.isAbove() && !p.isBelow()
	case trouble, notice, mark, other:
		f.Group = ""
	}
	json := p.form == formJSON
	isLine := l.kind == match || l.kind == around
	if isLine {
		f.Text, f.Cut = whole(line), line.Cut-len(line.Rest)
		f.Whole = f.Cut == 0 && !json // offsets and submatches are left out
		if p.headed || json {
			f.Text = l.rest
		}
	}
	if json && !p.takeIn(line.N, l, &f) {
		return
	}
	if isLine {
		p.shorten(&f, l)
	}
	p.c.Add(f)
	p.d.add(l)
	p.syms.add(l)
}

// takeIn makes the begin and end lines of rg --json part of the next match's fact. It returns false for such a line,
// which is held back.
func (p *printer) takeIn(n int, l parsed, f *strategies.Fact) bool {
	if l.kind == header {
		if p.held == 0 {
			p.held = n
		}
		p.heldLast = n
		return false
	}
	if p.held > 0 {
		f.Span.First, p.held = p.held, 0
	}
	return true
}

// step goes on to line n.
func (p *printer) step(n int) {
	p.printed = n
	for p.next < len(p.t.spots.at) && int(p.t.spots.at[p.next]) < p.printed {
		p.next++
	}
}

// Context lines so near to a match come before the others. More of them count after it than before it.
const (
	nearBefore = 2
	nearAfter  = 4
)

// isBelow reports whether the current line closely follows a match.
func (p *printer) isBelow() bool {
	return p.next > 0 && p.printed-int(p.t.spots.at[p.next-1]) <= nearAfter
}

// isAbove reports whether the current line is close before a match.
func (p *printer) isAbove() bool {
	return p.next < len(p.t.spots.at) && int(p.t.spots.at[p.next])-p.printed <= nearBefore
}

// worthHeading reports whether paths are printed as headings: every line has one, and several in turn the same.
func (p *printer) worthHeading() bool {
	switch p.form {
	case formPath, formPathNo:
		return p.t.runs*5 <= p.t.lines*4
	case formJSON:
		return true
	}
	return false
}

// shorten lets a long line be shown around its match first. Of one that is too long to be printed, nothing else is.
func (p *printer) shorten(f *strategies.Fact, l parsed) {
	label := len(f.Text) - len(l.text)
	if len(l.text) <= cutFrom || label < 0 || f.Text[label:] != l.text {
		return
	}
	if len(l.text) > strategies.MaxLine {
		shown := p.around(l, cutFrom)
		f.Text = f.Text[:label] + "…" + shown
		f.Cut, f.Whole = f.Cut+len(l.text)-len(shown), false
		return
	}
	f.Label, f.Brief, f.Rest = label, p.around(l, aroundSize), max(f.Rank, strategies.Context)
	if len(l.text) > minified {
		f.Rest = max(f.Rank, strategies.Detail)
	}
}

// broken reports whether the search is known to have failed. An exit status of 1 only means that there are no matches.
func (p *printer) broken() bool {
	st := p.in.Status
	stopped := st.Signal != "" || st.Timeout > 0 || st.Aborted
	return st.Bad() && (stopped || !st.Known || st.Code != 1)
}

// finish adds the numbers, the outcome, the verdict and the details of the whole output.
func (p *printer) finish() {
	t := p.t
	p.syms.flush()
	if p.held > 0 {
		p.c.Add(strategies.Fact{
			Rank: strategies.Noise, Text: "end of the search", Span: strategies.Span{First: p.held, Last: p.heldLast},
		})
	}
	p.c.Headed = p.headed
	if len(p.shown) > 0 {
		p.c.Row = kindFile
	}
	p.c.Holds = p.holds()
	p.c.Upstream = p.part() != ""
	if t.lines == 0 && t.troubles == 0 && p.broken() {
		return // nothing is printed, and yet it failed: that isn't "no matches"
	}
	p.c.Verdict(p.short, p.medium, p.long)
	p.count()
	switch {
	case t.troubles == 0:
		p.c.Outcome(strategies.Pass)
	case t.lines == 0:
		p.c.Outcome(strategies.Fail)
	default:
		p.c.Red = true // what couldn't be read may have hits too
	}
	for _, f := range p.top {
		p.c.File(f.File)
	}
	p.d.finish(p, p.top)
}

// count adds the numbers of matches, files and errors.
func (p *printer) count() {
	t := p.t
	switch {
	case p.form == formFiles:
		p.c.Count(strategies.Files, int64(t.paths))
	case p.form == formBare && t.around > 0:
		p.c.Count(strategies.NumLines, int64(t.around))
	case p.form == formEmpty && t.troubles > 0 && t.lines == 0:
		p.c.Count(strategies.Matches, 0)
	default:
		p.c.Count(strategies.Matches, int64(t.matches))
		if len(t.files) > 0 || t.matches == 0 {
			p.c.Count(strategies.Files, int64(len(t.files)))
		}
	}
	if t.troubles > 0 {
		p.c.Count(strategies.Errors, int64(t.troubles))
	}
}
