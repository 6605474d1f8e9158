package logtext

import (
	"io"
	"math/rand/v2"
)

// Options define the content of a text.
type Options struct {
	Size     int64    // bytes, at least; it ends with the line that gets there
	Captured [][]byte // logs to put between, each once
	Middle   []string // lines to put at half of the size
	End      []string // lines to put last
}

// A Text has the facts of a text that was written.
type Text struct {
	Bytes  int64
	Lines  int64
	Middle int64 // number of the first line of Options.Middle
}

// block is how many bytes are gathered before they are written.
const block = 64 << 10

// Write writes a text.
func Write(w io.Writer, o Options) (Text, error) {
	g := &generator{
		values:  values{r: rand.New(rand.NewPCG(1, 2))},
		systems: systems,
	}
	var t Text
	flush := func() error {
		n, err := w.Write(g.buf)
		for _, c := range g.buf[:n] {
			if c == '\n' {
				t.Lines++
			}
		}
		t.Bytes += int64(n)
		g.buf = g.buf[:0]
		return err
	}
	captured, middle := o.Captured, false
	for t.Bytes+int64(len(g.buf)) < o.Size {
		if at := t.Bytes + int64(len(g.buf)); len(captured) > 0 && at >= share(o, len(o.Captured)-len(captured)) {
			g.raw(captured[0])
			captured = captured[1:]
		} else if !middle && at >= o.Size/2 {
			if err := flush(); err != nil {
				return t, err
			}
			middle = true
			t.Middle = t.Lines + 1
			g.lines(o.Middle)
		} else {
			g.burst()
		}
		if len(g.buf) >= block {
			if err := flush(); err != nil {
				return t, err
			}
		}
	}
	g.lines(o.End)
	return t, flush()
}

// share returns the place of the captured log of that number: they are spread over the text.
func share(o Options, n int) int64 {
	return o.Size / int64(len(o.Captured)+1) * int64(n+1)
}

// generator writes bursts of lines.
type generator struct {
	values
	systems []system
}

// burst writes some lines of one system.
func (g *generator) burst() {
	s := &g.systems[g.pick(len(g.systems))]
	for range 1 + g.pick(40) {
		g.tick()
		form := s.lines[g.pick(len(s.lines))]
		if len(s.rare) > 0 && g.pick(rareEvery) == 0 {
			form = s.rare[g.pick(len(s.rare))]
		}
		g.fill(form)
		g.buf = append(g.buf, '\n')
	}
}

func (g *generator) lines(ls []string) {
	for _, l := range ls {
		g.buf = append(append(g.buf, l...), '\n')
	}
}

// raw puts a log in as it is, its last line ended.
func (g *generator) raw(b []byte) {
	g.buf = append(g.buf, b...)
	if len(b) > 0 && b[len(b)-1] != '\n' {
		g.buf = append(g.buf, '\n')
	}
}
