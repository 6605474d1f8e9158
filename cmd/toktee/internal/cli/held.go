package cli

import (
	"io"
	"os"
	"sync"
	"syscall"
	"time"
)

// A held output is the part of a shim's output that an agent sees before the command ends. An agent that runs the
// command in the background reads it meanwhile, and one that stops the command needs the output so far.
type held interface {
	io.Writer // receives the output as it is printed
	// giveWay ends it. It reports whether the short text may now be printed: the agent has nothing else in its place.
	giveWay() bool
}

// holdBack is how an agent is shown an output before its end: in a file, which is taken back for the short text;
// anything else gets it from the first half minute on, and then keeps it.
func holdBack(out io.Writer) held {
	f, ok := out.(*os.File)
	if !ok {
		return holdUntil(out, holdFor)
	}
	if st, err := f.Stat(); err == nil && st.Mode().IsRegular() {
		if start, err := writesFrom(f, st); err == nil {
			return &heldFile{f: f, start: start}
		}
	}
	return holdUntil(f, holdFor)
}

// writesFrom returns the offset of the next write.
func writesFrom(f *os.File, st os.FileInfo) (int64, error) {
	flags, err := descriptorFlags(f.Fd())
	if err == nil && flags&syscall.O_APPEND != 0 {
		return st.Size(), nil
	}
	return f.Seek(0, io.SeekCurrent)
}

// A heldFile is a file, of which the command's output is the end.
type heldFile struct {
	f     *os.File
	start int64

	mu     sync.Mutex
	n      int64
	failed bool
}

func (h *heldFile) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	n, err := h.f.Write(p)
	h.n += int64(n)
	h.failed = h.failed || err != nil
	return n, err
}

// giveWay takes the output back, unless another process has written to the file meanwhile.
func (h *heldFile) giveWay() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	st, err := h.f.Stat()
	if err != nil || h.failed || st.Size() != h.start+h.n || h.f.Truncate(h.start) != nil {
		return false
	}
	_, err = h.f.Seek(h.start, io.SeekStart)
	return err == nil
}

const (
	holdFor  = 30 * time.Second // how long a command may take to end before an agent gets its output as it comes
	holdMost = 4 << 20          // bytes that are held for that; a command that has printed more is held to its end
)

// A heldPipe holds an output for some time.
type heldPipe struct {
	out   io.Writer
	timer *time.Timer

	mu         sync.Mutex
	text       []byte
	live, over bool // it goes through; it has ended, or is too long to be held
}

func holdUntil(out io.Writer, patience time.Duration) *heldPipe {
	h := &heldPipe{out: out}
	h.timer = time.AfterFunc(patience, h.release)
	return h
}

// release prints the held output, and passes the rest on.
func (h *heldPipe) release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.over {
		h.live = true
		_, _ = h.out.Write(h.text) // a reader that has gone away is no failure
		h.text = nil
	}
}

func (h *heldPipe) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.live:
		return h.out.Write(p)
	case h.over:
	case len(h.text)+len(p) > holdMost:
		h.over, h.text = true, nil
	default:
		h.text = append(h.text, p...)
	}
	return len(p), nil
}

func (h *heldPipe) giveWay() bool {
	h.timer.Stop()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.over, h.text = true, nil
	return !h.live
}
