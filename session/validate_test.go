package session

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestValidate reads cases that were written by hand: what must be found, then a request.
func TestValidate(t *testing.T) {
	for _, p := range providers {
		ar, err := txtar.ParseFile(filepath.Join("testdata", "rules", string(p)+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		rules := map[string]bool{}
		for _, f := range ar.Files {
			t.Run(string(p)+"/"+f.Name, func(t *testing.T) {
				at := 0 // where the first line stands that starts a request
				for f.Data[at] != '{' && f.Data[at] != '[' {
					at += 1 + bytes.IndexByte(f.Data[at:], '\n')
				}
				want := strings.Split(strings.TrimSpace(string(f.Data[:at])), "\n")
				if want[0] == "ok" {
					want = nil
				}
				found, err := Validate(p, f.Data[at:])
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
			})
		}
		if n := len(rules); n < map[Provider]int{Anthropic: 13, Chat: 8, Responses: 8}[p] {
			t.Errorf("%s: %d rules are tested: %v", p, n, rules)
		}
	}
}

func TestValidateErrors(t *testing.T) {
	for _, tt := range []struct {
		name string
		p    Provider
		src  string
		want string
	}{
		{"unknown provider", "gemini", "[]", `"gemini"`},
		{"not JSON", Anthropic, "[{", "messages"},
		{"no messages", Chat, `{"input":[]}`, "messages"},
		{"no list", Responses, `{"input":{}}`, "input"},
		{"no objects", Chat, `["a"]`, "objects"},
		{"empty", Chat, ``, "messages"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Validate(tt.p, []byte(tt.src))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Validate(%s, %q) = %v, want an error that names %s", tt.p, tt.src, err, tt.want)
			}
		})
	}
}

// FuzzValidate checks that no request makes it panic.
func FuzzValidate(f *testing.F) {
	for _, p := range providers {
		ar, err := txtar.ParseFile(filepath.Join("testdata", "rules", string(p)+".txtar"))
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range ar.Files {
			if at := strings.Index(string(file.Data), "\n"); at > 0 {
				f.Add(file.Data[at:])
			}
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, p := range providers {
			Validate(p, src)
		}
	})
}
