package sse

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

func TestNext(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []Event
		err      error
	}{
		{"one", "event: a\ndata: {}\n\n", []Event{{"a", "{}"}}, io.EOF},
		{"unnamed", "data: x\n\n", []Event{{"message", "x"}}, io.EOF},
		{"data of several lines", "data: x\ndata:\ndata:  y\n\n", []Event{{"message", "x\n\n y"}}, io.EOF},
		{"no blank after the colon", "event:a\ndata:x\n\n", []Event{{"a", "x"}}, io.EOF},
		{"CR LF", "event: a\r\ndata: x\r\n\r\ndata: y\r\n\r\n", []Event{{"a", "x"}, {"message", "y"}}, io.EOF},
		{"CR", "data: x\r\rdata: y\r\r", []Event{{"message", "x"}, {"message", "y"}}, io.EOF},
		{"comments", ": ping\n\ndata: x\n: more\n\n", []Event{{"message", "x"}}, io.EOF},
		{"a name without data is no event", "event: a\n\ndata: x\n\n", []Event{{"message", "x"}}, io.EOF},
		{"a byte order mark", "\ufeffdata: x\n\n", []Event{{"message", "x"}}, io.EOF},
		{"unknown fields", "id: 1\nretry: 10\nwhat\ndata: x\n\n", []Event{{"message", "x"}}, io.EOF},
		{"cut before the empty line", "data: x\n\ndata: y\n", []Event{{"message", "x"}}, io.ErrUnexpectedEOF},
		{"cut in a line", "data: x\n\nda", []Event{{"message", "x"}}, io.ErrUnexpectedEOF},
		{"empty", "", nil, io.EOF},
	} {
		for _, r := range []struct {
			name string
			r    io.Reader
		}{{"whole", strings.NewReader(c.in)}, {"byte by byte", iotest.OneByteReader(strings.NewReader(c.in))}} {
			t.Run(c.name+"/"+r.name, func(t *testing.T) {
				var got []Event
				s := NewReader(r.r)
				e, err := s.Next()
				for ; err == nil; e, err = s.Next() {
					got = append(got, e)
				}
				if d := cmp.Diff(c.want, got); d != "" {
					t.Errorf("events (-want +got):\n%s", d)
				}
				if !errors.Is(err, c.err) {
					t.Errorf("error %v, want %v", err, c.err)
				}
			})
		}
	}
}

func TestNextTooLarge(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, c := range []struct{ name, piece string }{{"one line", long}, {"many lines", "data: " + long + "\n"}} {
		t.Run(c.name, func(t *testing.T) {
			r := strings.NewReader("data: " + strings.Repeat(c.piece, 40) + "\n\n")
			if _, err := NewReader(r).Next(); !errors.Is(err, ErrTooLarge) {
				t.Errorf("error %v, want %v", err, ErrTooLarge)
			}
		})
	}
}

func FuzzNext(f *testing.F) {
	f.Add("event: a\r\ndata: x\n\n: c\rdata")
	f.Fuzz(func(t *testing.T, in string) {
		s, total := NewReader(strings.NewReader(in)), 0
		for {
			e, err := s.Next()
			if err != nil {
				break
			}
			total += len(e.Data)
		}
		if total > len(in) {
			t.Errorf("%d bytes of data from %d", total, len(in))
		}
	})
}
