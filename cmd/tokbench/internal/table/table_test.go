package table

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/measure/corpus"
)

// program writes a shell script for the test, and returns its path.
func program(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// bare leaves nothing on PATH but what pipes and scripts need: a program of the field that is installed here would be a
// row of the table. Without grep, which the README doesn't ask for, one pipe has no output.
func bare(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"sh", "cat", "tail", "grep", "true"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		if err := os.Symlink(path, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir)
}

// ended is an exit code.
func ended(code int) *int { return &code }

// cases are four outputs: a failure of which the facts are at the start, one with a fact at the end, a pass, and one
// that no program can be given.
func cases() []corpus.Case {
	filler := strings.Repeat("compiled another file of the shop\n", 60)
	return []corpus.Case{
		{ID: "a", Family: "x", Tool: "Bash", Command: "build shop", ExitCode: ended(2),
			Stdout: []byte("shop.go:7: no such field\n" + filler + "ok  rest\n"), Facts: [][]string{{"shop.go:7"}}},
		{ID: "b", Family: "x", Tool: "Bash", Command: "build till", ExitCode: ended(2),
			Stdout: []byte(filler + "till.go:9: error\n"), Facts: [][]string{{"till.go:9"}, {"gone"}}},
		{ID: "c", Family: "y", Tool: "Bash", Command: "build door", ExitCode: ended(0),
			Stdout: []byte("done in 3 s\n"), Facts: [][]string{{"3 s"}}},
		{ID: "d", Family: "y", Tool: "Bash", Command: "build | tail", ExitCode: ended(0), Stdout: []byte("x\n")},
	}
}

// fakeToktee prints the first line of what a command prints and its exit code, and ends as the command did.
const fakeToktee = `[ "$1 $2" = "run --level" ] && shift 4
out=$("$@"); code=$?
echo "${out%%
*}"
[ $code = 0 ] || echo "exit $code"
exit $code
`

// measure makes the table of the cases without times.
func measure(t *testing.T, given ...string) *Doc {
	t.Helper()
	d, err := Measure(t.Context(), cases(), options(t, given...))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// options are those of a table with the given programs and no others.
func options(t *testing.T, given ...string) Options {
	t.Helper()
	bare(t)
	o := Options{
		Toktee: program(t, "toktee", fakeToktee), Jobs: 2, Corpus: "a corpus",
		Clean: func(_ *corpus.Case, raw []byte) (string, error) { return string(raw), nil },
	}
	for _, s := range given {
		p, err := Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		o.Peers = append(o.Peers, p)
	}
	return o
}

// rowOf is the row of a name.
func rowOf(t *testing.T, d *Doc, name string) Row {
	t.Helper()
	for _, r := range d.Rows {
		if r.Name == name {
			r.How, r.Tokens, r.Saved = "", 0, 0
			return r
		}
	}
	t.Fatalf("there is no row %q", name)
	return Row{}
}

func TestMeasure(t *testing.T) {
	last := program(t, "last", `"$@" | { while read -r l; do line=$l; done; echo "$line"; }`+"\n")
	d := measure(t, "last="+last+" {cmd}", "same="+program(t, "same", `exec "$@"`+"\n")+" {cmd}")
	if d.Cases != 4 || d.Runnable != 3 || d.Shared != 3 || d.Failed != 2 || d.WithFacts != 3 || d.Facts != 4 ||
		d.FailedFacts != 2 ||
		d.NotRun["not one simple command"] != 1 {
		t.Errorf("what the rows are about: %+v", *d)
	}
	for _, want := range []Row{
		// Of a, b and c the raw output has 1 of 1, 1 of 2 and 1 of 1 facts.
		{Name: "raw output", Kind: KindRaw, Answered: 3, Recall: 0.8333, FailedExit0: ended(0)},
		{Name: "same", Kind: KindProgram, Answered: 3, Recall: 0.8333, FailedExit0: ended(0)},
		// The first line has the fact of a and of c, none of b.
		{Name: "toktee, balanced", Kind: KindToktee, Answered: 3, Recall: 0.6667, FailedExit0: ended(0),
			FailedHidden: 1},
		// The last line of a reads "ok", that of b has its fact. Both failures end with 0.
		{Name: "last", Kind: KindProgram, Answered: 3, Recall: 0.5, FailedExit0: ended(2), FailedPasses: 1,
			FailedHidden: 1},
	} {
		if diff := cmp.Diff(want, rowOf(t, d, want.Name)); diff != "" {
			t.Errorf("mismatch (-want +got):\n%s", diff)
		}
	}
	for i := range d.Rows {
		r := &d.Rows[i]
		if want := round(1 - float64(r.Tokens)/float64(d.RawTokens)); r.Saved != want {
			t.Errorf("%s saves %v with %d of %d tokens, want %v", r.Name, r.Saved, r.Tokens, d.RawTokens, want)
		}
		if balanced := d.Rows[2]; r.Kind == KindSame && r.Tokens > balanced.Tokens {
			t.Errorf("%s has %d tokens, toktee's texts have %d", r.Name, r.Tokens, balanced.Tokens)
		}
	}
}

// A program that asks for something else than was recorded takes the output from every row.
func TestOutputsAreShared(t *testing.T) {
	d := measure(t, "rewrites="+program(t, "rewrites", `[ "$2" = till ] && exec "$@" --json; exec "$@"`+"\n")+" {cmd}")
	if d.Shared != 2 || d.Failed != 1 || rowOf(t, d, "rewrites").Answered != 2 ||
		rowOf(t, d, "raw output").Answered != 3 {
		t.Errorf("want the two outputs that it answers: %+v", *d)
	}
	if got := rowOf(t, d, "raw output").Recall; got != 1 {
		t.Errorf("raw output keeps %v of the facts, want all of those of the two outputs", got)
	}
	if md := string(d.Markdown()); !strings.Contains(md,
		"Of the 3 outputs, the table leaves out 1, because a program ran another command") ||
		!strings.Contains(md, "it gave an answer for 2 of the 3 outputs (reasons for the others: "+
			"1 × the program ran another command)") {
		t.Errorf("the Markdown doesn't say so:\n%s", md)
	}
}

// A table to compare with has toktee's rows alone, with the same figures, whatever programs the first one had.
func TestLike(t *testing.T) {
	rewrites := program(t, "rewrites", `[ "$2" = till ] && exec "$@" --json; exec "$@"`+"\n")
	d := measure(t, "rewrites="+rewrites+" {cmd}")
	if diff := cmp.Diff([]string{"b"}, d.LeftOut); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
	o := options(t)
	o.Like = d
	again, err := Measure(t.Context(), cases(), o)
	if err != nil {
		t.Fatal(err)
	}
	want := *d
	want.Rows, want.Missing = slices.Clone(d.Rows[:1+len(levels)]), []Missing{}
	for i := range want.Rows { // each measurement has a toktee of its own
		want.Rows[i].How = again.Rows[i].How
	}
	if diff := cmp.Diff(want, *again); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
}

// A program that gives nothing is charged for that: the output is the others' all the same, and its own row has none of
// the facts, at the price of the raw output.
func TestFaultsCount(t *testing.T) {
	d := measure(t, "stays="+program(t, "stays", `[ "$2" = till ] || exec "$@"; echo usage; exit 1`+"\n")+" {cmd}")
	if d.Shared != 3 {
		t.Errorf("%d outputs are shared, want 3", d.Shared)
	}
	want := Row{
		Name: "stays", Kind: KindProgram, Answered: 2, NotRun: map[string]int{"the program never ran the command": 1},
		Recall: 0.6667, FailedExit0: ended(0), FailedHidden: 1,
	}
	if md := string(d.Markdown()); !strings.Contains(md, "another reason, the output counts in the program's row") {
		t.Errorf("the Markdown doesn't say so:\n%s", md)
	}
	if diff := cmp.Diff(want, rowOf(t, d, "stays")); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
	for _, r := range d.Rows {
		if r.Name == "stays" && r.Tokens != d.RawTokens {
			t.Errorf("it has %d tokens of %d", r.Tokens, d.RawTokens)
		}
	}
}

// Another program of a known one's name isn't measured, and takes nothing from the table.
func TestOtherOfThatName(t *testing.T) {
	path := program(t, "snip", "echo 'no such picture'; exit 1\n")
	o := options(t)
	t.Setenv("PATH", filepath.Dir(path)+string(os.PathListSeparator)+os.Getenv("PATH"))
	d, err := Measure(t.Context(), cases(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(d.Missing, Missing{"snip", notIt}) || d.Shared != 3 {
		t.Errorf("%d shared, missing %+v", d.Shared, d.Missing)
	}
}

// A server gives no exit code and isn't timed. An answer of its that reads green counts as such unless it is marked as
// an error.
func TestServers(t *testing.T) {
	call := program(t, "mcpcall", `[ "$1" = -- ] || exit 2
eval "$2" >/dev/null; echo all tests passed; [ "$2" != "build till" ]
`)
	d := measure(t, "served="+call+" -- '{cmd}'")
	want := Row{Name: "served", Kind: KindServer, Answered: 3, FailedPasses: 1, FailedHidden: 2}
	if diff := cmp.Diff(want, rowOf(t, d, "served")); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
	if md := string(d.Markdown()); !strings.Contains(md, "| 0.0% | 0.0% | - | 1 | 2 |") ||
		!strings.Contains(md, "- served: an MCP server") {
		t.Errorf("the Markdown doesn't say so:\n%s", md)
	}
	o := options(t, "served="+call+" -- '{cmd}'")
	list, _ := programs(t.Context(), o.Toktee, o.Peers)
	if err := d.time(t.Context(), list, cases()[:1], o.Run); err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		if timed := c.row.Start != nil && c.row.Log != nil; timed == (c.row.Kind == KindServer) {
			t.Errorf("%s is timed: %v", c.row.Name, timed)
		}
	}
}

// Facts are found in what a terminal would show.
func TestColours(t *testing.T) {
	d := measure(t, "paints="+program(t, "paints", `"$@" | while read -r l; do
printf '\033[31m%s\033]8;;x\033\\%s\033[0m\n' "${l%%:*}" "${l#"${l%%:*}"}"; done`+"\n")+" {cmd}")
	if r := rowOf(t, d, "paints"); r.Recall != rowOf(t, d, "raw output").Recall {
		t.Errorf("%+v", r)
	}
}

func TestGrew(t *testing.T) {
	d := measure(t, "loud="+program(t, "loud", `"$@"; echo and a word more`+"\n")+" {cmd}")
	if r := rowOf(t, d, "loud"); r.Grew != 3 || r.GrewMost < 4 || r.GrewMost > 8 {
		t.Errorf("a program that adds a line: %d outputs grew, by %d tokens at most", r.Grew, r.GrewMost)
	}
}

func TestPasses(t *testing.T) {
	for text, want := range map[string]bool{
		"1125 passed, 0 failed": true, "ok  \texample.com/shop\t0.2s": true, "No tests found": true,
		"Found 0 errors. Checked 12 files": true, "failures: 0, tests: 7": true, "✓ adds two": true,
		"1164 passed, 1 failed": false, "FAIL": false, "": false, "built in 3 s": false, "exit 1": false,
		"ok  \tshop\nexit 137": false, "0 failed, 2 errors": false, "tests passed but lint: no such file": false,
	} {
		if got := Passes(text); got != want {
			t.Errorf("Passes(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestCost(t *testing.T) {
	took := func(list ...int) (all []Took) {
		for _, ms := range list {
			d := time.Duration(ms) * time.Millisecond
			all = append(all, Took{Clock: d, Processor: 2 * d})
		}
		return all
	}
	raw, through := took(10, 20, 10), took(30, 50, 90)
	if diff := cmp.Diff(&Cost{BeyondMS: 30, Times: 3}, cost(raw, through)); diff != "" {
		t.Errorf("medians of differences 20, 30, 80 and quotients 3, 2.5, 9 (-want +got):\n%s", diff)
	}
	d := Doc{LogBytes: 1_000_000}
	if diff := cmp.Diff(&Cost{BeyondMS: 30, Times: 3, MBps: 20, MBPerCPU: 10}, d.logCost(raw, through)); diff != "" {
		t.Errorf("1 MB in 50 ms, on two processors (-want +got):\n%s", diff)
	}
	if cost(raw, nil) != nil {
		t.Error("what wasn't timed has a cost")
	}
	if got := median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("the median of 1 to 4 is %v", got)
	}
}

func TestLongLog(t *testing.T) {
	list := cases()
	log := longLog(list)
	if n := len(log.Stdout); n < minLog || n > maxLog {
		t.Errorf("the log has %d bytes, want %d to %d", n, minLog, maxLog)
	}
	for _, c := range list {
		if !strings.Contains(string(log.Stdout), string(c.Raw())+"\n") {
			t.Errorf("the log lacks the output of %s", c.ID)
		}
	}
}
