package writejson

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"
)

type label string

type upper string

func (u upper) MarshalText() ([]byte, error) { return bytes.ToUpper([]byte(u)), nil }

type none struct{}

func (none) MarshalJSON() ([]byte, error) { return nil, errors.New("none") }

type counted struct{ n int }

func (c *counted) MarshalJSON() ([]byte, error) { return []byte(`{ "n" : "<&>" }`), nil }
func (c counted) IsZero() bool                  { return c.n == 1 }

type inner struct {
	Lines [2]int   `json:"lines,omitzero"`
	Texts []string `json:"texts"`
	Left  []upper  `json:"left,omitempty"`
}

type outer struct {
	Text    string           `json:"text"`
	Label   label            `json:"label,omitempty"`
	Upper   upper            `json:"upper"`
	Number  int64            `json:"number,omitempty"`
	Small   uint8            `json:"small"`
	Yes     bool             `json:"yes,omitempty"`
	Code    *int             `json:"code"`
	Left    *string          `json:"left,omitempty"`
	Time    time.Time        `json:"time"`
	Zero    time.Time        `json:"zero,omitzero"`
	Took    time.Duration    `json:"took,omitzero"`
	Raw     json.RawMessage  `json:"raw,omitempty"`
	Inner   inner            `json:"inner,omitempty"`
	Inners  []inner          `json:"inners"`
	At      *inner           `json:"at,omitzero"`
	Data    map[string]int64 `json:"data"`
	Any     any              `json:"any"`
	Counted counted          `json:"counted,omitzero"`
	List    []counted        `json:"list,omitzero"`
	NoName  int
	Skipped int `json:"-"`
	hidden  int
}

// same compares with encoding/json, with and without escapes for HTML.
func same(t interface{ Errorf(string, ...any) }, v any) {
	for _, html := range []bool{true, false} {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(html)
		err := enc.Encode(v)
		want := "before " + string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
		got, err2 := Append([]byte("before "), v, html)
		if string(got) != want || (err == nil) != (err2 == nil) {
			t.Errorf("%T:\ngot  %s, %v\nwant %s, %v", v, got, err2, want, err)
		}
	}
}

func TestAppend(t *testing.T) {
	type embedded struct {
		inner
		F float64 `json:"f"`
	}
	type twice struct {
		A int `json:"B"`
		B int
	}
	type odd struct {
		B int `json:"a b"`
		C int `json:"ü"`
	}
	type cycle struct{ Next any }
	loop := &cycle{}
	loop.Next = loop
	text := "\xff<&>\u2028\"\\\n\x7f"
	for _, v := range []any{
		nil, 1, "a", text, "\"a\tb\r\n\\\"", "a\n<b>", "é\n",
		[]string(nil), map[string]int(nil), map[int]int{1: 2}, []byte("ab"), 1.5, embedded{},
		struct{}{}, struct{ A, B any }{inner{}, embedded{}}, &counted{}, none{}, []none{{}}, map[string]any{"<": text},
		struct {
			A int `json:"a,string"`
		}{1},
		func() {}, twice{1, 2}, odd{1, 2}, loop, json.Number("12345678901234567890"),
		map[string]any{"n": json.Number("1e3"), "bad": json.Number("x")}, struct{ N json.Number }{},
	} {
		same(t, v)
	}
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.Make[inner]()
		v := outer{
			Text: string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")), Label: label(rapid.String().Draw(t, "text")),
			Upper: upper(rapid.String().Draw(t, "upper")), Number: rapid.Int64().Draw(t, "number"),
			Small: rapid.Byte().Draw(t, "small"), Yes: rapid.Bool().Draw(t, "yes"),
			Code: rapid.Ptr(rapid.Int(), true).Draw(t, "code"), Left: rapid.Ptr(rapid.String(), true).Draw(t, "left"),
			Time: time.Unix(rapid.Int64Range(0, 1<<33).Draw(t, "time"), 5).UTC(),
			Took: time.Duration(rapid.IntRange(0, 2).Draw(t, "took")), Inner: in.Draw(t, "inner"),
			Raw:    rapid.SampledFrom([]json.RawMessage{nil, []byte(` {"a" : [1, "<"]} `)}).Draw(t, "raw"),
			Inners: rapid.SliceOf(in).Draw(t, "inners"), At: rapid.Ptr(in, true).Draw(t, "at"),
			Data:    rapid.MapOf(rapid.String(), rapid.Int64()).Draw(t, "data"),
			Counted: counted{rapid.IntRange(0, 2).Draw(t, "counted")}, hidden: 1,
		}
		v.List = make([]counted, v.Small%3)
		v.Any = []any{v.Inner, &v.Inners, v.Counted, &v.Counted}
		same(t, v)
		same(t, &v)
	})
}
