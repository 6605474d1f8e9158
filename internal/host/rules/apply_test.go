package rules

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

func status(code int) result.Status { return result.Status{Known: true, Code: code} }

// applied makes a digest of lines, each "RANK text", and returns what rules make of it in the same form; a span of more
// than one line follows in brackets.
func applied(
	t *testing.T,
	rule string,
	in *strategies.Input,
	outcome strategies.Outcome,
	lines ...string,
) (got []string, changed bool) {
	t.Helper()
	c := strategies.NewCollector(false)
	for i, l := range lines {
		r, text, _ := strings.Cut(l, " ")
		c.Line(rankOf(r), strategies.KindLine, "", strategies.Line{N: i + 1, Text: text})
	}
	c.Outcome(outcome)
	d := c.Digest()
	m := New(parsed(t, User, "[[rule]]\nname = \"x\"\ntool = \"x\"\n"+rule)).For(in)
	if m == nil {
		t.Fatal("the rule doesn't match")
	}
	changed = m.Apply(in, &d)
	for _, f := range d.Facts {
		s := "dropped"
		if f.Rank < strategies.Dropped {
			s = rankNames[f.Rank]
		}
		if f.Raised {
			s += "+"
		}
		s += " " + f.Text
		if f.Span.Len() > 1 {
			s += fmt.Sprintf(" [%d-%d]", f.Span.First, f.Span.Last)
		}
		if !f.Whole {
			s += " ~"
		}
		if f.Group != "" {
			s += " @" + f.Group
		}
		got = append(got, s)
	}
	return got, changed
}

func TestApply(t *testing.T) {
	line := func(match, rest string) string { return "[[rule.line]]\nmatch = '" + match + "'\n" + rest + "\n" }
	drop := line("^get ", `do = "drop"`)
	tests := []struct {
		name    string
		rule    string
		code    int // -1 for unknown
		outcome strategies.Outcome
		lines   []string
		want    []string
		changed bool
	}{
		{
			"drop",
			drop,
			0,
			0,
			[]string{"critical get a", "evidence put b", "noise get c"},
			[]string{"dropped get a", "evidence put b", "dropped get c"},
			true,
		},
		{"drop on red", drop, 1, 0, []string{"critical get a", "evidence get b", "context get c", "noise get d"},
			[]string{"critical get a", "evidence get b", "dropped get c", "dropped get d"}, true},
		{
			"drop where failures are reported",
			drop,
			0,
			strategies.Fail,
			[]string{"critical get a", "evidence get b", "detail get c"},
			[]string{"critical get a", "evidence get b", "dropped get c"},
			true,
		},
		{
			"drop where nobody knows",
			drop,
			-1,
			0,
			[]string{"critical get a", "evidence get b"},
			[]string{"critical get a", "dropped get b"},
			true,
		},
		{"nothing matches", drop, 0, 0, []string{"critical put a"}, []string{"critical put a"}, false},
		{
			"unless",
			line("^get ", "unless = 'b$'\ndo = \"drop\""),
			0,
			0,
			[]string{"context get a", "context get b"},
			[]string{"dropped get a", "context get b"},
			true,
		},
		{"the first entry decides", line("a", `do = "keep"`) + line("^get ", `do = "drop"`), 0, 0,
			[]string{
				"detail get a",
				"critical a",
				"detail get b",
			}, []string{"evidence get a", "critical a", "dropped get b"}, true},
		{
			"rank",
			line("^get ", "do = \"rank\"\nrank = \"critical\""),
			0,
			0,
			[]string{"noise get a", "noise b"},
			[]string{"critical get a", "noise b"},
			false,
		},
		{
			"lower",
			line("^get ", "do = \"rank\"\nrank = \"noise\""),
			2,
			0,
			[]string{"evidence get a", "context get b"},
			[]string{"evidence get a", "noise get b"},
			false,
		},
		{"raise on red", line("^get ", "do = \"rank\"\nrank = \"critical\""), 2, 0,
			[]string{
				"evidence get 1",
				"detail get 2",
				"detail get 3",
				"detail get 4",
				"detail get 5",
				"noise get 6",
				"noise get 7",
			},
			[]string{
				"evidence get 1",
				"critical+ get 2",
				"critical+ get 3",
				"critical+ get 4",
				"critical+ get 5",
				"critical+ get 6",
				"evidence+ get 7",
			}, false},
		{
			"keep on red",
			line("^get ", `do = "keep"`),
			2,
			0,
			[]string{"detail get 1"},
			[]string{"evidence+ get 1"},
			false,
		},
		{
			"replace",
			line(`id=[0-9a-f-]+`, `do = "replace"`+"\nwith = \"id\""),
			0,
			0,
			[]string{"context x id=12-ab y id=3", "context z"},
			[]string{"context x id y id ~", "context z"},
			true,
		},
		{
			"replace by what was captured",
			line(`^(\w+) took (\d+)ms$`, "do = \"replace\"\nwith = \"$1: $2 ms\"\nrank = \"detail\""),
			0,
			0,
			[]string{"context build took 120ms"},
			[]string{"detail build: 120 ms ~"},
			true,
		},
		{
			"replace that takes away",
			line(` \*+$`, `do = "replace"`+"\nwith = \"\""),
			0,
			0,
			[]string{"context TASK [a] ****", "context  ****"},
			[]string{"context TASK [a] ~", "context  ****"},
			true,
		},
		{
			"replace that cuts a number",
			line(`^took (\d)`, `do = "replace"`+"\nwith = \"$1 s, \""),
			0,
			0,
			[]string{"context took 120 s", "context took 9 s"},
			[]string{"context took 120 s", "context 9 s,  s ~"},
			true,
		},
		{
			"replace that glues numbers",
			line(`(\d+) (\d+)`, `do = "replace"`+"\nwith = \"$1$2\""),
			0,
			0,
			[]string{"context 1 2"},
			[]string{"context 1 2"},
			false,
		},
		{
			"replace that turns a sign",
			line(`(\d+) off`, `do = "replace"`+"\nwith = \"-$1\""),
			0,
			0,
			[]string{"context 5 off"},
			[]string{"context 5 off"},
			false,
		},
		{
			"replace on red",
			line("^get", `do = "replace"`+"\nwith = \"got\""),
			1,
			0,
			[]string{"context get a"},
			[]string{"context get a"},
			false,
		},
		{
			"fold",
			line("^get ", `do = "fold"`),
			0,
			0,
			[]string{"noise get a", "context get b", "detail get c", "context put", "context get d"},
			[]string{"context 3 lines like: get a [1-3] ~", "context put", "context get d"},
			true,
		},
		{
			"fold in own words",
			line("^get ", `do = "fold"`+"\nwith = \"${count} more, $$ to ${last}\""),
			0,
			0,
			[]string{"noise get a", "context get b"},
			[]string{"context 2 more, $ to get b [1-2] ~"},
			true,
		},
		{
			"fold on red",
			line("^get ", `do = "fold"`+"\nwith = \"${count} more\""),
			1,
			0,
			[]string{"noise get a", "context get b", "evidence get c", "noise get d"},
			[]string{"context 2 lines like: get a [1-2] ~", "evidence get c", "noise get d"},
			true,
		},
		{
			"fold that glues numbers",
			line("^", `do = "fold"`+"\nwith = \"${count}${first}\""),
			0,
			0,
			[]string{"noise 1", "noise 2"},
			[]string{"noise 2 lines like: 1 [1-2] ~"},
			true,
		},
		{
			"group",
			line(`^(\w+)/`, `do = "group"`+"\nby = \"$1\""),
			0,
			0,
			[]string{"context a/x", "context y", "context b/x"},
			[]string{"context a/x @a", "context y", "context b/x @b"},
			false,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := &strategies.Input{Tool: "x"}
			if tt.code >= 0 {
				in.Status = status(tt.code)
			}
			got, changed := applied(t, tt.rule, in, tt.outcome, tt.lines...)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("facts mismatch (-want +got):\n%s", diff)
			}
			if changed != tt.changed {
				t.Errorf("changed %v, want %v", changed, tt.changed)
			}
		})
	}
}

// TestApplySplits holds that a fact of several lines is split into them where a rule has a word on one, and into such
// as the fitter would have made of it.
func TestApplySplits(t *testing.T) {
	f := strategies.Fact{
		Kind:  "test",
		Rank:  strategies.Context,
		Text:  "a\nb\nc",
		Brief: "b",
		Span:  strategies.Span{First: 4, Last: 6},
		Whole: true,
		Count: 1,
		Lead:  true,
	}
	m := New(
		parsed(t, User, "[[rule]]\nname = \"x\"\ntool = \"x\"\n[[rule.line]]\nmatch = 'c'\ndo = \"drop\"\n"),
	).For(call("x", ""))
	d := strategies.Digest{Facts: []strategies.Fact{f}}
	m.Apply(&strategies.Input{Status: status(0)}, &d)
	one := func(text string, n int) strategies.Fact {
		g := f
		g.Text, g.Span, g.Brief, g.Lead, g.Second = text, strategies.Span{First: n, Last: n}, "", false, true
		return g
	}
	b, c := one("b", 5), one("c", 6)
	b.Brief, b.Lead, b.Second = "b", true, false
	c.Rank, c.Second = strategies.Dropped, false
	if diff := cmp.Diff([]strategies.Fact{one("a", 4), b, c}, d.Facts); diff != "" {
		t.Errorf("facts mismatch (-want +got):\n%s", diff)
	}
	d = strategies.Digest{Facts: []strategies.Fact{f}}
	d.Facts[0].Text = "a\nb\nb"
	want := []strategies.Fact{d.Facts[0]}
	if m.Apply(&strategies.Input{Status: status(0)}, &d) || !cmp.Equal(want, d.Facts) {
		t.Errorf("a fact that no rule speaks of became %v", d.Facts)
	}
}
