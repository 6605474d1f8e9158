package read

import (
	"context"
	"iter"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// NewProse returns the strategy for texts in Markdown by a tool or another agent: a report, a fetched page.
//
// Headings and the lines that name a file come first, since they help to choose the next file or section. Then come
// those that mention a name of the code for the first time, then the starts of the sections.
func NewProse() strategies.Strategy { return prose{} }

type prose struct{}

// Name implements [strategies.Strategy].
func (prose) Name() string { return "prose" }

// Match implements [strategies.Strategy].
func (prose) Match(in *strategies.Input) strategies.Confidence {
	switch {
	case in.Status.Bad() || marked(in.Head) < fewMarks:
		return strategies.No
	case in.Family == strategies.FamilyProse:
		return strategies.Tool
	case opensReminder(in.Head) && in.Family != strategies.FamilyRead:
		return strategies.Looks
	}
	return strategies.No
}

// fewMarks is how many lines of a text's start must have a mark of Markdown before them.
const fewMarks = 2

// marked returns how many lines open with a mark of Markdown.
func marked(head string) (n int) {
	for l := range strings.Lines(head) {
		for _, mark := range [...]string{"#", "- ", "* ", "**", "```", "1. "} {
			if strings.HasPrefix(l, mark) {
				n++
				break
			}
		}
	}
	return n
}

// Digest implements [strategies.Strategy].
func (prose) Digest(ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	f := &file{path: ".md", from: -1}
	if err := f.outline(ctx, lines); err != nil {
		return err
	}
	f.rank(in, lines)
	named := map[string]bool{} // the files that lines before have named
	for r := range f.rows(lines) {
		if r.i == 0 || r.i >= len(f.marks) {
			break
		}
		switch m := &f.marks[r.i]; {
		case namesFile(r.text):
			m.rank, m.second = strategies.Evidence, !namesNew(r.text, named)
		case m.fresh:
			f.set(r.i, r.i, strategies.Evidence, true)
		}
	}
	f.print(lines, c)
	c.Count(strategies.NumLines, int64(f.lines))
	c.Verdict(words.Count(f.lines, "line", "lines"), "", "")
	return ctx.Err()
}

// namesFile reports whether a line of prose names a file by a path, such as `docs/guide.md`; addresses are none.
func namesFile(l string) bool {
	for range filesIn(l) {
		return true
	}
	return false
}

// namesNew reports whether a line names a file that isn't named yet, and notes all that it names.
func namesNew(l string, named map[string]bool) (isNew bool) {
	for p := range filesIn(l) {
		p = strings.TrimRight(p, ".:") // the end of a sentence
		if !named[p] && len(named) < maxNames {
			isNew = true
			named[strings.Clone(p)] = true
		}
	}
	return isNew
}

// filesIn yields the paths of files that a line of prose names.
func filesIn(l string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.FieldsFuncSeq(l, endsPath) {
			_, rest, ok := strings.Cut(w, "/")
			if ok && strings.IndexByte(rest, '.') >= 0 && !strings.Contains(w, "://") && !yield(w) {
				return
			}
		}
	}
}

// endsPath reports whether a character parts a path from the prose around it.
func endsPath(r rune) bool { return strings.ContainsRune(" \t`()[]{}*\"'<>,;", r) }
