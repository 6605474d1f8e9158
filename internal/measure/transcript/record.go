package transcript

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// tolerant are the options for files that other programs, or people, wrote.
var tolerant = []json.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// stringOf returns the text of a JSON string, "" for anything else.
func stringOf(v jsontext.Value) string {
	if v.Kind() != '"' {
		return ""
	}
	b, _ := jsontext.AppendUnquote(nil, v) // invalid bytes become U+FFFD
	return string(b)
}

// block is a part of a message's content.
type block struct {
	Type      string         `json:"type"`
	Text      jsontext.Value `json:"text"`
	Thinking  string         `json:"thinking"`
	ID        string         `json:"id"`
	Name      string         `json:"name"`
	Input     jsontext.Value `json:"input"`
	Arguments jsontext.Value `json:"arguments"`
	ToolUseID string         `json:"tool_use_id"`
	Content   jsontext.Value `json:"content"`
	IsError   bool           `json:"is_error"`
}

// blocksOf reads a content: a string is one text block.
func blocksOf(v jsontext.Value) []block {
	switch v.Kind() {
	case '"':
		return []block{{Type: "text", Text: v}}
	case '[':
		var raws []jsontext.Value
		if json.Unmarshal(v, &raws, tolerant...) != nil {
			return nil
		}
		list := make([]block, 0, len(raws))
		for _, raw := range raws {
			var b block
			if raw.Kind() == '"' {
				b = block{Type: "text", Text: raw}
			} else if json.Unmarshal(raw, &b, tolerant...) != nil {
				b = block{Type: "unreadable"}
			}
			list = append(list, b)
		}
		return list
	}
	return nil
}

// textOf returns the texts of a content, with a line feed between them. Images are counted.
func textOf(v jsontext.Value) (text string, images int) {
	if v.Kind() == '"' {
		return stringOf(v), 0
	}
	var texts []string
	for _, b := range blocksOf(v) {
		switch {
		case len(b.Text) > 0:
			texts = append(texts, stringOf(b.Text))
		case strings.Contains(b.Type, "image"):
			images++
		}
	}
	return strings.Join(texts, "\n"), images
}

// argsOf makes an object of a call's arguments: of an object itself, of a string that holds one, or of any other
// string.
func argsOf(v jsontext.Value) jsontext.Value {
	switch v.Kind() {
	case '{':
		return v
	case '"':
		s := stringOf(v)
		if inner := jsontext.Value(s); inner.Kind() == '{' && isJSON(inner) {
			return inner
		}
		return object("input", s)
	}
	return nil
}

// object returns a JSON object with one member.
func object(name, value string) jsontext.Value {
	b := append([]byte(nil), '{')
	b, _ = jsontext.AppendQuote(b, name)
	b = append(b, ':')
	b, _ = jsontext.AppendQuote(b, value)
	return append(b, '}')
}
