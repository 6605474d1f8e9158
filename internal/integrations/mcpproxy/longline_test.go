package mcpproxy

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestLongSecrets: a line that is too long to be held has its secrets masked in texts, and nothing else changed.
func TestLongSecrets(t *testing.T) {
	token := "ghp" + "_Zk3Qw8Xr5Tn1Yb7Vm2Lp9Hd4Gs6FcJ0KaEoU"
	filler := strings.Repeat("smile \U0001F600\\\"\t\u00e9\n", 3*maxPiece/16)
	text := filler + "token " + token + "\n" + filler + "\nDB_PASSWORD=hunter2hunter2"
	in := `{"result":{"text" : ` + quoted(text) + `,"data":"text","content":[{"type":"text","text":"x"},` +
		`{"type":"image","data":"` + token + `"},{"text":["` + token + `"]}]},"id":7}` + "\n"
	want := strings.NewReplacer(token+"\n", "[github token]\n", "hunter2hunter2", "[password]").Replace(text)
	var got wire
	s := &splitter{line: func([]byte) { t.Error("a short line") }, long: &output{w: &got}, mask: true, max: 1000}
	for part := range strings.SplitSeq(in, "7") {
		io.WriteString(s, part)
		if part[len(part)-1] != '\n' {
			io.WriteString(s, "7")
		}
	}
	var m struct {
		Result struct {
			Text    string
			Content []map[string]any
		}
		ID int
	}
	out := got.take()
	if err := json.Unmarshal([]byte(out), &m); err != nil {
		t.Fatal(err)
	}
	if m.Result.Text != want || m.ID != 7 || m.Result.Content[1]["data"] != token || !strings.HasSuffix(out, "}\n") {
		t.Errorf("%d bytes of text, want %d", len(m.Result.Text), len(want))
	}
}

// TestMasking: texts without secrets keep their meaning, however they are written.
func TestMasking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := `{"text":` + quoted(rapid.String().Draw(t, "text")) +
			`,"a":{"text":"\ud83d\ude00\/\u0041","b":[":","text"]}}`
		var out strings.Builder
		m := &masking{w: &out}
		for rest := in; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "part")
			io.WriteString(m, rest[:n])
			rest = rest[n:]
		}
		if got, want := normal([]byte(out.String())), normal([]byte(in)); string(got) != string(want) || got == nil {
			t.Fatalf("%s became %s", in, out.String())
		}
	})
}

// TestMaskingLongLine cuts no character of a long line without places to cut it.
func TestMaskingLongLine(t *testing.T) {
	for _, unit := range []string{"a\u6c49\u5b57", "\U0001F600x", "\u00e9"} {
		in := `{"text":` + quoted(strings.Repeat(unit, 3*maxPiece)) + `}`
		var out strings.Builder
		io.WriteString(&masking{w: &out}, in)
		if out.String() != in {
			t.Errorf("a line of %q has %d U+FFFD", unit, strings.Count(out.String(), "\uFFFD"))
		}
	}
}

// TestMaskingEscapes: names are compared without escapes, and a text that isn't JSON is masked, but stays.
func TestMaskingEscapes(t *testing.T) {
	token := "ghp" + "_Zk3Qw8Xr5Tn1Yb7Vm2Lp9Hd4Gs6FcJ0KaEoU"
	for _, in := range []string{
		`{"te\u0078t":"` + token + `"}`,
		`{"\u0074\u0065\u0078\u0074":"a ` + token + `"}`, `{"text":"\q ` + token + `"}`,
		`{"text":"a ` + token + "\n", `{"text":"a ` + token + "\\\n",
		`{"text":"` + strings.Repeat("a ", maxPiece) + `\q ` + token + `"}`, "{\"text\":\"a\tb " + token + `"}`,
	} {
		var out strings.Builder
		io.WriteString(&masking{w: &out}, in)
		if want := strings.Replace(in, token, "[github token]", 1); out.String() != want {
			t.Errorf("%.60q became %.60q", in, out.String())
		}
	}
}
