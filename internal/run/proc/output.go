package proc

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"time"
)

// output copies the command's output from its pipes to the writers.
type output struct {
	pipes   []*pipe
	copying int        // pipes that are being copied
	ended   chan *pipe // gets each pipe when its copying has ended
	through *os.File   // see [FollowPiped]; nil for none
	drains  bool       // read on after copying has ended and drop it, so that no process dies of a closed pipe
	err     error      // the first error of a writer
}

// pipe is one stream, or both on a terminal.
type pipe struct {
	r, w *os.File // w is the command's end
	dst  io.Writer
	open bool  // a process still held the other end when copying ended
	err  error // the first error of dst
	ends bool  // it is closed if the reader of dst is gone

	other *pipe         // the other stream; nil for none
	torn  atomic.Int64  // when the stream stopped inside a line, in nanoseconds of Unix time; 0 if at the end of one
	yield time.Duration // how long the stream waits for the other one to end its line
}

const (
	// usualYield is enough time to read a pipe's contents.
	usualYield = time.Millisecond
	// rest is how old the start of a line may be for its end to be waited for. A program that writes a line in pieces
	// is faster; one that prints progress leaves the cursor there.
	rest = 5 * time.Millisecond
)

// write passes on bytes read. Programs write a line in pieces, and all pieces may be in the pipe already when the next
// line of the other stream is read. So a stream waits a moment while the other one is inside a line.
func (p *pipe) write(b []byte) error {
	if p.other != nil {
		for begin := time.Now(); p.other.endsLineSoon(p.yield) && time.Since(begin) <= p.yield; {
			time.Sleep(min(p.yield, usualYield) / 20)
		}
	}
	whole := b[len(b)-1] == '\n'
	if !whole {
		p.torn.Store(time.Now().UnixNano())
	}
	_, err := p.dst.Write(b)
	if whole {
		p.torn.Store(0)
	}
	return err
}

// endsLineSoon reports whether the stream is inside a line that it began just now.
func (p *pipe) endsLineSoon(yield time.Duration) bool {
	torn := p.torn.Load()
	return torn != 0 && time.Since(time.Unix(0, torn)) <= max(rest, yield)
}

const (
	copySize = 64 << 10
	// settle is how long a pipe that is being emptied must stay silent to count as empty.
	settle = 2 * time.Millisecond
	// pipeMax is the most bytes that a pipe can hold, and so the most that are taken from a pipe that is being emptied.
	pipeMax = 1 << 20
)

// connect sets the command's output: its ends of the pipes, or a terminal.
func (c *Command) connect(cmd *exec.Cmd) (*output, error) {
	o := &output{ended: make(chan *pipe, 2)}
	if c.Pty != nil {
		return o, o.openTerminal(cmd, c)
	}
	stdout, stderr := c.Stdout, c.Stderr
	var err error
	if cmd.Stdout, err = o.end(stdout); err != nil {
		return nil, err
	}
	if stderr != nil && same(stdout, stderr) {
		cmd.Stderr = cmd.Stdout
		return o, nil
	}
	if cmd.Stderr, err = o.end(stderr); err != nil {
		o.abandon()
		return nil, err
	}
	return o, nil
}

// openTerminal sets a new terminal as the command's output, and as its input if that is our terminal.
func (o *output) openTerminal(cmd *exec.Cmd, c *Command) error {
	master, slave, err := c.Pty()
	if err != nil {
		return fmt.Errorf("opening a terminal: %w", err)
	}
	dst := c.Stdout
	if dst == nil {
		dst = io.Discard
	}
	o.pipes = append(o.pipes, &pipe{r: master, w: slave, dst: dst})
	cmd.Stdout, cmd.Stderr = slave, slave
	if in, ok := cmd.Stdin.(*os.File); ok && c.Terminal && IsTerminal(in) {
		cmd.Stdin = slave
	}
	ownTerminal(cmd)
	return nil
}

// same reports whether two writers are the same one. Writers of a type that can't be compared are different.
func same(a, b io.Writer) bool {
	defer func() { recover() }()
	return a == b
}

// end returns the file that the command writes to for a writer: the file itself, or the end of a new pipe.
func (o *output) end(dst io.Writer) (io.Writer, error) {
	if dst == nil {
		return nil, nil
	}
	if f, ok := dst.(*os.File); ok {
		return f, nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	o.pipes = append(o.pipes, &pipe{r: r, w: w, dst: dst})
	return w, nil
}

// abandon closes the pipes of a command that didn't start.
func (o *output) abandon() {
	for _, p := range o.pipes {
		p.r.Close()
		p.w.Close()
	}
}

// begin starts copying. It closes our copies of the command's ends of the pipes, so that the pipes end with the
// command.
func (o *output) begin() {
	if len(o.pipes) == 2 {
		a, b := o.pipes[0], o.pipes[1]
		a.other, b.other, a.yield, b.yield = b, a, usualYield, usualYield
	}
	for _, p := range o.pipes {
		p.w.Close()
		o.copying++
		go func() {
			p.copy()
			o.ended <- p
		}()
	}
}

// copy copies until the pipe ends, or until a deadline is set on it: then it takes the pipe's contents, and stops. If
// the writer fails the rest is read and dropped, so that the command can go on, unless that is to notice it.
func (p *pipe) copy() {
	buf := make([]byte, copySize)
	emptying, left := false, pipeMax
	for left > 0 {
		n, err := p.r.Read(buf)
		if n > 0 && p.err == nil {
			p.err = p.write(buf[:n])
		}
		if p.ends && errors.Is(p.err, syscall.EPIPE) {
			p.r.Close()
			return
		}
		switch {
		case err == nil && !emptying:
			continue
		case err == nil:
			left -= n
		case !errors.Is(err, os.ErrDeadlineExceeded):
			return
		case emptying:
			p.open = true
			return
		}
		emptying = true
		if p.r.SetReadDeadline(time.Now().Add(settle)) != nil {
			return
		}
	}
	p.open = true
}

// finish waits until everything that the command and its group printed is written. If stop is closed, or the pipes are
// still open after the delay, it takes their contents. It reports whether a pipe was still open, and returns the first
// error of a writer.
func (o *output) finish(delay time.Duration, stop <-chan struct{}) (held bool, err error) {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	expired := timer.C
	var open []*os.File
	defer func() {
		for _, f := range open {
			f.Close()
		}
	}()
	for o.copying > 0 {
		select {
		case p := <-o.ended:
			o.copying--
			o.err = cmp.Or(o.err, p.err)
			if p.open {
				open = append(open, p.r)
			} else {
				p.r.Close()
			}
			continue
		case <-expired:
		case <-stop:
		}
		held, expired, stop = true, nil, nil
		for _, p := range o.pipes {
			if p.r.SetReadDeadline(time.Now()) == os.ErrNoDeadline {
				return true, o.err // pipes here have no deadlines: the copy ends with the process that holds the pipe
			}
		}
	}
	if o.drains && (o.through == nil || hasReader(o.through)) {
		drain(open)
	}
	return held, o.err
}
