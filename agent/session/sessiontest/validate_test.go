package sessiontest

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"
)

var formats = []Format{Anthropic, Chat, Responses}

// cases reads the cases of a format. Each file of the archive starts with the violations that must be found, as rule
// and place, or with ok; the request follows from the first line that starts with { or [.
func cases(t testing.TB, format Format) []txtar.File {
	t.Helper()
	ar, err := txtar.ParseFile(filepath.Join("testdata", "rules", string(format)+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return ar.Files
}

// TestValidate checks requests that were written by hand from the rules.
func TestValidate(t *testing.T) {
	atLeast := map[Format]int{Anthropic: 13, Chat: 8, Responses: 8}
	for _, format := range formats {
		rules := map[string]bool{}
		for _, f := range cases(t, format) {
			t.Run(string(format)+"/"+f.Name, func(t *testing.T) { checkCase(t, format, f.Data, rules) })
		}
		if n := len(rules); n < atLeast[format] {
			t.Errorf("%s: %d rules are tested: %v", format, n, rules)
		}
	}
}

// checkCase checks one case and adds the rules that it breaks.
func checkCase(t *testing.T, format Format, data []byte, rules map[string]bool) {
	start := 0 // of the request
	for data[start] != '{' && data[start] != '[' {
		start += 1 + bytes.IndexByte(data[start:], '\n')
	}
	want := strings.Split(strings.TrimSpace(string(data[:start])), "\n")
	if want[0] == "ok" {
		want = nil
	}
	found, err := Validate(format, data[start:])
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range found {
		got = append(got, v.Rule+" "+v.Place)
		rules[v.Rule] = true
		if v.Detail == "" {
			t.Errorf("%s %s says nothing", v.Rule, v.Place)
		}
	}
	if diff := cmp.Diff(want, got, cmpopts.SortSlices(strings.Compare), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("violations mismatch (-want +got):\n%s%v", diff, found)
	}
}

func TestValidateErrors(t *testing.T) {
	for _, tt := range []struct {
		name   string
		format Format
		src    string
		want   string
	}{
		{"unknown provider", "gemini", "[]", `"gemini"`},
		{"not JSON", Anthropic, "[{", "messages"},
		{"no messages", Chat, `{"input":[]}`, "messages"},
		{"no list", Responses, `{"input":{}}`, "input"},
		{"no objects", Chat, `["a"]`, "objects"},
		{"empty", Chat, ``, "messages"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Validate(tt.format, []byte(tt.src))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Validate(%s, %q) = %v, want an error that names %s", tt.format, tt.src, err, tt.want)
			}
		})
	}
}

// FuzzValidate checks that no request makes it panic.
func FuzzValidate(f *testing.F) {
	for _, format := range formats {
		for _, file := range cases(f, format) {
			if at := strings.Index(string(file.Data), "\n"); at > 0 {
				f.Add(file.Data[at:])
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, format := range formats {
			Validate(format, src)
		}
	})
}
