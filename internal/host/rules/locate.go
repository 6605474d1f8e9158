package rules

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/tomltext"
)

// locate finds the line of each table and key of a TOML text that is known to be valid: "rule.0",
// "rule.0.line.2.match". Errors must name the line of a key, and the TOML parser doesn't report it. A key that locate
// doesn't find, such as one of an inline table, counts as on its table's line.
func locate(text string) map[string]int {
	at := map[string]int{}
	note := func(path string, line int) {
		if _, ok := at[path]; !ok {
			at[path] = line
		}
	}
	table := ""
	counts := map[string]int{} // tables of each array by its path
	for e := range tomltext.Scan(text) {
		if !e.IsTable {
			path := table
			for _, k := range e.Path {
				path = under(path, k)
				note(path, e.Line)
			}
			continue
		}
		table = ""
		for i, k := range e.Path {
			table = under(table, k)
			if n, ok := counts[table]; i < len(e.Path)-1 && ok {
				table = under(table, strconv.Itoa(n-1))
			}
		}
		note(table, e.Line)
		if e.IsArray {
			counts[table]++
			table = under(table, strconv.Itoa(counts[table]-1))
			note(table, e.Line)
		}
	}
	return at
}

// lineOf returns the line of a path, or of the nearest table above it.
func lineOf(at map[string]int, path string) int {
	for path != "" {
		if n, ok := at[path]; ok {
			return n
		}
		path = path[:max(strings.LastIndexByte(path, '.'), 0)]
	}
	return 1
}

// under returns the path of a name in a table.
func under(table, name string) string {
	if table == "" {
		return name
	}
	return table + "." + name
}
