package programs

import (
	"bufio"
	"context"
	"encoding/json"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/general"
	"github.com/toktee/toktee/strategies/genericdiag"
	"github.com/toktee/toktee/strategies/report"
)

const corpus = "../../testdata/corpus"

// corpusCase is a captured output with the counts of the tool's own report.
type corpusCase struct {
	ID, Family, Tool, Command, Raw string
	ExitCode                       *int `json:"exit_code"`
	Facts                          [][]string
	Oracle                         map[string]int64
}

func corpusCases(t testing.TB) []corpusCase {
	f, err := os.Open(filepath.Join(corpus, "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []corpusCase
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var c corpusCase
		if err := json.Unmarshal(sc.Bytes(), &c); err != nil {
			t.Fatalf("%.80s: %v", sc.Text(), err)
		}
		out = append(out, c)
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// countedOtherwise are counts of which a tool's report and what the tool prints don't agree; what it prints is told.
var countedOtherwise = map[string]map[strategies.Key]int64{
	// ctest prints "4 tests failed out of 5", and its report says of one of them that it didn't run
	"build/ctest-crash-timeout-absent": {strategies.Failed: 4},
}

// text is an output as the general engine gets it.
type text []string

func (t text) Count() int { return len(t) }
func (t text) All() iter.Seq[strategies.Line] {
	return func(yield func(strategies.Line) bool) {
		for i, l := range t {
			if !yield(strategies.NewLine(i+1, l)) {
				return
			}
		}
	}
}

var everything = general.New(append(All(), genericdiag.Diagnostics)...)

// digest reads an output with all programs.
func digest(t testing.TB, command, raw string, st result.Status) (strategies.Digest, text) {
	t.Helper()
	lines := text(strings.Split(strings.TrimSuffix(string(clean.Bytes([]byte(raw))), "\n"), "\n"))
	head := strings.Join(lines[:min(len(lines), 10)], "\n")
	in := &strategies.Input{
		Tool: "exec", Family: strategies.FamilyExec, Command: command, Shell: shell.Parse(command), Status: st,
		Head: head[:min(len(head), 1<<10)],
	}
	c := strategies.NewCollector(false)
	if err := everything.Digest(context.Background(), in, lines, c); err != nil {
		t.Fatal(err)
	}
	return c.Digest(), lines
}

func status(code *int) result.Status {
	if code == nil {
		return result.Status{}
	}
	return result.Status{Known: true, Code: *code}
}

// TestCorpus compares what is counted in captured outputs with what the tools' own reports say, and makes sure that no
// exit code makes a failure look well.
func TestCorpus(t *testing.T) {
	keys := []strategies.Key{
		strategies.Failed,
		strategies.Passed,
		strategies.Skipped,
		strategies.Errors,
		strategies.Warnings,
	}
	parsed := 0
	for _, c := range corpusCases(t) {
		raw, err := os.ReadFile(filepath.Join(corpus, c.Raw))
		if err != nil {
			t.Fatal(err)
		}
		if len(raw) > 4<<20 {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			d, _ := digest(t, c.Command, string(raw), status(c.ExitCode))
			for _, w := range d.Warnings {
				if strings.Contains(w, "panic") {
					t.Error(w)
				}
				t.Logf("warning: %s", w)
			}
			if !d.Parsed {
				return
			}
			parsed++
			for _, k := range keys {
				want, ok := c.Oracle[string(k)]
				if n, other := countedOtherwise[c.ID][k]; other {
					want = n
				}
				if got, counted := d.Data[k]; ok && counted && got != want {
					t.Errorf("%s: %d, the tool's report says %d", k, got, want)
				}
			}
			for _, code := range []int{0, 1, 137} {
				flipped, _ := digest(t, c.Command, string(raw), status(&code))
				if flipped.Outcome == strategies.Pass && code != 0 && flipped.Parsed {
					t.Errorf("exit %d reads as a pass: %q", code, flipped.Verdict)
				}
				if d.Outcome == strategies.Fail && flipped.Outcome != strategies.Fail {
					t.Errorf("exit %d: the failure is not told any more: %q", code, flipped.Verdict)
				}
			}
			own := shell.Parse(c.Command).AllExit // not behind a pipe, "|| true" or "; echo"
			if c.ExitCode != nil && *c.ExitCode == 0 && own && d.Outcome == strategies.Fail {
				t.Errorf("a run that ended with 0 reads as a failure: %q", d.Verdict)
			}
			if c.ExitCode != nil && *c.ExitCode != 0 && d.Outcome == strategies.Pass && d.Parsed {
				t.Errorf("a run that ended with %d reads as a pass: %q", *c.ExitCode, d.Verdict)
			}
		})
	}
	if parsed == 0 {
		t.Error("nothing was parsed")
	}
}

// runCall reads the text that a call of a program printed.
func runCall(p report.Program, c report.Call, text string) report.Report {
	reading := p.Read(c)
	for i, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		reading.Line(report.NewLine(i+1, l))
	}
	return reading.Report()
}

// corpusText is a captured output as a parser gets it.
func corpusText(t testing.TB, id string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(corpus, "raw", strings.ReplaceAll(id, "/", "_")))
	if err != nil {
		t.Fatal(err)
	}
	return string(clean.Bytes(raw))
}

// checkLines makes sure that a report speaks of lines that there are.
func checkLines(t *testing.T, r report.Report, total int) {
	t.Helper()
	line := func(what string, n int) {
		if n < 0 || n > total {
			t.Errorf("%s: line %d of %d", what, n, total)
		}
	}
	span := func(what string, s strategies.Span) {
		line(what, s.First)
		line(what, s.Last)
		if s.Last < s.First {
			t.Errorf("%s: %v falls", what, s)
		}
	}
	for _, f := range r.Findings {
		line("at", f.At)
		line("head", f.Head)
		for _, n := range f.Evidence {
			line("says", n)
		}
		span("span", f.Span)
	}
	for _, n := range append(append([]int{}, r.Summary...), r.Notes...) {
		line("summary", n)
	}
	span("region", r.Region)
	last := 0
	for _, s := range r.Noise {
		span("noise", s)
		if s.First <= last {
			t.Errorf("noise falls back to %d", s.First)
		}
		last = s.Last
	}
	for _, s := range r.Regions {
		span("regions", s)
	}
	for k, n := range r.Counts {
		if n < 0 {
			t.Errorf("%s is %d", k, n)
		}
	}
}

// TestAnswersStayWhole checks that what was asked for keeps its rank beside what the program says of itself.
func TestAnswersStayWhole(t *testing.T) {
	body := corpusText(t, "misc/curl-verbose")
	d, lines := digest(t, "curl -v http://127.0.0.1:8088/site.css", body, status(new(int)))
	ranks := map[string]strategies.Rank{}
	for i, f := range d.Facts {
		ranks[lines[i]] = f.Rank
	}
	if got := ranks["h1 { color: teal }"]; got > strategies.Context {
		t.Errorf("the body has rank %d", got)
	}
	if got := ranks["< HTTP/1.1 200 OK"]; got != strategies.Critical {
		t.Errorf("the status has rank %d", got)
	}
	if got := ranks["> Accept: */*"]; got != strategies.Noise {
		t.Errorf("a header that was sent has rank %d", got)
	}
	if d.Verdict[1] != "curl: HTTP 200" {
		t.Errorf("verdict %q", d.Verdict)
	}
}
