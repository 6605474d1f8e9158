package view

import (
	"context"
	"math"
	"strings"
	"time"
)

// A ModelLine is a line of the text that was sent to the model, and the lines of the output that it means.
type ModelLine struct {
	Spans       []Span // its text
	First, Last int    // lines of the output that it quotes or means, 0 for a heading or a verdict
	Gap         int    // its gap's index in [Document.Gaps], -1 for none
}

// Text is the line without its looks.
func (m *ModelLine) Text() string { l := Line{Spans: m.Spans}; return l.Text() }

// modelWait is the time a document has to become complete before the model's text is matched with the known part.
const modelWait = 200 * time.Millisecond

// maxModelShown is how many shown lines are compared with the model's text. Texts have no more than some thousands.
const maxModelShown = 200_000

// Model returns the lines of the text that was sent to the model. Each is matched with the lines of the output that it
// quotes or with its gap. It waits for the shown lines. Gaps appear while lines are counted, so a caller asks again
// after [Document.Changed]. Without news it gets the same slice, which it must not change.
func (d *Document) Model(ctx context.Context) ([]ModelLine, error) {
	soon, cancel := context.WithTimeout(ctx, modelWait)
	_ = d.index.wait(soon, math.MaxInt)
	cancel()
	d.mu.Lock()
	d.updateGaps()
	model, tied := d.model, d.modelGaps == len(d.gaps.gaps)
	d.mu.Unlock()
	if model != nil && tied {
		return model, ctx.Err()
	}
	shown, err := d.shownLines(ctx)
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.updateGaps()
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
	m := matcher{shown: shown, gaps: d.gaps.gaps, lines: out}
	m.tieShown()
	m.tieBetween()
	m.tieGaps()
	d.model, d.modelGaps = out, len(d.gaps.gaps)
	return out, ctx.Err()
}

// A shownLine is a line of the output that the model's text has word for word.
type shownLine struct {
	number int
	text   string // as it is compared
}

// shownLines reads the lines of the output that are shown.
func (d *Document) shownLines(ctx context.Context) ([]shownLine, error) {
	var out []shownLine
	for _, r := range d.src.Result.Metadata().Shown {
		for next := r[0]; next <= r[1] && len(out) < maxModelShown; {
			lines, err := d.Window(ctx, next, min(r[1]-next+1, 1000))
			if err != nil {
				return nil, err
			}
			if len(lines) == 0 {
				break
			}
			for i := range lines {
				out = append(out, shownLine{lines[i].Number, compared(lines[i].Text())})
			}
			next += len(lines)
		}
	}
	return out, nil
}

// compared is a line as it is compared: blanks at its ends and between words may differ, and the model's text has no
// invisible characters.
func compared(s string) string {
	for strings.Contains(s, "⟨U+") {
		before, rest, _ := strings.Cut(s, "⟨U+")
		_, after, closed := strings.Cut(rest, "⟩")
		if !closed {
			break
		}
		s = before + after
	}
	return strings.Join(strings.Fields(s), " ")
}
