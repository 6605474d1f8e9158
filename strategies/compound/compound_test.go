package compound

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// plainPart replaces a strategy: every line is context, and every second one a group of its own.
type plainPart struct{}

func (plainPart) Name() string                                  { return "plain" }
func (plainPart) Match(*strategies.Input) strategies.Confidence { return strategies.Sure }
func (plainPart) Digest(_ context.Context, _ *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	for l := range lines.All() {
		c.Line(strategies.Context, strategies.KindLine, fmt.Sprint(l.N%2), l)
	}
	return nil
}

func partsInput(cmd string) *strategies.Input {
	in := &strategies.Input{Tool: "Bash", Command: cmd, Shell: shell.Parse(cmd), Status: result.Status{Known: true}}
	in.Family = toolname.FamilyOf(in.Tool, in.Shell)
	return in
}

// sayCut renders parts: lines, then the command or the file; a line of the command's own is quoted, a guess has a "?".
func sayCut(parts []part) string {
	var out []string
	for _, p := range parts {
		what := "'"
		if !p.said {
			if what = p.in.Command; what == "" {
				what = p.in.Path
			}
			if p.likely {
				what = "?"
			}
			what = " " + what
		}
		first, last := p.lines[0].N, p.lines[len(p.lines)-1].N
		if first == last {
			out = append(out, fmt.Sprintf("%d%s", first, what))
		} else {
			out = append(out, fmt.Sprintf("%d-%d%s", first, last, what))
		}
	}
	return strings.Join(out, ", ")
}

func TestCutParts(t *testing.T) {
	for _, tt := range []struct{ name, cmd, text, want string }{
		{"separator", `cat a.go; echo ---; cat b.go`, "x\ny\n---\nz\n", "1-2 cat a.go, 3', 4 cat b.go"},
		{"separator that a file holds too", `cat a; echo ---; ls`, "x\n---\ny\n---\nz\n", "none"},
		{"separator that didn't come", `ls; echo ---; cat b`, "x\ny\n", "none"},
		{"names", `echo "== a"; cat a; echo; echo "== b"; cat b`, "== a\nx\n\n== b\ny\n",
			"1', 2 cat a, 3', 4', 5 cat b"},
		{"loop over names", `for f in a b; do echo "# $f"; cat $f; done`, "# a\nx\n# b\ny\n",
			"1', 2 cat $f, 3', 4 cat $f"},
		{"loop over a pattern", `for f in d/*.go; do echo "== $f =="; sed -n 1,9p $f; done`,
			"== d/a.go ==\nx\n== no ==\n== d/b.go ==\ny\n", "1', 2-3 sed -n 1,9p $f, 4', 5 sed -n 1,9p $f"},
		{"full ranges", `sed -n 1,2p a && sed -n 7,9p b`, "1\n2\n7\n8\n9\n", "1-2 sed -n 1,2p a, 3-5 sed -n 7,9p b"},
		{"a range that isn't full", `sed -n 1,20p a && sed -n 1,9p b`, "1\n2\n7\n8\n9\n",
			"1-5 sed -n 1,20p a; sed -n 1,9p b"},
		{"a range from the middle", `sed -n 5,6p a && cat b`, "1\n2\n7\n8\n9\n", "1-2 ?, 3-5 ?"},
		{"known sizes", `pwd; echo; cat a`, "/r\n\nx\ny\n", "1 pwd, 2', 3-4 cat a"},
		{"numbers that go on", `nl -ba a | sed -n 5,9p; cat -n b`, "     1\ta\n     2\tb\n",
			"1-2 nl -ba a | sed -n 5,9p; cat -n b"},
		{"reads that can't be told apart", `cat a.go && cat b.go`, "x\ny\n", "1-2 cat a.go; cat b.go"},
		{"a run in between", `cat a.go && go test ./... && cat b.go`, "x\ny\n", "none"},
		{"a condition", `if true; then cat a; fi; cat b`, "x\ny\n", "none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var lines partLines
			for l := range strategies.NewText(tt.text).All() {
				lines = append(lines, l)
			}
			got := "none"
			if parts, ok := cutParts(partsInput(tt.cmd), lines); ok {
				got = sayCut(parts)
			}
			if got != tt.want {
				t.Errorf("%s\n got %s\nwant %s", tt.cmd, got, tt.want)
			}
		})
	}
}

// Every line of a part is one fact, in the part's group.
func TestPartsAreGroups(t *testing.T) {
	in := partsInput(`cat a; echo ---; cat b`)
	if got := New(nil).Match(in); got <= strategies.Command {
		t.Fatalf("Match is %d, want more than %d", got, strategies.Command)
	}
	c := strategies.NewCollector(false)
	if err := New(strategies.Registry{plainPart{}}).Digest(context.Background(), in,
		strategies.NewText("1\n2\n3\n---\n5\n6\n"), c); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range c.Digest().Facts {
		got = append(got, fmt.Sprintf("%s %d %s", f.Text, f.Turn, f.Group))
	}
	want := []string{"1 0 a", "2 0 a", "3 0 a", "--- 0 ", "5 0 b", "6 0 b"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("facts mismatch (-want +got)\n%s", diff)
	}
}

// Some parts have no heading of their own: those below a line that names their file. They take turns all the same.
func TestPartsWithoutHeadingTakeTurns(t *testing.T) {
	for _, tt := range []struct{ command, text, want string }{
		{`for f in a b; do echo "== $f"; cat $f; done`, "== a\n2\n3\n== b\n5\n6\n",
			"== a 0 true, 2 1 false, 3 2 false, == b 0 true, 5 1 false, 6 2 false"},
	} {
		c := strategies.NewCollector(false)
		if err := New(strategies.Registry{plainPart{}}).Digest(context.Background(), partsInput(tt.command),
			strategies.NewText(tt.text), c); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range c.Digest().Facts {
			got = append(got, fmt.Sprintf("%s%s %d %v", f.Group, f.Text, f.Turn, f.Lead))
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%s: facts mismatch (-want +got)\n%s", tt.command, diff)
		}
	}
}

func TestPartsMatch(t *testing.T) {
	for cmd, want := range map[string]bool{
		`cat a; cat b`:                  true,
		`cat a`:                         false,
		`tail -n +1 a b`:                false,
		`go vet ./... && go test`:       false,
		`cd r && cat a`:                 false,
		`rg -n x | head; sed -n 1,9p a`: true,
	} {
		if got := New(nil).Match(partsInput(cmd)) != strategies.No; got != want {
			t.Errorf("Match of %s is %v, want %v", cmd, got, want)
		}
		bad := partsInput(cmd)
		bad.Status.Code = 1
		if got := New(nil).Match(bad); got != strategies.No {
			t.Errorf("Match of %s is %d though it failed", cmd, got)
		}
	}
}
