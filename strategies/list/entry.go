package list

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/parse"
)

// startsLong reports whether a line starts like one of ls -l, with kind and permissions: "-rw-r--r--".
func startsLong(l string) bool {
	if len(l) < 11 || strings.IndexByte("-dlcbpsD", l[0]) < 0 {
		return false
	}
	for i := 1; i < 10; i++ {
		if strings.IndexByte("rwxsStT-", l[i]) < 0 {
			return false
		}
	}
	return l[10] == ' ' || strings.IndexByte("@+.", l[10]) >= 0
}

// long is a line of ls -l.
type long struct {
	class class
	name  string // with its mark, if ls -F put one; without the target of a link
	size  int64
	exact bool // the size is a number of bytes
}

// longLine reads a line of ls -l, also one with an inode and a number of blocks at its start. The name follows the
// date, which comes as "Jan  2 15:04", "2 Jan 15:04", "Jan  2  2024", "2024-01-02 15:04" or with seconds and a zone.
//
//	-rw-r--r-- 1 ann staff 4096 Nov 20 19:16 main.go
func longLine(l string) (long, bool) {
	s := trimNumbers(l)
	if !startsLong(s) {
		return zipLine(l)
	}
	e := long{class: longClass(s[0])}
	words, ends := fields(s)
	for i := 2; i < len(words); i++ {
		n := dateAt(words[i:])
		if n == 0 {
			continue
		}
		end := ends[i+n-1]
		if end+1 >= len(s) || s[end] != ' ' {
			return long{}, false
		}
		e.name = s[end+1:]
		if e.class == link {
			e.name, _, _ = strings.Cut(e.name, " -> ")
		}
		if v, err := strconv.ParseInt(words[i-1], 10, 64); err == nil && v >= 0 {
			e.size, e.exact = v, true
		}
		return e, e.name != ""
	}
	return long{}, false
}

// zipLine reads a line of unzip -l:
//
//	1234  2024-01-02 10:00   src/main.go
func zipLine(l string) (long, bool) {
	words, ends := fields(l)
	if len(words) < 4 || !allDigits(words[0]) || !isTime(words[2]) {
		return long{}, false
	}
	if d := words[1]; len(d) != 10 || !isISODate(d) && (d[2] != '-' || d[5] != '-') {
		return long{}, false
	}
	name := strings.TrimLeft(l[ends[2]:], " ")
	size, err := strconv.ParseInt(words[0], 10, 64)
	e := long{class: file, name: name, size: size, exact: err == nil}
	if strings.HasSuffix(name, "/") {
		e.class = dir
	}
	return e, true
}

// trimNumbers is a line of ls -l less the inode and the number of blocks that may come before it.
func trimNumbers(l string) string {
	s := l
	for range 2 {
		if startsLong(s) {
			break
		}
		t := strings.TrimLeft(s, " ")
		rest := strings.TrimLeft(t, "0123456789")
		if rest == t || !strings.HasPrefix(rest, " ") {
			break
		}
		s = strings.TrimLeft(rest, " ")
	}
	return s
}

// longClass returns the class for the first letter of a line of ls -l.
func longClass(c byte) class {
	switch c {
	case '-':
		return file
	case 'd':
		return dir
	case 'l':
		return link
	}
	return special
}

// maxFields is how many words of a line of ls -l are looked at for a date.
const maxFields = 12

// fields splits at spaces, and returns the end of each word.
func fields(s string) (words []string, ends []int) {
	words, ends = make([]string, 0, maxFields), make([]int, 0, maxFields)
	for i := 0; i < len(s) && len(words) < maxFields; {
		if s[i] == ' ' {
			i++
			continue
		}
		from := i
		for i < len(s) && s[i] != ' ' {
			i++
		}
		words = append(words, s[from:i])
		ends = append(ends, i)
	}
	return words, ends
}

// treeLine reads a line of a tree, as tree, npm ls, cargo tree or gradle dependencies draw it: the column of its branch
// and its name.
//
//	│   ├── main.go
//	| +-- semver@7.5.4
func treeLine(l string) (col int, name string, ok bool) {
	i := 0
	for i < len(l) {
		r, n := utf8.DecodeRuneInString(l[i:])
		if r != ' ' && r != '│' && r != '|' && r != '\u00a0' || r == '|' && opensBranch(l[i+n:]) {
			break
		}
		col++
		i += n
	}
	r, n := utf8.DecodeRuneInString(l[i:])
	if !strings.ContainsRune("├└+`\\|", r) || !opensBranch(l[i+n:]) {
		return 0, "", false
	}
	name = strings.TrimLeft(l[i+n:], "-─┬+")
	name = strings.TrimPrefix(strings.TrimPrefix(name, " "), "\u00a0")
	return col, name, name != ""
}

// opensBranch reports whether what follows the corner of a branch is the rest of it.
func opensBranch(s string) bool { return strings.HasPrefix(s, "-") || strings.HasPrefix(s, "─") }

// treeName returns a name in tree without the columns of tree -s, -h and -p before it and the target of a link after
// it.
func treeName(s string) string {
	if rest, ok := strings.CutPrefix(s, "["); ok {
		if _, after, ok := strings.Cut(rest, "]  "); ok {
			s = after
		}
	}
	s, _, _ = strings.Cut(s, " -> ")
	return s
}

// treeSummary reads "3 directories, 12 files", also after "1.2M used in ". files is -1 if tree -d doesn't count them.
func treeSummary(l string) (dirs, files int, ok bool) {
	d, f, both := strings.Cut(strings.TrimSpace(l), ", ")
	if _, after, found := strings.Cut(d, " used in "); found {
		d = after
	}
	dirs, ok = numberOf(d, "directory", "directories")
	if !ok || !both {
		return dirs, -1, ok
	}
	files, ok = numberOf(f, "file", "files")
	return dirs, files, ok
}

// numberOf reads a number of things, such as "12 files".
func numberOf(s, one, many string) (n int, ok bool) {
	number, word, _ := strings.Cut(s, " ")
	if word != one && word != many {
		return 0, false
	}
	n, err := strconv.Atoi(number)
	return n, err == nil
}

// taggedLine reads "[DIR] name" and "[FILE] name (12 KB)".
func taggedLine(l string) (class, string, bool) {
	t := strings.TrimLeft(l, " -")
	for _, tag := range [...]struct {
		s string
		c class
	}{{"[dir]", dir}, {"[directory]", dir}, {"[file]", file}, {"[symlink]", link}} {
		if len(t) > len(tag.s) && strings.EqualFold(t[:len(tag.s)], tag.s) {
			name := strings.TrimSpace(t[len(tag.s):])
			if i := strings.LastIndex(name, " ("); i > 0 && strings.HasSuffix(name, ")") {
				name = name[:i]
			}
			return tag.c, strings.TrimSpace(name), name != ""
		}
	}
	return unknown, "", false
}

// duLine reads a size, a tab and a path: "4.0K\tsrc/main.go".
func duLine(l string) (size, path string, ok bool) {
	size, path, _ = strings.Cut(l, "\t")
	size = strings.TrimSpace(size)
	if size == "" || path == "" {
		return size, path, false
	}
	return size, path, parse.Digit(size[0])
}
