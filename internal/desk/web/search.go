package web

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/ledger"
)

const (
	firstHits = 100  // lines that a search shows at first
	mostHits  = 1000 // and at most
)

// A searchPage is what search.html shows.
type searchPage struct {
	Query    string
	Fields   []choice
	Calls    []row  // the newest that the filter selects, if there is no query
	Older    string // the address of earlier ones, "" for none
	Outputs  []foundOutput
	Lines    int
	More     string // the address of the same search with more lines, "" for none
	TooMany  bool   // there are more lines than a search shows
	Indexing string // progress of the index, "" if it is complete
}

// A foundOutput is an output with lines that were found.
type foundOutput struct {
	Call  row
	Lines []foundLine
}

type foundLine struct {
	Number int
	Href   string
	Pieces []piece
}

// A piece of a line is found or around it.
type piece struct {
	Text string
	Mark bool
}

// search shows lines of all kept outputs.
func (s *Site) search(r *http.Request, f filter) (frame, error) {
	ctx := r.Context()
	s.index.want()
	p := searchPage{Query: strings.TrimSpace(r.URL.Query().Get("q")), Indexing: s.index.progress()}
	var err error
	if p.Fields, err = s.fields(ctx, f); err != nil {
		return frame{}, err
	}
	if p.Query == "" {
		if err := s.newest(ctx, f, &p); err != nil {
			return frame{}, err
		}
	} else {
		limit := firstHits
		if n, err := strconv.Atoi(r.URL.Query().Get("limit")); err == nil {
			limit = min(max(n, 1), mostHits)
		}
		q := s.query(f)
		q.Limit = 0
		hits, more, err := s.o.Ledger.Search(ctx, ledger.Search{Text: p.Query, Filter: q, Limit: limit})
		if err != nil {
			return frame{}, err
		}
		p.Lines = len(hits)
		p.Outputs = s.outputs(hits)
		if more && limit < mostHits {
			v := f.values()
			v.Set("q", p.Query)
			v.Set("limit", strconv.Itoa(mostHits))
			p.More = "/search?" + v.Encode()
		}
		p.TooMany = more && limit == mostHits
	}
	return frame{Title: "Search", Section: "search", Body: p}, nil
}

// newest lists calls in place of lines that were found.
func (s *Site) newest(ctx context.Context, f filter, p *searchPage) error {
	calls, err := s.o.Ledger.Calls(ctx, s.query(f))
	if err != nil {
		return err
	}
	if len(calls) > pageSize {
		calls = calls[:pageSize]
		q := f.values()
		q.Set("before", strconv.FormatInt(calls[pageSize-1].Seq, 10))
		p.Older = "/search?" + q.Encode()
	}
	for _, c := range calls {
		p.Calls = append(p.Calls, s.row(c))
	}
	return nil
}

// outputs are hits by their output.
func (s *Site) outputs(hits []ledger.Hit) []foundOutput {
	var out []foundOutput
	for _, h := range hits {
		if n := len(out); n == 0 || out[n-1].Call.Seq != h.Call.Seq {
			out = append(out, foundOutput{Call: s.row(h.Call)})
		}
		last := &out[len(out)-1]
		last.Lines = append(last.Lines, foundLine{
			Number: h.Line, Href: fmt.Sprintf("%s?lines=%d#L%d", last.Call.Href, h.Line, h.Line),
			Pieces: pieces(h.Text, h.Marks),
		})
	}
	return out
}

// pieces divides a line at its marks, which are in order.
func pieces(text string, marks [][2]int) []piece {
	var out []piece
	at := 0
	add := func(to int, mark bool) {
		if to > at {
			out = append(out, piece{strings.Map(seen, text[at:to]), mark})
			at = to
		}
	}
	for _, m := range marks {
		if m[0] < at || m[1] <= m[0] || m[1] > len(text) {
			continue
		}
		add(m[0], false)
		add(m[1], true)
	}
	add(len(text), false)
	return out
}

// seen is a character as it is shown: a control character is a blank, and one that isn't seen but means something, such
// as turning the direction of the text, is a question mark.
func seen(r rune) rune {
	switch {
	case unicode.IsControl(r):
		return ' '
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
		return unicode.ReplacementChar
	}
	return r
}

// progress returns the progress of the index, "" if it is idle.
func (x *indexer) progress() string {
	if !x.busy.Load() {
		return ""
	}
	done, total := x.done.Load(), x.total.Load()
	if total == 0 {
		return "New outputs are being indexed: reload to find what is in them."
	}
	return fmt.Sprintf("Outputs are being indexed, %s of %s: reload to find the rest.",
		figures.Number(done), figures.Number(total))
}
