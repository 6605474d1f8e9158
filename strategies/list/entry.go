package list

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// startsLong reports whether a line starts like one of ls -l: kind and permissions.
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

// longLine reads a line of ls -l, also behind an inode and a number of blocks. The name starts behind the date, which
// comes as "Jan  2 15:04", "2 Jan 15:04", "Jan  2  2024", "2024-01-02 15:04" or with seconds and a zone.
func longLine(l string) (long, bool) {
	s := l
	for range 2 {
		if startsLong(s) {
			break
		}
		t := strings.TrimLeft(s, " ")
		n := 0
		for n < len(t) && t[n] >= '0' && t[n] <= '9' {
			n++
		}
		if n == 0 || n == len(t) || t[n] != ' ' {
			break
		}
		s = strings.TrimLeft(t[n:], " ")
	}
	if !startsLong(s) {
		return long{}, false
	}
	e := long{class: special}
	switch s[0] {
	case '-':
		e.class = file
	case 'd':
		e.class = dir
	case 'l':
		e.class = link
	}
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

// maxFields is how far a date may stand from the start of a line of ls -l.
const maxFields = 12

// fields splits at spaces, and says where each word ends.
func fields(s string) (words []string, ends []int) {
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

// dateAt is the number of words that a date at the start of w takes, 0 for no date.
func dateAt(w []string) int {
	if len(w) >= 3 && (isMonth(w[0]) && isDay(w[1]) || isDay(w[0]) && isMonth(w[1])) && isTime(w[2]) {
		return 3
	}
	if len(w) >= 2 && len(w[0]) == 10 && w[0][4] == '-' && w[0][7] == '-' && isTime(w[1]) {
		if len(w) >= 3 && len(w[2]) == 5 && (w[2][0] == '+' || w[2][0] == '-') && allDigits(w[2][1:]) {
			return 3
		}
		return 2
	}
	return 0
}

func isMonth(s string) bool {
	if !utf8.ValidString(s) || len(s) < 3 || len(s) > 12 || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	switch s {
	case "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec":
		return true
	}
	return s[len(s)-1] == '.' || s[0] >= utf8.RuneSelf // another language's
}

func isDay(s string) bool { return len(s) <= 2 && allDigits(s) }

// isTime reads 15:04, 15:04:05.123 and a year.
func isTime(s string) bool {
	if len(s) == 4 && allDigits(s) {
		return true
	}
	h, m, ok := strings.Cut(s, ":")
	return ok && len(h) <= 2 && allDigits(h) && len(m) >= 2 && allDigits(m[:2])
}

func allDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// treeLine reads a line of tree: its depth, from 1, and its name.
func treeLine(l string) (depth int, name string, ok bool) {
	cols := 0
	for i := 0; i < len(l); {
		for _, branch := range [...]string{"├── ", "└── ", "|-- ", "`-- ", "+-- ", "\\-- "} {
			if rest, found := strings.CutPrefix(l[i:], branch); found {
				return cols/4 + 1, rest, rest != ""
			}
		}
		r, n := utf8.DecodeRuneInString(l[i:])
		if r != ' ' && r != '│' && r != '|' && r != '\u00a0' {
			return 0, "", false
		}
		cols++
		i += n
	}
	return 0, "", false
}

// treeName is a name in tree less what tree -s, -h and -p put before it and the target of a link behind it.
func treeName(s string) string {
	if rest, ok := strings.CutPrefix(s, "["); ok {
		if _, after, ok := strings.Cut(rest, "]  "); ok {
			s = after
		}
	}
	s, _, _ = strings.Cut(s, " -> ")
	return s
}

// treeSummary reads "3 directories, 12 files"; files is -1 where tree -d doesn't say.
func treeSummary(l string) (dirs, files int, ok bool) {
	d, f, both := strings.Cut(strings.TrimSpace(l), ", ")
	if i := strings.Index(d, " used in "); i >= 0 {
		d = d[i+len(" used in "):]
	}
	n, word, ok := strings.Cut(d, " ")
	dirs, err := strconv.Atoi(n)
	if !ok || err != nil || word != "directories" && word != "directory" {
		return 0, 0, false
	}
	if !both {
		return dirs, -1, true
	}
	n, word, ok = strings.Cut(f, " ")
	files, err = strconv.Atoi(n)
	return dirs, files, ok && err == nil && (word == "files" || word == "file")
}

// taggedLine reads "[DIR] name" and "[FILE] name", with what may stand behind the name in brackets.
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

// duLine reads a size, a tab and a path.
func duLine(l string) (size, path string, ok bool) {
	size, path, ok = strings.Cut(l, "\t")
	size = strings.TrimSpace(size)
	return size, path, ok && path != "" && size != "" && size[0] >= '0' && size[0] <= '9'
}
