package report

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func doc() *Doc {
	return &Doc{
		Title: "A <b>kiln</b>",
		Lead:  []string{"It's hot & it _glows_.\nStill."},
		Sections: []Section{{
			Title: "Cones", Notes: []string{"See https://kiln.example/x"}, Brief: 2,
			Table: &Table{
				Columns: []Column{
					{Head: "cone"}, {Head: "heat", Chart: true, Hint: "dark: now"},
					{Head: "degrees", Num: true, Hint: "in <C>"},
					{Head: "note|s", Wide: true},
				},
				Rows: [][]Cell{
					{{Text: "04"}, {Bar: &Bar{Max: 2000, Then: 1000, Now: 500}}, {Text: "1060", Value: 1060},
						{Text: "a|b"}},
					{{Text: "<script>alert(1)</script>"}, {}, {Text: "-", Null: true},
						{Text: "![x](http://evil.example/p.png)"}},
					{{Text: "6\x1b[31m\u202e"}, {}, {Text: "1222", Value: 1222}, {}},
				},
			},
		}},
		Foot: []string{"The end."},
	}
}

func TestText(t *testing.T) {
	var sb strings.Builder
	if err := doc().Text(&sb); err != nil {
		t.Fatal(err)
	}
	want := `A <b>kiln</b>
It's hot & it _glows_. Still.

Cones
  See https://kiln.example/x
  cone                       degrees
  04                            1060
  <script>alert(1)</script>        -
  and 1 more
`
	if diff := cmp.Diff(want, sb.String()); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
}

func TestMarkdown(t *testing.T) {
	want := `| cone | degrees | note\|s |
| --- | ---: | --- |
| 04 | 1060 | a\|b |
| &lt;script&gt;alert(1)&lt;/script&gt; | - | !\[x\](http://evil.example/p.png) |
| 6 \[31m | 1222 |  |
`
	if diff := cmp.Diff(want, doc().Sections[0].Table.Markdown()); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
}

func TestHTML(t *testing.T) {
	b, err := doc().HTML()
	if err != nil {
		t.Fatal(err)
	}
	page := string(b)
	for _, want := range []string{
		`<title>A &lt;b&gt;kiln&lt;/b&gt;</title>`,
		`<td class="words short">&lt;script&gt;alert(1)&lt;/script&gt;</td>`,
		`<td class="num" data-v="1060">1060</td>`,
		`<td class="num" data-v="">-</td>`,
		`<rect class="then" width="42.0" height="12"/><rect class="now" y="2" width="21.0" height="8"/>`,
		`<dt>heat</dt><dd><svg class="key"`, `<dt>degrees</dt><dd>in &lt;C&gt;</dd>`,
		`default-src 'none'`,
		`@media print`,
		`prefers-color-scheme: dark`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, not := range []string{"src=", "href=", "@import", "url(", "\x1b", "\u202e", "fetch("} {
		if strings.Contains(page, not) {
			t.Errorf("the page has %q", not)
		}
	}
	if strings.Count(page, "<script>") != 1 {
		t.Error("the page has a script that isn't its own")
	}
}

func ExampleDoc() {
	d := &Doc{Title: "Saved", Sections: []Section{{Title: "By tool", Table: &Table{
		Columns: []Column{{Head: "tool"}, {Head: "tokens", Num: true}},
		Rows:    [][]Cell{{{Text: "grep"}, {Text: "812", Value: 812}}, {{Text: "read"}, {Text: "95", Value: 95}}},
	}}}}
	_ = d.Text(os.Stdout)
	// Output:
	// Saved
	//
	// By tool
	//   tool  tokens
	//   grep     812
	//   read      95
}
