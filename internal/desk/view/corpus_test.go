package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// maxCase is how many bytes an output of the corpus may have for this test.
const maxCase = 300 << 10

// Of recorded calls, each line of the model's text that leaves something out stands for lines of the payload, and
// nearly each line that the metadata calls shown is tied to a line of the text. What isn't are lines that a text shows
// once for many.
func TestModelsOfRecordedCalls(t *testing.T) {
	cases, err := corpus.Load("../../../testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	shown, untied := 0, 0
	for i := range cases {
		c := &cases[i]
		if len(c.Stdout)+len(c.Stderr) > maxCase || i%sweep.Every(2) != 0 {
			continue
		}
		model, lines := corpusModel(t, c)
		tied := map[int]bool{}
		for k, m := range model {
			fold := strings.HasPrefix(strings.TrimSpace(m.Text()), "… ")
			if fold && k < len(model)-1 && m.First == 0 && m.Gap < 0 {
				t.Errorf("%s: %q stands for nothing", c.ID, m.Text())
			}
			for _, lines := range append(m.Composed, [2]int{m.First, m.Last}) {
				for n := lines[0]; n > 0 && n <= lines[1]; n++ {
					tied[n] = true
				}
			}
		}
		for _, l := range lines {
			if !l.Shown && l.Gap < 0 {
				t.Errorf("%s: line %d is neither shown nor in a gap", c.ID, l.Number)
			}
			if l.Shown && compared(l.Text()) != "" {
				shown++
				if !tied[l.Number] {
					untied++
				}
			}
		}
	}
	t.Logf("%d of %d shown lines are tied to no line of the text", untied, shown)
	if untied > 0 {
		t.Errorf("%d of %d shown lines are tied to no line of the text", untied, shown)
	}
}

// corpusModel is the model's text of a recorded call, and the lines of its payload.
func corpusModel(t *testing.T, c *corpus.Case) ([]ModelLine, []Line) {
	cfg := summarize.Config{Enabled: true, Recovery: func(id string, lines int) string {
		return fmt.Sprintf("… %d lines left out: toktee show %s", lines, id)
	}}
	req := summarize.Request{
		Tool: c.Tool, Command: c.Command, Path: c.Path, Pattern: c.Pattern, Args: c.Args,
		Stdout: c.Stdout, Stderr: c.Stderr,
	}
	if c.ExitCode != nil {
		req.Status = result.Status{Known: true, Code: *c.ExitCode}
	}
	r, err := summarize.Summarize(t.Context(), cfg, req)
	if err != nil {
		t.Fatal(err)
	}
	d := opened(t, string(c.Stdout)+string(c.Stderr), Options{}, func(s *Source) { s.Result = r })
	model, err := d.Model(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return model, all(t, d)
}
