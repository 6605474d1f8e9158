// Package outline digests help texts and manuals: sections of entries, which are flags and commands.
//
//	$ rg --help
//	Usage: rg [OPTIONS] PATTERN [PATH ...]
//	OPTIONS (104 flags): -A --after-context, -B --before-context, … 102 more
//
// The page shows the usage first, then the sections and how many entries each has. Then come entries by name, with all
// sections in turns, and then their descriptions, the start before the rest. Words of errors in such a text aren't
// findings. The text is one fact with many forms, so each budget has its own depth.
//
// # Limits
//
// If the command failed, the general engine reads the output: the error comes before the usage. It also reads an output
// of more than 20000 lines, since this package holds all of it in memory, and one whose lines have another form.
package outline

import (
	"context"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// New returns the strategy for help texts.
func New() strategies.Strategy { return strategy{} }

// strategy has no state: each call of Digest gathers its own.
type strategy struct{}

// Name implements [strategies.Strategy].
func (strategy) Name() string { return "outline" }

// Match implements [strategies.Strategy].
func (strategy) Match(in *strategies.Input) strategies.Confidence {
	if in.Status.Bad() || in.Family != strategies.FamilyExec && in.Family != strategies.FamilyOther && in.Family != "" {
		return strategies.No
	}
	switch {
	case asksHelp(in.Shell):
		return strategies.Command
	case looksHelp(in.Head):
		return strategies.Looks
	}
	return strategies.No
}

const (
	maxLines = 20000   // of an output, all of which is held in memory
	maxBytes = 4 << 20 // of these
)

// maxBehind is the number of lines without indentation that may follow the flags in a text that wasn't a call for help.
const maxBehind = 6

// errForm declines a text of another form.
const errForm = strategies.Decline("the output isn't sections of entries")

// The keys of the numbers of sections, and of entries by kind.
const keySections strategies.Key = "sections"

// Digest implements [strategies.Strategy].
func (strategy) Digest(
	ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector,
) error {
	if lines.Count() > maxLines {
		return errForm
	}
	var all []string
	size, first, last := 0, 0, 0
	for l := range lines.All() {
		if first == 0 {
			first = l.N
		}
		last = l.N
		if size += len(l.Text); size > maxBytes || l.Cut > 0 {
			return errForm
		}
		all = append(all, strings.TrimRight(l.Text, " \t"))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	t := readHelp(all)
	asked := asksHelp(in.Shell)
	if t == nil || !asked && t.behind > maxBehind {
		return errForm // without sections, or a program printed its usage and went on
	}
	texts := ladderOf(t)
	if len(texts) == 0 {
		return errForm
	}
	n := len(texts) - 1
	c.Add(strategies.Fact{
		Kind: strategies.KindLine, Rank: strategies.Critical, Count: len(all),
		Span: strategies.Span{First: first, Last: last}, Text: texts[n], Forms: texts[:n],
	})
	c.Upstream = in.Cut
	t.report(len(all), in.Cut, c)
	return ctx.Err()
}

// details is the person's view: "type": "outline".
type details struct {
	Sections []sectionDetails `json:"sections"`
}

// sectionDetails is a section with its title; "" for the lines before the first title.
type sectionDetails struct {
	Title   string `json:"title"`
	Kind    string `json:"kind"` // of its entries: "flag", "command", "entry", "line"
	Entries int    `json:"entries"`
}

// report hands the numbers on.
func (t *text) report(lines int, cut bool, c *strategies.Collector) {
	d := details{Sections: []sectionDetails{}}
	counts := map[kind]int{}
	for i := range t.sections {
		s := &t.sections[i]
		counts[s.kind] += len(s.items)
		d.Sections = append(d.Sections, sectionDetails{s.title, string(s.kind), len(s.items)})
	}
	verdict := words.Count(lines, "line", "lines")
	for _, k := range [...]kind{flags, commands, entries} {
		if n := counts[k]; n > 0 {
			verdict += ", " + words.Count(n, string(k), words.Plural(string(k)))
			c.Count(strategies.Key(words.Plural(string(k))), int64(n))
		}
	}
	if cut {
		verdict += " in the part shown"
	}
	c.Count(strategies.NumLines, int64(lines))
	if n := slices.IndexFunc(t.sections, func(s section) bool { return s.title != "" }); n >= 0 {
		c.Count(keySections, int64(len(t.sections)-n))
	}
	short := words.Count(lines, "line", "lines")
	c.Verdict(short, verdict, verdict)
	if made, err := result.NewDetails("outline", d); err == nil {
		c.Details(made)
	}
}
