package cli

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
	"golang.org/x/sync/semaphore"
)

const (
	// maxWorkers is how many lines are worked on at once, at most.
	maxWorkers = 8
	// ahead is the number of lines per worker that may finish before an earlier one: a long line doesn't delay later
	// lines.
	ahead = 16
	// maxPending is how many bytes of lines are worked on at once. A longer line is worked on alone.
	maxPending = 32 << 20
)

// summarizeStream is "toktee summarize --jsonl": it turns each line of the input, a call, into a line of results.
func (a *app) summarizeStream(o *summarizeOptions, name string) error {
	a.manyOutputs()
	raw := a.rawSwitch(&o.flags)
	in, err := a.input(name)
	if err != nil {
		return err
	}
	defer in.Close()
	settings, repeats := o.flags.settings(), host.RepeatsOff
	noStore := !o.store // whatever the settings are: the caller has the outputs
	settings.NoStore = &noStore
	if o.repeats {
		repeats = host.RepeatsInProcess
	}
	h, err := a.openWith(host.Options{Flags: settings, Repeats: repeats, Integration: "summarize"})
	if err != nil {
		return err
	}
	st := &stream{host: h, cfg: configFor(h, raw), workers: min(maxWorkers, runtime.GOMAXPROCS(0))}
	if o.repeats {
		st.workers = 1 // each call may repeat the one before it
	}
	return failed(st.run(in, a.stdout))
}

// A stream answers lines of calls with lines of results. Several lines are worked on at once; the results come in the
// order of the lines, each as soon as it and those before it are done.
type stream struct {
	host    *host.Host
	cfg     summarize.Config
	workers int
}

// pending is a line that is being answered.
type pending struct {
	size int64       // of maxPending
	done chan []byte // gets the answer
}

func (s *stream) run(r io.Reader, w io.Writer) error {
	queue := make(chan pending, s.workers*ahead)
	room := semaphore.NewWeighted(maxPending)
	var failure error // of reading; set when queue is closed
	go func() {
		defer close(queue)
		failure = s.answerAll(r, room, queue)
	}()
	for p := range queue {
		if _, err := w.Write(<-p.done); err != nil {
			return err
		}
		room.Release(p.size)
	}
	return failure
}

// answerAll reads the lines and starts a goroutine for each, as soon as there is room for it. It puts them into the
// queue in the order of the lines.
func (s *stream) answerAll(r io.Reader, room *semaphore.Weighted, queue chan<- pending) error {
	lines := bufio.NewReaderSize(r, 256<<10)
	busy := make(chan struct{}, s.workers)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			p := pending{min(int64(len(line)), maxPending), make(chan []byte, 1)}
			_ = room.Acquire(context.Background(), p.size) // this context has no end
			queue <- p
			busy <- struct{}{}
			go func() {
				defer func() { <-busy }()
				p.done <- s.answer(n, line)
			}()
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("reading line %d: %w", n, err)
		}
	}
}

// answer turns one line of input into one line of output: the result, or an error result that names line n.
func (s *stream) answer(n int, line []byte) []byte {
	c, err := parseCall(line)
	line = nil // it may be large, and the call has its own copy
	if err != nil {
		return s.encode(s.bad(c, n, err))
	}
	req := c.request()
	req.Stdout, req.Stderr = c.Stdout, c.Stderr
	r, err := s.host.Deliver(context.Background(), s.cfg, req)
	if err != nil {
		return s.encode(s.bad(c, n, err))
	}
	s.host.RememberShown(s.cfg, req, r)
	return s.encode(r)
}

// bad is the error result for line n, which is no call or has no result.
func (s *stream) bad(c call, n int, err error) result.ToolResult {
	e := result.ToolError{Kind: result.KindInput, Message: fmt.Sprintf("line %d: %v", n, err)}
	return result.Failure(c.Tool, e, "", s.count).WithCallID(c.CallID)
}

// count counts tokens. It is 0 for an unknown encoding, which settings rule out.
func (s *stream) count(text string) int {
	c, err := tokens.New(s.cfg.Encoding)
	if err != nil {
		return 0
	}
	return c.CountString(text)
}

// encode returns a result as a line of JSON.
func (s *stream) encode(r result.ToolResult) []byte {
	b, _ := r.MarshalJSON() // its parts are valid: it was made by New
	return append(b, '\n')
}
