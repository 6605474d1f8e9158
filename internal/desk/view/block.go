package view

import (
	"context"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/textline"
)

// keptBlocks is how many stretches of lines stay rendered.
const keptBlocks = 32

// A blockCache has the stretches that were rendered last, that which was used last first.
type blockCache [keptBlocks]block

type block struct {
	number int
	end    int64 // 0 for an empty place
	lines  []Line
}

// get returns the lines of a stretch, or nil if they aren't cached.
func (c *blockCache) get(s stretch) []Line {
	for i, b := range c {
		if b.number == s.number && b.end == s.end && b.end > 0 {
			copy(c[1:i+1], c[:i])
			c[0] = b
			return b.lines
		}
	}
	return nil
}

func (c *blockCache) put(s stretch, lines []Line) {
	copy(c[1:], c[:])
	c[0] = block{s.number, s.end, lines}
}

// block returns the lines of a stretch.
func (d *Document) block(s stretch) ([]Line, error) {
	d.mu.Lock()
	lines := d.blocks.get(s)
	d.mu.Unlock()
	if lines != nil {
		return lines, nil
	}
	raws, err := rawLines(d.content, s)
	if err != nil {
		return nil, err
	}
	settled := d.code.settled()
	lines = d.render(s.checkpoint, raws)
	if settled {
		d.mu.Lock()
		d.blocks.put(s, lines)
		d.mu.Unlock()
	}
	return lines, nil
}

// render makes lines of raw ones, which begin at a checkpoint.
func (d *Document) render(c checkpoint, raws []rawLine) []Line {
	lines := make([]Line, len(raws))
	style, diff := c.style, c.diff
	paths := make([]string, len(raws))
	for i, r := range raws {
		l := &lines[i]
		*l = Line{Number: c.line + i, Gap: -1, Cut: r.cut}
		l.Spans, style = styled(r.text, style, d.opts.Rich)
		l.Spans, l.Cut = shorten(l.Spans, l.Cut)
		if d.index.isDiff {
			l.Diff = diff.next(clean.Bytes(r.text))
			paths[i] = diff.path
		}
		l.Severity = d.severity(l.Number, r.text)
		l.ToModel = textline.AddressesModel(string(clean.Bytes(r.text[:min(len(r.text), maxWorded)])))
	}
	if d.index.isDiff && d.opts.Rich {
		markChanges(lines)
	}
	d.code.classify(lines, paths)
	d.links.link(lines)
	return lines
}

// shorten cuts the text of a line.
func shorten(spans []Span, cut int64) ([]Span, int64) {
	left := maxText
	for i := range spans {
		text := spans[i].Text
		if len(text) <= left {
			left -= len(text)
			continue
		}
		for left > 0 && !utf8.RuneStart(text[left]) {
			left--
		}
		cut += int64(len(text) - left)
		for _, s := range spans[i+1:] {
			cut += int64(len(s.Text))
		}
		spans[i].Text = text[:left]
		return spans[:i+1], cut
	}
	return spans, cut
}

// findCode classifies the full output if it is source code of at most [maxCode] bytes.
func (d *Document) findCode(ctx context.Context) {
	if !d.code.applies() {
		return
	}
	var lines []string
	var size int64
	for {
		if d.index.wait(ctx, len(lines)+1) != nil {
			return
		}
		s, ok := d.index.stretch(len(lines) + 1)
		if !ok {
			break
		}
		raws, err := rawLines(d.content, s)
		if err != nil {
			break
		}
		for _, r := range raws[min(len(lines)+1-s.line, len(raws)):] {
			spans, _ := styled(r.text, Style{}, false)
			l := Line{Spans: spans}
			lines = append(lines, l.Text())
			size += int64(len(r.text)) + 1
		}
		if size > maxCode {
			lines = nil
			break
		}
	}
	d.code.whole(lines)
	d.index.poke()
}
