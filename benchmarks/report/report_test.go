package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestDocsQuoteTheResults: the figures of README.md and of docs/benchmarks.md are those of the committed results.
func TestDocsQuoteTheResults(t *testing.T) {
	for _, doc := range []struct {
		file  string
		marks marks
		text  func(string) (string, error)
	}{{"README.md", keyMarks, keyFigures}, {"docs/benchmarks.md", figuresMarks, tables}} {
		old, err := os.ReadFile(filepath.Join("..", "..", doc.file))
		if err != nil {
			t.Fatal(err)
		}
		text, err := doc.text("../results")
		if err != nil {
			t.Fatal(err)
		}
		want, err := doc.marks.between(string(old), text)
		if err != nil {
			t.Fatalf("%s: %v", doc.file, err)
		}
		if diff := cmp.Diff(want, string(old)); diff != "" {
			t.Errorf("%s quotes other figures than benchmarks/results has; go run ./benchmarks/report -only "+
				"readme writes them (-want +got):\n%s", doc.file, diff)
		}
	}
}

const evalText = `{"encoding":"o200k_base","violations":[],"families":{"a":{},"b":{},"all":{"cases":12,"facts":3,` +
	`"raw_tokens":1234567,"settings":{
"minimal":{"saved":0.98765,"recall":0.5,"intact":0.25,"baselines":{"strip+regex":{"recall":0.125},` +
	`"head+tail":{"recall":null}}},
"balanced":{},"conservative":{},"250":{},"1000":{},"4000":{}}}}}`

const mixText = `{"uses":[{"tool":"search","calls":0.3,"tokens":2500,"cases":["x","y"],` +
	`"levels":{"minimal":{"saved":0.5,"recall":null}}}],"saved":{"minimal":0.975}}`

func TestTables(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("mix.json", mixText)
	if _, err := tables(dir); err == nil || !strings.Contains(err.Error(), "eval.json") {
		t.Errorf("without eval.json: %v, want an error that names it", err)
	}
	write("eval.json", evalText)
	got, err := tables(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"The corpus has 12 captured outputs of 2 families, with 1,234,567 tokens (o200k_base) and 3 labelled facts.",
		"toktee broke none of its promises.",
		"| minimal | 98.8% | 50.0% | 12.5% | - | 25.0% |", "| 250 tokens | 0.0% |",
		"| search | 30% | 2500 | 2 | 50.0% | - |", "| session | | | | **97.5%** |",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the tables lack %q:\n%s", want, got)
		}
	}
	write("eval.json", strings.Replace(evalText, `"violations":[]`, `"violations":[{}]`, 1))
	if got, err := tables(dir); err != nil || !strings.Contains(got, "toktee broke 1 of its promises") {
		t.Errorf("a broken promise: %v\n%s", err, got)
	}
	write("eval.json", strings.Replace(evalText, `"4000":{}`, `"5000":{}`, 1))
	if _, err := tables(dir); err == nil || !strings.Contains(err.Error(), "4000") {
		t.Errorf("without a setting: %v, want an error that names it", err)
	}
}

func TestKeyFigures(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("eval.json", strings.Replace(evalText, `"balanced":{}`, `"balanced":{"saved":0.9,"recall":0.99,"baselines":`+
		`{"strip+regex":{"recall":0.75}}}`, 1))
	write("mix.json", `{"saved":{"balanced":0.4}}`)
	write("table.json", `{"failed_with_facts":57,"rows":[{"name":"toktee, balanced","failed_hidden":1}]}`)
	if _, err := keyFigures(dir); err == nil || !strings.Contains(err.Error(), `"tail"`) {
		t.Errorf("without a row: %v, want an error that names it", err)
	}
	write("table.json", `{"failed_with_facts":57,"rows":[{"name":"toktee, balanced","failed_hidden":1},`+
		`{"name":"tail","failed_hidden":5}]}`)
	got, err := keyFigures(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"on 12 captured outputs, the default saves 90.0% of the tokens.", "keep 99.0% of the", "keeps 75.0%.",
		"Of 57 failures, toktee's texts hide 1.", "cut to the same length, hide 5 failures.",
		"the default saves 40.0%.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the figures lack %q:\n%s", want, got)
		}
	}
}

func TestBetween(t *testing.T) {
	opens, closes := figuresMarks.opens, figuresMarks.closes
	got, err := figuresMarks.between("a\n"+opens+"old\n"+closes+"z\n", "new\n")
	if want := "a\n" + opens + "\nnew\n\n" + closes + "z\n"; err != nil || got != want {
		t.Errorf("between: %v\n%s", err, got)
	}
	for _, without := range []string{"a\n" + closes, "a\n" + opens, opens + tableMarks.closes} {
		if _, err := figuresMarks.between(without, "new"); err == nil {
			t.Errorf("%q is written, want an error", without)
		}
	}
}

func TestLeastAllocs(t *testing.T) {
	const text = `goos: linux
pkg: example/a
cpu: fast
BenchmarkA/x y-2 	 20 	 155398 ns/op	   11465 B/op	      52 allocs/op
BenchmarkA/x y-2 	 20 	 141730 ns/op	    8272 B/op	      17 allocs/op
BenchmarkB 	 20 	 1 ns/op	 3.5 MB/s	   7 B/op	      1 allocs/op
PASS
`
	var b bytes.Buffer
	if err := leastAllocs(&b, []byte(strings.ReplaceAll(text, "x y", "x_y"))); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("pkg: example/a\nBenchmarkA/x_y-2 1 8272 B/op 17 allocs/op\nBenchmarkB 1 7 B/op 1 allocs/op\n",
		b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := leastAllocs(&b, []byte("PASS\n")); err == nil {
		t.Error("no benchmark is no error")
	}
	if err := leastAllocs(&b, []byte("BenchmarkB 20 1 ns/op\n")); err == nil {
		t.Error("a benchmark without allocations is no error")
	}
}

func TestMistakes(t *testing.T) {
	if err := run(t.Context(), []string{"-only", "all"}); err == nil || !strings.Contains(err.Error(), `"all"`) {
		t.Errorf("-only all: %v", err)
	}
	if err := run(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "root of the repository") {
		t.Errorf("elsewhere: %v", err)
	}
}
