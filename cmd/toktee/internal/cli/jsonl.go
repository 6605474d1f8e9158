package cli

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/toktee/toktee/internal/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

const (
	// maxWorkers is how many lines are worked on at once, at most.
	maxWorkers = 8
	// ahead is how many lines may be done before the one that is awaited, for each worker: a long line holds up none behind it.
	ahead = 16
	// maxPending is how many bytes of lines are worked on at once; a longer line is alone.
	maxPending = 32 << 20
)

// summarizeStream turns calls into results, line by line. Lines are worked on side by side; results come in their order,
// each as soon as it is done and those before it are printed.
func (a *app) summarizeStream(o *summarizeOptions, name string) error {
	a.manyOutputs()
	raw, err := a.rawSwitch(&o.flags)
	if err != nil {
		return err
	}
	in, err := a.input(name)
	if err != nil {
		return err
	}
	defer in.Close()
	s, err := a.settings(&o.flags)
	if err != nil {
		return err
	}
	s.NoStore = !o.store
	cfg := a.summarizeConfig(s)
	cfg.Enabled = cfg.Enabled && !raw
	st := &stream{cfg: cfg, keep: a.newKeeper(s), count: counter(cfg.Encoding)}
	if o.repeats {
		st.inOrder = true
		st.keep.repeats = &summarize.Repeats{Memory: summarize.NewMemory(0)}
	}
	return failed(st.run(in, a.stdout))
}

// stream is a stream of calls.
type stream struct {
	cfg   summarize.Config
	keep  *keeper
	count func(string) int

	inOrder bool // each line waits for the one before it
}

// pending is a line that is worked on.
type pending struct {
	size int
	done chan []byte // gets the result's line
}

func (s *stream) run(r io.Reader, w io.Writer) error {
	lines := bufio.NewReaderSize(r, 256<<10)
	workers := min(maxWorkers, runtime.GOMAXPROCS(0))
	if s.inOrder {
		workers = 1
	}
	queue := make(chan pending, workers*ahead)
	busy := make(chan struct{}, workers)
	room := newRoom(maxPending)
	failure := make(chan error, 1)
	go func() {
		defer close(queue)
		for n := 1; ; n++ {
			line, err := lines.ReadBytes('\n')
			if len(bytes.TrimSpace(line)) > 0 {
				p := pending{len(line), make(chan []byte, 1)}
				room.take(p.size)
				queue <- p
				busy <- struct{}{}
				go func() {
					defer func() { <-busy }()
					p.done <- s.result(n, line)
				}()
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					failure <- fmt.Errorf("reading line %d: %w", n, err)
				}
				return
			}
		}
	}()
	for p := range queue {
		if _, err := w.Write(<-p.done); err != nil {
			return err
		}
		room.give(p.size)
	}
	select {
	case err := <-failure:
		return err
	default:
		return nil
	}
}

// result is the line for a line.
func (s *stream) result(n int, line []byte) []byte {
	c, err := parseCall(line)
	line = nil // it may be large, and the call has its own copy
	if err != nil {
		return s.encode(s.bad(c, n, err))
	}
	r, err := s.summarize(&c)
	if err != nil {
		return s.encode(s.bad(c, n, err))
	}
	return s.encode(r)
}

func (s *stream) summarize(c *call) (result.ToolResult, error) {
	cfg, req := s.cfg, c.request()
	if isRetrievalLine(c.Command) {
		cfg.Enabled = false
	}
	if s.keep.store == nil {
		req.Stdout, req.Stderr = c.Stdout, c.Stderr
		r, err := summarize.Summarize(context.Background(), cfg, req)
		if err == nil {
			r = s.keep.answer(cfg, req, r)
		}
		return r, err
	}
	sp := spool.FromBytes(c.Stdout, c.Stderr)
	defer sp.Remove()
	return s.keep.deliver(context.Background(), cfg, req, sp, func(r result.ToolResult) result.ToolResult { return r })
}

// bad is the result for a line that has none.
func (s *stream) bad(c call, n int, err error) result.ToolResult {
	e := result.ToolError{Kind: result.KindInput, Message: fmt.Sprintf("line %d: %v", n, err)}
	return result.Failure(c.Tool, e, "", s.count).WithCallID(c.CallID)
}

func (s *stream) encode(r result.ToolResult) []byte {
	b, err := r.MarshalJSON()
	if err != nil { // its parts are valid: it was made by New
		e := result.ToolError{Kind: result.KindInput, Message: err.Error()}
		b, _ = result.Failure(r.ToolName(), e, "", nil).WithCallID(r.CallID()).MarshalJSON()
	}
	return append(b, '\n')
}
