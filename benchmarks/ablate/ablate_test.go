package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/measure/corpus"
)

const root = "../.."

// TestFiguresAreThoseOfEval compares the figures of the whole pipeline with the committed evaluation, which tokbench
// made.
func TestFiguresAreThoseOfEval(t *testing.T) {
	if testing.Short() {
		t.Skip("summarises a thousand outputs at four settings")
	}
	cases, err := corpus.Load(root + "/testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	b := bench{cases: cases, jobs: 2}
	whole, err := b.run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(root + "/benchmarks/results/eval.json")
	if err != nil {
		t.Fatal(err)
	}
	var eval struct {
		Families map[string]struct {
			Settings map[string]struct{ Recall, Saved float64 }
		}
	}
	if err := json.Unmarshal(text, &eval); err != nil {
		t.Fatal(err)
	}
	for j, f := range whole.figures() {
		want := eval.Families["all"].Settings[settings[j].name]
		if math.Abs(f.recall/100-want.Recall) > 0.0001 || math.Abs(f.saved/100-want.Saved) > 0.0001 {
			t.Errorf("%s: recall %.4f, saved %.4f; eval.json has %.4f, %.4f; make figures writes it again",
				settings[j].name, f.recall/100, f.saved/100,
				want.Recall, want.Saved)
		}
	}
}

// TestEveryPartExists fails on a part that names no file, and on one that changes nothing although it is a strategy.
func TestEveryPartExists(t *testing.T) {
	parts, err := allParts(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range listed {
		for _, pattern := range strings.Fields(l.files) {
			if n, err := countLines(root + "/" + pattern); n == 0 || err != nil {
				t.Errorf("%s: %s has %d lines, %v", l.name, pattern, n, err)
			}
		}
	}
	seen := map[string]bool{}
	for _, p := range parts {
		for _, name := range p.disabled {
			if seen[name] {
				t.Errorf("%s is off in two parts", name)
			}
			seen[name] = true
		}
	}
	if len(parts) < 60 {
		t.Errorf("%d parts, want those of all strategies, stages and programs", len(parts))
	}
}

func TestAPartIsOff(t *testing.T) {
	var output strings.Builder
	for i := range 300 {
		fmt.Fprintf(&output, "visiting node %c%d of the cluster\n", 'a'+i%26, i*i)
	}
	output.WriteString("FAILED t.py::test_a - assert 1 == 2\n")
	for i := range 60 {
		fmt.Fprintf(&output, "leaving node %c%d of the cluster\n", 'a'+i%26, i*i)
	}
	code := 1
	b := bench{jobs: 1, cases: []corpus.Case{{
		ID: "a", Command: "pytest", ExitCode: &code, Facts: [][]string{{"test_a"}, {"nowhere"}},
		Stdout: []byte(output.String()),
	}}}
	whole, err := b.run(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if f := whole.figures(); f[0].recall != 50 {
		t.Errorf("recall is %v, want one of two facts", f[0].recall)
	}
	parts := map[string]bool{"strategy/general": true, "strategy/search": false, "program/eslint": false}
	for part, want := range parts {
		p := partOf(part)
		without, err := b.run(t.Context(), &p)
		if err != nil {
			t.Fatal(err)
		}
		if c := whole.changes(without); c.texts > 0 != want {
			t.Errorf("without %s %d texts differ", part, c.texts)
		}
	}
}

func partOf(name string) part { return part{name: name, disabled: []string{name}} }

func TestTable(t *testing.T) {
	tab := table{cases: 3, rows: []row{{part: part{name: "strategy/x", lines: 12}, changes: changes{4, 1}}}}
	tab.whole[0].recall = 50
	var out bytes.Buffer
	if err := tab.write(&out); err != nil {
		t.Fatal(err)
	}
	want := "| strategy/x | 12 | 50.00 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 4 | 1 |\n"
	if !strings.Contains(out.String(), want) {
		t.Errorf("table is\n%s\nwant the row %s", out.String(), want)
	}
}
