package search

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/clean"
)

// event is a line of rg --json.
type event struct {
	Type string
	Data struct {
		Path, Lines jsonText
		LineNumber  int `json:"line_number"`
	}
}

// jsonText is text, or bytes where it isn't valid UTF-8.
type jsonText struct{ Text, Bytes string }

func (t jsonText) String() string {
	if t.Bytes != "" {
		if b, err := base64.StdEncoding.DecodeString(t.Bytes); err == nil {
			return string(clean.Bytes(b))
		}
	}
	return string(clean.Bytes([]byte(t.Text)))
}

// torn reads an event whose line is longer than what of a line is seen, as a match in a minified file is: what it says
// before it is cut in its text. The number of the line stands behind that.
func (e *event) torn(l string) bool {
	const opens = `"lines":{"text":"`
	head, text, ok := strings.Cut(l, opens)
	if !ok || json.Unmarshal([]byte(strings.TrimSuffix(head, ",")+"}}"), e) != nil {
		return false
	}
	for range 12 { // the last escape may be torn: "\ud83d\ude0" at the longest
		if json.Unmarshal([]byte(`"`+text+`"`), &e.Data.Lines.Text) == nil {
			return true
		}
		if text == "" {
			return false
		}
		text = text[:len(text)-1]
	}
	return false
}

// json reads a line of rg --json. What it makes of a match is the line as grep would print it below a heading.
func (r *reader) json(l string) parsed {
	var e event
	if json.Unmarshal([]byte(l), &e) != nil && !e.torn(l) {
		return late(l)
	}
	text := strings.TrimRight(e.Data.Lines.String(), "\r\n")
	p := parsed{kind: header, file: r.file, rest: l, num: e.Data.LineNumber, text: text}
	sep := ":"
	switch e.Type {
	case "begin":
		r.file = e.Data.Path.String()
		p.file = r.file
	case "match":
		p.kind, p.file = match, e.Data.Path.String()
		p.n = strings.Count(text, "\n") + 1
	case "context":
		p.kind, p.file, sep = around, e.Data.Path.String(), "-"
	case "end", "summary":
	default:
		return late(l)
	}
	if p.kind != header {
		p.rest = strings.ReplaceAll(text, "\n", "⏎")
		if p.num > 0 {
			p.rest = strconv.Itoa(p.num) + sep + p.rest
		}
	}
	return p
}
