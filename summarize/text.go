package summarize

import (
	"context"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// A text is an output as a person would see it: clean text, whose line n is line n of the raw output. If the raw output
// is in memory, the text is too; otherwise each pass reads and cleans the raw output again. Only found changes.
type text struct {
	ctx   context.Context // ends every pass
	src   Source
	as    reading
	mem   string // the clean text, if inMem
	inMem bool
	found found
}

// A reading states how an output becomes text.
type reading struct {
	files  bool // it holds the contents of files, in which a carriage return moves no cursor
	masked bool // secrets are replaced by marks
}

// found holds the figures that passes over a text measure. A text in memory is measured when it is made.
type found struct {
	measured  bool  // a pass has reached the end
	lines     int   // of the whole text, once measured
	size      int64 // its bytes, once measured
	secrets   int   // that were masked in it, once measured
	addressed int   // lines that address a model, once measured
	err       error // the first error of any pass
}

// newText cleans an output that is in memory, or prepares to stream it if it isn't.
func newText(ctx context.Context, src Source, as reading) *text {
	if b, ok := src.Bytes(); ok {
		return textOf(ctx, b, src, as)
	}
	return &text{ctx: ctx, src: src, as: as}
}

// textOf cleans raw bytes, which are those of the source or a part of them.
func textOf(ctx context.Context, raw []byte, src Source, as reading) *text {
	raw = clean.LineFeedBytes(raw)
	if as.files {
		raw = clean.Content(raw)
	} else {
		raw = clean.Bytes(raw)
	}
	var m secrets.Masker
	if as.masked {
		raw = m.Text(raw)
	}
	t := &text{ctx: ctx, src: src, as: as, mem: string(raw), inMem: true}
	lines := strings.Count(t.mem, "\n")
	if t.mem != "" && t.mem[len(t.mem)-1] != '\n' {
		lines++
	}
	t.found = found{measured: true, lines: lines, size: int64(len(t.mem)), secrets: m.Count()}
	t.found.addressed = textline.CountAddressed(t.mem)
	return t
}

// lines yields all lines. If a pass can't be finished, its error is in t.found.
func (t *text) lines() iter.Seq[strategies.Line] { return t.pass }

// pass calls yield with each line, until it returns false.
func (t *text) pass(yield func(strategies.Line) bool) {
	s := splitter{yield: yield}
	if p, ok := t.src.(Excerpt); ok {
		s.skip.line, s.skip.rest, s.skip.lines, _ = p.Skipped()
	}
	if t.inMem {
		s.memory(t.ctx, t.mem)
		if t.ctx.Err() != nil {
			t.fail(context.Cause(t.ctx))
		}
		return
	}
	var m secrets.Masker
	err := newRelay(func(w io.Writer) error { return t.writeTo(w, &m) }).take(s.block)
	if err == nil && !s.flush() {
		err = errStop
	}
	switch {
	case err == nil:
		if s.n == s.skip.line { // the end of the output isn't read
			s.n += int(s.skip.lines)
		}
		t.found.lines, t.found.size, t.found.secrets, t.found.measured = s.n, s.size, m.Count(), true
		t.found.addressed = s.addressed
	case !errors.Is(err, errStop):
		t.fail(err)
	}
}

// measure runs a pass if the size of the text isn't known yet.
func (t *text) measure() {
	if !t.found.measured {
		t.pass(func(strategies.Line) bool { return true })
	}
}

// count returns the number of lines.
func (t *text) count() int {
	t.measure()
	return t.found.lines
}

// fail keeps the first error of any pass.
func (t *text) fail(err error) {
	if t.found.err == nil {
		t.found.err = err
	}
}

// whole returns the whole text as one string. The text should be small.
func (t *text) whole() string {
	if t.inMem {
		return t.mem
	}
	var sb strings.Builder
	if err := t.writeTo(&sb, new(secrets.Masker)); err != nil {
		t.fail(err)
	}
	return sb.String()
}

// linesUpTo returns the number of lines, from line first on, that have at most limit tokens together. It is at least
// one and at most maxLines. The text must be in memory.
func (t *text) linesUpTo(c *tokens.Counter, first, maxLines, limit int) int {
	rest := t.mem
	for range first - 1 {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	n := 0
	for n < maxLines && rest != "" {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		used, ok := c.CountUpTo([]byte(line), limit)
		if limit -= used + 1; n > 0 && (!ok || limit < 0) { // and the line feed
			break
		}
		if n++; limit < 0 {
			break
		}
	}
	return max(n, 1)
}

// tokensUpTo counts the tokens of the text. If there are more than limit, it may return any number above limit.
func (t *text) tokensUpTo(c *tokens.Counter, limit int) int {
	if t.measure(); t.found.size > int64(limit)*maxTokenBytes {
		return limit + 1
	}
	n, _ := c.CountUpTo([]byte(t.whole()), limit)
	return n
}

// writeTo reads the raw output and writes the clean text to dst. If the reading asks for it, m masks the secrets.
func (t *text) writeTo(dst io.Writer, m *secrets.Masker) error {
	src, err := t.src.Open()
	if err != nil {
		return err
	}
	defer src.Close()
	masker := secrets.NewWriter(dst, m)
	if t.as.masked {
		dst = masker
	}
	w := t.cleaner(dst)
	if err := copyAll(t.ctx, w, clean.LineFeeds(src)); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return masker.Close()
}

func (t *text) cleaner(dst io.Writer) io.WriteCloser {
	if t.as.files {
		return clean.NewContentWriter(dst)
	}
	return clean.NewWriter(dst)
}

// copyAll copies until the end, an error, or the end of ctx.
func copyAll(ctx context.Context, w io.Writer, r io.Reader) error {
	buf := make([]byte, 256<<10)
	for {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n, err := r.Read(buf)
		if n > 0 {
			if _, err := w.Write(buf[:n]); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
