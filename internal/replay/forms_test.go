package replay

import (
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/sheet"
)

// fixtures are all transcripts of package transcript's tests.
const fixtures = "../transcript/testdata"

// rowsOf are the cells of a layout's tables that every form has.
func rowsOf(d *sheet.Doc) [][]string {
	var rows [][]string
	for _, s := range d.Sections {
		if s.Table == nil {
			continue
		}
		for _, row := range s.Table.Rows {
			var cells []string
			for i, c := range s.Table.Columns {
				if !c.Chart {
					cells = append(cells, strings.Join(strings.Fields(row[i].Text), " "))
				}
			}
			rows = append(rows, cells)
		}
	}
	return rows
}

var (
	htmlRow  = regexp.MustCompile(`(?s)<tr>(<td.*?)</tr>`)
	htmlCell = regexp.MustCompile(`(?s)<td class="(?:num|words|words short)"( data-v="[^"]*")?>(.*?)</td>`)
	mdEscape = regexp.MustCompile(`\\(.)`)
)

// TestFormsAgree reads the JSON back, and wants the numbers of its tables in the page and in the Markdown, cell by cell.
func TestFormsAgree(t *testing.T) {
	r := replayed(t, Options{}, fixtures)
	js, err := r.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(js, &back); err != nil {
		t.Fatal(err)
	}
	want := rowsOf(back.doc())
	if len(want) < 40 {
		t.Fatalf("only %d rows", len(want))
	}
	page, err := r.HTML()
	if err != nil {
		t.Fatal(err)
	}
	var got [][]string
	for _, row := range htmlRow.FindAllStringSubmatch(string(page), -1) {
		var cells []string
		for _, c := range htmlCell.FindAllStringSubmatch(row[1], -1) {
			text := strings.Join(strings.Fields(html.UnescapeString(c[2])), " ")
			if c[1] != "" && text != "-" && !valueIs(c[1], text) {
				t.Errorf("the page sorts %s as%s", text, c[1])
			}
			cells = append(cells, text)
		}
		got = append(got, cells)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("page mismatch (-JSON +page):\n%s", diff)
	}
	md, err := r.Markdown()
	if err != nil {
		t.Fatal(err)
	}
	got = nil
	for line := range strings.SplitSeq(string(md), "\n") {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "|---") {
			continue
		}
		var cells []string
		line = strings.ReplaceAll(line, `\|`, "\x00")
		for c := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|") {
			c = mdEscape.ReplaceAllString(strings.ReplaceAll(c, "\x00", "|"), "$1")
			cells = append(cells, strings.Join(strings.Fields(html.UnescapeString(c)), " "))
		}
		got = append(got, cells)
	}
	heads := 0
	for _, s := range back.doc().Sections {
		if s.Table != nil && len(s.Table.Rows) > 0 {
			heads++
		}
	}
	if len(got) != len(want)+heads {
		t.Fatalf("%d rows of Markdown, want %d and %d headings", len(got), len(want), heads)
	}
	for _, row := range want {
		found := false
		for _, g := range got {
			found = found || cmp.Equal(row, g)
		}
		if !found {
			t.Errorf("the Markdown lacks the row %q", row)
		}
	}
	var text strings.Builder
	if err := r.Print(&text); err != nil {
		t.Fatal(err)
	}
	if l := back.Total.Levels[0]; !strings.Contains(text.String(), fmt.Sprintf("%d tokens: %s saved", l.Now, pct(l.Saved.Value))) {
		t.Errorf("the text has other figures:\n%s", text.String())
	}
}

// valueIs reports whether a cell's text is its value as the page sorts it.
func valueIs(attr, text string) bool {
	var v, shown float64
	if _, err := fmt.Sscanf(attr, ` data-v="%g"`, &v); err != nil {
		return false
	}
	fmt.Sscanf(text, "%g", &shown)
	if strings.Contains(text, "%") {
		v *= 100
	}
	return v-shown < 0.0501 && shown-v < 0.0501
}

// TestSame has the same bytes for any number of jobs, and from run to run.
func TestSame(t *testing.T) {
	one, _ := replayed(t, Options{Jobs: 1, Calls: true, Seed: 3}, fixtures).JSON()
	two, _ := replayed(t, Options{Jobs: 4, Calls: true, Seed: 3}, fixtures).JSON()
	if diff := cmp.Diff(string(one), string(two)); diff != "" {
		t.Errorf("jobs change the report:\n%s", diff)
	}
}

// TestRedact wants none of the words of the sessions in a report for sharing, and all of its numbers.
func TestRedact(t *testing.T) {
	p := new(tape).user("zebra").says("zebra")
	p.call("", "call_zebra_1234567890", "cat zebra/secret_zebra.go; zebracmd").result("call_zebra_1234567890", "zebra_one.go zebra_two.go")
	p.call("", "b", "cat zebra_two.go").result("b", "x")
	p.line(map[string]any{"type": "zebra kind: /home/zebra", "version": "/zebra/1", "sessionId": "zebra-session"})
	p.line(map[string]any{"sessionId": "zebra-session", "type": "assistant", "message": map[string]any{"id": "q", "model": "zebra/model/of/mine", "content": []any{
		map[string]any{"type": "tool_use", "id": "c", "name": "mcp__zebra__list", "input": map[string]any{"zebra": "zebra"}}}}})
	p.line(map[string]any{"sessionId": "zebra-session", "type": "user", "message": map[string]any{"content": []any{map[string]any{"type": "tool_result", "tool_use_id": "c", "content": "z"}}}})
	p.sb.WriteString("zebra, not JSON\n")
	path := p.file(t, "zebra.jsonl")
	plain := replayed(t, Options{Calls: true}, path)
	r := replayed(t, Options{Calls: true}, path)
	r.Redact()
	js, _ := r.JSON()
	md, _ := r.Markdown()
	page, _ := r.HTML()
	for _, form := range [][]byte{js, md, page} {
		for _, secret := range []string{"zebra", plain.Calls[0].Sum, "TempDir", t.Name()} {
			if i := strings.Index(strings.ToLower(string(form)), strings.ToLower(secret)); i >= 0 {
				t.Errorf("%q stands in the report: %.80q", secret, form[max(0, i-30):])
			}
		}
	}
	if plain.Total.Levels[0].Lost == 0 || !cmp.Equal(plain.Total, r.Total) || len(r.Calls) != len(plain.Calls) || r.Calls[0].Then != plain.Calls[0].Then {
		t.Errorf("redaction changes the numbers: %+v, %+v", plain.Total, r.Total)
	}
	if r.Calls[0].Evidence[0] != r.Calls[0].Levels[0].Lost[0] && r.Calls[0].Evidence[0] != r.Calls[0].Levels[1].Lost[0] {
		t.Error("one string has two names")
	}
	if r.Tools[0].Name != "Bash" && r.Tools[1].Name != "Bash" {
		t.Errorf("an agent's own tool has another name: %+v", r.Tools)
	}
}
