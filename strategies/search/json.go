package search

import (
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/clean"
)

// event is a line of rg --json. Fields of other events are left out.
type event struct {
	Type string
	Data struct {
		Path, Lines jsonText
		LineNumber  int `json:"line_number"`
	}
}

// jsonText is text, or bytes if it isn't valid UTF-8.
type jsonText struct{ Text, Bytes string }

// String is the text as it is cleaned everywhere else.
func (t jsonText) String() string {
	if t.Bytes != "" {
		if b, err := base64.StdEncoding.DecodeString(t.Bytes); err == nil {
			return string(clean.Bytes(b))
		}
	}
	return string(clean.Bytes([]byte(t.Text)))
}

// json reads a line of rg --json. A match becomes a line as grep would print it below a heading.
//
//	{"type":"match","data":{"path":{"text":"a.go"},"lines":{"text":"foo\n"},"line_number":7,...}}
func (r *reader) json(l string) parsed {
	var e event
	if json.Unmarshal([]byte(l), &e) != nil {
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
