package failure

import (
	"bufio"
	"encoding/json"
	"flag"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

var doFit = flag.Bool("fit", false, "fit the weights of the traits and print them")

// A sample is a failed output: the traits of its candidates, and which of them people noted as a true reason.
type sample struct {
	family string
	rows   [][]float64
	isTrue []bool
}

// TestWeights holds how many of the noted outputs have their message by the weights alone. With -fit, it fits the
// weights and prints them. For each family of outputs, it then also prints how many messages are true with weights that
// were fitted to the other families.
func TestWeights(t *testing.T) {
	sweep.OneGoroutine(t)
	all := samples(t)
	table := make([]float64, len(traits))
	for i := range traits {
		table[i] = float64(traits[i].weight)
	}
	if n := hits(all, table); n < 180 {
		t.Errorf("by the weights, %d of %d messages are noted lines, want %d", n, len(all), 180)
	}
	if !*doFit {
		return
	}
	families := map[string]bool{}
	for _, s := range all {
		families[s.family] = true
	}
	for f := range families {
		isOther := func(s sample) bool { return s.family != f }
		held := slices.DeleteFunc(slices.Clone(all), isOther)
		rest := slices.DeleteFunc(slices.Clone(all), func(s sample) bool { return !isOther(s) })
		t.Logf("%s: %d of %d with weights of the other families", f, hits(held, fit(rest)), len(held))
	}
	w := fit(all)
	t.Logf("all: %d of %d", hits(all, w), len(all))
	for i := range traits {
		t.Logf("%q, %.0f", traits[i].name, scale*w[i])
	}
}

// scale makes whole numbers of the weights.
const scale = 20

// A Noted is an output of testdata/unknown with the lines that state a true reason, as people noted them who didn't
// know toktee.
type Noted struct {
	ID, Family, Command, Raw string
	ExitCode                 int `json:"exit_code"`
	Cause                    []string
	Output                   []byte `json:"-"`
}

// ReadNoted returns all such outputs.
func ReadNoted(t *testing.T) (all []Noted) {
	t.Helper()
	const dir = "../../../testdata/unknown"
	f, err := os.Open(filepath.Join(dir, "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c Noted
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if len(c.Cause) == 0 {
			continue
		}
		if c.Output, err = os.ReadFile(filepath.Join(dir, c.Raw)); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// samples returns the noted outputs whose message the engine chooses.
func samples(t *testing.T) (all []sample) {
	for _, c := range ReadNoted(t) {
		r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true}, summarize.Request{
			Tool: "exec", Command: c.Command, Stdout: c.Output, Status: result.Status{Known: true, Code: c.ExitCode},
		})
		if err != nil {
			t.Fatal(err)
		}
		found, err := Find(t.Context(), r, c.Command, c.Output)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) > 0 && !found[0].chosen {
			continue
		}
		_, lines, err := candidatesOf(t.Context(), r, c.Command, clean.Bytes(c.Output))
		if err != nil {
			t.Fatal(err)
		}
		if s := sampleOf(lines, c.Cause); len(s.rows) > 0 {
			s.family = c.Family
			all = append(all, s)
		}
	}
	return all
}

// sampleOf returns the traits of the lines.
func sampleOf(lines []candidate, noted []string) (s sample) {
	for i := range lines {
		c := &lines[i]
		if c.isNoReason() {
			continue
		}
		row := make([]float64, len(traits))
		for j := range traits {
			if traits[j].has(c) {
				row[j] = 1
			}
		}
		s.rows = append(s.rows, row)
		s.isTrue = append(s.isTrue, slices.ContainsFunc(noted, func(n string) bool {
			return strings.Contains(parse.Squeeze(c.text), parse.Squeeze(n))
		}))
	}
	return s
}

// fit returns the weights with which the lines that state a reason are the likeliest: a regression with a penalty for
// large weights, by gradient descent (Adam).
func fit(all []sample) []float64 {
	const penalty, rate = 0.01, 0.05
	n := len(traits)
	w, mean, square := make([]float64, n), make([]float64, n), make([]float64, n)
	for step := 1; step <= 300; step++ {
		g := make([]float64, n)
		for _, s := range all {
			if !slices.Contains(s.isTrue, true) {
				continue
			}
			p, most := make([]float64, len(s.rows)), math.Inf(-1)
			for i, row := range s.rows {
				p[i] = dot(row, w)
				most = max(most, p[i])
			}
			sum, sumTrue := 0.0, 0.0
			for i := range p {
				p[i] = math.Exp(p[i] - most)
				sum += p[i]
				if s.isTrue[i] {
					sumTrue += p[i]
				}
			}
			for i, row := range s.rows {
				d := p[i] / sum
				if s.isTrue[i] {
					d -= p[i] / sumTrue
				}
				for j, x := range row {
					g[j] += d * x
				}
			}
		}
		for j := range w {
			g[j] = g[j]/float64(len(all)) + penalty*w[j]
			mean[j] = .9*mean[j] + .1*g[j]
			square[j] = .999*square[j] + .001*g[j]*g[j]
			w[j] -= rate * mean[j] / (1 - math.Pow(.9, float64(step))) /
				(math.Sqrt(square[j]/(1-math.Pow(.999, float64(step)))) + 1e-8)
		}
	}
	return w
}

// hits counts the outputs whose likeliest line states a reason.
func hits(all []sample, w []float64) (n int) {
	for _, s := range all {
		best, most := 0, math.Inf(-1)
		for i, row := range s.rows {
			if sum := dot(row, w); sum > most {
				best, most = i, sum
			}
		}
		if s.isTrue[best] {
			n++
		}
	}
	return n
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
