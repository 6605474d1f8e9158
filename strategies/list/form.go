package list

import (
	"strings"

	"github.com/toktee/toktee/internal/envelope"
	"github.com/toktee/toktee/strategies"
)

// form is how a listing is printed.
type form uint8

const (
	formNone    form = iota
	formPaths        // a path or a name on each line
	formColumns      // several names on each line, as ls does on a terminal
	formLong         // ls -l
	formTree         // tree
	formIndent       // names indented by their depth, as agents' tools do
	formTagged       // [DIR] name, [FILE] name
	formDu           // size, tab, path
)

// formOf looks at every line.
func formOf(lines strategies.Lines, q query) form {
	var n, long, tree, indent, tagged, du, columns, plain int
	first := true
	before := blankLine
	for line := range lines.All() {
		l := line.Text
		k := message(l, q, before)
		before = k
		if k != entryLine {
			continue
		}
		n++
		if _, ok := longLine(l); ok {
			long++
		}
		if _, _, ok := treeLine(l); ok {
			tree++
		}
		if t := strings.TrimLeft(l, " "); t != l || strings.HasPrefix(l, "- /") || first && strings.HasSuffix(l, "/") {
			indent++
		}
		if _, _, ok := taggedLine(l); ok {
			tagged++
		}
		if _, _, ok := duLine(l); ok {
			du++
		}
		if strings.Contains(l, "  ") || strings.Contains(l, "\t") {
			columns++
		}
		if plainName(l) {
			plain++
		}
		first = false
	}
	most := func(k int) bool { return k > 0 && k*10 >= n*8 }
	switch {
	case n == 0:
		return formPaths
	case most(long):
		return formLong
	case q.program == "tree" || tree > 0 && (tree+1)*10 >= n*8:
		return formTree
	case q.program == "du":
		if most(du) {
			return formDu
		}
		return formNone
	case q.long:
		return formNone
	case most(tagged):
		return formTagged
	case q.program == "" && n > 1 && most(indent):
		return formIndent
	case q.columns && columns*2 > n:
		return formColumns
	case q.program != "" || most(plain):
		return formPaths
	}
	return formNone
}

// lineKind is what a line is besides an entry.
type lineKind uint8

const (
	entryLine lineKind = iota
	blankLine
	troubleLine
	totalLine   // total 48
	summaryLine // 3 directories, 12 files
	headLine    // what an agent's tool says above or below the names
	markLine    // the listing was cut here
	dirLine     // sub: above the names in it
)

// message tells entries from what stands between them. before is what the line before is, [blankLine] for none: what
// ls says of a folder stands at the start or behind a blank line.
func message(l string, q query, before lineKind) lineKind {
	t := strings.TrimSpace(l)
	switch {
	case t == "":
		return blankLine
	case isTrouble(l):
		return troubleLine
	case isMark(l):
		return markLine
	}
	switch q.program {
	case "ls", "dir", "exa", "eza":
		fresh := before == blankLine || before == troubleLine
		if rest, ok := strings.CutPrefix(l, "total "); ok && (q.long || q.prefix) && (fresh || before == dirLine) &&
			rest != "" &&
			rest[0] >= '0' &&
			rest[0] <= '9' &&
			!strings.Contains(rest, " ") {
			return totalLine
		}
		if fresh && strings.HasSuffix(l, ":") {
			if _, ok := longLine(l); !ok {
				return dirLine
			}
		}
	case "tree":
		if _, _, ok := treeSummary(l); ok {
			return summaryLine
		}
	case "":
		if _, _, ok := treeSummary(l); ok {
			return summaryLine
		}
		if isHead(t) {
			return headLine
		}
	}
	return entryLine
}

// isTrouble reports whether a line is an error message.
func isTrouble(l string) bool {
	name, rest, ok := strings.Cut(l, ": ")
	if !ok || rest == "" {
		return false
	}
	switch name {
	case "ls", "find", "fd", "[fd error]", "tree", "du", "fatal", "error", "rg", "git", "bash", "sh", "zsh", "/bin/sh",
		"/bin/ls", "/usr/bin/find", "usage", "Usage", "Error", "gls":
		return true
	}
	return false
}

func isMark(l string) bool {
	_, _, ok := envelope.UpstreamMark(l)
	return ok
}

// isHead knows what agents' tools print around the names.
func isHead(t string) bool {
	for _, p := range [...]string{"No files found", "No matches found", "No results found", "Directory listing for ",
		"Absolute path: ", "NOTE: ", "Here's the files",
		"Here are the files", "Here're the files", "Contents of directory", "Found ", "Directory is empty",
		"Directory ", "(empty", "Listed "} {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	n := 0
	for n < len(t) && t[n] >= '0' && t[n] <= '9' {
		n++
	}
	return n > 0 &&
		(strings.HasPrefix(t[n:], " total result") || strings.HasPrefix(t[n:], " hidden items") ||
			strings.HasPrefix(t[n:], " ignored")) ||
		strings.HasPrefix(t, "(") && strings.HasSuffix(t, " ignored)")
}

// plainName reports whether a line could be a path: no agent's prose, no table.
func plainName(l string) bool {
	if l[0] == ' ' || l[0] == '\t' || len(l) > 4096 || strings.ContainsAny(l, "\t{}<>|\"") {
		return false
	}
	if strings.Contains(l, "/") || strings.Contains(l, `\`) {
		return !strings.Contains(l, "  ")
	}
	return strings.Count(l, " ") <= 2 && !strings.HasSuffix(l, ".")
}
