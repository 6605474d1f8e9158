package proc

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"time"
)

// output carries what the command prints from its pipes to the writers.
type output struct {
	pipes   []*pipe
	copying int        // pipes that are not at their end
	ended   chan error // one value for each pipe at its end
	err     error      // the first writer's error
}

// pipe is one stream.
type pipe struct {
	r, w *os.File // w is the command's end
	dst  io.Writer
}

const (
	copySize = 64 << 10
	// settle is how long a pipe that is being emptied must stay silent.
	settle = 2 * time.Millisecond
	// pipeMax is the most that a pipe can hold, and so the most that is taken from a pipe that is being emptied.
	pipeMax = 1 << 20
)

// connect gives the command its ends of the pipes.
func connect(cmd *exec.Cmd, stdout, stderr io.Writer) (*output, error) {
	o := &output{ended: make(chan error, 2)}
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
	o.pipes = append(o.pipes, &pipe{r, w, dst})
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
	for _, p := range o.pipes {
		p.w.Close()
		o.copying++
		go func() { o.ended <- p.copy() }()
	}
}

// copy copies until the end, or until a deadline is set on the pipe: then it takes what is in there, and stops. A writer
// that fails is no reason to stop the command: the rest is read and dropped.
func (p *pipe) copy() error {
	defer p.r.Close()
	var failed error
	buf := make([]byte, copySize)
	emptying, left := false, pipeMax
	for left > 0 {
		n, err := p.r.Read(buf)
		if n > 0 && failed == nil {
			_, failed = p.dst.Write(buf[:n])
		}
		switch {
		case err == nil && !emptying:
			continue
		case err == nil:
			left -= n
		case emptying || !errors.Is(err, os.ErrDeadlineExceeded):
			return failed
		}
		emptying = true
		if p.r.SetReadDeadline(time.Now().Add(settle)) != nil {
			return failed
		}
	}
	return failed
}

// finish waits until everything that the command and its group printed is written. If stop is closed or the pipes are
// still open after delay, it takes what is there: it reports whether a pipe was still open, and the first writer's error.
func (o *output) finish(delay time.Duration, stop <-chan struct{}) (held bool, err error) {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	expired := timer.C
	for o.copying > 0 {
		select {
		case err := <-o.ended:
			o.copying--
			if o.err == nil {
				o.err = err
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
	return held, o.err
}
