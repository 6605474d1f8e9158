package call

import (
	"errors"
	"io"
	"time"
)

// maxAnswer is the most bytes that are read of an answer. Without a limit, a stream that never ends would fill the
// memory with the parts that the decoder keeps.
const maxAnswer = 256 << 20

var errEndless = errors.New("the answer has more than 268435456 bytes")

// A watchedReader limits the length of a stream, and how long each read may wait. The timer runs only during a read:
// the time that the caller takes for received data isn't the server's silence.
type watchedReader struct {
	r     io.Reader
	timer *time.Timer // cancels the request when it fires
	limit time.Duration
	left  int64 // bytes that may still come
}

// Read implements [io.Reader]. The error at the limit of bytes is errEndless.
func (w *watchedReader) Read(p []byte) (int, error) {
	if w.left <= 0 {
		return 0, errEndless
	}
	w.timer.Reset(w.limit)
	defer w.timer.Stop()
	n, err := w.r.Read(p[:min(int64(len(p)), w.left)])
	w.left -= int64(n)
	return n, err
}
