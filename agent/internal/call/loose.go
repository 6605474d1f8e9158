package call

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"

	"github.com/toktee/toktee/agent/model"
)

// Servers that imitate an API write some values in other ways than its maker: ids as numbers, counts as floats, texts
// as arrays of parts. The types of this file read all of them. null is the zero value.

// Decode reads the data of an event. An error names the bad member, or that the data isn't JSON; what names the event.
func Decode(what, data string, v any) error {
	err := json.Unmarshal([]byte(data), v)
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		return Protocol(fmt.Sprintf("%s isn't JSON: %.80q", what, data), err)
	case errors.As(err, &wrong):
		return Protocol(fmt.Sprintf("%s can't be read: %s is %s, want %s: %.80q",
			what, memberName(wrong.Field), wrong.Value, wanted(wrong.Type), data), err)
	}
	return Protocol(fmt.Sprintf("%s can't be read: %v: %.80q", what, err, data), err)
}

func memberName(field string) string {
	if field == "" {
		return "it"
	}
	return field
}

// wanted names a Go type in the words of JSON.
func wanted(t reflect.Type) string {
	switch {
	case t == reflect.TypeFor[Count]():
		return "a whole number"
	case t == reflect.TypeFor[ID]():
		return "a text or a number"
	case t == reflect.TypeFor[Text](), t == reflect.TypeFor[Content]():
		return "a text or an array of texts"
	case t.Kind() == reflect.Struct, t.Kind() == reflect.Map:
		return "an object"
	case t.Kind() == reflect.Slice:
		return "an array"
	case t.Kind() == reflect.String:
		return "a text"
	}
	return t.Kind().String()
}

// mismatch returns the error for a value that isn't one of T. encoding/json adds its place.
func mismatch[T any](value string) error {
	return &json.UnmarshalTypeError{Value: value, Type: reflect.TypeFor[T]()}
}

// An ID is an id: a text, or a number as it is written.
type ID string

// UnmarshalJSON implements [json.Unmarshaler].
func (id *ID) UnmarshalJSON(src []byte) error {
	switch s := string(src); {
	case s == "null":
	case s[0] == '"':
		return json.Unmarshal(src, (*string)(id))
	case s[0] == '-' || '0' <= s[0] && s[0] <= '9':
		*id = ID(s)
	default:
		return mismatch[ID](shortened(src))
	}
	return nil
}

// A Count is a whole number, which may be written as a float, such as 12.0, or within quotes.
type Count int

// UnmarshalJSON implements [json.Unmarshaler].
func (c *Count) UnmarshalJSON(src []byte) error {
	s := string(bytes.Trim(src, `"`))
	if s == "null" || s == "" {
		return nil
	}
	if n, err := strconv.Atoi(s); err == nil {
		*c = Count(n)
		return nil
	}
	const exact = 1 << 53 // from here on a float leaves numbers out
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) >= exact {
		return mismatch[Count](shortened(src))
	}
	*c = Count(f)
	return nil
}

// A Text is a text, or an array of parts, whose texts it joins.
type Text string

// UnmarshalJSON implements [json.Unmarshaler].
func (t *Text) UnmarshalJSON(src []byte) error {
	var c Content
	if err := c.UnmarshalJSON(src); err != nil {
		return err
	}
	*t = Text(c.Thought + c.Text)
	return nil
}

// Content is a text, or an array of parts: texts, and thoughts as Mistral writes them.
//
//	"Hello"
//	[{"type":"thinking","thinking":[{"type":"text","text":"A greeting."}]},{"type":"text","text":"Hello"}]
type Content struct{ Text, Thought string }

// UnmarshalJSON implements [json.Unmarshaler].
func (c *Content) UnmarshalJSON(src []byte) error {
	switch src[0] {
	case 'n':
		return nil
	case '"':
		return json.Unmarshal(src, &c.Text)
	case '{':
		return c.part(src)
	case '[':
		var parts []Content
		if err := json.Unmarshal(src, &parts); err != nil {
			return err
		}
		for _, p := range parts {
			c.Text += p.Text
			c.Thought += p.Thought
		}
		return nil
	}
	return mismatch[Content](shortened(src))
}

func (c *Content) part(src []byte) error {
	var p struct {
		Type     string `json:"type"`
		Text     *Text  `json:"text"`
		Thinking *Text  `json:"thinking"`
	}
	if err := json.Unmarshal(src, &p); err != nil {
		return err
	}
	if p.Text == nil && p.Thinking == nil {
		return mismatch[Content]("a part without a text, " + shortened(src))
	}
	if p.Text != nil {
		c.Text = string(*p.Text)
	}
	if p.Thinking != nil {
		c.Thought = string(*p.Thinking)
	}
	return nil
}

// shortened returns a value for an error.
func shortened(src []byte) string { return fmt.Sprintf("%.40s", src) }

// Arguments are those of a call, or a piece of them: the text of a JSON object, or the object itself.
type Arguments string

// UnmarshalJSON implements [json.Unmarshaler].
func (a *Arguments) UnmarshalJSON(src []byte) error {
	switch src[0] {
	case 'n':
	case '"':
		return json.Unmarshal(src, (*string)(a))
	default:
		*a = Arguments(src)
	}
	return nil
}

// UsageOf returns the counts of a response as the providers of OpenAI's formats state them.
func UsageOf(input, cached, output, reasoning Count) model.Usage {
	return model.Usage{
		Input: int(input), CacheRead: int(cached), Output: int(output), Reasoning: int(reasoning),
	}
}
