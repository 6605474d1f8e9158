package proc

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
)

// input copies a Stdin that isn't a file to the command. It is nil for a Stdin that is a file, or nothing.
type input struct {
	src   io.Reader
	r, w  *os.File   // r is the command's end
	ended chan error // gets the error of the copying
}

// feed sets the command's input.
func feed(cmd *exec.Cmd, src io.Reader) (*input, error) {
	if src == nil {
		return nil, nil
	}
	if f, ok := src.(*os.File); ok {
		cmd.Stdin = f
		return nil, nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	cmd.Stdin = r
	return &input{src, r, w, make(chan error, 1)}, nil
}

// abandon closes the pipe of a command that didn't start.
func (in *input) abandon() {
	if in != nil {
		in.r.Close()
		in.w.Close()
	}
}

// begin starts copying. It closes our copy of the command's end.
func (in *input) begin() {
	if in == nil {
		return
	}
	in.r.Close()
	go func() {
		_, err := io.Copy(in.w, in.src)
		in.w.Close()
		in.ended <- err
	}()
}

// finish ends copying and returns what went wrong with the source. A command may end without reading all of its input:
// that is no error. finish doesn't wait for a source that blocks.
func (in *input) finish() error {
	if in == nil {
		return nil
	}
	in.w.Close()
	select {
	case err := <-in.ended:
		if errors.Is(err, syscall.EPIPE) || errors.Is(err, os.ErrClosed) {
			return nil
		}
		return err
	default:
		return nil
	}
}
