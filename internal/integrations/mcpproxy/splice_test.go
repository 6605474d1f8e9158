package mcpproxy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/tokens"
)

// A token of a message, as encoding/json reads it: where it is, and in which member of which.
type placed struct {
	path     string // result.content.0.text
	from, to int
	value    json.Token
}

// places are the tokens of a message. They are read by another decoder than the proxy's.
func places(t rapid.TB, b []byte) []placed {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	type level struct {
		array bool
		n     int
		name  string
		key   bool // the next string is a name
	}
	var levels []level
	var all []placed
	for {
		before := int(dec.InputOffset())
		v, err := dec.Token()
		if err != nil {
			if dec.InputOffset() < int64(len(bytes.TrimRight(b, " \t\r\n"))) {
				t.Fatalf("%v at %d of %.300q", err, before, b)
			}
			return all
		}
		from := before + len(b[before:]) - len(bytes.TrimLeft(b[before:], " \t\r\n:,"))
		var path []string
		for i := range levels {
			if levels[i].array {
				path = append(path, strconv.Itoa(levels[i].n))
			} else {
				path = append(path, levels[i].name)
			}
		}
		all = append(all, placed{strings.Join(path, "."), from, int(dec.InputOffset()), v})
		if v == json.Delim('}') || v == json.Delim(']') {
			levels = levels[:len(levels)-1]
		} else if n := len(levels); n > 0 && levels[n-1].key {
			levels[n-1].name, levels[n-1].key = v.(string), false
			continue
		} else if v == json.Delim('{') || v == json.Delim('[') {
			levels = append(levels, level{array: v == json.Delim('['), key: v == json.Delim('{')})
			continue
		}
		if n := len(levels); n > 0 {
			levels[n-1].n++
			levels[n-1].key = !levels[n-1].array
		}
	}
}

var textPath = regexp.MustCompile(`^result\.content\.\d+\.text$`)

// around is a message without its texts, and these.
func around(t rapid.TB, b []byte) (rest string, texts []string) {
	at, name := 0, true
	var sb strings.Builder
	for _, p := range places(t, b) {
		s, isString := p.value.(string)
		if !textPath.MatchString(p.path) || !isString {
			name = true
			continue
		}
		if name && s == "text" && p.from > 0 && bytes.HasPrefix(bytes.TrimLeft(b[p.to:], " \t\r\n"), []byte(":")) {
			name = false
			continue
		}
		sb.Write(b[at:p.from])
		at = p.to
		texts = append(texts, s)
	}
	sb.Write(b[at:])
	return sb.String(), texts
}

var (
	otherTexts = regexp.MustCompile(`(?:\s*,\s*\{\s*"type"\s*:\s*"text"\s*,\s*"text"\s*:\s*\})+`)
	newMeta    = regexp.MustCompile(`,"_meta":\{"dev\.toktee/output":\{[^}]*\}\}`)
	added      = regexp.MustCompile(`,?"dev\.toktee/output":\{[^}]*\}`)
)

// onlyTexts fails unless one message is the other with other texts of fewer tokens. Its texts may have become one, and
// structuredContent may have gone.
func onlyTexts(t rapid.TB, in, out []byte) {
	if bytes.Equal(in, out) {
		return
	}
	count, err := tokens.New("")
	if err != nil {
		t.Fatal(err)
	}
	before, old := around(t, in)
	after, short := around(t, out)
	own := newMeta
	for _, p := range places(t, in) {
		if p.path == "result._meta" {
			own = added
		}
	}
	after = own.ReplaceAllString(after, "")
	if len(short) != len(old) {
		if len(short) != 1 {
			t.Fatalf("%d texts have become %d: %.300q", len(old), len(short), out)
		}
		before = otherTexts.ReplaceAllString(before, "")
		old = []string{strings.Join(old, "\n")}
	}
	if i := strings.Index(before, `"structuredContent"`); i >= 0 && !strings.Contains(after, `"structuredContent"`) {
		// What is left is a beginning and an end of it, with one comma less.
		n := 0
		for n < len(before) && n < len(after) && before[n] == after[n] {
			n++
		}
		if n < i-3 || !strings.HasSuffix(before, after[n:]) {
			t.Fatalf("more than structuredContent has gone:\n%.400q\n%.400q", before, after)
		}
	} else if before != after {
		t.Fatalf("around the texts:\n%.400q\nhas become\n%.400q", before, after)
	}
	for i := range old {
		if old[i] != short[i] && count.CountString(short[i]) >= count.CountString(old[i]) {
			t.Fatalf("%.200q isn't shorter than %.200q", short[i], old[i])
		}
	}
}

// jsonText draws a JSON value with spaces anywhere, numbers of all forms, and escapes.
func jsonText(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		space := rapid.SampledFrom([]string{"", "", "", " ", "\t", "  "})
		kind := rapid.IntRange(0, 5).Draw(t, "kind")
		if depth == 0 && kind > 3 {
			kind = 0
		}
		switch kind {
		case 0:
			return rapid.SampledFrom([]string{"0", "-0", "1.0", "1e400", "12345678901234567890", "0.1000", "1E+2"}).
				Draw(t, "number")
		case 1:
			return rapid.SampledFrom([]string{"true", "false", "null"}).Draw(t, "word")
		case 2, 3:
			return jsonString().Draw(t, "string")
		}
		var parts []string
		for i := range rapid.IntRange(0, 3).Draw(t, "n") {
			v := space.Draw(t, "") + jsonText(depth-1).Draw(t, "v") + space.Draw(t, "")
			if kind == 5 {
				v = space.Draw(t, "") + fmt.Sprintf(`"k%d\u00e9"`, i) + space.Draw(t, "") + ":" + v
			}
			parts = append(parts, v)
		}
		if kind == 5 {
			return "{" + strings.Join(parts, ",") + "}"
		}
		return "[" + strings.Join(parts, ",") + "]"
	})
}

func jsonString() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{
		`""`, `"a"`, `"\u00e9\/\n"`, `"\ud83d\ude00"`, `"\ud83d"`, `"<&>"`, `"{\"a\":1}"`, "\"\u2028é\"", `"text"`,
		`"dev"`,
	})
}

// toolText draws what a tool says, as JSON.
func toolText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		n := rapid.IntRange(0, 300).Draw(t, "lines")
		switch rapid.IntRange(0, 4).Draw(t, "text") {
		case 0:
			return jsonString().Draw(t, "short")
		case 1:
			return quoted("{\n    \"list\": [\n" + strings.Repeat("        1.50,\n", n) + "        2\n    ]\n}")
		case 2: // with escapes of all kinds
			return strings.ReplaceAll(quoted(strings.Repeat("caf\u00e9 \u2028 \U0001F600 <&>\t|\n", n)), "é", `\u00E9`)
		case 3:
			return `"` + strings.Repeat(`half a pair: \ud83d\n`, n) + `"`
		}
		return quoted(numbered(n))
	})
}

// message draws the answer to a call, which the server may write in any way.
func answerText() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		space := rapid.SampledFrom([]string{"", "", " ", "\t"})
		var blocks []string
		for range rapid.IntRange(0, 3).Draw(t, "blocks") {
			text := `"type":"text"` + space.Draw(t, "") + `,"text"` + space.Draw(t, "") + `: `
			text += toolText().Draw(t, "text")
			blocks = append(blocks, rapid.SampledFrom([]string{
				`{` + text + `}`, `{` + text + `}`, `{` + text + `}`,
				`{"_meta":{"text":"x"},` + text + `}`,
				`{` + text + `,"annotations":{"audience":["user"]}}`,
				`{` + text + `,"annotations":{"audience":["user","assistant"],"priority":1.00}}`,
				`{"type":"image","data":"aGk=","mimeType":"image/png"}`,
				`{"type":"unknown","text":` + jsonText(1).Draw(t, "") + `}`,
			}).Draw(t, "block"))
		}
		content := `"content"` + space.Draw(t, "") + `:[` + space.Draw(t, "") + strings.Join(blocks, ", ") + `]`
		members := []string{content}
		for _, m := range []string{
			rapid.SampledFrom([]string{
				`"structuredContent":{"a":1}`, `"structuredContent":{"result":""}`,
				`"structuredContent":{"result":"a"}`,
			}).Draw(t, "s"),
			`"isError":` + rapid.SampledFrom([]string{"true", "false", "1"}).Draw(t, "e"),
			`"_meta":` + rapid.SampledFrom([]string{`{}`, `{"a":1e3}`}).Draw(t, "m"),
			`"x":` + jsonText(3).Draw(t, "x"),
		} {
			if rapid.Bool().Draw(t, "has") {
				members = append(members, m)
			}
		}
		members = rapid.Permutation(members).Draw(t, "order")
		top := rapid.Permutation([]string{
			`"jsonrpc":"2.0"`, `"id":"1"`, `"y":` + jsonText(2).Draw(t, "y"),
			`"result":{` + strings.Join(members, space.Draw(t, "")+",") + `}`,
		}).Draw(t, "top")
		return space.Draw(t, "") + "{" + strings.Join(top, space.Draw(t, "")+",") + "}" + space.Draw(t, "")
	})
}

// Of whatever a server says, nothing but texts changes.
func TestOnlyTexts(t *testing.T) {
	h := openHost(t)
	rapid.Check(t, func(rt *rapid.T) {
		client := rapid.SampledFrom([]string{"claude", "codex", "gemini", "x"}).Draw(rt, "client")
		r := newRig(t, Options{Host: h}).is(client)
		r.asks(`{"id":"1","method":"tools/call","params":{"name":"deploy"}}`)
		line := answerText().Draw(rt, "line")
		got := r.says(line)
		onlyTexts(rt, []byte(line), []byte(got))
	})
}

// Whatever a client says goes to the server as it came, but for what is asked of us.
func TestRequestsAsTheyCame(t *testing.T) {
	h := openHost(t)
	rapid.Check(t, func(rt *rapid.T) {
		space := rapid.SampledFrom([]string{"", " ", "\t"})
		members := []string{`"params":` + space.Draw(rt, "") + rapid.OneOf(
			jsonText(3),
			rapid.Map(jsonText(2), func(v string) string { return `{"name":"toktee_outputs","arguments":` + v + `}` }),
			rapid.Map(jsonText(2), func(v string) string { return `{"requestId":` + v + `}` }),
			rapid.Map(jsonText(2), func(v string) string { return `{"uri":"file:///a","taskId":` + v + `}` }),
		).Draw(rt, "params")}
		if rapid.Bool().Draw(rt, "id") {
			members = append(members, `"id":`+jsonText(1).Draw(rt, "id"))
		}
		members = append(members, `"method":"`+rapid.SampledFrom([]string{
			methodCall, methodList, methodRead, methodCancelled, methodInitialize, methodTaskGet, "ping", "unknown/x",
		}).Draw(rt, "method")+`"`)
		line := "{" + strings.Join(rapid.Permutation(members).Draw(rt, "order"), space.Draw(rt, "")+",") + "}"
		r := newRig(t, Options{Host: h})
		if server, client := r.asks(line); server != line+"\n" || client != "" {
			rt.Fatalf("%q has become %q, and the client got %q", line, server, client)
		}
	})
}

// Lists of tools lose outputSchema and get one tool more, and nothing else changes.
func TestOnlySchemas(t *testing.T) {
	h := openHost(t)
	rapid.Check(t, func(rt *rapid.T) {
		space := rapid.SampledFrom([]string{"", " ", "\t"})
		with, without := []string{}, []string{}
		for i := range rapid.IntRange(0, 4).Draw(rt, "tools") {
			members := []string{fmt.Sprintf(`"name":"t%d"`, i), space.Draw(rt, "") + `"x" : `}
			members[1] += jsonText(2).Draw(rt, "x")
			without = append(without, "{"+strings.Join(members, ",")+"}")
			if rapid.Bool().Draw(rt, "schema") {
				members = append(members, `"outputSchema":`+jsonText(3).Draw(rt, "schema"))
			}
			with = append(with, "{"+strings.Join(members, ",")+"}")
		}
		list := func(tools []string) string {
			return `{"id":4,"result":{"tools":[` + strings.Join(tools, ", ") + `],"ttlMs":1.0}}`
		}
		r := newRig(t, Options{Host: h})
		r.asks(`{"id":4,"method":"tools/list"}`)
		got := strings.Replace(r.says(list(with)), `,{"name":"toktee_output"`, `, {"name":"toktee_output"`, 1)
		if i := strings.Index(got, `{"name":"toktee_output"`); i >= 0 {
			end := strings.LastIndex(got, `],"ttlMs"`)
			without = append(without, got[i:end])
		}
		if want := list(without); got != want || !strings.Contains(got, `"toktee_output"`) {
			rt.Fatalf("%s\nhas become\n%s\nwant\n%s", list(with), got, want)
		}
	})
}

// FuzzSplice: whatever a server prints, it is changed in texts alone, if at all.
func FuzzSplice(f *testing.F) {
	long := quoted(numbered(60))
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":` + long + `}]}}`,
		`{"id":1,"result":{"content":[{"text":` + long + `,"type":"text"},{"type":"image"}],"_meta":{"a":1}}}`,
		`{"id":1,"result":{"content":[{"type":"text","text":` + long + `},{"type":"text","text":"\ud800"}]}}`,
		`{"result":{"structuredContent":{"a":"b"},"content":[{"type":"text","text":"b"}]},"id":1.0}`,
		`{"id":1,"result":{"content":[{"type":"text","text":` + long + `,"text":"x"}]}}`,
		`[]`, `{}`, `{"id":1}`, "\xef\xbb\xbf{}", `{"id":1,"result":null}`,
	} {
		f.Add([]byte(seed))
	}
	h := openHost(f)
	f.Fuzz(func(t *testing.T, line []byte) {
		if bytes.ContainsRune(line, '\n') {
			return
		}
		r := newRig(t, Options{Host: h})
		r.asks(`{"id":1,"method":"tools/call","params":{"name":"deploy"}}`)
		got := r.says(string(line))
		if !json.Valid(line) {
			if got != string(line) {
				t.Fatalf("%q isn't JSON and has become %q", line, got)
			}
			return
		}
		if !json.Valid([]byte(got)) || len(got) > len(line)+200 {
			t.Fatalf("%q has become %q", line, got)
		}
	})
}
