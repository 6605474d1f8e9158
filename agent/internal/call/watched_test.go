package call

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/agent/internal/sse"
	"github.com/toktee/toktee/agent/model"
)

// count takes events and never has enough.
type count struct{ events int }

func (c *count) Event(sse.Event) (bool, error) { c.events++; return false, nil }
func (c *count) StreamEnded() (bool, error)    { return false, nil }
func (c *count) Response() model.Response      { return model.Response{} }

// repeat is a stream without an end.
type repeat struct{ r *strings.Reader }

func (r repeat) Read(p []byte) (int, error) {
	if r.r.Len() == 0 {
		r.r.Seek(0, io.SeekStart)
	}
	return r.r.Read(p)
}

// A stream that doesn't end is ended, and not asked for again.
func TestEndless(t *testing.T) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	body := &watchedReader{repeat{strings.NewReader("data: x\n\n")}, timer, time.Hour, 900}
	var d count
	over := make(chan *model.Error, 1)
	go func() { over <- decode(sse.NewReader(body), &d) }()
	select {
	case failed := <-over:
		if d.events != 100 || failed == nil || failed.Kind != model.KindProtocol || failed.Temporary {
			t.Errorf("%d events, error %+v; want 100 and a lasting %s", d.events, failed, model.KindProtocol)
		}
	case <-time.After(time.Minute):
		t.Fatal("it goes on")
	}
}
