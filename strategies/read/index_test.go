package read

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/strategies"
)

// manyFunctions is a source of n functions with bodies of three lines each.
func manyFunctions(n int) string {
	var sb strings.Builder
	sb.WriteString("package many\n\n")
	for i := range n {
		fmt.Fprintf(
			&sb,
			"func handleRequest%d(ctx context.Context, request *Request, response *Response) error {\n"+
				"\tvalue := request.Value(%d)\n\tresponse.SetValue(value)\n\treturn ctx.Err()\n}\n\n",
			i,
			i,
		)
	}
	return sb.String()
}

// shown are the facts' texts of a digest of which the naming ones are asked for.
func naming(d strategies.Digest) (lead, ranged []string) {
	for _, f := range d.Facts {
		switch {
		case f.Kind == kindSymbol:
			lead = append(lead, f.Text)
		case strings.Contains(f.Text, "→") && f.Lead:
			lead = append(lead, f.Text)
		case strings.Contains(f.Text, "→"):
			ranged = append(ranged, f.Text)
		}
	}
	return lead, ranged
}

// TestRanges: what a file defines at its top level comes with its lines, in a list where that would take too many
// lines, and not at all where the file passes whole.
func TestRanges(t *testing.T) {
	for _, test := range []struct {
		name   string
		src    string
		lead   string // the first of what comes first
		leads  int
		ranged string
		lines  int
	}{
		{"a short file", manyFunctions(8), "", 0, "", 0},
		{"some functions", manyFunctions(20), "", 0, "3-7→func handleRequest0(ctx context.Context, request " +
			"*Request, response *Response) error {", 20},
		{"many functions", manyFunctions(60), "handleRequest0 3-7, handleRequest1 9-13, ", 1, "", 0},
		{"too many for a list", manyFunctions(200), "handleRequest0 3-7, handleRequest1 9-13, ", 1, "", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := digest(t, input("many.go", "", test.src), test.src)
			lead, ranged := naming(d)
			if len(lead) != test.leads || len(ranged) != test.lines {
				t.Fatalf("%d come first, %d with lines; want %d and %d", len(lead), len(ranged), test.leads, test.lines)
			}
			if test.leads > 0 && !strings.HasPrefix(lead[0], test.lead) {
				t.Errorf("the first is %q, want %q", lead[0], test.lead)
			}
			if test.lines > 0 && ranged[0] != test.ranged {
				t.Errorf("the first line is %q, want %q", ranged[0], test.ranged)
			}
		})
	}
}

// TestList: every name stands in the list once, signatures of one function together, numbered as the file is.
func TestList(t *testing.T) {
	src := strings.Replace(manyFunctions(60), "handleRequest1(", "handleRequest0(", 1)
	d := digest(t, input("many.go", "", number(src, arrow, 1)), number(src, arrow, 1))
	lead, _ := naming(d)
	var got []string
	for one := range strings.SplitSeq(strings.ReplaceAll(strings.Join(lead, ", "), ",\n", ", "), ", ") {
		got = append(got, one)
	}
	want := []string{"handleRequest0 3-7 9-13"}
	for i := 2; i < 60; i++ {
		want = append(want, fmt.Sprintf("handleRequest%d %d-%d", i, 3+6*i, 7+6*i))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mismatch (-want +got):\n%s", diff)
	}
}

// TestListOfPart: of a long part of a file names are listed by their lines in the file, if these are known; a short
// one has all its lines, and nothing besides.
func TestListOfPart(t *testing.T) {
	src := lines(manyFunctions(120)) // the function i stands from 3+6i to 7+6i
	tests := []struct {
		name, command string
		part          []string
		lead          string
	}{
		{"long", "sed -n 303,602p many.go", src[302:602], "handleRequest50 303-307, handleRequest51 309-313"},
		{"short", "sed -n 303,400p many.go", src[302:400], ""},
		{"the end", "tail -n 300 many.go", src[len(src)-300:], ""},
		{"several", "sed -n '3,10p;303,602p' many.go", slices.Concat(src[2:10], src[302:602]), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Join(tt.part, "\n") + "\n"
			lead, ranged := naming(digest(t, input("", tt.command, text), text))
			if tt.lead == "" && len(lead)+len(ranged) > 0 {
				t.Errorf("%d names come first and %d with lines, want none", len(lead), len(ranged))
			}
			if got := strings.Join(lead, ", "); !strings.HasPrefix(got, tt.lead) {
				t.Errorf("the names are %.80q, want %q", got, tt.lead)
			}
		})
	}
}

// TestListSaysWhatIsMissing: each form of the list counts by kind what it lacks; of a file with too many names,
// methods are counted beside their types.
func TestListSaysWhatIsMissing(t *testing.T) {
	few := manyFunctions(60)
	var sb strings.Builder
	sb.WriteString("package many\n\ntype Small struct{}\n\ntype Server struct{}\n\n")
	for i := range 150 {
		fmt.Fprintf(&sb, "func (s *Server) handle%d(ctx context.Context, request *Request) error {\n"+
			"\ts.log(%d)\n\ts.count(ctx, request)\n\treturn ctx.Err()\n}\n\n", i, i)
	}
	tests := []struct{ name, src, form, list string }{
		{"one kind", few, "handleRequest2 15-19, … 57 more functions", "handleRequest59 357-361"},
		{"too many", manyFunctions(200), "handleRequest2 15-19, … 197 more functions", ", … 70 more functions"},
		{"methods of a type", sb.String(), "", "Small 3, Server 5 (150 methods)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.form == "" && !grammars {
				t.Skip("keywords count nothing")
			}
			d := digest(t, input("many.go", "", tt.src), tt.src)
			i := slices.IndexFunc(d.Facts, func(f strategies.Fact) bool { return f.Kind == kindSymbol })
			if i < 0 {
				t.Fatal("no list")
			}
			f := d.Facts[i]
			if tt.form != "" && !strings.HasSuffix(f.Forms[0], tt.form) {
				t.Errorf("the first form is %q, want %q at its end", f.Forms[0], tt.form)
			}
			if !strings.HasSuffix(f.Text, tt.list) {
				t.Errorf("the list is %q, want %q at its end", f.Text, tt.list)
			}
		})
	}
}

// TestSeveralFiles: of files that are printed one after the other, the verdict says that lines are counted over all.
func TestSeveralFiles(t *testing.T) {
	for command, want := range map[string]bool{
		"cat a.go b.go": true, "cat -n a.go b.go": true, "cat src/*.go": true, "cat a.go": false,
		"sed -n 1,900p a.go": false, "sed -n 1,900p a.go b.go": true, "cd src && cat a.go": false,
	} {
		src := manyFunctions(20)
		d := digest(t, input("", command, src), src)
		if got := strings.Contains(d.Verdict[1], "several files counted as one"); got != want {
			t.Errorf("the verdict of %s is %q", command, d.Verdict[1])
		}
	}
}

// TestOpenEnds: if a bracket is missing, symbols whose end isn't certain have the number of their first line alone, and
// nothing is counted.
func TestOpenEnds(t *testing.T) {
	text := strings.Replace(manyFunctions(60), "request.Value(30)", "request.Value(30) {", 1)
	d := digest(t, input("many.go", "", text), text)
	lead, _ := naming(d)
	list := strings.Join(strings.Fields(strings.Join(lead, "")), " ")
	want := "handleRequest29 177-181, handleRequest30 183, handleRequest31 189-193, "
	if !strings.Contains(list, want) {
		t.Errorf("the list lacks %q:\n%s", want, list)
	}
	if n, ok := d.Data["functions"]; ok {
		t.Errorf("%d functions were counted", n)
	}
}
