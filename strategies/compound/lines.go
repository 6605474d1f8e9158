package compound

import (
	"iter"
	"slices"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// partLines are the lines of a part, with their numbers in the whole.
type partLines []strategies.Line

// All implements [strategies.Lines].
func (p partLines) All() iter.Seq[strategies.Line] { return slices.Values(p) }

// Count implements [strategies.Lines].
func (p partLines) Count() int { return len(p) }

// head returns the part's first KiB.
func (p partLines) head() string {
	var b []byte
	for _, l := range p {
		if len(b) > 0 && len(b)+len(l.Text) >= 1<<10 {
			break
		}
		b = append(b, l.Text[:textline.RuneStart(l.Text, min(len(l.Text), 1<<10))]...)
		b = append(b, '\n')
	}
	return string(b)
}
