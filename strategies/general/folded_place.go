package general

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/report"
)

// takePlace splits the line that names a diagnostic into place and message, as the tool printed them. If the line
// doesn't have the place, it comes from the finding.
func takePlace(s string, f *report.Finding) placed {
	d := placed{file: f.File, at: strconv.Itoa(f.Row), message: strings.TrimSpace(s)}
	if f.Col > 0 {
		d.at += ":" + strconv.Itoa(f.Col)
	}
	if f.File == "" {
		d.at, d.message = "", strings.TrimSpace(s)
		return d
	}
	if f.Bare != "" {
		d.message = f.Bare
		d.headed = f.Head > 0 && f.Head < f.At && !strings.Contains(s, f.Bare)
		d.apart = f.Head > 0 && f.Head < f.At && !strings.Contains(s, f.File) &&
			!strings.HasPrefix(strings.TrimLeft(s, " \t"), strconv.Itoa(f.Row))
		return d
	}
	if i := pathIn(s, f.File); i >= 0 {
		if at, rest, ok := numbersOf(s[i+len(f.File):], f.Row); ok {
			d.at = at
			d.printed = strings.TrimRight(s[i:len(s)-len(rest)], ":,")
			d.message = joinAround(s[:i], rest)
		}
		return d
	}
	if t := strings.TrimLeft(s, " \t"); f.Head > 0 && f.Head < f.At {
		if at, rest, ok := numbersOf(":"+t, f.Row); ok && rest != "" {
			d.at, d.message = at, strings.TrimSpace(rest)
		}
	}
	return d
}

// pathIn returns the index of a path that isn't a part of a longer one, or -1.
func pathIn(s, path string) int {
	for from := 0; ; {
		i := strings.Index(s[from:], path)
		if i < 0 {
			return -1
		}
		if i += from; i == 0 || strings.IndexByte(" \t([\"'`=", s[i-1]) >= 0 {
			return i
		}
		from = i + 1
	}
}

// numbersOf cuts the numbers that follow a path; the first must be row: ":3:14: text", "(3,14): text", ": line 3, col
// 14, text".
func numbersOf(s string, row int) (at, rest string, ok bool) {
	end := byte(0)
	if t, ok := strings.CutPrefix(s, ": line "); ok {
		s = ":" + t
		if row, after, ok := strings.Cut(t, ", col "); ok && len(row) < 10 {
			s = ":" + row + ":" + after
		}
		at, rest, ok = numbersOf(s, row)
		return at, strings.TrimPrefix(rest, ","), ok
	}
	switch {
	case strings.HasPrefix(s, ":"):
		s = s[1:]
	case strings.HasPrefix(s, "("):
		s, end = s[1:], ')'
	default:
		return "", "", false
	}
	want := strconv.Itoa(row)
	if !strings.HasPrefix(s, want) {
		return "", "", false
	}
	n := 0
	for n < len(s) && (parse.Digit(s[n]) || joinsNumbers(s, n)) {
		n++
	}
	if n > len(want) && parse.Digit(s[len(want)]) {
		return "", "", false // another row
	}
	at, rest = s[:n], s[n:]
	if end != 0 {
		if rest == "" || rest[0] != end {
			return "", "", false
		}
		rest = rest[1:]
	}
	if rest != "" && strings.IndexByte(": \t)],", rest[0]) < 0 {
		return "", "", false
	}
	return at, rest, true
}

// joinsNumbers reports whether s[n] is a mark between two numbers of a place, as in "3:14-21".
func joinsNumbers(s string, n int) bool {
	return n+1 < len(s) && strings.IndexByte(":,-.", s[n]) >= 0 && parse.Digit(s[n+1])
}

// joinAround joins the texts before and after a place.
func joinAround(before, after string) string {
	before = strings.TrimSpace(before)
	after = strings.TrimSpace(after)
	after = strings.TrimSpace(strings.TrimPrefix(after, ":"))
	if t, ok := strings.CutPrefix(after, "- "); ok {
		after = t
	}
	if before == "" || after == "" {
		return before + after
	}
	return before + " " + after
}
