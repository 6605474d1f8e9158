package summarize

import (
	"context"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/toktee/toktee/internal/clean"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// text is an output as a person would have seen it. It is held in memory where the payload is; otherwise each pass reads
// and cleans the payload again.
type text struct {
	ctx   context.Context
	src   Source
	mem   string // the clean text, when inMem
	inMem bool
	first int  // the first line that a strategy sees; an envelope's lines before it are skipped
	last  int  // the last one; 0 for all
	count int  // lines of the whole clean text
	files bool // it holds the contents of files, in which a carriage return moves no cursor
	read  int64
	err   error // of the last pass
}

// newText cleans an output that is in memory, or prepares to stream one that is not.
func newText(ctx context.Context, src Source, files bool) *text {
	t := &text{ctx: ctx, src: src, first: 1, files: files}
	if b, ok := src.Bytes(); ok {
		t.hold(b)
	}
	return t
}

// hold takes raw bytes as the payload's text.
func (t *text) hold(raw []byte) {
	t.inMem = true
	raw = clean.LineFeedBytes(raw)
	if t.files {
		raw = clean.Content(raw)
	} else {
		raw = clean.Bytes(raw)
	}
	t.mem = string(raw)
	t.count = strings.Count(t.mem, "\n")
	if t.mem != "" && t.mem[len(t.mem)-1] != '\n' {
		t.count++
	}
}

func (t *text) cleaner(dst io.Writer) io.WriteCloser {
	if t.files {
		return clean.NewContentWriter(dst)
	}
	return clean.NewWriter(dst)
}

// survey makes one pass over a streamed text: it counts its lines, its tokens up to a limit, and the tokens of the raw
// bytes.
func (t *text) survey(c *tokens.Counter, limit int) (raw, cleaned int, err error) {
	if t.inMem {
		b, _ := t.src.Bytes()
		raw = c.Count(b)
		if string(b) == t.mem {
			return raw, raw, nil
		}
		cleaned, _ = c.CountUpTo([]byte(t.mem), limit)
		return raw, cleaned, nil
	}
	rawCount, cleanCount := tokenSink{c: c}, tokenSink{c: c, limit: limit}
	var lines lineCounter
	w := t.cleaner(io.MultiWriter(&cleanCount, &lines))
	if err := t.copyTo(w, &rawCount); err != nil {
		return 0, 0, err
	}
	if err := w.Close(); err != nil {
		return 0, 0, err
	}
	t.count = lines.total()
	return rawCount.total(), cleanCount.total(), nil
}

// copyTo writes the payload, its lines ended by line feeds, to w, and its bytes as they are to raw, where there is one.
func (t *text) copyTo(w, raw io.Writer) error {
	src, err := t.src.Open()
	if err != nil {
		return err
	}
	defer src.Close()
	bytes := io.Reader(src)
	if raw != nil {
		bytes = io.TeeReader(src, raw)
	}
	r := clean.LineFeeds(bytes)
	buf := make([]byte, 256<<10)
	for {
		if err := t.ctx.Err(); err != nil {
			return context.Cause(t.ctx)
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

// Count implements [strategies.Lines].
func (t *text) Count() int {
	last := t.count
	if t.last > 0 {
		last = t.last
	}
	return max(0, last-t.first+1)
}

// All implements [strategies.Lines]. A pass that could not be finished leaves its error in t.err.
func (t *text) All() iter.Seq[strategies.Line] {
	return func(yield func(strategies.Line) bool) {
		t.err = nil
		s := splitter{yield: func(l strategies.Line) bool {
			if t.last > 0 && l.N > t.last {
				return false
			}
			return l.N < t.first || yield(l)
		}}
		if t.inMem {
			s.memory(t.ctx, t.mem)
			if err := t.ctx.Err(); err != nil {
				t.err = context.Cause(t.ctx)
			}
			return
		}
		w := t.cleaner(&s)
		err := t.copyTo(w, nil)
		if err == nil {
			err = w.Close()
		}
		if err == nil {
			err = s.flush()
		}
		if err != nil && !errors.Is(err, errStop) {
			t.err = err
		}
	}
}

// all yields every line, those of the envelope too.
func (t *text) all() iter.Seq[strategies.Line] {
	whole := *t
	whole.first, whole.last = 1, 0
	return whole.All()
}

// errStop ends a pass whose consumer has seen enough.
var errStop = errors.New("stopped")

// splitter cuts text into lines.
type splitter struct {
	yield func(strategies.Line) bool
	n     int
	part  []byte // the start of a line whose end is still to come, at most MaxLine bytes
	cut   int    // bytes of it that were left out
	begun bool
}

// memory yields the lines of a text that is in memory, without copying it.
func (s *splitter) memory(ctx context.Context, text string) {
	for n := 1; text != ""; n++ {
		if n&0xfff == 0 && ctx.Err() != nil {
			return
		}
		l, rest, _ := strings.Cut(text, "\n")
		if !s.yield(bounded(n, l)) {
			return
		}
		text = rest
	}
}

func bounded(n int, l string) strategies.Line {
	if len(l) <= strategies.MaxLine {
		return strategies.Line{N: n, Text: l}
	}
	end := runeStart(l, strategies.MaxLine)
	return strategies.Line{N: n, Text: l[:end], Cut: len(l) - end}
}

// runeStart is the largest index of a rune's start in s that is at most i.
func runeStart(s string, i int) int {
	for i > 0 && i < len(s) && s[i]&0xc0 == 0x80 {
		i--
	}
	return i
}

// Write implements [io.Writer]. The lines that it yields share one copy of b.
func (s *splitter) Write(b []byte) (int, error) {
	block := string(b)
	for block != "" {
		l, rest, ended := strings.Cut(block, "\n")
		if !ended {
			s.keep(l)
			break
		}
		if s.begun {
			s.keep(l)
			if err := s.flush(); err != nil {
				return 0, err
			}
		} else {
			s.n++
			if !s.yield(bounded(s.n, l)) {
				return 0, errStop
			}
		}
		block = rest
	}
	return len(b), nil
}

func (s *splitter) keep(l string) {
	s.begun = true
	room := runeStart(l, min(len(l), strategies.MaxLine-len(s.part)))
	if s.cut > 0 {
		room = 0
	}
	s.part = append(s.part, l[:room]...)
	s.cut += len(l) - room
}

// flush yields the line that was begun.
func (s *splitter) flush() error {
	if !s.begun {
		return nil
	}
	s.n++
	l := strategies.Line{N: s.n, Text: string(s.part), Cut: s.cut}
	s.part, s.cut, s.begun = s.part[:0], 0, false
	if !s.yield(l) {
		return errStop
	}
	return nil
}

// lineCounter counts the lines that are written to it.
type lineCounter struct {
	n    int
	open bool
}

func (w *lineCounter) Write(b []byte) (int, error) {
	for _, c := range b {
		if c == '\n' {
			w.n++
		}
	}
	if len(b) > 0 {
		w.open = b[len(b)-1] != '\n'
	}
	return len(b), nil
}

func (w *lineCounter) total() int {
	if w.open {
		return w.n + 1
	}
	return w.n
}

// tokenSink counts the tokens of what is written to it, in blocks of whole lines. With a limit it stops counting once
// that is passed.
type tokenSink struct {
	c     *tokens.Counter
	limit int
	n     int
	carry []byte
}

func (w *tokenSink) Write(b []byte) (int, error) {
	if w.limit > 0 && w.n > w.limit {
		return len(b), nil
	}
	w.carry = append(w.carry, b...)
	if len(w.carry) < 256<<10 {
		return len(b), nil
	}
	end := len(w.carry) - 1
	for end > 0 && (w.carry[end-1] != '\n' || w.carry[end] <= ' ' || w.carry[end] == '/') {
		end--
	}
	if end == 0 {
		return len(b), nil
	}
	w.n += w.c.Count(w.carry[:end])
	w.carry = append(w.carry[:0], w.carry[end:]...)
	return len(b), nil
}

func (w *tokenSink) total() int {
	w.n += w.c.Count(w.carry)
	w.carry = nil
	return w.n
}

// join is the whole clean text, for one that is small but not held in memory.
func (t *text) join() string {
	var sb strings.Builder
	w := t.cleaner(&sb)
	if t.copyTo(w, nil) != nil || w.Close() != nil {
		return ""
	}
	return sb.String()
}
