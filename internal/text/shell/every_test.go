package shell

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEveryWord: a word that may be a program's name has an exclamation mark here.
func TestEveryWord(t *testing.T) {
	for line, want := range map[string]string{
		`touch x`:                       "touch! x",
		`cd a && \t"ou"'ch' x`:          "cd! a touch! x",
		`sh -c 'touch x'`:               "sh! -c! touch x! touch! x",
		`x=touch; $x y`:                 "touch *! y!",
		`echo $(touch x)`:               "echo! * touch! x",
		"`touch x`":                     "*! touch! x",
		`cat <<< x > .env`:              "cat! x .env",
		"bash <<E\ntouch x\nE":          "bash! E touch x\n touch! x",
		`$'\x74ouch' x`:                 "*! x!",
		`{touch,x}`:                     "{touch,x}! touch! x! *!",
		`env A=1 touch x`:               "env! A=1! touch! x!",
		`f() { touch x; }; f`:           "f! touch! x f!",
		"()\ntouch x":                   "touch! x",
		`if true; then cat .e*; fi`:     "true! cat! .e*",
		`echo "${a:-touch}"`:            "echo! * touch",
		`find . -exec touch {} +`:       "find! . -exec touch! {}! +!",
		`diff <(cat .env) b`:            "diff! * cat! .env b",
		`for f in .env; do cat $f;done`: ".env cat! *",
	} {
		words, ok := EveryWord(line)
		var got []string
		for _, w := range words {
			if w.Program {
				w.Text += "!"
			}
			got = append(got, w.Text)
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" || !ok {
			t.Errorf("%q: ok %v, (-want +got)\n%s", line, ok, diff)
		}
	}
	words, ok := EveryWord("if touch 'x")
	if want := (Word{Text: "touch", Program: true}); ok || len(words) != 3 || words[1] != want {
		t.Errorf("a line that can't be parsed: %v, %v", words, ok)
	}
}

func TestGlob(t *testing.T) {
	for word, want := range map[string]bool{
		"*.go": true, "a/*/b*": true, "a": false, "'*'": false, "$x*": false, "{*,a}": false, `\*`: false,
		"@(*)": false,
	} {
		if words, _ := EveryWord("ls " + word); words[1].Glob != want {
			t.Errorf("%s: %v, want %v", word, words[1].Glob, want)
		}
	}
}
