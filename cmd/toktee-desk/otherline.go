package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
)

// otherTime is how long the status line of another program is waited for.
const otherTime = 2 * time.Second

// An otherLine runs the shell command of another status line, whose output is printed above toktee's. Without a
// command, it prints nothing. Bytes written to it go to the command's standard input.
type otherLine struct {
	in    *os.File // nil without a command
	ended chan struct{}

	mu  sync.Mutex
	out bytes.Buffer
}

// startOther starts a shell command, "" for none.
func startOther(ctx context.Context, command string, stderr io.Writer) *otherLine {
	o := &otherLine{ended: make(chan struct{})}
	if command == "" {
		return o
	}
	stdin, in, err := os.Pipe()
	if err != nil {
		warner(stderr)(fmt.Errorf("another status line: %w", err))
		return o
	}
	o.in = in
	go func() {
		ctx, cancel := context.WithTimeout(ctx, otherTime)
		defer cancel()
		_, err := proc.Run(ctx, proc.Command{
			Argv: []string{"sh", "-c", command}, Stdin: stdin, Stdout: printed{o}, Stderr: stderr,
			Grace: otherTime / 20, Terminal: true, // some ask it for its width
		})
		if err != nil && ctx.Err() == nil {
			warner(stderr)(fmt.Errorf("another status line: %w", err))
		}
		stdin.Close()
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

// print waits until the command has ended or was stopped, and prints its output so far.
func (o *otherLine) print(w io.Writer) {
	if o.in == nil {
		return
	}
	<-o.ended
	o.mu.Lock()
	defer o.mu.Unlock()
	if text := bytes.TrimRight(o.out.Bytes(), "\n"); len(text) > 0 {
		fmt.Fprintf(w, "%s\n", text)
	}
}
