package search

import "strings"

// reader takes the lines of an output apart, one after the other. It remembers the file of the lines before, without
// which a context line looks like a match.
type reader struct {
	form    form
	query   query
	known   map[string]struct{} // paths that matches were found in
	lenient bool                // there may be context lines
	file    string              // the current file
	alias   string              // its name in context lines, if that is another spelling
	last    int                 // the number of the line before, in the file
}

// read takes one line apart.
func (r *reader) read(l string) parsed {
	if p, ok := r.message(l); ok {
		return p
	}
	switch r.form {
	case formPathNo:
		return r.pathNo(l)
	case formPath:
		return r.path(l)
	case formNo:
		return r.no(l)
	case formHeads:
		return r.heads(l)
	case formBare:
		return r.bare(l)
	case formFiles:
		return parsed{kind: fileOnly, file: l, rest: l, text: l}
	case formCounts:
		return r.counts(l)
	case formJSON:
		return r.json(l)
	}
	return parsed{kind: other, rest: l}
}

// message reads the lines that aren't results: blank lines, separators, errors, notes, marks.
func (r *reader) message(l string) (parsed, bool) {
	k := other
	switch {
	case l == "" || strings.TrimSpace(l) == "":
		if r.form == formBare && !r.lenient {
			return parsed{}, false // a blank line may match
		}
		k = blank
	case l == "--":
		k = separator
		r.last = 0
	case r.form == formJSON:
		return parsed{}, false
	case isMark(l) && (r.form != formBare || r.query.ofTool()):
		k = mark
	case r.query.ofTool() && isHeader(l):
		k = header
	case isNotice(l):
		k = notice
	default:
		if bad, sure := isTrouble(l); bad && sure {
			k = trouble
		}
	}
	return parsed{kind: k, file: r.file, rest: l}, k != other
}

// late takes a line that fits no form for an error message if it could be one.
func late(l string) parsed {
	if bad, _ := isTrouble(l); bad {
		return parsed{kind: trouble, rest: l}
	}
	return parsed{kind: other, rest: l}
}

// pathNo reads path:12:text and path-12-text.
func (r *reader) pathNo(l string) parsed {
	if p, ok := r.sameFile(l); ok {
		return p
	}
	at, num, end := numbered(l, r.query.dash())
	if at > 0 && l[end] == '-' {
		return r.found(around, l, at, num, end)
	}
	if at > 0 && (!r.lenient || r.knows(l[:at-1])) {
		return r.found(match, l, at, num, end)
	}
	if r.lenient {
		if a, n, e := contextLine(l, r.knowsEnd); a > 0 {
			return r.found(around, l, a, n, e)
		}
		if at == 0 {
			if a, n, e := contextLine(l, looksPath); a > 0 {
				return r.found(around, l, a, n, e)
			}
		}
	}
	if at > 0 {
		return r.found(match, l, at, num, end)
	}
	return late(l)
}

// sameFile reads a line of the current file, whose path and its end are known.
func (r *reader) sameFile(l string) (parsed, bool) {
	for _, file := range [...]string{r.file, r.alias} {
		rest, ok := strings.CutPrefix(l, file)
		if file == "" || !ok || len(rest) <= 2 {
			continue
		}
		sep := rest[0]
		if sep != ':' && !r.lenient || strings.IndexByte(":-=", sep) < 0 {
			continue
		}
		at := len(file) + 1
		num, end, ok := numberAt(l, at)
		if closes := ok && (l[end] == sep || l[end] == '-' && r.query.dash()); !closes {
			continue
		}
		k := match
		if l[end] != ':' {
			k = around
		}
		return r.found(k, l, at, num, end), true
	}
	return parsed{}, false
}

// found makes the result of a numbered line: l[at:end] is the number, and the path comes before it.
func (r *reader) found(k kind, l string, at, num, end int) parsed {
	file := l[:at-1]
	if file != r.file && file != r.alias {
		if r.file != "" && strings.HasSuffix(file, "/"+r.file) {
			r.alias = file
		} else if rel := r.suffix(file); rel != "" {
			r.file, r.alias = rel, file
		} else {
			r.file, r.alias = file, ""
		}
	}
	p := parsed{kind: k, file: r.file, rest: l[at:], num: num, text: l[end+1:]}
	if r.query.column && k == match {
		if _, n := number(p.text); n > 0 && n < len(p.text) && p.text[n] == ':' {
			p.text = p.text[n+1:]
		}
	}
	if k == match {
		p.n = 1
	}
	if file != r.file {
		p.long = file
	}
	r.last = num
	return p
}

// knows reports whether matches were found in a path.
func (r *reader) knows(path string) bool {
	_, ok := r.known[path]
	return ok
}

// knowsEnd reports whether matches were found in the path, or in one that it ends in.
func (r *reader) knowsEnd(path string) bool { return r.knows(path) || r.suffix(path) != "" }

// suffix is the known path that an absolute path ends in.
func (r *reader) suffix(path string) string {
	if path == "" || path[0] != '/' || r.knows(path) {
		return ""
	}
	for i, tries := 1, 0; i < len(path) && tries < 64; i++ {
		if path[i-1] == '/' {
			tries++
			if r.knows(path[i:]) {
				return path[i:]
			}
		}
	}
	return ""
}

// path reads path:text and path-text.
func (r *reader) path(l string) parsed {
	end := r.pathEnd(l)
	if end == 0 {
		return late(l)
	}
	k := match
	if l[end] == '-' {
		k = around
	}
	r.file = l[:end]
	p := parsed{kind: k, file: r.file, rest: l[end+1:], text: l[end+1:]}
	if r.lenient {
		p.rest = l[end:] // the separator distinguishes matches from context
	}
	if k == match {
		p.n = 1
	}
	return p
}

// pathEnd returns the end of a line's path, 0 for none: the same as in the line before, at the first colon, or, of a
// context line, after the longest known path.
func (r *reader) pathEnd(l string) int {
	if rest, ok := strings.CutPrefix(l, r.file); ok && r.file != "" && rest != "" {
		if rest[0] == ':' || r.lenient && rest[0] == '-' {
			return len(r.file)
		}
	}
	if i := pathColon(l); i > 0 && (!r.lenient || r.knows(l[:i])) {
		return i
	}
	end := 0
	if r.lenient {
		for i := 1; i < min(len(l), maxPath); i++ {
			if l[i] == '-' && r.knows(l[:i]) {
				end = i
			}
		}
	}
	return end
}

// bare reads a line of a single file, printed as it is in the file.
func (r *reader) bare(l string) parsed {
	p := parsed{kind: match, rest: l, text: l, n: 1}
	if r.query.oneFile {
		p.file = r.query.path
	}
	if r.lenient { // matches and context lines look alike
		p.kind, p.n = around, 0
	}
	return p
}

// counts reads path:12 and 12.
func (r *reader) counts(l string) parsed {
	i := strings.LastIndexByte(l, ':')
	n, rest := digits(l[i+1:])
	if n == 0 || rest != "" {
		return late(l)
	}
	v, _ := number(l[i+1:])
	p := parsed{kind: count, rest: l, n: v}
	if i > 0 {
		p.file = l[:i]
	} else if r.query.oneFile {
		p.file = r.query.path
	}
	return p
}
