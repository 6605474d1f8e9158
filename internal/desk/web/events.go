package web

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
)

const (
	lookEvery = 400 * time.Millisecond // for new calls, while a page is open
	beat      = 20 * time.Second       // between signs of life on a stream of events
)

// A news is one new result, as an event has it.
type news struct {
	Seq  int64  `json:"seq"`
	HTML string `json:"html"` // its row
	Say  string `json:"say"`  // for a screen reader
}

// events sends new results of the filter, after the number "after", as server-sent events.
func (s *Site) events(w http.ResponseWriter, r *http.Request) {
	f, ok := s.formed(w, r)
	if !ok {
		return
	}
	f.Before = 0
	after, _ := strconv.ParseInt(r.URL.Query().Get("after"), 10, 64)
	if last, err := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64); err == nil {
		after = last // the browser connects again
	}
	out := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprint(w, "retry: 1000\n\n")
	if out.Flush() != nil {
		return
	}
	look, alive := time.NewTicker(lookEvery), time.NewTicker(beat)
	defer look.Stop()
	defer alive.Stop()
	last, trouble := int64(-1), ""
	for {
		n, err := s.changed(r.Context())
		var list []news
		if err == nil && n != last {
			list, err = s.news(r, f, after)
		}
		switch {
		case r.Context().Err() != nil:
			return
		case err == nil:
			last, trouble = n, ""
		case err.Error() != trouble: // each is reported once
			trouble = err.Error()
			s.o.Warn(err)
		}
		for _, n := range list {
			b, err := json.Marshal(n)
			if err != nil {
				return
			}
			fmt.Fprintf(w, "id: %d\ndata: %s\n\n", n.Seq, b)
			after = n.Seq
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

// news returns the calls after a number, in the order in which the ledger read them.
func (s *Site) news(r *http.Request, f filter, after int64) ([]news, error) {
	calls, err := s.o.Ledger.Calls(r.Context(), s.query(f))
	if err != nil {
		return nil, err
	}
	var out []news
	for _, c := range calls {
		if c.Seq <= after {
			continue // the list is in the order of times, and a process may note an earlier one later
		}
		row := s.row(c)
		html, err := s.fragment("row", row)
		if err != nil {
			return nil, err
		}
		say := row.Outcome.Word + ": " + row.Title
		out = append(out, news{c.Seq, html, say})
	}
	slices.SortFunc(out, func(a, b news) int { return cmp.Compare(a.Seq, b.Seq) })
	if len(out) > 0 {
		s.index.want()
	}
	return out, nil
}
