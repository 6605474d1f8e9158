package report

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/measure/replay"
	"github.com/toktee/toktee/internal/measure/transcript"
)

// fixtures are all transcripts of package transcript's tests.
const fixtures = "../../../../internal/measure/transcript/testdata"

// replayed replays the fixtures with a summariser that keeps the first half of a text, or nothing.
func replayed(t *testing.T) *replay.Report {
	t.Helper()
	sources, err := transcript.Find(t.Context(), []string{fixtures})
	if err != nil {
		t.Fatal(err)
	}
	r, err := replay.Run(t.Context(), replay.Options{
		Levels: []string{"half", "none"},
		Summarise: func(_ context.Context, c *replay.Call, level string) (text, strategy string, err error) {
			if level == "none" {
				return "", "drop", nil
			}
			return c.Raw[:len(c.Raw)/2], "cut", nil
		},
	}, sources)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFormsAgree reads the JSON back, and wants the numbers of its tables in the page, cell by cell.
func TestFormsAgree(t *testing.T) {
	r := replayed(t)
	js, err := r.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var back replay.Report
	if err := json.Unmarshal(js, &back); err != nil {
		t.Fatal(err)
	}
	doc := Replay(&back)
	want := rowsOf(doc)
	if len(want) < 40 {
		t.Fatalf("only %d rows", len(want))
	}
	web, err := Replay(r).HTML()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, rowsOfHTML(t, string(web))); diff != "" {
		t.Errorf("page mismatch (-JSON +page):\n%s", diff)
	}
	var text strings.Builder
	if err := doc.Text(&text); err != nil {
		t.Fatal(err)
	}
	l := back.Total.Levels[0]
	figures := fmt.Sprintf("%d tokens: %s saved", l.Now, percentCell(l.Saved.Value).Text)
	if !strings.Contains(text.String(), figures) {
		t.Errorf("the text lacks %q:\n%s", figures, text.String())
	}
}

// TestRedactedForms wants none of the files' names in the page of a redacted report.
func TestRedactedForms(t *testing.T) {
	plain, r := replayed(t), replayed(t)
	r.Redact()
	web, err := Replay(r).HTML()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range plain.Files {
		if strings.Contains(string(web), f.Name) {
			t.Errorf("%q is in the report", f.Name)
		}
	}
}

// TestColumnsAreExplained holds that each column but the first, which names the row, says what it means.
func TestColumnsAreExplained(t *testing.T) {
	tables := 0
	for _, s := range Replay(replayed(t)).Sections {
		if s.Table == nil {
			continue
		}
		tables++
		for _, c := range s.Table.Columns[1:] {
			if c.Hint == "" {
				t.Errorf("%s: the column %s isn't explained", s.Title, c.Head)
			}
		}
	}
	if tables < 9 {
		t.Errorf("%d tables were looked at", tables)
	}
}

// rowsOf are the cells of a layout's tables that every form has.
func rowsOf(d *Doc) [][]string {
	var rows [][]string
	for _, s := range d.Sections {
		if s.Table == nil {
			continue
		}
		for _, row := range s.Table.Rows {
			var cells []string
			for i, c := range s.Table.Columns {
				if !c.Chart {
					cells = append(cells, oneBlank(row[i].Text))
				}
			}
			rows = append(rows, cells)
		}
	}
	return rows
}

func oneBlank(s string) string { return strings.Join(strings.Fields(s), " ") }

var (
	htmlRow  = regexp.MustCompile(`(?s)<tr>(<td.*?)</tr>`)
	htmlCell = regexp.MustCompile(`(?s)<td class="(?:num|words|words short)"( data-v="[^"]*")?>(.*?)</td>`)
)

// rowsOfHTML are the cells of a page's tables. It also checks that a number is sorted as what it says.
func rowsOfHTML(t *testing.T, web string) [][]string {
	var rows [][]string
	for _, row := range htmlRow.FindAllStringSubmatch(web, -1) {
		var cells []string
		for _, c := range htmlCell.FindAllStringSubmatch(row[1], -1) {
			text := oneBlank(html.UnescapeString(c[2]))
			if c[1] != "" && text != "-" && !valueIs(c[1], text) {
				t.Errorf("the page sorts %s as%s", text, c[1])
			}
			cells = append(cells, text)
		}
		rows = append(rows, cells)
	}
	return rows
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
