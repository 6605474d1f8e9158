package mix

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/cmd/tokbench/internal/summary"
	"github.com/toktee/toktee/cmd/tokbench/internal/summarytest"
	"github.com/toktee/toktee/internal/measure/corpus"
)

func TestMix(t *testing.T) {
	cases := []corpus.Case{
		summarytest.Story("a100", 14), summarytest.Story("b100", 14), summarytest.Story("c800", 120),
		summarytest.Story("d9000", 1300), summarytest.Story("e800", 120),
	}
	tool := func(c *corpus.Case) string {
		if c.ID == "e800" {
			return "other"
		}
		return "search"
	}
	b := score.Bench{Summarise: summarytest.Honest, Clean: summarytest.AsText, Jobs: 2}
	m, err := Run(t.Context(), b, cases, []Use{{"search", 0.75, 900}, {"other", 0.25, 1000}}, tool)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Uses[0].Cases; len(got) != 1 || got[0].Case.ID != "c800" {
		t.Errorf("the search stands on %d cases, want c800 alone: the others are too small, too large, or of "+
			"another tool", len(got))
	}
	// The session's savings are the uses' own, weighted by what each takes of its tokens.
	for i, l := range summary.Levels() {
		want := (0.75*900*m.Uses[0].Levels[i].Saved + 0.25*1000*m.Uses[1].Levels[i].Saved) / (0.75*900 + 0.25*1000)
		if math.Abs(m.Saved[i]-want) > 1e-12 || want <= 0 && l == "minimal" {
			t.Errorf("%s saves %v, want %v", l, m.Saved[i], want)
		}
	}
	var buf bytes.Buffer
	if err := m.Print(&buf); err != nil || !strings.Contains(buf.String(), "search    75%     900      1") {
		t.Errorf("Print: %v\n%s", err, buf.String())
	}
	if js, err := m.JSON(); err != nil || !strings.Contains(string(js), `"c800"`) {
		t.Errorf("JSON: %v\n%s", err, js)
	}
	if _, err := Run(t.Context(), b, cases, []Use{{"list", 1, 900}}, tool); err == nil ||
		!strings.Contains(err.Error(), "list") {
		t.Errorf("a use without a case: %v, want an error that names it", err)
	}
}

func TestSeedMixIsWhole(t *testing.T) {
	sum := 0.0
	for _, u := range Seed() {
		sum += u.Calls
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Errorf("the shares of the calls add up to %v", sum)
	}
}
