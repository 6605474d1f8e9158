package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/host/rules"
	"github.com/toktee/toktee/internal/text/diff"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// newRulesTest is "toktee rules test".
func newRulesTest(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "test [FILE]...",
		Short: "Run the tests in rule files",
		Long: `Runs the [[test]] tables of the named rule files. Without names, it tests all rule files of the user
and of the project (trusted or not), and the built-in rule files. Apart from the rules of the tested file, only
the built-in rules apply in a test. The exit status is 1 if a test fails or a file has an error.`,
		Example: `  toktee rules test
  toktee rules test .toktee/rules/deploy.toml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := a.rulesFiles(args)
			if err != nil {
				return err
			}
			return a.testRules(cmd.Context(), files)
		},
	}
}

// namedRules reads the files of these names. A file's error is in the file.
func namedRules(names []string, origin rules.Origin) (files []*rules.File, err error) {
	for _, name := range names {
		path, err := filepath.Abs(name)
		if err != nil {
			return nil, usage("%s: %w", name, err)
		}
		f, _ := rules.ReadFile(path, origin)
		files = append(files, f)
	}
	return files, nil
}

// rulesFiles reads the files of these names; of no names, all files that exist.
func (a *app) rulesFiles(names []string) ([]*rules.File, error) {
	if len(names) > 0 {
		return namedRules(names, rules.User)
	}
	found, problems := rules.ReadAll(a.rulesOptions())
	for _, err := range problems {
		a.note("%v", err)
	}
	return append(found, rules.BuiltIns()...), nil
}

// testRules runs the tests of files and prints those that fail.
func (a *app) testRules(ctx context.Context, files []*rules.File) error {
	bad, tests := 0, 0
	for _, f := range files {
		if f.State == rules.Broken {
			a.note("%v", f.Err)
			bad++
			continue
		}
		for i := range f.Tests {
			tests++
			problems, err := testRule(ctx, f, &f.Tests[i])
			if err != nil {
				problems = err.Error() + "\n"
			}
			if problems == "" {
				continue
			}
			bad++
			_, err = fmt.Fprintf(a.stdout, "FAIL %s:%d: %s\n%s",
				f.Path, f.TestLine(i), f.Tests[i].Name, indented(problems))
			if err != nil {
				return failed(err)
			}
		}
	}
	if bad == 0 {
		_, err := fmt.Fprintf(a.stdout, "%d tests in %d files passed\n", tests, len(files))
		return failed(err)
	}
	return failed(fmt.Errorf("%d of %d tests failed, or their files have errors", bad, max(tests, bad)))
}

// testRule runs a test, and returns the fault of its text, "" for none.
func testRule(ctx context.Context, f *rules.File, t *rules.Test) (string, error) {
	cfg := summarize.Config{Enabled: true, Level: summarize.Level(t.Level), Budget: t.Budget, Rules: rules.New()}
	if f.Origin != rules.BuiltIn {
		cfg.Rules = rules.New(f)
	}
	cfg.Rules.NoLimits = t.Level != "" || t.Budget != 0
	req := summarize.Request{
		Tool: t.Tool, Command: t.Command, Stdout: []byte(t.Input), Status: result.Status{Known: true, Code: t.ExitCode},
	}
	if req.Tool == "" {
		req.Tool = toolExec
	}
	r, err := summarize.Summarize(ctx, cfg, req)
	if err != nil {
		return "", err
	}
	var sb strings.Builder
	got := r.LLMContent()
	for _, want := range t.WantContains {
		if !strings.Contains(got, want) {
			fmt.Fprintf(&sb, "the text lacks %q\n", want)
		}
	}
	for _, want := range t.WantMissing {
		if strings.Contains(got, want) {
			fmt.Fprintf(&sb, "the text has %q\n", want)
		}
	}
	if t.HasWant {
		if d := textDiff(t.Want, got); d != "" {
			sb.WriteString("the text differs:\n" + d)
			return sb.String(), nil
		}
	}
	if sb.Len() > 0 {
		sb.WriteString("the text is:\n" + indented(got))
	}
	return sb.String(), nil
}

// textDiff is what differs between two texts, "" for nothing. Line feeds at their ends don't count.
func textDiff(want, got string) string {
	lines := func(text string) []string {
		return slices.Collect(strings.Lines(strings.TrimRight(text, "\n") + "\n"))
	}
	a, b := lines(want), lines(got)
	d, _ := diff.Compare(a, b).Unified("want", "got", a, b)
	return d
}

// indented is a text whose lines begin with four spaces.
func indented(s string) string {
	var sb strings.Builder
	for l := range strings.Lines(s) {
		io.WriteString(&sb, "    "+l)
	}
	if !strings.HasSuffix(s, "\n") {
		sb.WriteByte('\n')
	}
	return sb.String()
}
