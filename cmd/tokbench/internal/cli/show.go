package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/cmd/tokbench/internal/baseline"
	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/summarize"
)

// newShow is "tokbench show".
func newShow(a *app) *cobra.Command {
	var f corpusFlags
	var s score.Setting
	cmd := &cobra.Command{
		Use:   "show CASE --data DIR",
		Short: "Print one text as a model would get it, and the facts that it lacks",
		Long: `show prints the text of one case as a model would get it, and the figures of this text and of plain cuts.
For each missing fact, show prints the reason. CASE is the case's id, or a part of the id that no other id contains.
Without --level and --budget, the level is balanced.

In: the folder of a corpus, and the id of a case.
Out: the short text, its figures, and each missing fact with the reason, on standard output.
Exit codes: 0 for success; 1 if the text breaks a promise; 2 for wrong arguments, such as an unknown id.`,
		Example: "  tokbench show pytest/many-verbose --data testdata/corpus --budget 250",
		Args:    exactly("CASE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.show(cmd.Context(), &f, args[0], s)
		},
	}
	cmd.Flags().StringVar(&f.data, "data", "", dataHelp)
	f.addAsCommand(cmd.Flags())
	cmd.Flags().StringVar(&s.Level, "level", "", "the level `L`: minimal, balanced, conservative or lossless")
	cmd.Flags().IntVar(&s.Budget, "budget", 0, "the budget: `N` tokens")
	return cmd
}

// show prints the text of one case, and the facts that it lacks.
func (a *app) show(ctx context.Context, f *corpusFlags, id string, s score.Setting) error {
	s, err := checkSetting(s)
	if err != nil {
		return err
	}
	cases, err := f.load()
	if err != nil {
		return err
	}
	c, err := corpus.Find(cases, id)
	if err != nil {
		return usageError{err}
	}
	b := a.bench([]score.Setting{s}, 1)
	scores, err := b.Run(ctx, []corpus.Case{*c})
	if err != nil {
		return err
	}
	var page summarize.Page
	explained := changed(ctx, func(cfg *summarize.Config) { cfg.Explain = func(p summarize.Page) { page = p } })
	out, err := a.summarise(explained, c, s)
	if err != nil {
		return err
	}
	output, err := clean(c, c.Raw())
	if err != nil {
		return err
	}
	printCase(a.stdout, &scores[0], s, &out, output, page.Why)
	if len(scores[0].Violations) > 0 {
		return errViolations
	}
	return nil
}

// checkSetting checks a setting from flags; without a level and a budget it is balanced.
func checkSetting(s score.Setting) (score.Setting, error) {
	if s == (score.Setting{}) {
		return score.Setting{Level: "balanced"}, nil
	}
	if s.Level != "" {
		level, err := summarize.ParseLevel(s.Level)
		if err != nil {
			return s, usageError{err}
		}
		s.Level = string(level)
	}
	if err := summarize.CheckBudget(s.Budget); err != nil {
		return s, usageError{err}
	}
	return s, nil
}

// lineWidth is how much of the line of a lost fact is printed, in characters.
const lineWidth = 160

// printLost writes a fact, its line in the clean output, and why the text lacks it.
func printLost(w io.Writer, fact []string, output string, why func(line int) string) {
	fmt.Fprintf(w, "  %q\n", fact[0])
	line, text := corpus.LineOf(fact, output)
	if line == 0 {
		fmt.Fprintln(w, "    no line of the output contains it")
		return
	}
	fmt.Fprintf(w, "    line %d: %.*s\n", line, lineWidth, strings.TrimSpace(text))
	fmt.Fprintf(w, "    %s\n", why(line))
}

// printCase writes the text between two rules, then its figures, its lost facts and the promises that it breaks.
func printCase(
	w io.Writer, cs *score.CaseScore, s score.Setting, out *score.Output, output string, why func(line int) string,
) {
	c, sc := cs.Case, &cs.Scores[0]
	rule := strings.Repeat("─", 40)
	fmt.Fprintf(w, "%s  %s  %s %q\n", c.ID, s, c.Tool, c.Command)
	fmt.Fprintf(w, "%s\n%s\n%s\n", rule, strings.TrimSuffix(out.Text, "\n"), rule)
	fmt.Fprintf(w, "%d of %d tokens, budget %d, strategy %s, data %v\n",
		sc.Tokens, cs.RawTokens, out.Budget, out.Strategy, out.Data)
	for i, name := range baseline.Names() {
		fmt.Fprintf(w, "%s: %d tokens, %d facts lost\n", name, sc.Baselines[i].Tokens, sc.Baselines[i].Lost)
	}
	for _, warning := range out.Warnings {
		fmt.Fprintln(w, "warning:", warning)
	}
	fmt.Fprintf(w, "lost facts: %d of %d\n", len(sc.Lost), len(c.Facts))
	for _, i := range corpus.Lost(c.Facts, out.Text) {
		printLost(w, c.Facts[i], output, why)
	}
	for _, v := range cs.Violations {
		fmt.Fprintf(w, "violation: %s: %s\n", v.Kind, v.Detail)
	}
}
