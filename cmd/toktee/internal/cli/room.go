package cli

import "sync"

// A room bounds how many bytes are in use at once.
type room struct {
	mu    sync.Mutex
	freed *sync.Cond
	size  int
	used  int
}

func newRoom(size int) *room {
	r := &room{size: size}
	r.freed = sync.NewCond(&r.mu)
	return r
}

// take waits for room for n bytes. More than the whole room has get it alone.
func (r *room) take(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.used > 0 && r.used+n > r.size {
		r.freed.Wait()
	}
	r.used += n
}

// give returns n bytes.
func (r *room) give(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.used -= n
	r.freed.Signal()
}
