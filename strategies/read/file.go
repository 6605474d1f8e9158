package read

import (
	"context"
	"iter"
	"path"
	"strings"

	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/strategies"
)

// file holds the facts about the file whose text was read.
type file struct {
	path     string // or an extension alone, if only that is known
	lang     syntax.Language
	num      numbering
	skip     int             // lines of the output before the file's first
	from     int             // the number of the first line shown, -1 if it isn't known
	lines    int             // lines of the file that are shown
	at       strategies.Span // the lines of the output that these are
	isSparse bool            // lines come without a number between others that have one
	asked    bool            // the call bounds the lines to read
	atEnd    bool            // and the file is known to end there
	bounds   toolname.Bounds // how
	bounded  bool            // and the output may not be the whole file
	ofMany   bool            // the output has others besides
	several  bool            // it is several files, whose lines are counted as one
	size     int64           // its bytes, if all of it was read as it is; else those of the lines
	longest  int             // bytes of its longest line
	binary   string          // what kind of file without text it is, "" for text
	minified bool            // its lines are made for machines
	encoded  string          // how they are encoded, "" for text
	isHidden bool            // its lines aren't worth showing
	isCut    bool            // it was cut when it came in, further than its bounds
	part     bool            // something else than the bounds has cut it: a pipe, or the agent, as its note shows
	head     string          // the start of the file's text
	lead     bool            // the lines that name them come before all others
	end      bool            // its last lines were asked for, whose numbers aren't known
	symbols  []syntax.Symbol
	means    syntax.Means   // how the symbols were found
	exact    bool           // the symbols are all that there are
	gaveUp   bool           // parsing took too long, so that they were found by keywords
	marks    []mark         // by line of the file, from 1
	indexed  []int32        // the top-level functions and types among the symbols
	methods  map[string]int // the number of methods by type, if the list of symbols counts them instead of listing them

	reminder envelope.Reminder // an agent's text after the file

	// torn are lines with definitions that the grammar didn't see, since the part begins or ends within them.
	torn []int
}

// row is a line of the output and its line of the file.
type row struct {
	strategies.Line
	i    int    // the number among the file's lines shown, from 1; 0 for an agent's own line
	num  int    // its number in the file, -1 if it has none
	text string // the file's line, without its number
	note bool   // it may be a note of an agent's that matters
}

// survey finds out how the lines are numbered, which line of the output is the file's last, and the file's definitions.
func survey(ctx context.Context, in *strategies.Input, lines strategies.Lines) (*file, error) {
	f := &file{path: pathOf(in), from: -1}
	var first []string
	isCut := false
	for l := range lines.All() {
		if _, _, ok := envelope.UpstreamMark(l.Text); ok {
			isCut = true
		}
		if len(first) < headLines {
			first = append(first, in.Keep(l.Text[:min(len(l.Text), 1<<10)]))
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f.num, f.skip = numberingOf(strings.Join(first, "\n"))
	if f.num != plain {
		f.from, _, _ = f.num.cut(first[f.skip])
	}
	f.bounds, f.asked = in.Bounds()
	f.atEnd = in.AtEnd
	if f.num == plain && f.asked && !f.bounds.Gaps && f.bounds.First > 0 {
		f.from = f.bounds.First
	}
	// A filter such as "| sed -n 10,20p" cuts no more than the call asks for.
	f.isCut = in.Cut && (isCut || !f.asked || !in.Shell.Cut)
	f.end = in.Cut && f.asked && f.from < 0
	f.ofMany, f.several = in.Part, ofSeveral(in)
	return f, f.outline(ctx, lines)
}

// bytesPerLine is more than most files have.
const bytesPerLine = 64

// outline finds the definitions in the file's text.
func (f *file) outline(ctx context.Context, lines strategies.Lines) error {
	var src strings.Builder
	src.Grow(min(bytesPerLine*lines.Count(), syntax.MaxParse))
	long := false
	for r := range f.rows(lines) {
		switch {
		case r.i == 0:
			f.part = f.part || r.note && hasMore(r.text)
			continue
		case src.Len()+len(r.text) < syntax.MaxParse && !long:
			src.WriteString(r.text)
			src.WriteByte('\n')
		default:
			long = true
		}
		f.lines++
		f.isSparse = f.isSparse || f.num != plain && r.num < 0
		if f.lines == 1 {
			f.at.First = r.N
		}
		f.at.Last = r.N
		f.size += int64(len(r.text)) + 1
		f.longest = max(f.longest, len(r.text)+r.Cut)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	f.bounded = f.isBounded()
	f.part = f.part || f.isCut && !f.bounded
	text := src.String()
	f.head = text[:min(len(text), 16<<10)]
	f.lang = syntax.Detect(f.path, []byte(f.head))
	if long {
		return f.scan(ctx, lines)
	}
	fragment := f.bounded || f.part
	if fragment {
		text = strings.TrimSuffix(text, "\n") // so that it counts as cut
	}
	o, err := syntax.Inspect(ctx, f.lang, []byte(text))
	f.symbols, f.means, f.exact, f.gaveUp = o.Symbols, o.Means, o.Exact, o.GaveUp
	if err == nil && fragment && f.means == syntax.ByGrammar {
		f.torn = tornIn(f.lang, text, f.symbols)
	}
	return err
}

// scan finds the symbols of a file that is too long to be parsed, by keywords.
func (f *file) scan(ctx context.Context, lines strategies.Lines) error {
	s := syntax.NewScanner(f.lang)
	if s == nil {
		return nil
	}
	for r := range f.rows(lines) {
		if r.i > 0 {
			s.Line(r.text)
		}
	}
	f.symbols, f.means = s.Symbols(f.bounded || f.part), syntax.ByKeywords
	return ctx.Err()
}

// tornIn returns the lines of a fragment with definitions at the outermost level that its outline doesn't hold. A
// grammar takes a definition that is cut short for an error. They are no symbols, since their last lines aren't known.
func tornIn(lang syntax.Language, text string, symbols []syntax.Symbol) (at []int) {
	s := syntax.NewScanner(lang)
	if s == nil {
		return nil
	}
	lines := strings.Split(text, "\n")
	for _, l := range lines {
		s.Line(l)
	}
	known := 0 // symbols that end above
	for _, sym := range s.Symbols(true) {
		for known < len(symbols) && symbols[known].Last < sym.Line {
			known++
		}
		l := lines[sym.Line-1]
		inKnown := known < len(symbols) && symbols[known].First <= sym.Line
		if atMargin := l != "" && l[0] != ' ' && l[0] != '\t'; atMargin && !inKnown && defines(sym.Kind) {
			at = append(at, sym.Line)
		}
	}
	return at
}

// defines reports whether symbols of a kind are functions, types, containers or constants.
func defines(k syntax.Kind) bool {
	return k.IsFunction() || k.IsType() || k.IsContainer() || k == syntax.Const
}

// rows yields the lines of the output, numbers taken off. After the first line that isn't the file's, none is.
func (f *file) rows(lines strategies.Lines) iter.Seq[row] {
	return func(yield func(row) bool) {
		i, last, at := 0, -1, 0
		over := false
		for l := range lines.All() {
			r := row{Line: l, num: -1, text: l.Text}
			at++
			if !over && at > f.skip && f.num != plain {
				num, text, ok := f.num.cut(l.Text)
				switch {
				case ok && (num == last+1 || last < 0):
					r.num, r.text, last = num, text, num
				case f.num == tab && strings.TrimSpace(l.Text) == "":
					r.text = "" // nl leaves blank lines without a number
				default:
					over = true
				}
			}
			if !over && at > f.skip {
				i++
				r.i = i
			} else {
				r.note = strings.TrimSpace(l.Text) != ""
			}
			if !yield(r) {
				return
			}
		}
	}
}

// hasMore reports whether an agent's note means that the file goes on.
func hasMore(note string) bool {
	if _, _, ok := envelope.UpstreamMark(note); ok {
		return true
	}
	note = strings.ToLower(note)
	return strings.Contains(note, "truncated") || strings.Contains(note, "more lines") ||
		strings.Contains(note, "beyond line")
}

// pathOf returns the path of the file, if the call names it. For several files it returns their common extension.
func pathOf(in *strategies.Input) string {
	if in.Command == "" {
		return in.Path
	}
	if p := toolname.ReadPath(in.Shell); p != "" {
		return p
	}
	ext := ""
	for _, c := range in.Shell.Commands {
		_, operands := c.Split()
		for _, o := range operands {
			e := path.Ext(o)
			if e == "" || ext != "" && e != ext {
				return ""
			}
			ext = e
		}
	}
	return ext
}

// ofSeveral reports whether a command prints several files one after the other, as "cat a.py b.py" does. The end of
// each isn't known, so the lines can only be counted over all.
func ofSeveral(in *strategies.Input) bool {
	if in.Command == "" || len(in.Shell.Commands) != 1 {
		return false
	}
	if p := toolname.ReadPath(in.Shell); p != "" {
		return false
	}
	_, operands := in.Shell.Commands[0].Split()
	return len(operands) > 1 || len(operands) == 1 && strings.ContainsAny(operands[0], "*?")
}

// named reports whether the path is one file's, not only an ending.
func (f *file) named() bool { return f.path != "" && (f.path[0] != '.' || f.path != path.Ext(f.path)) }
