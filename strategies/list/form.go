package list

import (
	"strings"

	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
)

// form is how a listing is printed.
type form uint8

const (
	formNone   form = iota
	formPaths       // a path or a name on each line
	formLong        // ls -l
	formTree        // tree
	formIndent      // names indented by their depth, as agents' tools do
	formTagged      // [DIR] name, [FILE] name
	formDu          // size, tab, path
)

// formOf finds the form that four of five lines have, in a pass over all of them.
func formOf(lines strategies.Lines, q query) form {
	n := 0
	var fits [formDu + 1]int // lines by the forms that they may have
	before := blankLine
	for line := range lines.All() {
		l := line.Text
		before = message(l, q, before)
		if before != entryLine {
			continue
		}
		for f := formPaths; f <= formDu; f++ {
			if f.fits(l, n == 0) {
				fits[f]++
			}
		}
		n++
	}
	most := func(f form) bool { return fits[f] > 0 && fits[f]*10 >= n*8 }
	root := 1 // the first line of a tree
	isTree := fits[formTree] > 0 && (fits[formTree]+root)*10 >= n*8
	switch {
	case n == 0:
		return formPaths
	case most(formLong):
		return formLong
	case q.program == "tree" || isTree:
		return formTree
	case q.program == "du" && most(formDu):
		return formDu
	case q.program == "du" || q.long:
		return formNone
	case most(formTagged):
		return formTagged
	case q.program == "" && n > 1 && most(formIndent):
		return formIndent
	case q.program != "" || most(formPaths):
		return formPaths
	}
	return formNone
}

// fits reports whether a line of names may be one of a listing in the form.
func (f form) fits(l string, first bool) (ok bool) {
	switch f {
	case formPaths:
		return plainName(l)
	case formLong:
		_, ok = longLine(l)
	case formTree:
		_, _, ok = treeLine(l)
	case formIndent:
		return l[0] == ' ' || strings.HasPrefix(l, "- /") || first && strings.HasSuffix(l, "/")
	case formTagged:
		_, _, ok = taggedLine(l)
	case formDu:
		_, _, ok = duLine(l)
	}
	return ok
}

// lineKind is the kind of a line in a listing.
type lineKind uint8

const (
	entryLine lineKind = iota
	blankLine
	troubleLine
	totalLine   // total 48
	summaryLine // 3 directories, 12 files
	headLine    // an agent's tool adds a sentence above or below the names
	markLine    // the listing was cut here
	dirLine     // sub: above the names in it
)

// message distinguishes entries from the lines between them. before is the kind of the line before, [blankLine] for
// none: ls names a folder at the start or after a blank line.
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
		if opens := fresh || before == dirLine; opens && (q.long || q.prefix) && isTotal(l) {
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
	case "unzip":
		if isZipFrame(t) {
			return headLine
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

// isZipFrame reports whether a line is one that unzip -l prints around the names: the archive, the names of columns, a
// rule, the sum.
func isZipFrame(t string) bool {
	for _, p := range [...]string{"Archive: ", "Length ", "-----"} {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	_, number, ok := strings.Cut(t, " ")
	return ok && strings.HasSuffix(number, " files") || strings.HasSuffix(number, " file")
}

// isTotal reports whether a line is the sum of blocks above the files of a folder: "total 48", "total 1.2M".
func isTotal(l string) bool {
	rest, ok := strings.CutPrefix(l, "total ")
	if !ok || rest == "" || strings.Contains(rest, " ") {
		return false
	}
	return parse.Digit(rest[0])
}

// isTrouble reports whether a line is an error message: "ls: cannot access 'x': No such file or directory".
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

// isMark reports whether a line marks a cut of the output.
func isMark(l string) bool {
	_, _, ok := envelope.UpstreamMark(l)
	return ok
}

// heads open the lines that agents' tools print around the names.
var heads = [...]string{
	"No files found", "No matches found", "No results found", "Directory listing for ", "Absolute path: ", "NOTE: ",
	"Here's the files", "Here are the files", "Here're the files", "Contents of directory", "Found ",
	"Directory is empty", "Directory ", "(empty", "Listed ",
}

// isHead reports whether a line is one that agents' tools print around the names: "Found 12 files", "(3 ignored)".
func isHead(t string) bool {
	for _, p := range heads {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	if strings.HasPrefix(t, "(") && strings.HasSuffix(t, " ignored)") {
		return true
	}
	what := strings.TrimLeft(t, "0123456789")
	if what == t {
		return false
	}
	return strings.HasPrefix(what, " total result") || strings.HasPrefix(what, " hidden items") ||
		strings.HasPrefix(what, " ignored")
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
