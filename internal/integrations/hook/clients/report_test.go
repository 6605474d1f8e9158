package clients

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	root     = "../../../.." // of the module
	page     = "docs/clients.md"
	measured = "testdata/clients.json"

	shortBegins = "<!-- agents:begin -->\n"
	shortEnds   = "<!-- agents:end -->\n"
)

// A row is what was measured with one client.
type row struct {
	Client, Version, Date string
	Got                   map[string]cell // by the names of samples, and of what is asked of a run as a whole
}

// A cell is what the model got, and how many bytes without toktee and with it.
type cell struct {
	Got   outcome
	Raw   int `json:",omitempty"`
	Bytes int `json:",omitempty"`
}

// What is said of a run as a whole.
const (
	refuses  outcome = "doesn't run"
	asBefore outcome = "as before"
)

// lines are the lines of the table: the samples, and what is asked of a run as a whole.
func lines() [][2]string {
	var out [][2]string
	for _, sm := range samples() {
		out = append(out, [2]string{sm.name, sm.title})
	}
	return append(out,
		[2]string{"shim", "tests that fail, with shims in the PATH"},
		[2]string{"refused", "a command that the user's rules refuse"},
		[2]string{"after", "all of these after `toktee uninstall`"})
}

// String is the cell in the table.
func (c cell) String() string {
	switch c.Got {
	case "":
		return "–"
	case replaced:
		return fmt.Sprintf("%s → %s KB", kilo(c.Raw), kilo(c.Bytes))
	case begins:
		return fmt.Sprintf("%s → %s KB and a note", kilo(c.Raw), kilo(c.Bytes))
	}
	return string(c.Got)
}

// kilo is a number of bytes in kilobytes.
func kilo(n int) string {
	if n >= 9950 {
		return fmt.Sprintf("%.0f", float64(n)/1000)
	}
	return fmt.Sprintf("%.1f", float64(n)/1000)
}

// table returns the page's table: a row for each kind of result, a column for each client.
func table(rows []row) string {
	var b strings.Builder
	head, rule, dates := "| |", "|---|", "| measured on |"
	for _, r := range rows {
		c, _ := clientNamed(r.Client)
		head += " " + c.title + " " + r.Version + " |"
		rule += "---|"
		dates += " " + r.Date + " |"
	}
	fmt.Fprintf(&b, "%s\n%s\n", head, rule)
	for _, l := range lines() {
		fmt.Fprintf(&b, "| %s |", l[1])
		for _, r := range rows {
			fmt.Fprintf(&b, " %s |", r.Got[l[0]])
		}
		b.WriteString("\n")
	}
	return b.String() + dates + "\n"
}

// columns are the README's columns: samples whose results agents treat alike. MCP errors aren't among them, since
// few agents let a hook replace them.
func columns() []struct {
	title   string
	samples []string
} {
	return []struct {
		title   string
		samples []string
	}{
		{"test runs", []string{"green", "red"}},
		{"other commands", []string{"list", "exit", "huge"}},
		{"reads and searches", []string{"read", "long read", "search"}},
		{"MCP results", []string{"mcp", "mcp structured"}},
		{"test runs, with shims", []string{"shim"}},
	}
}

// short returns the README's table: for each client, or several that are alike, which kinds of results it lets toktee
// replace.
func short(rows []row) string {
	var b strings.Builder
	b.WriteString("| agent |")
	for _, c := range columns() {
		fmt.Fprintf(&b, " %s |", c.title)
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(columns())) + "\n")
	var kinds []string
	alike := map[string][]string{} // titles of clients by their cells
	for _, r := range rows {
		cells := ""
		for _, col := range columns() {
			cells += " " + r.replaces(col.samples) + " |"
		}
		if alike[cells] == nil {
			kinds = append(kinds, cells)
		}
		c, _ := clientNamed(r.Client)
		alike[cells] = append(alike[cells], c.title)
	}
	for _, cells := range kinds {
		fmt.Fprintf(&b, "| %s |%s\n", strings.Join(alike[cells], ", "), cells)
	}
	return b.String()
}

// replaces returns "yes" if the model got a short text for all samples that the client has a tool for, "partly" if for
// some, "no" if for none, and "–" if the client has none of these tools.
func (r row) replaces(samples []string) string {
	tools, replacedOnes := 0, 0
	for _, name := range samples {
		switch r.Got[name].Got {
		case "":
			continue
		case replaced, begins:
			replacedOnes++
		}
		tools++
	}
	switch {
	case tools == 0:
		return "–"
	case replacedOnes == 0:
		return "no"
	case replacedOnes < tools:
		return "partly"
	}
	return "yes"
}

// pageOf is the page with its tables, after testdata/page.md.
func pageOf(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/page.md")
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(
		"GATEWAY TABLE\n", shareTable(loadRows[shareRow](t, behindGateway.file)),
		"HOOKS TABLE\n", shareTable(loadRows[shareRow](t, byHooks.file)),
		"TABLE\n", table(loadRows[row](t, measured)),
	).Replace(string(text))
}

// writeData writes a file of measurements, and the page.
func writeData(t *testing.T, page, path string, rows any) {
	t.Helper()
	data, err := json.MarshalIndent(rows, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(data, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, page), []byte(pageOf(t)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// loadRows reads a file of earlier measurements.
func loadRows[T any](t *testing.T, path string) (rows []T) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &rows); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return rows
}

// merged is what was measured with what is new, in the clients' order.
func merged(old, fresh []row) []row {
	var out []row
	for _, name := range clientNames() {
		for _, rows := range [][]row{fresh, old} {
			at := slices.IndexFunc(rows, func(r row) bool { return r.Client == name })
			if at >= 0 {
				out = append(out, rows[at])
				break
			}
		}
	}
	return out
}

// writeReport writes the page, the README's table, and the data that both come from. Clients that didn't run keep their
// columns.
func writeReport(t *testing.T, path string, fresh []row) {
	t.Helper()
	rows := merged(loadRows[row](t, measured), fresh)
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	head, _, tail, ok := aroundShort(string(readme))
	if !ok {
		t.Fatalf("README.md has no lines %q and %q", shortBegins, shortEnds)
	}
	if err := os.WriteFile(filepath.Join(root, "README.md"), []byte(head+short(rows)+tail), 0o644); err != nil {
		t.Fatal(err)
	}
	writeData(t, path, measured, rows)
}

// aroundShort cuts the README at its table.
func aroundShort(readme string) (head, inner, tail string, ok bool) {
	head, rest, ok := strings.Cut(readme, shortBegins)
	inner, tail, ok2 := strings.Cut(rest, shortEnds)
	return head + shortBegins, inner, shortEnds + tail, ok && ok2
}

// TestReport holds that the page and the README say what was measured, with the versions that the tests name.
func TestReport(t *testing.T) {
	rows := loadRows[row](t, measured)
	if len(rows) != len(clients()) {
		t.Errorf("%d clients were measured, want %d", len(rows), len(clients()))
	}
	for _, r := range rows {
		if c, ok := clientNamed(r.Client); !ok || c.version != r.Version {
			t.Errorf("%s: %s was measured; .ci/clients measures it again", r.Client, r.Version)
		}
	}
	text, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(pageOf(t), string(text)); diff != "" {
		t.Errorf("%s isn't what was measured: .ci/clients writes it\n%s", page, diff)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if _, inner, _, ok := aroundShort(string(readme)); !ok || inner != short(rows) {
		t.Errorf("the README's table isn't what was measured: .ci/clients writes it\n%s", cmp.Diff(short(rows), inner))
	}
}

func TestTable(t *testing.T) {
	rows := merged(
		[]row{
			{"pi", "0.1", "2026-01-01", map[string]cell{"green": {whole, 9000, 9000}}},
			{"claude", "1", "2026-01-01", nil},
		},
		[]row{{"claude", "2", "2026-01-02", map[string]cell{
			"green": {replaced, 20540, 149}, "long read": {begins, 9949, 27000}, "refused": {refuses, 0, 0},
		}}},
	)
	got := table(rows)
	for _, want := range []string{
		"| | Claude Code 2 | pi 0.1 |\n|---|---|---|\n| tests that pass | 21 → 0.1 KB | as it is |\n",
		"| 9.9 → 27 KB and a note | – |\n", "| doesn't run | – |\n", "| measured on | 2026-01-02 | 2026-01-01 |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestShort(t *testing.T) {
	got := short([]row{{"pi", "0.1", "2026-01-01", map[string]cell{
		"green": {replaced, 9, 1}, "red": {replaced, 9, 1}, "list": {begins, 9, 2}, "huge": {whole, 9, 9},
		"read": {whole, 9, 9},
	}}})
	if want := "| pi | yes | partly | no | – | – |\n"; !strings.HasSuffix(got, want) {
		t.Errorf("no row %q in\n%s", want, got)
	}
}
