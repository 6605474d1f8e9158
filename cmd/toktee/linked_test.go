package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite linked.txt")

const (
	module     = "github.com/toktee/toktee/"
	linkedFile = "linked.txt"
)

const linkedHeader = "# The packages that the command links, without the standard library: linux/amd64 with cgo, " +
	"default build tags.\n" +
	"# Each of them can slow every start. After a change: go test ./cmd/toktee -run Linked -update\n"

// unwanted are packages that the command must not link. A name that ends in a slash includes the packages below it; one
// that starts with a slash matches that part of the path of any other module.
var unwanted = []struct{ name, why string }{
	{"github.com/go-enry/", "its init takes 20 ms"},
	{"github.com/alecthomas/chroma/", "its init takes 10 ms"},
	{"github.com/mattn/go-runewidth/", "its init takes up to 20 ms"},
	{"github.com/pkoukk/", "it is the oracle of the token counter's tests"},
	{"github.com/dlclark/regexp2/", "only the oracle of the token counter needs it"},
	{"github.com/google/go-cmp/", "it is for tests and may panic"},
	{"pgregory.net/rapid/", "it is for tests"},
	{"testing/", "it is for tests"},
	{"net/http/", "the command talks to nobody"},
	{"crypto/tls/", "the command talks to nobody"},
	{"/anthropic", "LLM SDKs live in modules of their own"},
	{"/openai", "LLM SDKs live in modules of their own"},
	{"/go-openai", "LLM SDKs live in modules of their own"},
	{"/genai", "LLM SDKs live in modules of their own"},
	{"/generative-ai-go", "LLM SDKs live in modules of their own"},
	{"/bedrockruntime", "LLM SDKs live in modules of their own"},
	{"/langchaingo", "LLM SDKs live in modules of their own"},
	{"/ollama", "LLM SDKs live in modules of their own"},
}

// TestLinked fails when the command links other packages than the committed list says, and when it links an unwanted
// one.
func TestLinked(t *testing.T) {
	imports, err := linkedPackages(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range findUnwanted(imports) {
		t.Error(u)
	}
	var got []string
	for pkg := range imports {
		if !standard(pkg) {
			got = append(got, pkg)
		}
	}
	slices.Sort(got)
	if *update {
		if err := os.WriteFile(linkedFile, []byte(linkedHeader+strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	b, err := os.ReadFile(linkedFile)
	if err != nil {
		t.Fatal(err)
	}
	if d := diffLinked(parseLinked(b), got, imports); d != "" {
		t.Errorf("the command links other packages than %s says; if that is meant: "+
			"go test ./cmd/toktee -run Linked -update\n%s", linkedFile, d)
	}
}

// linkedPackages returns the packages that a command links, itself included, each with its imports. It asks for one
// platform, so that the answer is the same on all.
func linkedPackages(dir string) (map[string][]string, error) {
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Imports", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=1", "GOFLAGS=")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, stderr.Bytes())
	}
	imports := map[string][]string{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("reading what go list prints: %w", err)
		}
		imports[p.ImportPath] = p.Imports
	}
	if len(imports) < 2 {
		return nil, fmt.Errorf("go list names %d packages", len(imports))
	}
	return imports, nil
}

func parseLinked(b []byte) []string {
	var pkgs []string
	for l := range strings.Lines(string(b)) {
		if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, "#") {
			pkgs = append(pkgs, l)
		}
	}
	return pkgs
}

// standard reports whether a package is one of Go itself: the first part of its path has no dot.
func standard(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return !strings.Contains(first, ".")
}

// diffLinked lists the packages that came and went, "" for none. Those that came are listed with their importers.
func diffLinked(want, got []string, imports map[string][]string) string {
	var sb strings.Builder
	for _, p := range got {
		if !slices.Contains(want, p) {
			fmt.Fprintf(&sb, "+ %s\n", strings.Join(chain(imports, p), " <- "))
		}
	}
	for _, p := range want {
		if !slices.Contains(got, p) {
			fmt.Fprintf(&sb, "- %s\n", p)
		}
	}
	return sb.String()
}

// findUnwanted lists the unwanted packages that are linked, why they are unwanted, and what imports them.
func findUnwanted(imports map[string][]string) []string {
	var found []string
	for _, pkg := range slices.Sorted(maps.Keys(imports)) {
		for _, u := range unwanted {
			if matches(u.name, pkg) {
				importers := strings.Join(chain(imports, pkg), " <- ")
				found = append(found, fmt.Sprintf("%s is linked, but %s: %s", pkg, u.why, importers))
				break
			}
		}
	}
	return found
}

func matches(name, pkg string) bool {
	if strings.HasPrefix(name, "/") {
		return !standard(pkg) && !strings.HasPrefix(pkg, module) && strings.Contains("/"+pkg, name)
	}
	return strings.HasPrefix(pkg+"/", name)
}

// chain is the shortest chain of importers from a package to one without importers, which is the command.
func chain(imports map[string][]string, pkg string) []string {
	importers := map[string][]string{}
	for _, p := range slices.Sorted(maps.Keys(imports)) {
		for _, i := range imports[p] {
			importers[i] = append(importers[i], p)
		}
	}
	next := map[string]string{pkg: ""} // towards pkg
	for queue := []string{pkg}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if len(importers[p]) == 0 {
			var way []string
			for ; p != ""; p = next[p] {
				way = append(way, p)
			}
			slices.Reverse(way)
			return way
		}
		for _, i := range importers[p] {
			if _, ok := next[i]; !ok {
				next[i] = p
				queue = append(queue, i)
			}
		}
	}
	return []string{pkg}
}

func TestLinkedRules(t *testing.T) {
	imports := map[string][]string{
		"x.example/cmd":                  {"x.example/a", "fmt"},
		"x.example/a":                    {"x.example/b"},
		"x.example/b":                    {"net/http", "github.com/openai/openai-go/v3"},
		"github.com/openai/openai-go/v3": nil,
		"net/http":                       {"crypto/tls"},
		"net/netip":                      nil,
		"crypto/tls":                     nil,
		"fmt":                            nil,
		"internal/testing":               nil,
	}
	const importers = "x.example/b <- x.example/a <- x.example/cmd"
	got := findUnwanted(imports)
	want := []string{
		"crypto/tls is linked, but the command talks to nobody: crypto/tls <- net/http <- " + importers,
		"github.com/openai/openai-go/v3 is linked, but LLM SDKs live in modules of their own: " +
			"github.com/openai/openai-go/v3 <- " + importers,
		"net/http is linked, but the command talks to nobody: net/http <- " + importers,
	}
	if !slices.Equal(got, want) {
		t.Errorf("findUnwanted:\ngot  %q\nwant %q", got, want)
	}
	d := diffLinked([]string{"x.example/a", "x.example/gone"}, []string{"x.example/a", "x.example/b"}, imports)
	if want := "+ x.example/b <- x.example/a <- x.example/cmd\n- x.example/gone\n"; d != want {
		t.Errorf("diffLinked:\ngot  %q\nwant %q", d, want)
	}
	if p := parseLinked([]byte(linkedHeader + "a.example/b\n\n")); !slices.Equal(p, []string{"a.example/b"}) {
		t.Errorf("parseLinked: %q", p)
	}
}
