package cli

import (
	"context"
	"runtime"
	"testing"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/run/parallel"
	"github.com/toktee/toktee/internal/testing/sweep"
)

// runners are the families of outputs that a build or a script prints in the name of the program that it runs.
var runners = []string{
	"build", "cc", "gotest", "jstest", "lint", "perltest", "phptest", "pytest", "rubytest", "rusttest", "unittest",
}

// TestNamingTheCommandLosesNothing holds that the text of a failure is as good where the command line is known as where
// it isn't: one that names a script, or a program that runs others, says nothing of what they print. No family may lose
// more than a point of recall.
func TestNamingTheCommandLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("summarises a thousand outputs")
	}
	cases, err := corpus.Load("../../../../testdata/corpus")
	if err == nil {
		cases, err = corpus.OfFamilies(cases, runners)
	}
	if err != nil {
		t.Fatal(err)
	}
	var failed []corpus.Case
	for _, c := range cases {
		if c.Failed() && len(c.Facts) > 0 {
			failed = append(failed, c)
		}
	}
	for i, budget := range []int{250, 100, 1000} {
		if i%sweep.Every(3) != 0 {
			continue
		}
		unknown := recalls(t, failed, "", budget)
		for _, command := range []string{"make test", "npm test", "./ci.sh"} {
			for family, recall := range recalls(t, failed, command, budget) {
				if loss := unknown[family] - recall; loss > 0.01 {
					t.Errorf("%s at %d tokens loses %.1f points of recall where %q printed it", family, budget,
						loss*100,
						command)
				}
			}
		}
	}
}

// recalls is the mean share of facts that the texts of each family keep, as if a command line had printed them.
func recalls(t *testing.T, cases []corpus.Case, command string, budget int) map[string]float64 {
	t.Helper()
	kept := make([]float64, len(cases))
	worker := func() (func(context.Context, int) error, error) {
		return func(ctx context.Context, i int) error {
			c := cases[i]
			c.Command = command
			out, err := Summarise(ctx, &c, score.Setting{Budget: budget})
			kept[i] = 1 - float64(len(corpus.Lost(c.Facts, out.Text)))/float64(len(c.Facts))
			return err
		}, nil
	}
	if err := parallel.Do(t.Context(), runtime.NumCPU(), len(cases), worker); err != nil {
		t.Fatal(err)
	}
	sum, n := map[string]float64{}, map[string]float64{}
	for i, c := range cases {
		sum[c.Family] += kept[i]
		n[c.Family]++
	}
	for family := range sum {
		sum[family] /= n[family]
	}
	return sum
}
