package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/toktee/toktee/internal/bench"
	"github.com/toktee/toktee/tokens"
)

// show prints what a model would get of one case, then what it would miss.
func (a app) show(ctx context.Context, args []string, stdout io.Writer) error {
	var data string
	var s bench.Setting
	fs := newFlags("show")
	fs.StringVar(&data, "data", "", "")
	fs.StringVar(&s.Level, "level", "", "")
	fs.IntVar(&s.Budget, "budget", 0, "")
	rest, err := parse(fs, args, "CASE")
	if err != nil {
		return err
	}
	if s.Level != "" {
		if s.Level, err = bench.ParseLevel(s.Level); err != nil {
			return usageError{err}
		}
	}
	if s.Budget != 0 {
		if err := bench.CheckBudget(s.Budget); err != nil {
			return usageError{err}
		}
	}
	if s == (bench.Setting{}) {
		s.Level = "balanced"
	}
	cases, err := load(data)
	if err != nil {
		return err
	}
	c, err := bench.Find(cases, rest[0])
	if err != nil {
		return usageError{err}
	}
	b := &bench.Bench{Summarise: a.summarise, Clean: cleaned, Settings: []bench.Setting{s}, Encoding: tokens.Default}
	scores, err := b.Run(ctx, []bench.Case{*c})
	if err != nil {
		return err
	}
	out, err := a.summarise(ctx, c, s)
	if err != nil {
		return err
	}
	lost, err := b.Explain(withWhy(ctx), c, s)
	if err != nil {
		return err
	}
	printCase(stdout, &scores[0], s, &out, lost)
	if len(scores[0].Violations) > 0 {
		return errViolations
	}
	return nil
}

// lineWidth is how much of the line of a lost fact is printed.
const lineWidth = 160

// printLost writes a fact, where it stood, and why the text lacks it.
func printLost(w io.Writer, f bench.LostFact) {
	fmt.Fprintf(w, "  %q\n", f.Fact)
	if f.Line > 0 {
		fmt.Fprintf(w, "    line %d: %.*s\n", f.Line, lineWidth, strings.TrimSpace(f.Text))
	}
	fmt.Fprintf(w, "    %s\n", f.Why)
}

// printCase writes the text between two rules, then its figures, its lost facts and the promises that it breaks.
func printCase(w io.Writer, cs *bench.CaseScore, s bench.Setting, out *bench.Output, lost []bench.LostFact) {
	c, sc := cs.Case, &cs.Scores[0]
	rule := strings.Repeat("─", 40)
	fmt.Fprintf(w, "%s  %s  %s %q\n%s\n%s\n%s\n", c.ID, s, c.Tool, c.Command, rule, strings.TrimSuffix(out.Text, "\n"), rule)
	fmt.Fprintf(w, "%d of %d tokens, budget %d, strategy %s, data %v\n", sc.Tokens, cs.RawTokens, out.Budget, out.Strategy, out.Data)
	for i, name := range bench.Baselines() {
		fmt.Fprintf(w, "%s: %d tokens, %d facts lost\n", name, sc.Baselines[i].Tokens, sc.Baselines[i].Lost)
	}
	for _, warning := range out.Warnings {
		fmt.Fprintln(w, "warning:", warning)
	}
	fmt.Fprintf(w, "lost facts: %d of %d\n", len(sc.Lost), len(c.Facts))
	for _, f := range lost {
		printLost(w, f)
	}
	for _, v := range cs.Violations {
		fmt.Fprintf(w, "violation: %s: %s\n", v.Kind, v.Detail)
	}
}
