package table

import (
	"context"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/run/parallel"
	"github.com/toktee/toktee/tokens"
)

// how describes the cuts of [baseline.Names]. A cut without an entry isn't in the table.
var how = map[string]string{
	"tail":        "the end of the output",
	"head+tail":   "half of the tokens from the start, half from the end of the output",
	"strip+regex": "lines that look like errors and the lines around them, from the last error upwards",
	"error lines": "lines that look like errors and the lines around them, from the first error downwards",
}

// howFixed describes the cuts of [baseline.FixedCuts]. A cut without an entry isn't in the table.
var howFixed = map[string]string{
	"codex 10 kB middle": "the first and the last 5,000 bytes",
	"2000 lines/50 KB":   "the first 2,000 lines, at most 50 KB",
	"tail -200":          "the last 200 lines",
}

// raw is the row of the commands' own output.
func raw(cases []corpus.Case) *contender {
	c := &contender{row: Row{Name: "raw output", Kind: KindRaw, How: "the command alone"}}
	for i := range cases {
		c.answers = append(c.answers, answer(&cases[i], string(cases[i].Raw())))
	}
	return c
}

// answer is a text of a case from a cut, which leaves the exit code alone.
func answer(c *corpus.Case, text string) Answer {
	a := Answer{Text: text}
	if c.ExitCode != nil {
		a.Exit = *c.ExitCode
	}
	return a
}

// fixed are the cuts of a fixed size.
func fixed(cases []corpus.Case) []*contender {
	var list []*contender
	for _, f := range baseline.FixedCuts() {
		if howFixed[f.Name] == "" {
			continue
		}
		c := &contender{row: Row{Name: f.Name, Kind: KindFixed, How: howFixed[f.Name]}}
		for i := range cases {
			c.answers = append(c.answers, answer(&cases[i], f.Cut(string(cases[i].Raw()))))
		}
		list = append(list, c)
	}
	return list
}

// same are the plain cuts of the very tokens that other texts of the cases have. An output that has no more is handed
// over as it is.
func same(ctx context.Context, o Options, cases []corpus.Case, of []Answer) ([]*contender, error) {
	var list []*contender
	var at []int // in baseline.Names
	for i, name := range baseline.Names() {
		if how[name] != "" {
			row := Row{Name: name, Kind: KindSame, How: how[name]}
			list = append(list, &contender{row: row, answers: make([]Answer, len(cases))})
			at = append(at, i)
		}
	}
	worker := func() (func(context.Context, int) error, error) {
		count, err := tokens.New(tokens.Default)
		if err != nil {
			return nil, err
		}
		return func(_ context.Context, i int) error {
			c := &cases[i]
			if of[i].NotRun != "" {
				for j := range list {
					list[j].answers[i] = of[i]
				}
				return nil
			}
			text, err := o.Clean(c, c.Raw())
			if err != nil {
				return err
			}
			raw, budget := string(c.Raw()), count.CountString(of[i].Text)
			cutters := baseline.Prepare(&baseline.Source{ID: c.ID, Clean: text, Facts: c.Facts}, count)
			whole := count.CountString(raw) <= budget
			for j, k := range at {
				if whole {
					list[j].answers[i] = answer(c, raw)
				} else {
					list[j].answers[i] = answer(c, cutters[k](budget))
				}
			}
			return nil
		}, nil
	}
	return list, parallel.Do(ctx, o.Jobs, len(cases), worker)
}
