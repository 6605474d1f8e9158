package hook

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadMembers compares the members that are read with those that encoding/json reads.
func TestReadMembers(t *testing.T) {
	type object struct {
		Text  string          `json:"text"`
		Maybe *string         `json:"maybe"`
		Is    bool            `json:"is"`
		Time  *float64        `json:"time"`
		Raw   json.RawMessage `json:"raw"`
		After string          `json:"after"`
	}
	for _, text := range []string{
		`{}`, ` { "text" : "a\n\u00e9\ud83d\ude00\"" , "after":"b" } `, `{"text":"a","other":{"text":["b"]}}`,
		`{"maybe":"a"}`, `{"maybe":null,"text":null,"is":null,"time":null}`, `{"is":true,"time":1.5}`,
		`{"raw":{"a": [1, "}"]},"after":"b"}`, `{"raw":null}`, `{"raw":"a"}`, `{"text":"a","text":"b"}`,
		"{\"text\":\"\xff\"}", `{"text":"\ud800"}`, `{"text":""}`, `{"":"a"}`,
		``, `null`, `[]`, `"text"`, `{"text":1}`, `{"is":"true"}`, `{"time":"1"}`, `{"maybe":{}}`, `{"text":"a"} x`,
		`{"text":"a"`, `{"text":"a",}`, `{"text":"a"}{}`, `{text:"a"}`, "{\"text\":\"a\nb\"}",
	} {
		var want, got object
		wantOK := json.Unmarshal([]byte(text), &want) == nil && text != "null"
		gotOK := readMembers([]byte(text), map[string]any{
			"text": &got.Text, "maybe": &got.Maybe, "is": &got.Is, "time": &got.Time, "raw": &got.Raw,
			"after": &got.After,
		})
		if gotOK != wantOK {
			t.Errorf("%q: read is %v, want %v", text, gotOK, wantOK)
		}
		if diff := cmp.Diff(want, got); wantOK && diff != "" {
			t.Errorf("%q: members mismatch (-want +got)\n%s", text, diff)
		}
	}
}
