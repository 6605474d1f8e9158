package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/testing/sweep"
)

func export(t rapid.TB, l *Ledger) string {
	t.Helper()
	var b bytes.Buffer
	if err := l.Export(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// same fails where two ledgers answer differently.
func same(t rapid.TB, want, got *Ledger) {
	t.Helper()
	for _, by := range allBy {
		a, err1 := want.Stats(context.Background(), Query{By: by})
		b, err2 := got.Stats(context.Background(), Query{By: by})
		if diff := cmp.Diff(a, b); diff != "" || err1 != nil || err2 != nil {
			t.Fatalf("by %q, %v, %v (-want +got):\n%s", by, err1, err2, diff)
		}
	}
	a, err1 := want.Refetches(context.Background(), Filter{Limit: 1 << 20})
	b, err2 := got.Refetches(context.Background(), Filter{Limit: 1 << 20})
	for _, list := range [][]Refetch{a, b} {
		for i := range list {
			list[i].Call.Seq = 0
		}
	}
	if diff := cmp.Diff(a, b); diff != "" || err1 != nil || err2 != nil {
		t.Fatalf("regrets, %v, %v (-want +got):\n%s", err1, err2, diff)
	}
}

// TestExportImport exports random ledgers into empty ones: the answers are the same, and nothing is added by a second
// time, nor by the journal's own ledger.
func TestExportImport(t *testing.T) {
	sweep.OneGoroutine(t)
	base := t.TempDir()
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		from := home{filepath.Join(base, fmt.Sprint(n, "from"))}
		to := home{filepath.Join(base, fmt.Sprint(n, "to"))}
		a, b := from.open(t), to.open(t)
		defer func() {
			a.Close()
			b.Close()
			os.RemoveAll(from.dir)
			os.RemoveAll(to.dir)
		}()
		from.note(t, drawEvents(rt)...)
		if _, err := a.IndexCalls(context.Background(), nil); err != nil {
			rt.Fatal(err)
		}
		text := export(rt, a)
		if _, err := b.Import(context.Background(), strings.NewReader(text), nil); err != nil {
			rt.Fatal(err)
		}
		same(rt, a, b)
		for _, l := range []*Ledger{a, b} {
			if added, err := l.Import(context.Background(), strings.NewReader(text), nil); added != 0 || err != nil {
				rt.Fatalf("a second import has added %d, %v", added, err)
			}
		}
		same(rt, a, b)
		if again := export(rt, b); len(strings.Split(again, "\n")) != len(strings.Split(text, "\n")) {
			rt.Fatalf("the export of the import is\n%s\nwant\n%s", again, text)
		}
	})
}

// TestExportEqualTimes: re-reads at the same time keep their order, although the export lists them by their calls.
func TestExportEqualTimes(t *testing.T) {
	from, to := home{t.TempDir()}, home{t.TempDir()}
	at := func(kind journal.Kind, second int, id string) journal.Event {
		return journal.Event{Kind: kind, Time: noon.Add(time.Duration(second) * time.Second), ID: id, Raw: 10, Given: 3}
	}
	from.note(t, at(journal.Result, 0, "1"), at(journal.Result, 1, "2"),
		at(journal.Fetched, 2, "2"), at(journal.Fetched, 2, "1"))
	a, b := from.open(t), to.open(t)
	index(t, a)
	if _, err := b.Import(context.Background(), strings.NewReader(export(t, a)), nil); err != nil {
		t.Fatal(err)
	}
	same(t, a, b)
}

// TestImportBesides imports into a ledger that knows the last part of it from its journal.
func TestImportBesides(t *testing.T) {
	whole, part := home{t.TempDir()}, home{t.TempDir()}
	for n := range 20 {
		e := journal.Event{
			Kind: journal.Result, Time: noon.AddDate(0, 0, n), ID: fmt.Sprint(n), Session: "s", Raw: 10 * n, Given: 3,
		}
		whole.note(t, e)
		if n >= 10 {
			part.note(t, e)
		}
		if n == 4 || n == 14 {
			e.Kind, e.Given = journal.Fetched, 7
			e.Time = e.Time.Add(1)
			whole.note(t, e)
			if n == 14 {
				part.note(t, e)
			}
		}
	}
	a, b := whole.open(t), part.open(t)
	index(t, a)
	index(t, b)
	added, err := b.Import(context.Background(), strings.NewReader(export(t, a)), nil)
	if added != 11 || err != nil {
		t.Errorf("added %d, %v, want 10 calls and a regret", added, err)
	}
	same(t, a, b)
	list, err := b.Calls(context.Background(), Filter{Limit: 15})
	if err != nil || list[0].ID != "19" || list[14].ID != "5" {
		t.Errorf("calls: %+v, %v", list, err)
	}
	rest, err := b.Calls(context.Background(), Filter{Before: list[14].Seq})
	if err != nil || len(rest) != 5 || rest[0].ID != "4" {
		t.Errorf("calls behind them: %+v, %v", rest, err)
	}
}

func TestImportRefuses(t *testing.T) {
	tests := []struct {
		name, text, want string
		is               error
	}{
		{"a newer one", `{"toktee_ledger":2}`, "the export has version 2, and this one reads up to 1", ErrNewer},
		{"nothing", "", "no export of a ledger", nil},
		{"another file", "#!/bin/sh\n", "no export of a ledger", nil},
		{"other JSON", `{"a":1}`, "no export of a ledger", nil},
		{"a line that is none", "{\"toktee_ledger\":1}\n{\"call\":3}\n", "line 2: it is no line of an export", nil},
		{
			"a call without its context",
			"{\"toktee_ledger\":1}\n{\"call\":{\"time\":\"2026-11-23T12:00:00Z\",\"session\":\"s\"}}\n",
			`line 2: there is no context 0 of session "s"`, nil,
		},
		{"a time that is none", "{\"toktee_ledger\":1}\n{\"call\":{}}\n", "line 2: the time", nil},
		{
			"a number that spoils sums",
			"{\"toktee_ledger\":1}\n" +
				"{\"call\":{\"time\":\"2026-11-23T12:00:00Z\",\"raw_tokens\":9223372036854775807}}\n",
			"line 2: raw_tokens: 9223372036854775807 isn't between 0 and 4294967296", nil,
		},
		{
			"a regret that gave less than nothing",
			"{\"toktee_ledger\":1}\n" +
				"{\"call\":{\"time\":\"2026-11-23T12:00:00Z\"},\"regrets\":[{\"given_tokens\":-5}]}\n",
			"line 2: given_tokens of a re-read: -5 isn't", nil,
		},
	}
	l := home{t.TempDir()}.open(t)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := l.Import(context.Background(), strings.NewReader(tt.text), nil)
			if err == nil || !strings.Contains(err.Error(), tt.want) || tt.is != nil && !errors.Is(err, tt.is) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}
