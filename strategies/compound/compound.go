// Package compound digests the output of a shell command that prints several things one after the other. Examples are
// ranges of several files by sed, files with an echoed line between them, and a loop over files.
//
// Each part is digested by its own strategy, as if it were the whole output, and is a group of its own.
//
// The output is cut only at certain places. One kind is a line that the command itself prints, if the output has all of
// them in the same order. Another is a size, if only one sum of sizes is possible. A third is the end of a JSON
// document, if all commands print JSON files. Reads that can't be distinguished are read as one text.
//
// # Limits and cost
//
// An output of more than 50000 lines or 8 MiB is left to other strategies, since all of it is held in memory. Cutting
// is one pass for each loop and one for the lines that the command prints; each part costs what its strategy does.
package compound

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// New returns the strategy for an output of several parts. Each part is digested by the strategy of the registry that
// claims it best. An empty registry declines every output.
func New(of strategies.Registry) strategies.Strategy { return strategy{of} }

type strategy struct {
	of strategies.Registry
}

// Name implements [strategies.Strategy].
func (strategy) Name() string { return "compound" }

// Match implements [strategies.Strategy].
func (strategy) Match(in *strategies.Input) strategies.Confidence {
	if in.Family != strategies.FamilyExec && in.Family != strategies.FamilyRead {
		return strategies.No
	}
	if !in.Shell.OK || in.Status.Bad() {
		return strategies.No
	}
	if len(in.Shell.Commands) == 1 && !in.Shell.Compound {
		return strategies.No
	}
	if parts, ok := shell.Parts(in.Command); !ok || !slices.ContainsFunc(parts, isWorthCutting) {
		return strategies.No
	}
	return strategies.Sequence // before the strategy that would read it as one text
}

// isWorthCutting reports whether a command of the line has a strategy of its own for its output, or is a loop, which
// may have one.
func isWorthCutting(p shell.Part) bool {
	return p.Loop != nil || p.Says == nil && toolname.CommandFamily(p.Line) != strategies.FamilyExec
}

// The reasons to decline an output.
const (
	errOnePart   = strategies.Decline("the output is not of several parts")
	errManyParts = strategies.Decline("the output is too long to be read in parts")
	errRun       = strategies.Decline("a part reports the outcome of a run")
)

// Limits of an output that is read in parts, since all of it is held in memory.
const (
	maxPartLines = 50000
	maxPartBytes = 8 << 20
)

// Digest implements [strategies.Strategy].
func (s strategy) Digest(
	ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector,
) error {
	if lines.Count() > maxPartLines {
		return errManyParts
	}
	var all partLines
	size := 0
	for l := range lines.All() {
		if size += len(l.Text); size > maxPartBytes {
			return errManyParts
		}
		all = append(all, l)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	parts, ok := cutParts(in, all)
	if !ok {
		return errOnePart
	}
	return s.join(ctx, parts, c)
}

// part is a stretch of the output.
type part struct {
	lines  partLines
	in     *strategies.Input // the part as a whole output; nil for a line that the command line prints
	path   string            // the file that it shows, if known
	said   bool              // it is a line that the command line itself prints
	titled bool              // such a line above it names the file
	likely bool              // its first and last line are a guess, so it gets no heading
}

// heading returns the line to print above a part: its file, unless a line already names it.
func (p *part) heading() string {
	if p.titled || p.likely {
		return ""
	}
	return p.path
}

// join digests each part and adds the digests up in c.
func (s strategy) join(ctx context.Context, parts []part, c *strategies.Collector) error {
	digests := make([]strategies.Digest, len(parts))
	headed := false
	for i := range parts {
		p := &parts[i]
		if p.said {
			continue
		}
		d, err := s.digest(ctx, p)
		if err != nil {
			return err
		}
		if ofRun := d.Outcome != strategies.Unknown || d.Parsed; ofRun && p.in.Family == strategies.FamilyExec {
			return errRun
		}
		digests[i] = d
		headed = headed || d.Headed || p.heading() != ""
	}
	if headed {
		c.Headed = true
	}
	total := 0
	for i := range parts {
		total += len(parts[i].lines)
		parts[i].collect(&digests[i], c)
	}
	for i := range digests {
		for _, f := range digests[i].Files {
			c.File(f)
		}
	}
	c.Count(strategies.NumLines, int64(total))
	v := words.Count(total, "line", "lines")
	if c.Upstream {
		v += " in the part shown"
	}
	c.Verdict(v, v, "")
	return ctx.Err()
}

// turnKey distinguishes facts that take turns with each other.
type turnKey struct {
	rank   strategies.Rank
	second bool
}

// summed lists the numbers that are added up over all parts.
var summed = [...]strategies.Key{
	strategies.Matches, strategies.Entries, strategies.Additions, strategies.Deletions, strategies.Hunks,
}

// collect adds the facts, numbers and warnings of a part's digest to those of the whole output.
func (p *part) collect(d *strategies.Digest, c *strategies.Collector) {
	if p.said {
		for _, l := range p.lines {
			c.Add(saidFact(l))
		}
		return
	}
	turns := map[turnKey]int32{}
	for _, f := range d.Facts {
		if d.Bounded { // every line was asked for
			f.Rank = min(f.Rank, strategies.Context)
		}
		if !d.Headed {
			f.Group = p.heading()
		}
		if p.titled && f.Group == "" && f.Turn == 0 { // it takes turns even without a heading
			k := turnKey{f.Rank, f.Second}
			turns[k]++
			f.Turn = turns[k]
		}
		c.Add(f)
	}
	for _, k := range summed {
		if d.Data[k] != 0 {
			c.Count(k, d.Data[k])
		}
	}
	c.File(p.path)
	if d.Upstream {
		c.Upstream = true
	}
	for _, w := range d.Warnings {
		c.Warn(w)
	}
}

// saidFact returns the fact for a line that the command printed between parts. One with a letter in it is a heading of
// the next part.
func saidFact(l strategies.Line) strategies.Fact {
	f := strategies.Fact{
		Kind: strategies.KindLine, Rank: strategies.Context, Second: true, Text: l.Text,
		Span: strategies.Span{First: l.N, Last: l.N}, Whole: l.Cut == 0, Cut: l.Cut,
	}
	switch {
	case strings.TrimSpace(l.Text) == "":
		f.Rank = strategies.Detail
	case strings.ContainsFunc(l.Text, unicode.IsLetter):
		f.Rank, f.Second, f.Lead = strategies.Evidence, false, true
	}
	return f
}

// digest returns the digest of the first strategy that can read the part.
func (s strategy) digest(ctx context.Context, p *part) (strategies.Digest, error) {
	for _, one := range s.of.Choose(p.in) {
		c := strategies.NewCollector(false)
		if err := one.Digest(ctx, p.in, p.lines, c); err == nil {
			return c.Digest(), nil
		}
		if err := ctx.Err(); err != nil {
			return strategies.Digest{}, err
		}
	}
	return strategies.Digest{}, errOnePart
}
