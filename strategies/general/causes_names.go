package general

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/strategies/report"
)

// A testName is the name of tests of one cause.
type testName struct {
	title string // what it shares with its neighbours, written once
	leaf  string // the rest
	tests []*report.Finding
}

// namesOf returns the names of tests. Names without a shared title come first, so no name seems to belong to the title
// above it.
func namesOf(tests []*report.Finding, lines map[int]string) (out []testName) {
	at, titles := map[string]int{}, map[string]int{}
	for _, f := range tests {
		i, ok := at[f.Package+"\n"+f.Name]
		if !ok {
			i = len(out)
			at[f.Package+"\n"+f.Name] = i
			title, leaf := splitName(f.Name)
			titles[title]++
			out = append(out, testName{title: title, leaf: leaf})
		}
		out[i].tests = append(out[i].tests, f)
	}
	order := map[string]int{}
	for i := range out {
		n := &out[i]
		if titles[n.title] < 2 || len(n.title) < minTitle {
			n.title, n.leaf = "", printedName(n.tests[0], lines)
		}
		if _, ok := order[n.title]; !ok && n.title != "" {
			order[n.title] = i + 1
		}
	}
	slices.SortStableFunc(out, func(a, b testName) int { return order[a.title] - order[b.title] })
	for i := len(out) - 1; i > 0; i-- {
		if out[i].title == out[i-1].title {
			out[i].title = ""
		}
	}
	return out
}

// printedName returns the name of a test, with the colon that its line ends with: "1) cart adds up:".
func printedName(f *report.Finding, lines map[int]string) string {
	if strings.HasSuffix(strings.TrimRight(lines[f.At], " "), f.Name+":") {
		return f.Name + ":"
	}
	return f.Name
}

// splitName splits the name of a test into the title that other tests may share, and the rest:
//
//	tests/test_cart.py::TestCart::test_total   tests/test_cart.py::TestCart, test_total
//	test_total (test_cart.CartTest.test_total) test_cart.CartTest, test_total
//	price01(shop.PriceTableTest)               shop.PriceTableTest, price01
//	cart › checkout › adds up                  cart › checkout, adds up
func splitName(name string) (title, leaf string) {
	i := strings.IndexByte(name, '(')
	if i > 0 && strings.HasSuffix(name, ")") && !strings.ContainsAny(name[:i], "[\"'") {
		leaf = strings.TrimRight(name[:i], " ")
		title = strings.TrimSuffix(name[i+1:len(name)-1], "."+leaf)
		if !strings.ContainsAny(title, "()[]{}\"', ") {
			return title, leaf
		}
	}
	end := len(name)
	if i := strings.IndexAny(name, "[("); i > 0 {
		end = i
	}
	for _, sep := range [...]string{"::", " › ", " > ", " » ", "/"} {
		if i := strings.LastIndex(name[:end], sep); i > 0 {
			return name[:i], name[i+len(sep):]
		}
	}
	return "", name
}

// fitting returns the number of names from the first on that one row shows.
func fitting(names []testName) int {
	n, size := 1, len(names[0].title)+len(names[0].leaf)
	for n < len(names) && names[n].title == "" && size+2+len(names[n].leaf) <= rowBytes &&
		joins(names[n-1].leaf) && joins(names[n].leaf) {
		size += 2 + len(names[n].leaf)
		n++
	}
	return n
}

// joins reports whether a name can be read in a row of several.
func joins(name string) bool { return !strings.Contains(name, ",") && !strings.HasSuffix(name, ":") }

// joinNames writes names below each other's title: "cart › checkout: adds up, rounds".
func joinNames(names []testName) string {
	var sb strings.Builder
	for i, n := range names {
		if i > 0 {
			sb.WriteString(", ")
		}
		if n.title != "" {
			sb.WriteString(n.title + ": ")
		}
		sb.WriteString(n.leaf)
		if len(n.tests) > 1 {
			sb.WriteString(" (" + strconv.Itoa(len(n.tests)) + " times)")
		}
	}
	return sb.String()
}
