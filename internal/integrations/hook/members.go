package hook

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// readMembers reads the members of a JSON object into the places of their names; names without a place are skipped. It
// returns false if the text isn't one object or a member has another type than its place. null leaves a place as it
// is, but for a [json.RawMessage], which shares the text's memory.
//
// encoding/json first checks the whole text, and prepares a decoder for each type, which a process needs only once.
func readMembers(b []byte, places map[string]any) bool {
	d := jsontext.NewDecoder(bytes.NewBuffer(b), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if t, err := d.ReadToken(); err != nil || t.Kind() != jsontext.KindBeginObject {
		return false
	}
	for d.PeekKind() != jsontext.KindEndObject {
		name, err := d.ReadToken()
		if err != nil {
			return false
		}
		place := places[name.String()]
		value, err := d.ReadValue()
		if err != nil {
			return false
		}
		end := d.InputOffset()
		if place != nil && !readMember(b[end-int64(len(value)):end:end], place) {
			return false
		}
	}
	if _, err := d.ReadToken(); err != nil {
		return false
	}
	_, err := d.ReadToken()
	return err == io.EOF
}

// readMember reads a value into its place.
func readMember(raw jsontext.Value, place any) bool {
	p, isRaw := place.(*json.RawMessage)
	switch {
	case isRaw:
		*p = json.RawMessage(raw)
		return true
	case raw.Kind() == jsontext.KindNull:
		return true
	}
	switch p := place.(type) {
	case *string:
		return readString(raw, p)
	case **string:
		*p = new(string)
		return readString(raw, *p)
	}
	return json.Unmarshal(raw, place) == nil
}

func readString(raw jsontext.Value, p *string) bool {
	if raw.Kind() != jsontext.KindString {
		return false
	}
	text, _ := jsontext.AppendUnquote(make([]byte, 0, len(raw)), raw) // invalid UTF-8 is replaced
	*p = string(text)
	return true
}
