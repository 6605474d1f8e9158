package search

import "strings"

// headed reads a numbered line below a heading: "12:text", "12-text", "L12: text", "  Line 12: text".
func headed(l string) (sep byte, num int, text string, ok bool) {
	s := strings.TrimLeft(l, " ")
	labelled := false
	for _, label := range [...]string{"Line ", "line ", "L"} {
		if rest, found := strings.CutPrefix(s, label); found {
			s, labelled = rest, true
			break
		}
	}
	num, n, ok := numberAt(s, 0)
	if !ok {
		return 0, 0, "", false
	}
	switch sep = s[n]; {
	case labelled && sep == ':':
		return sep, num, strings.TrimPrefix(s[n+1:], " "), true
	case labelled || len(s) != len(l) || strings.IndexByte(":-=", sep) < 0:
		return 0, 0, "", false
	}
	return sep, num, s[n+1:], true
}

// no reads the numbered lines of a single file.
func (r *reader) no(l string) parsed {
	sep, num, text, ok := headed(l)
	if !ok || sep != ':' && !r.lenient {
		return late(l)
	}
	p := parsed{kind: match, file: r.file, rest: l, num: num, text: text, n: 1}
	if r.file == "" && r.form == formNo && r.query.oneFile {
		p.file = r.query.path
	}
	if sep != ':' {
		p.kind, p.n = around, 0
	}
	return p
}

// headingPath is the path in "File: a.go" and "a.go:", "" for other lines.
func headingPath(l string) string {
	if rest, ok := strings.CutPrefix(l, "File: "); ok {
		return rest
	}
	if rest, ok := strings.CutSuffix(l, ":"); ok && looksPath(rest) {
		return rest
	}
	return ""
}

// heads reads paths with numbered lines below them.
func (r *reader) heads(l string) parsed {
	if _, _, _, ok := headed(l); ok && r.file != "" {
		return r.no(l)
	}
	file := headingPath(l)
	if file == "" {
		if bad, _ := isTrouble(l); bad || indented(l) {
			return late(l)
		}
		file = l
	}
	r.file = file
	return parsed{kind: heading, file: file, rest: l}
}
