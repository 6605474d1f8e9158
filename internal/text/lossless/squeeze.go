package lossless

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
)

// squeeze writes a program's output with fewer blanks, and repeated lines once.
func squeeze(s string) string {
	if doc, ok := compact(s); ok {
		_, end := cutEnd(s)
		return doc + end
	}
	body, end := cutEnd(s)
	lines := strings.Split(body, "\n")
	for i, l := range lines {
		if doc, ok := compactLine(l); ok {
			l = doc
		}
		lines[i] = strings.TrimRight(l, " \t")
	}
	return fold(lines) + end
}

// compact is a JSON document without the blanks between its tokens. Numbers and strings keep their bytes, keys their
// order, also those that come twice. ok is false for anything but an object or an array.
func compact(s string) (doc string, ok bool) {
	s = strings.Trim(s, " \t\r\n")
	if s == "" || s[0] != '{' && s[0] != '[' {
		return "", false
	}
	var b bytes.Buffer
	if json.Compact(&b, []byte(s)) != nil {
		return "", false
	}
	return b.String(), true
}

// compactLine compacts a line of JSON lines: an object, or an array of these. A list of numbers may be other text.
func compactLine(l string) (doc string, ok bool) {
	if l == "" || l[len(l)-1] != '}' && l[len(l)-1] != ']' {
		return "", false
	}
	if !strings.HasPrefix(l, "{") && !strings.HasPrefix(l, "[{") {
		return "", false
	}
	return compact(l)
}

// again opens the line that counts the repeats of the line above.
const again = "… the same line "

// leastAgain is the number of repeats from which a line is written once.
const leastAgain = 2

// fold joins lines. It writes equal neighbours once, and several blank lines as one.
func fold(lines []string) string {
	said := false // the text itself has such a line
	for _, l := range lines {
		said = said || strings.HasPrefix(l, again)
	}
	out := make([]string, 0, len(lines))
	for i := 0; i < len(lines); {
		n := 1
		for i+n < len(lines) && lines[i+n] == lines[i] {
			n++
		}
		marker := ""
		if n > leastAgain && !said {
			marker = again + words.Count(n-1, "more time", "more times")
		}
		switch {
		case lines[i] == "":
			out = append(out, "")
		case marker != "" && (n-1)*(len(lines[i])+1) > len(marker)+1:
			out = append(out, lines[i], marker)
		default:
			out = append(out, lines[i:i+n]...)
		}
		i += n
	}
	return strings.Join(out, "\n")
}

// unfold repeats lines as often as they came.
func unfold(s string) string {
	if !strings.Contains(s, again) {
		return s
	}
	lines := strings.Split(s, "\n")
	out := make([]string, 0, len(lines))
	for _, l := range lines {
		times, ok := timesOf(l)
		if !ok || len(out) == 0 {
			out = append(out, l)
			continue
		}
		for last := out[len(out)-1]; times > 0; times-- {
			out = append(out, last)
		}
	}
	return strings.Join(out, "\n")
}

// maxTimes bounds the number of repeats of a line.
const maxTimes = 1 << 20

// timesOf reads "… the same line 14 more times".
func timesOf(l string) (times int, ok bool) {
	l, ok = strings.CutPrefix(l, again)
	if !ok {
		return 0, false
	}
	l, ok = strings.CutSuffix(l, " more times")
	times, err := strconv.Atoi(l)
	return times, ok && err == nil && times <= maxTimes
}
