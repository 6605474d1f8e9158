package proc

import (
	"strings"
	"sync"
	"testing"
	"time"
)

// record gets what both streams print.
type record struct {
	mu sync.Mutex
	sb strings.Builder
}

func (r *record) Write(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sb.Write(b)
}

// A line that one stream writes in pieces isn't torn by the other one, which doesn't wait for ever.
func TestTornLines(t *testing.T) {
	tests := []struct {
		name  string
		yield time.Duration
		first []string // pieces of one stream; the other's line comes after the first
		want  string
	}{
		{"in pieces", time.Hour, []string{"out", "\n"}, "out\nerr\n"},
		{"in many pieces", time.Hour, []string{"o", "u", "t\n"}, "out\nerr\n"},
		{"a whole line", time.Hour, []string{"out\n"}, "out\nerr\n"},
		{"never ended", time.Millisecond, []string{"out"}, "outerr\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got record
			a, b := &pipe{dst: &got, yield: tt.yield}, &pipe{dst: &got, yield: tt.yield}
			a.other, b.other = b, a
			a.write([]byte(tt.first[0]))
			done := make(chan struct{})
			go func() {
				defer close(done)
				b.write([]byte("err\n"))
			}()
			time.Sleep(5 * time.Millisecond) // the other one would be done by now
			for _, s := range tt.first[1:] {
				a.write([]byte(s))
			}
			select {
			case <-done:
			case <-time.After(2 * time.Minute):
				t.Fatal("the other stream waits for ever")
			}
			if got.sb.String() != tt.want {
				t.Errorf("got %q, want %q", got.sb.String(), tt.want)
			}
		})
	}
}
