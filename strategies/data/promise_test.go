package data

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
)

// value draws a JSON value as text, with the blanks that pretty-printers leave.
func value(t *rapid.T, depth int, nl string) string {
	k := rapid.IntRange(0, 9).Draw(t, "kind")
	if depth == 0 && k > 5 {
		k -= 5
	}
	switch k {
	case 0, 1:
		return rapid.SampledFrom([]string{"0", "-0", "1e400", "12345678901234567890", "3.1400", "-7", "1E+2",
			"0.1e-7", "99999999999999999999.5"}).
			Draw(t, "number")
	case 2:
		return rapid.SampledFrom([]string{"true", "false", "null"}).Draw(t, "literal")
	case 3, 4, 5:
		return text(t)
	case 6:
		var parts []string
		for range rapid.IntRange(0, 5).Draw(t, "elements") {
			parts = append(parts, value(t, depth-1, nl))
		}
		return "[" + nl + strings.Join(parts, ","+nl) + "]"
	case 7:
		keys := rapid.SliceOfN(key, 1, 4).Draw(t, "columns")
		var parts []string
		for range rapid.IntRange(2, 9).Draw(t, "rows") {
			parts = append(parts, members(t, keys, depth-1, nl))
		}
		return "[" + nl + strings.Join(parts, ","+nl) + "]"
	}
	return members(t, rapid.SliceOfN(key, 0, 6).Draw(t, "keys"), depth-1, nl)
}

var key = rapid.SampledFrom(
	[]string{"id", "name", "state", "error", "url", "node_id", "a b", `q\"q`, "1", "deep", "é", "items", "message"},
)

func members(t *rapid.T, keys []string, depth int, nl string) string {
	var parts []string
	for _, k := range keys {
		parts = append(parts, `"`+k+`": `+value(t, depth, nl))
	}
	return "{" + nl + strings.Join(parts, ","+nl) + "}"
}

func text(t *rapid.T) string {
	s := rapid.OneOf(rapid.SampledFrom([]string{"", "ok", "failed", "12", "null", "a,b", "x: y", "… 3 rows",
		strings.Repeat("long text ", 30), "https://host/" + strings.Repeat("p/", 30)}), rapid.String()).
		Draw(t, "string")
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// ours are the words of a digest that don't come from the output.
var ours = strings.NewReplacer(
	"every row:", " ", "left out of each row:", " ", " columns of links and keys such as ", " ",
	" column of links and keys such as ", " ", "in the part read", " ",
)

// stands reports the first word of a fact that stands in neither the output nor the figures.
func stands(f strategies.Fact, out string, figures map[string]bool) string {
	for w := range strings.FieldsFuncSeq(ours.Replace(f.Text),
		func(r rune) bool { return strings.ContainsRune(" ,:{}[]()…\"\n.", r) }) {
		switch w {
		case "rows", "row", "values", "value", "by", "key", "-", "document", "of":
		default:
			if !strings.Contains(out, w) && !figures[w] {
				return w
			}
		}
	}
	return ""
}

// figures are the numbers that a digest may state.
func figures(d strategies.Digest) map[string]bool {
	out := map[string]bool{}
	for _, n := range d.Data {
		out[fmt.Sprint(n)] = true
	}
	for i := range d.Data[keyDocs] {
		out[fmt.Sprint(i+1)] = true
	}
	var v struct {
		Tables []tableDetails `json:"tables"`
	}
	if d.Details.Decode(&v) == nil {
		for _, t := range v.Tables {
			out[fmt.Sprint(t.Rows)], out[fmt.Sprint(t.LeftOut)] = true, true
			for _, by := range t.Values {
				for _, n := range by {
					out[fmt.Sprint(n)] = true
				}
			}
		}
	}
	return out
}

func TestNothingIsInvented(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nl := rapid.SampledFrom([]string{"", "\n", "\n  "}).Draw(t, "blanks")
		var out string
		switch rapid.IntRange(0, 2).Draw(t, "form") {
		case 0:
			keys := rapid.SliceOfN(key, 2, 5).Draw(t, "keys")
			for range rapid.IntRange(2, 12).Draw(t, "documents") {
				out += members(t, keys, 2, "") + "\n"
			}
		case 1:
			out = members(t, []string{"id", "items", "name", "deep"}, 4, nl)
		default:
			out = "[" + nl + value(t, 3, nl) + ", " + members(t, []string{"id", "state"}, 2, nl) + "]"
		}
		if cut := rapid.IntRange(0, 3*len(out)).Draw(t, "cut"); cut < len(out) {
			out = out[:textline.RuneStart(out, cut)]
		}
		d, err := digestOf(out)
		if err != nil {
			return
		}
		own := figures(d)
		last := 0
		for _, f := range d.Facts {
			if w := stands(f, out, own); w != "" {
				t.Fatalf("%q of the fact %q doesn't stand in\n%s", w, f.Text, out)
			}
			if f.Span.First != 0 {
				if f.Span.First != last+1 {
					t.Fatalf(
						"the fact %q stands for lines %v, the one before ends at %d\n%s", f.Text, f.Span, last, out,
					)
				}
				last = f.Span.Last
			}
		}
		if want := strings.Count(strings.TrimSuffix(out, "\n"), "\n") + 1; last > want {
			t.Fatalf("the facts stand for %d lines of %d", last, want)
		}
	})
}

// digestOf digests a text as JSON, whatever its start looks like.
func digestOf(out string) (strategies.Digest, error) {
	c := strategies.NewCollector(false)
	err := documents(context.Background(), &strategies.Input{}, strategies.NewText(out), c)
	d := c.Digest()
	if err == nil && d.Misplaced > 0 {
		panic("facts are out of order")
	}
	return d, err
}

// TestRowsAreCounted compares with encoding/json.
func TestRowsAreCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := rapid.SliceOfNDistinct(key, 2, 5, rapid.ID).Draw(t, "keys")
		n := rapid.IntRange(2, 300).Draw(t, "rows")
		row := members(t, keys, 0, "")
		out := "[" + strings.Repeat(row+",\n", n-1) + row + "]"
		var want []json.RawMessage
		if err := json.Unmarshal([]byte(out), &want); err != nil {
			t.Fatal(err)
		}
		d, err := digestOf(out)
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Data[keyRows]; got != int64(len(want)) {
			t.Fatalf("%d rows, encoding/json has %d:\n%s", got, len(want), out)
		}
	})
}

// TestCutRecords cuts records at each byte: a row that is shown has all of its record's values, and only whole records
// are counted. The rest is shown as it was printed.
func TestCutRecords(t *testing.T) {
	var rows, named, indented []string
	want := map[string]bool{}
	for i := range 9 {
		row := fmt.Sprintf(`{"id":"r%d","name":"n%[1]d","size":100%[1]d,"owner":{"login":"u%[1]d"}}`, i)
		rows, named = append(rows, row), append(named, fmt.Sprintf(`"k%d":%s`, i, row))
		indented = append(indented, indent(t, row))
		values := fmt.Sprintf("r%d,n%[1]d,100%[1]d,u%[1]d", i)
		want[values], want[fmt.Sprintf("k%d,%s", i, values)] = true, true
	}
	array := "[" + strings.Join(rows, ",") + "]"
	isRow, ends := regexp.MustCompile(`^\w+,`), regexp.MustCompile(`"u\d"\s*\}\s*\}`)
	for name, out := range map[string]string{
		"a line": array, "indented": indent(t, array), "JSON lines": strings.Join(rows, "\n"),
		"a line for each":     strings.ReplaceAll(array, "},{", "},\n{"),
		"} and { in one line": "[" + strings.Join(indented, ", ") + "]",
		"in an object":        indent(t, `{"total":9000,"items":`+array+"}"),
		"with names":          indent(t, "{"+strings.Join(named, ",")+"}"),
	} {
		t.Run(name, func(t *testing.T) {
			for cut := range out {
				d, err := digestOf(out[:cut])
				if err != nil {
					continue
				}
				shown := 0
				for _, f := range d.Facts {
					if isRow.MatchString(f.Text) {
						if shown++; !want[f.Text] {
							t.Fatalf("the row %q is no record of\n%s", f.Text, out[:cut])
						}
					}
				}
				whole := len(ends.FindAllString(out[:cut], -1))
				if n, ok := d.Data[keyRows]; ok && whole > 0 && n != int64(whole) || shown > 0 && shown != whole {
					t.Fatalf("%d rows are counted, %d shown, %d are whole in\n%s", n, shown, whole, out[:cut])
				}
				if shown > 0 && strings.Count(out[:cut], "{") > strings.Count(out[:cut], "}") && !d.Upstream {
					t.Fatalf("nothing says that this is cut:\n%s", out[:cut])
				}
			}
		})
	}
}

// TestCutRows cuts the last rows of tables at each byte: only whole cells are counted.
func TestCutRows(t *testing.T) {
	for name, format := range map[string]string{
		"CSV": "%s,%s,%s,%s\n", "TSV": "%s\t%s\t%s\t%s\n", "table": "%-10s  %-8s  %-8s  %s\n",
	} {
		var sb strings.Builder
		fmt.Fprintf(&sb, format, "NAME", "STATUS", "ZONE", "SIZE")
		for i := range 99 {
			status := []string{"running", "waiting", "stopped"}[i%3]
			fmt.Fprintf(&sb, format, fmt.Sprint("web-", i), status, "east", "10")
		}
		out := sb.String()
		for cut := len(out) - 60; cut < len(out); cut++ {
			d, err := digest(t, "x", out[:cut])
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range d.Facts {
				by, counts := strings.CutPrefix(f.Text, "by STATUS: ")
				for count := range strings.SplitSeq(by, ", ") {
					var status string
					var n int
					fmt.Sscan(count, &status, &n)
					whole := regexp.MustCompile(status + `[\s,]`)
					rows := out[:strings.LastIndexByte(out[:cut], '\n')+1]
					all, inRows := whole.FindAllString(out[:cut], -1), whole.FindAllString(rows, -1)
					if counts && n != len(all) && n != len(inRows) {
						t.Fatalf("%s, cut to %q: %q", name, out[cut-30:cut], f.Text)
					}
				}
				if f.Short != "" && !strings.Contains(out[:cut], f.Text+"\n") {
					t.Fatalf("%s, cut to %q: %q", name, out[cut-30:cut], f.Short)
				}
			}
		}
	}
}

// TestCutNumbers cuts a list of numbers at each byte: a number that may have more digits is marked.
func TestCutNumbers(t *testing.T) {
	out := `{"name":"x","values":[1000,1001,1002,1003,1004]}`
	for cut := range out {
		d, err := digestOf(out[:cut])
		if err != nil {
			continue
		}
		for _, f := range d.Facts {
			if _, list, ok := strings.Cut(f.Text, "): "); ok {
				for n := range strings.SplitSeq(list, ",") {
					if len(n) != 4 && !strings.HasSuffix(n, "…") {
						t.Errorf("%q has the number %q of %s", f.Text, n, out[:cut])
					}
				}
			}
		}
	}
}

func indent(t *testing.T, s string) string {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(s), "", "  "); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestDecimals compares with math/big.
func TestDecimals(t *testing.T) {
	num := rapid.Custom(func(t *rapid.T) string {
		s := rapid.StringMatching(`-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,12})?([eE][+-]?[0-9]{1,2})?`).Draw(t, "number")
		return s
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := num.Draw(t, "a"), num.Draw(t, "b")
		if !isNumber(a) || !json.Valid([]byte(a)) {
			t.Fatalf("isNumber(%q) = %v, json.Valid says %v", a, isNumber(a), json.Valid([]byte(a)))
		}
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		if got, want := decimalOf(a).compare(decimalOf(b)), x.Cmp(y); got != want {
			t.Fatalf("compare(%s, %s) = %d, want %d", a, b, got, want)
		}
	})
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a":1}`, `[{"a":1},{"a":2}]`, "{\"a\":\n\"b\"}\n{\"c\":[]}", `[[[[`,
		`{"a":{"b":{"c":"`, "[1,2", `{"a" 1}`, "{}x", "{\n}x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, out string) {
		d, err := digestOf(out)
		if err == nil && json.Valid([]byte(out)) && d.Upstream {
			t.Errorf("a document that is whole is said to break off")
		}
	})
}

// TestReadsAsJSON compares what the parser takes for a document with what encoding/json does.
func TestReadsAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[\[{]("a"|1|-0|tru?e|null|[,:\[\]{} ]){0,12}[\]}]`).Draw(t, "text")
		docs, stray := 0, 0
		p := parser{doc: func(*node) { docs++ }, stray: func(strategies.Line) { stray++ }}
		p.read(strategies.NewLine(1, s))
		p.over()
		if got, want := docs == 1 && stray == 0 && p.why == unbroken, json.Valid([]byte(s)); got != want && docs < 2 {
			t.Fatalf("%q: read as a document is %v, json.Valid says %v", s, got, want)
		}
	})
}

func FuzzLines(f *testing.F) {
	for _, s := range []string{"a,b,c\n1,2,3\n4,5,6\n7,8,9\n1,2,3\n", "A  B  C\n1  2  3\n4  5  6\n",
		" a | b \n---+---\n 1 | 2 \n", "apiVersion: v1\nkind: x\na:\n- b: c\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, out string) {
		out = strings.ToValidUTF8(out, "")
		in := &strategies.Input{Head: out[:min(len(out), 1<<10)]}
		lines := strategies.NewText(out)
		for _, digest := range []func(c *strategies.Collector) error{
			func(c *strategies.Collector) error { return yaml(context.Background(), in, lines, c) },
			func(c *strategies.Collector) error {
				if layoutOf(in.Head) == nil {
					return errForm
				}
				return records(context.Background(), in, lines, c)
			},
		} {
			c := strategies.NewCollector(false)
			if digest(c) != nil {
				continue
			}
			d := c.Digest()
			if d.Misplaced > 0 {
				t.Error("facts are out of order")
			}
			for _, fact := range d.Facts {
				if fact.Whole && !strings.Contains(out, fact.Text) {
					t.Errorf("the fact %q doesn't stand in the text", fact.Text)
				}
			}
		}
	})
}
