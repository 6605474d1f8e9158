package shell

import (
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A shell reads the words back that were quoted.
func TestQuote(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		argv := rapid.SliceOfN(rapid.StringMatching(`([ -~]|\n|\t|é|-|=|'){0,8}`), 0, 4).Draw(t, "argv")
		out, err := exec.Command("sh", "-c", `printf '<%s>' x "$@"`, "sh").Output()
		if err != nil || string(out) != "<x>" {
			t.Fatalf("the shell: %q, %v", out, err)
		}
		out, err = exec.Command("sh", "-c", "printf '<%s>' "+Quote(append([]string{"x"}, argv...))).Output()
		if want := "<" + strings.Join(append([]string{"x"}, argv...), "><") + ">"; err != nil || string(out) != want {
			t.Fatalf("Quote(%q) = %s, read as %q, %v", argv, Quote(argv), out, err)
		}
	})
	for want, argv := range map[string][]string{
		"go test ./...":          {"go", "test", "./..."},
		"sh -c 'a | b'":          {"sh", "-c", "a | b"},
		`echo 'it'\''s' '' a=b`:  {"echo", "it's", "", "a=b"},
		"'A=b' c":                {"A=b", "c"},
		"'~/x' '*' '#' 'a{b,c}'": {"~/x", "*", "#", "a{b,c}"},
	} {
		if got := Quote(argv); got != want {
			t.Errorf("Quote(%q) = %s, want %s", argv, got, want)
		}
	}
}
