package web

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

const (
	lookEvery = 400 * time.Millisecond // for new calls, while a page is open
	beat      = 20 * time.Second       // between signs of life on a stream of events
)

// events sends the ledger's number of changes, as it is and whenever it grows, as server-sent events. The page then
// loads what it shows once more.
func (s *Site) events(w http.ResponseWriter, r *http.Request) {
	out := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprint(w, "retry: 1000\n\n")
	look, alive := time.NewTicker(lookEvery), time.NewTicker(beat)
	defer look.Stop()
	defer alive.Stop()
	last, trouble := int64(-1), ""
	for out.Flush() == nil {
		n, err := s.changed(r.Context())
		switch {
		case r.Context().Err() != nil:
			return
		case err == nil:
			if n != last {
				fmt.Fprintf(w, "data: %d\n\n", n)
				s.index.want()
			}
			last, trouble = n, ""
		case err.Error() != trouble: // each is reported once
			trouble = err.Error()
			s.o.Warn(err)
		}
		if out.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-alive.C:
			fmt.Fprint(w, ": alive\n\n")
		case <-look.C:
		}
	}
}

// changed reads new calls, and returns a number that grows with each change.
func (s *Site) changed(ctx context.Context) (int64, error) {
	if _, err := s.o.Ledger.IndexCalls(ctx, nil); err != nil {
		return 0, err
	}
	return s.o.Ledger.Changed(ctx)
}
