package lossless_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/text/lossless"
)

func TestText(t *testing.T) {
	for _, tt := range []struct {
		name  string
		kind  lossless.Kind
		clean string
		want  string // "" for none
	}{
		{"numbers", lossless.Numbered, "     8→a\n     9→\tb\n    10→c  \n    11→d\n    12→e\n    13→f\n",
			"8→a\n\tb\n10→c  \nd\ne\n13→f\n"},
		{"numbers of cat -n", lossless.Content, "     1\ta\n     2\tb\n     3\tc\n     4\t", "1\ta\nb\nc\n4\t"},
		{"two runs", lossless.Numbered, "1→a\n2→b\n3→c\n4→d\n\n21→e\n22→f\n23→g",
			"1→a\nb\nc\n4→d\n\n21→e\nf\n23→g"},
		{"numbers of data", lossless.Content, "1\ta\n2\tb\n3\tc\n4\td\n", ""},
		{"lines that look numbered", lossless.Numbered, "1→a\n2→b\n3→3→c\n4→2→d\n5→e\n", ""},
		{"blanks of a file", lossless.Content, "a   \n\n\n\nb    c\n", ""},
		{"headings", lossless.Search, "a/b.go:1:x\na/b.go:12:y: z\nc/d.go:3:\n",
			"a/b.go\n1:x\n12:y: z\n\nc/d.go\n3:\n"},
		{"headings with context", lossless.Search,
			"src/main/b.go-1-x\nsrc/main/b.go:2:y\n--\nsrc/main/b.go:12:y\n--\nsrc/d.go:3:y\nsrc/d.go-4-\n",
			"src/main/b.go\n1-x\n2:y\n--\n12:y\n\nsrc/d.go\n3:y\n4-\n"},
		{"headings and a note", lossless.Search, "src/a.go:1:x\nsrc/a.go:2:y\n\n(cut)\n",
			"src/a.go\n1:x\n2:y\n\n\n(cut)\n"},
		{"one file", lossless.Search, "1:x\n2:y\n", ""},
		{"JSON", lossless.Output, "{\n  \"b\": 1.50,\n  \"a\": \"x  \\u00e9\",\n  \"a\": 1e3\n}\n",
			`{"b":1.50,"a":"x  \u00e9","a":1e3}` + "\n"},
		{"JSON lines", lossless.Output, "{\"a\": 1}\nand  more\n[{\"b\": \" \"}]\n",
			"{\"a\":1}\nand  more\n[{\"b\":\" \"}]\n"},
		{"no JSON", lossless.Output, "{'a': 1}\n[1, 2]\n", ""},
		{"repeats", lossless.Output, "go\nwaiting for the server to start\nwaiting for the server to start\n" +
			"waiting for the server to start\nup\n",
			"go\nwaiting for the server to start\n… the same line 2 more times\nup\n"},
		{"repeats of few bytes", lossless.Output, ".\n.\n.\n.\n", ""},
		{"blank lines", lossless.Output, "a  \n\n\n\nb\n", "a\n\nb\n"},
		{"nothing", lossless.Output, "", ""},
	} {
		got, ok := lossless.Text(tt.clean, tt.kind)
		if d := cmp.Diff(tt.want, got); d != "" || ok != (tt.want != "") {
			t.Errorf("%s: %v, -want +got:\n%s", tt.name, ok, d)
		}
	}
}

// TestRestore draws texts of lines that look like those which are shortened, and says that what is made of them can be
// undone.
func TestRestore(t *testing.T) {
	line := rapid.OneOf(
		rapid.Custom(func(t *rapid.T) string {
			pad := rapid.SampledFrom([]string{"%d", "%6d"}).Draw(t, "pad")
			mark := rapid.SampledFrom([]string{"→", "\t"}).Draw(t, "mark")
			text := rapid.SampledFrom([]string{"", "x", "\ty  ", "8→z", "11\tz"}).Draw(t, "text")
			return fmt.Sprintf(pad, rapid.IntRange(0, 25).Draw(t, "n")) + mark + text
		}),
		rapid.Custom(func(t *rapid.T) string {
			path := rapid.SampledFrom([]string{
				"a.go", "b/c.go", "b-1-c.go", "b.go:2", "1.go", "x y/z", "--",
			}).Draw(t, "path")
			sep := rapid.SampledFrom([]string{":", "-"}).Draw(t, "sep")
			return path + sep + fmt.Sprint(rapid.IntRange(0, 99).Draw(t, "n")) + sep + rapid.SampledFrom(
				[]string{"", "x", "3:y", " c:4:d"}).Draw(t, "text")
		}),
		rapid.SampledFrom([]string{
			"", "--", " ", "a.go", "12:x", "12-x", "x  ", "{\"a\": [1.0,  2]}", "[{\"k\":  \"a  b\"}]", "{\"a\"",
			"a    b", "retrying the connection to the host", "retrying the connection to the host",
			"… the same line 3 more times",
		}),
	)
	run := rapid.Custom(func(t *rapid.T) []string { // lines with numbers that rise, or one line several times
		n, first := rapid.IntRange(1, 24).Draw(t, "n"), rapid.IntRange(1, 30).Draw(t, "first")
		form := rapid.SampledFrom([]string{"%6d→%s", "%6d\t%s", "%d→%s", "a/b.go:%d:%s"}).Draw(t, "form")
		same := rapid.Bool().Draw(t, "same")
		l, lines := line.Draw(t, "line"), []string{}
		for i := range n {
			if !same {
				l = fmt.Sprintf(form, first+i, line.Draw(t, "text"))
			}
			lines = append(lines, l)
		}
		return lines
	})
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for range rapid.IntRange(1, 6).Draw(t, "runs") {
			lines = append(lines, run.Draw(t, "run")...)
		}
		clean := strings.Join(lines, "\n") + rapid.SampledFrom([]string{"", "\n"}).Draw(t, "end")
		for _, kind := range []lossless.Kind{
			lossless.Output, lossless.Search, lossless.Content, lossless.Numbered,
		} {
			text, ok := lossless.Text(clean, kind)
			if !ok {
				continue
			}
			if err := undone(text, clean, kind); err != nil {
				t.Fatalf("kind %d: %v\n%q\n%q", kind, err, clean, text)
			}
		}
	})
}

// undone is an error unless a text has every word of another, in their order, once what is said for lines is undone.
// It doesn't ask lossless.Same, but for the inverse of each notation.
func undone(text, clean string, kind lossless.Kind) error {
	got := lossless.Restore(text, kind)
	switch kind {
	case lossless.Search:
		if got != clean {
			return fmt.Errorf("restored as %q", got)
		}
	case lossless.Content, lossless.Numbered:
		have, want := strings.Split(got, "\n"), strings.Split(clean, "\n")
		if len(have) != len(want) {
			return fmt.Errorf("%d lines restored of %d", len(have), len(want))
		}
		for i := range want {
			if have[i] != want[i] && have[i] != strings.TrimLeft(want[i], " ") {
				return fmt.Errorf("line %d restored as %q, was %q", i+1, have[i], want[i])
			}
		}
	default:
		if a, b := strings.Join(strings.Fields(got), ""), strings.Join(strings.Fields(clean), ""); a != b {
			return fmt.Errorf("restored as %q", got)
		}
	}
	return nil
}

// TestJSONTokens compares the tokens of documents before and after with encoding/json's own reader: keys and their
// order, the spelling of numbers, the bytes of strings.
func TestJSONTokens(t *testing.T) {
	scalar := rapid.SampledFrom([]string{
		"0", "-0", "1.50", "1e3", "1E+3", "12345678901234567890", "0.1000", `""`, `"a  b"`, `"\u00e9\/"`, `"é\t\" : "`,
		"true", "null", "\"\u2028\"", `"<&>"`,
	})
	blank := rapid.SampledFrom([]string{"", " ", "\n  ", "\t", "\r\n"})
	var value func(depth int) *rapid.Generator[string]
	value = func(depth int) *rapid.Generator[string] {
		return rapid.Custom(func(t *rapid.T) string {
			if depth == 0 || rapid.IntRange(0, 3).Draw(t, "sort") == 0 {
				return scalar.Draw(t, "scalar")
			}
			isObject := rapid.Bool().Draw(t, "object")
			var parts []string
			for range rapid.IntRange(0, 4).Draw(t, "n") {
				part := blank.Draw(t, "b") + value(depth-1).Draw(t, "v") + blank.Draw(t, "b")
				if isObject {
					part = blank.Draw(t, "b") + rapid.SampledFrom([]string{`"a"`, `"b b"`}).Draw(t, "k") +
						blank.Draw(t, "b") + ":" + part
				}
				parts = append(parts, part)
			}
			if isObject {
				return "{" + strings.Join(parts, ",") + "}"
			}
			return "[" + strings.Join(parts, ",") + "]"
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		doc := blank.Draw(t, "b") + "{\"top\": " + value(3).Draw(t, "value") + "}" + blank.Draw(t, "b")
		text, ok := lossless.Text(doc, lossless.Output)
		if !ok {
			t.Fatalf("%q stays", doc)
		}
		if d := cmp.Diff(jsonTokens(t, doc), jsonTokens(t, text)); d != "" {
			t.Fatalf("%q\n%q\n%s", doc, text, d)
		}
	})
}

// jsonTokens are the tokens of a document as encoding/json reads them, and each as it is spelled.
func jsonTokens(t *rapid.T, doc string) (list []string) {
	d := json.NewDecoder(strings.NewReader(doc))
	d.UseNumber()
	at := int64(0)
	for {
		k, err := d.Token()
		if err == io.EOF {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		spelled := strings.TrimLeft(doc[at:d.InputOffset()], " \t\r\n:,")
		list = append(list, fmt.Sprintf("%T %v %s", k, k, spelled))
		at = d.InputOffset()
	}
}

// TestHeadings compares with ripgrep's own headings.
func TestHeadings(t *testing.T) {
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("no rg: ", err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go":         "package a\n\nfunc one() {}\n\n\n\n\n// two is one and a half\nfunc two() {}\n",
		"sub/b-1-c.go": "package b\n\tone()\n\n\tone()\nx\ny\nz\n\n\n12:one\n",
		"sub/c.md":     "one\n",
		"sub/d.md":     "none here\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"-n", "one"}, {"-n", "-C1", "one"}, {"-n", "-A3", "one"}, {"-n", "--column", "two"},
	} {
		search := func(more ...string) string {
			cmd := exec.Command(rg, append(append([]string{"--no-config", "--sort=path"}, more...), args...)...)
			cmd.Args = append(cmd.Args, "./")
			cmd.Dir = dir
			var out bytes.Buffer
			cmd.Stdout = &out
			if err := cmd.Run(); err != nil {
				t.Fatal(err)
			}
			return out.String()
		}
		flat, want := search("--no-heading"), search("--heading")
		got, ok := lossless.Text(flat, lossless.Search)
		if d := cmp.Diff(want, got); !ok || d != "" {
			t.Errorf("%v: -want +got:\n%s", args, d)
		}
	}
}
