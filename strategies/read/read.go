package read

import (
	"context"
	"errors"
	"strings"

	"github.com/toktee/toktee/internal/syntax"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/general"
)

// New returns the strategy for the text of files. The engine ranks a file that is neither code, prose nor
// configuration.
func New(engine general.Engine) strategies.Strategy { return strategy{engine} }

type strategy struct {
	engine general.Engine
}

// Name implements [strategies.Strategy].
func (strategy) Name() string { return "read" }

// Contents implements [strategies.ContentsOf].
func (strategy) Contents() strategies.Contents { return strategies.ContentsFile }

// Match implements [strategies.Strategy].
func (strategy) Match(in *strategies.Input) strategies.Confidence {
	n, _ := numberingOf(in.Head)
	switch {
	case in.Family == strategies.FamilyRead && n != plain:
		return strategies.Sure
	case in.Family == strategies.FamilyRead && in.Command != "":
		return strategies.Command
	case in.Family == strategies.FamilyRead:
		return strategies.Tool
	case in.Family == strategies.FamilyOther && n == arrow:
		return strategies.Looks
	}
	return strategies.No
}

// errNoFile means that the text isn't a file's.
var errNoFile = errors.New("the output is not the text of a file")

// Digest implements [strategies.Strategy].
func (s strategy) Digest(
	ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector,
) error {
	if refused(in, lines) {
		return refusal(lines, c)
	}
	f, err := survey(ctx, in, lines)
	if err != nil {
		return err
	}
	if opensReminder(f.head) && marked(f.head) >= fewMarks {
		return prose{}.Digest(ctx, in, lines, c) // a memory file
	}
	if f.lines == 0 || f.num == plain && isMessage(in, f.head) {
		return errNoFile
	}
	c.Bounded, c.Place = f.bounded, f.place()
	if f.part {
		c.Upstream = true
	}
	f.encoded = f.encodingOf()
	f.minified = f.isMinified()
	f.binary = binaryKind(in.Start, f.head)
	switch whole := f.num == plain && !f.bounded && !f.part; {
	case whole && in.Size > 0:
		f.size = in.Size
	case f.binary != "" || f.minified && f.part:
		f.size = 0 // it isn't the file's
	}
	switch {
	case f.binary != "" || (f.minified || f.encoded != "") && !f.bounded:
		f.hide(lines, c)
	case f.means == syntax.ByNothing:
		if err := f.general(ctx, s.engine, in, lines, c); err != nil {
			return err
		}
	default:
		f.rank(in, lines)
		f.print(lines, c)
	}
	f.report(c)
	return ctx.Err()
}

// isMessage reports whether lines without numbers are no file: the command failed, or an agent wrote a reminder alone.
func isMessage(in *strategies.Input, head string) bool {
	return in.Status.Bad() || opensReminder(head)
}

// opensReminder reports whether a text starts with an agent's reminder for its model.
func opensReminder(head string) bool { return strings.HasPrefix(head, "<system-reminder>") }
