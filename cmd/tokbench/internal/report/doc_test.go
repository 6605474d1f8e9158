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
				Columns: []Column{{Head: "cone"}, {Head: "degrees", Num: true}, {Head: "note|s"}},
				Rows: [][]string{
					{"04", "1060", "a|b"},
					{"<script>alert(1)</script>", "-", "![x](http://evil.example/p.png)"},
					{"6\x1b[31m\u202e", "1222", ""},
				},
			},
		}},
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
  cone                       degrees  note|s
  04                            1060  a|b
  <script>alert(1)</script>        -  ![x](http://evil.example/p.png)
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

func ExampleDoc() {
	t := NewTable(1, "tool", "tokens")
	t.Add("grep", "812")
	t.Add("read", "95")
	d := &Doc{Title: "Saved", Sections: []Section{{Title: "By tool", Table: t}}}
	_ = d.Text(os.Stdout)
	// Output:
	// Saved
	//
	// By tool
	//   tool  tokens
	//   grep     812
	//   read      95
}
