package pages

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// keep stores the output of a command with its result.
func keep(t testing.TB, dir, command string, exit int, output string) (*store.Store, *store.Record) {
	t.Helper()
	r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true}, summarize.Request{
		Tool: "exec", Command: command, Stdout: []byte(output), Status: result.Status{Known: true, Code: exit},
	})
	if err != nil {
		t.Fatal(err)
	}
	record, err := r.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	st := store.Open(store.Options{Dir: dir})
	sp := spool.New(spool.Options{Dir: st.SpoolDir()})
	defer sp.Remove()
	fmt.Fprint(sp.Stream(spool.Stdout), output)
	sp.Close()
	const id = "401882137095"
	rec := store.Record{ID: id, Command: command, Source: sp, Result: record}
	if err := st.Put(context.Background(), rec); err != nil {
		t.Fatal(err)
	}
	kept, err := st.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	return st, &kept
}

// corpus returns an output of the corpus.
func corpus(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("../../../testdata/corpus/raw", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// ways names the next lines as the command line does.
func ways(r Rest) []string {
	long := "toktee show 401882137095 --lines " + r.Lines.String()
	return []string{long, "--lines " + r.Lines.String()}
}

// numbered yields the lines of a text with their numbers.
func numbered(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		n := 0
		for l := range strings.Lines(text) {
			if n++; !yield(n, l) {
				return
			}
		}
	}
}

// TestAround: the page has the line, whole unless it alone is too long, within the budget. If lines are missing above
// and below, the lines above have no more tokens than the rest of the page.
func TestAround(t *testing.T) {
	c, err := tokens.New("")
	if err != nil {
		t.Fatal(err)
	}
	line := rapid.OneOf(rapid.StringMatching(`[a-z ]{0,60}`), rapid.Just(""), rapid.StringMatching(`[0-9x]{100,300}`))
	rapid.Check(t, func(r *rapid.T) {
		all := rapid.SliceOfN(line, 1, 80).Draw(r, "lines")
		for i := range all {
			all[i] = fmt.Sprintf("<%d> %s", i+1, all[i])
		}
		text := strings.Join(all, "\n")
		n := rapid.IntRange(1, len(all)).Draw(r, "line")
		p := Part{Budget: rapid.IntRange(32, 600).Draw(r, "budget"), Next: ways}
		if total := p.around(c, n, numbered(text)); total != len(all) {
			r.Fatalf("%d lines, want %d", total, len(all))
		}
		var out bytes.Buffer
		if _, err := p.page(&out, strings.NewReader(text), "1"); err != nil {
			r.Fatal(err)
		}
		page := out.String()
		if used := c.CountString(page); used > p.Budget {
			r.Fatalf("%d tokens, budget %d:\n%s", used, p.Budget, page)
		}
		whole := strings.Contains(page+"\n", all[n-1]+"\n")
		if start := fmt.Sprintf("<%d>", n); !whole && p.Lines.First != n {
			r.Fatalf("line %q is missing:\n%s", start, page)
		}
		isCut := strings.Contains(page, "… ")
		if above := c.CountString(strings.Join(all[p.Lines.First-1:n-1], "\n")); isCut && above > p.Budget/2 {
			r.Fatalf("%d tokens above line %d, budget %d:\n%s", above, n, p.Budget, page)
		}
		if p.Lines.First > 1 && !isCut && c.CountString(strings.Join(all[p.Lines.First-2:], "\n")) < p.Budget {
			r.Fatalf("line %d would fit too:\n%s", p.Lines.First-1, page)
		}
	})
}

func TestFailure(t *testing.T) {
	unknown := "building\n" + strings.Repeat("src/row.zz:3:1: warning: unused\n", 2) + "src/row.zz:12:3: error: bad\n" +
		strings.Repeat("building the columns, which takes a while\n", 30) + "src/column.zz:14:3: error: worse\ndone\n"
	dir := t.TempDir()
	for _, tt := range []struct {
		name, command, output string
		n                     int
		want                  Lines
		first, err            string
	}{
		{"a block of pytest", "pytest -v", "pytest_many-verbose", 2, Lines{370, 378}, "___ test_square_118 ___", ""},
		{"a panic of cargo", "cargo test --test sheet", "rusttest_many-red", 1, Lines{129, 135},
			"case_011_adds_up", ""},
		{"around a line of jest", "npx jest --verbose", "jstest_jest-many", 1, Lines{301, 0}, "row 298", ""},
		{"beyond the last", "pytest -v", "pytest_many-verbose", 5, Lines{}, "",
			"toktee found 4 failures in 401882137095, none is number 5"},
		{"none", "cat site/user_guide.md", "read_markdown", 1, Lines{}, "",
			"toktee found no failure in 401882137095"},
		{"a diagnostic of an unknown program", "./zz", unknown, 2, Lines{26, 0}, "the columns", ""},
		{"warnings don't count beside errors", "./zz", unknown, 3, Lines{}, "",
			"toktee found 2 failures in 401882137095, none is number 3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			output := tt.output
			if !strings.Contains(output, "\n") {
				output = corpus(t, output)
			}
			st, rec := keep(t, dir, tt.command, 1, output)
			p := Part{Budget: 100, Next: ways}
			if err := p.Failure(st, rec, tt.n); (err == nil) != (tt.err == "") || err != nil && err.Error() != tt.err {
				t.Fatalf("error %v, want %q", err, tt.err)
			}
			if p.Lines != tt.want {
				t.Errorf("lines %v, want %v", p.Lines, tt.want)
			}
			if tt.first == "" {
				return
			}
			if first := strings.Split(output, "\n")[p.Lines.First-1]; !strings.Contains(first, tt.first) {
				t.Errorf("the first line is %q, want one with %q", first, tt.first)
			}
		})
	}
}
