package proc

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"time"
)

// output carries what the command prints from its pipes to the writers.
type output struct {
	pipes   []*pipe
	copying int        // pipes that are being copied
	ended   chan *pipe // each pipe when it no longer is
	drains  bool       // what is printed after the copying goes nowhere, rather than end who prints it
	err     error      // the first writer's error
}

// pipe is one stream, or both on a terminal.
type pipe struct {
	r, w *os.File // w is the command's end
	dst  io.Writer
	open bool  // somebody still held the other end when copying ended
	err  error // the writer's

	other *pipe         // the other stream; nil for none
	torn  atomic.Int64  // when it was in the midst of a line, in nanoseconds of Unix time; 0 if it is at the end of one
	yield time.Duration // how long it waits for the other's end of a line
}

const (
	// usualYield is enough for what is in a pipe to be read.
	usualYield = time.Millisecond
	// rest is how long the end of a line may be waited for at all, for a program that writes it in pieces: another one
	// leaves the cursor there, as progress does.
	rest = 5 * time.Millisecond
)

// write hands on what was read. Programs write a line in pieces; all of them may be in the pipe already when the other
// stream's next line is read: that waits a moment.
func (p *pipe) write(b []byte) error {
	if o := p.other; o != nil {
		for begin := time.Now(); ; time.Sleep(min(p.yield, usualYield) / 20) {
			torn := o.torn.Load()
			if now := time.Now(); torn == 0 || now.Sub(time.Unix(0, torn)) > max(rest, p.yield) || now.Sub(begin) > p.yield {
				break
			}
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

const (
	copySize = 64 << 10
	// settle is how long a pipe that is being emptied must stay silent.
	settle = 2 * time.Millisecond
	// pipeMax is the most that a pipe can hold, and so the most that is taken from a pipe that is being emptied.
	pipeMax = 1 << 20
)

// connect gives the command its ends of the pipes, or the terminal.
func (c *Command) connect(cmd *exec.Cmd) (*output, error) {
	o := &output{ended: make(chan *pipe, 2)}
	if c.Pty != nil {
		return o, o.openTerminal(cmd, c.Pty, c.Stdout)
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

// openTerminal gives the command a terminal to print to.
func (o *output) openTerminal(cmd *exec.Cmd, open func() (master, slave *os.File, err error), dst io.Writer) error {
	master, slave, err := open()
	if err != nil {
		return fmt.Errorf("opening a terminal: %w", err)
	}
	if dst == nil {
		dst = io.Discard
	}
	o.pipes = append(o.pipes, &pipe{r: master, w: slave, dst: dst})
	cmd.Stdout, cmd.Stderr = slave, slave
	ownTerminal(cmd)
	return nil
}

// same compares two writers; those of a type that can't be compared are different.
func same(a, b io.Writer) bool {
	defer func() { recover() }()
	return a == b
}

// end is what the command is given to write to.
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

// begin starts copying. The command has its own copies of its ends.
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

// copy copies until the end, or until a deadline is set on the pipe: then it takes what is in there, and stops. A writer
// that fails is no reason to stop the command: the rest is read and dropped.
func (p *pipe) copy() {
	buf := make([]byte, copySize)
	emptying, left := false, pipeMax
	for left > 0 {
		n, err := p.r.Read(buf)
		if n > 0 && p.err == nil {
			p.err = p.write(buf[:n])
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

// finish waits until everything that the command and its group printed is written. If stop is closed or the pipes are
// still open after delay, it takes what is there: it reports whether a pipe was still open, and the first writer's error.
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
				return true, o.err // a system whose pipes know none: the copy ends with the process that holds the pipe
			}
		}
	}
	if o.drains {
		drain(open)
	}
	return held, o.err
}
