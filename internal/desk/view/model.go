package view

import (
	"context"
	"math"
	"strings"
	"time"

	"github.com/toktee/toktee/result"
)

// A ModelLine is a line of the text that was sent to the model, and the lines of the output that it means.
type ModelLine struct {
	Spans       []Span   // its text
	First, Last int      // lines of the output that it quotes or means, 0 for a statement or a composed line
	Composed    [][2]int // ranges of lines that it is composed of, nil for other lines
	Gap         int      // its gap's index in [Document.Gaps], -1 for none
}

// Text is the line without its looks.
func (m *ModelLine) Text() string { l := Line{Spans: m.Spans}; return l.Text() }

// modelWait is the time a document has to become complete before the model's text is matched with the known part.
const modelWait = 200 * time.Millisecond

// Model returns the lines of the text that was sent to the model. Each has the lines of the output that it comes from,
// or its gap. Gaps appear while lines are counted, so a caller asks again after [Document.Changed]. Without news it
// gets the same slice, which it must not change.
func (d *Document) Model(ctx context.Context) ([]ModelLine, error) {
	soon, cancel := context.WithTimeout(ctx, modelWait)
	_ = d.index.wait(soon, math.MaxInt)
	cancel()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.updateGaps()
	if d.model != nil && d.modelGaps == len(d.gaps.gaps) {
		return d.model, ctx.Err()
	}
	text := strings.TrimSuffix(d.src.Result.LLMContent(), "\n")
	if text == "" {
		return nil, ctx.Err()
	}
	lines := strings.Split(text, "\n")
	out := make([]ModelLine, len(lines))
	for i, line := range lines {
		spans, _ := styled([]byte(line), Style{}, false)
		out[i] = ModelLine{Spans: d.links.spans(spans), Gap: -1}
	}
	addSources(out, d.src.Result.Metadata().Sources)
	m := matcher{gaps: d.gaps.gaps, lines: out}
	m.tieGaps()
	d.model, d.modelGaps = out, len(d.gaps.gaps)
	return out, ctx.Err()
}

// addSources sets the lines of the output that the lines of a text come from.
func addSources(lines []ModelLine, sources []result.Source) {
	for _, s := range sources {
		if len(s.Lines) == 0 {
			continue
		}
		for n := max(s.Text[0], 1); n <= min(s.Text[1], len(lines)); n++ {
			l := &lines[n-1]
			if s.Composed {
				l.Composed = s.Lines
				continue
			}
			l.First = s.Lines[0][0] + n - s.Text[0]
			l.Last = l.First
		}
	}
}
