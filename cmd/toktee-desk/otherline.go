package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"
)

// otherTime is how long the status line of another program is waited for.
const otherTime = 2 * time.Second

// An otherLine runs the shell command of another status line, whose output is printed above toktee's. Without a
// command, it prints nothing. Bytes written to it go to the command's standard input.
type otherLine struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	ended chan struct{}
	until time.Time

	mu  sync.Mutex
	out bytes.Buffer
}

// startOther starts a shell command, "" for none.
func startOther(ctx context.Context, command string, stderr io.Writer) *otherLine {
	o := &otherLine{ended: make(chan struct{}), until: time.Now().Add(otherTime)}
	if command == "" {
		return o
	}
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = printed{o}, stderr, otherTime/20
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		warner(stderr)(fmt.Errorf("another status line: %w", err))
		return o
	}
	o.cmd, o.in = cmd, in
	go func() {
		_ = cmd.Wait() // its output is printed whatever its exit status
		close(o.ended)
	}()
	return o
}

// Write never fails, since the command may have ended.
func (o *otherLine) Write(b []byte) (int, error) {
	if o.in != nil {
		_, _ = o.in.Write(b)
	}
	return len(b), nil
}

// end closes the command's standard input.
func (o *otherLine) end() {
	if o.in != nil {
		_ = o.in.Close()
	}
}

// printed keeps the command's output, up to maxStatus bytes.
type printed struct{ *otherLine }

func (p printed) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out.Write(b[:min(len(b), maxStatus-p.out.Len())])
	return len(b), nil
}

// print waits until the command has ended or its time is over, and prints its output so far.
func (o *otherLine) print(w io.Writer) {
	if o.cmd == nil {
		return
	}
	select {
	case <-o.ended:
	case <-time.After(time.Until(o.until)):
		_ = o.cmd.Process.Kill()
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if text := bytes.TrimRight(o.out.Bytes(), "\n"); len(text) > 0 {
		fmt.Fprintf(w, "%s\n", text)
	}
}
