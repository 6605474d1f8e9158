package syntax

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/testing/sweep"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sample reads a file of testdata/outline and its language. Go's has another ending, so that no tool takes it for a
// part of a package.
func sample(t testing.TB, name string) (Language, []byte) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata/outline", name))
	if err != nil {
		t.Fatal(err)
	}
	return Detect(strings.TrimSuffix(name, ".txt"), b), b
}

func samples(t testing.TB) []string {
	t.Helper()
	list, err := os.ReadDir("testdata/outline")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		if e.Name() != "ctags.jsonl" && filepath.Ext(e.Name()) != ".golden" {
			names = append(names, e.Name())
		}
	}
	return names
}

// outline is the symbols alone.
func outline(ctx context.Context, lang Language, src []byte) ([]Symbol, error) {
	o, err := Inspect(ctx, lang, src)
	return o.Symbols, err
}

// byKeywords is Inspect without the grammars.
func byKeywords(lang Language, src []byte) []Symbol {
	s := NewScanner(lang)
	if s == nil {
		return nil
	}
	for line := range strings.Lines(string(src)) {
		s.Line(strings.TrimRight(line, "\r\n"))
	}
	return s.Symbols(!isWhole(src))
}

func render(symbols []Symbol) string {
	var b strings.Builder
	for _, s := range symbols {
		fmt.Fprintf(&b, "%*s%s %s", 2*s.Depth, "", s.Kind, s.Name)
		fmt.Fprintf(&b, "  %d-%d", s.First, s.Last)
		if s.Doc != s.First {
			fmt.Fprintf(&b, " doc %d", s.Doc)
		}
		if s.Line != s.First {
			fmt.Fprintf(&b, " line %d", s.Line)
		}
		if s.Sig != s.Line {
			fmt.Fprintf(&b, " sig %d", s.Sig)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestOutlineGolden pins the outlines of the samples, which were checked by hand: names, kinds, nesting and lines.
func TestOutlineGolden(t *testing.T) {
	for _, name := range samples(t) {
		t.Run(name, func(t *testing.T) {
			lang, src := sample(t, name)
			for _, how := range []string{"grammar", "keywords"} {
				var got string
				if how == "keywords" {
					got = render(byKeywords(lang, src))
				} else if !hasGrammar(lang) {
					continue // a build without grammars, or a language without one
				} else {
					o, err := Inspect(t.Context(), lang, src)
					if err != nil || o.Means != ByGrammar {
						t.Fatalf("Inspect: %v by %q", err, o.Means)
					}
					got = render(o.Symbols)
				}
				golden := filepath.Join("testdata/outline", name+"."+how+".golden")
				if *update {
					if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), got); diff != "" {
					t.Errorf("by %s mismatch (-want +got):\n%s", how, diff)
				}
			}
		})
	}
}

// tag is a definition that Universal Ctags 5.9 lists.
type tag struct {
	File, Name, Kind string
	Line             int
}

func tags(t *testing.T) map[string][]tag {
	t.Helper()
	f, err := os.Open("testdata/outline/ctags.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m := map[string][]tag{}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var x tag
		if err := json.Unmarshal(sc.Bytes(), &x); err != nil {
			t.Fatal(err)
		}
		switch x.Kind {
		case "heredoc", "enumConstant", "methodSpec", "packageName", "define", "var", "const": // values and parts
			continue
		}
		if strings.HasPrefix(x.Name, "__anon") || x.File == "shapes.py" && x.Kind == "namespace" {
			continue
		}
		m[x.File] = append(m[x.File], x)
	}
	return m
}

// TestRecall compares with Universal Ctags' own output on the samples: every definition that it lists must be in the
// outline by grammar, with its line, and nine in ten by keywords.
func TestRecall(t *testing.T) {
	for file, want := range tags(t) {
		lang, src := sample(t, file)
		for _, how := range []string{"grammar", "keywords"} {
			least := len(want)
			var got []Symbol
			if how == "keywords" {
				got, least = byKeywords(lang, src), len(want)*9/10
			} else if !hasGrammar(lang) {
				continue
			} else {
				got, _ = outline(t.Context(), lang, src)
			}
			var missing []string
			for _, x := range want {
				if !slices.ContainsFunc(got, func(s Symbol) bool { return has(s, x) }) {
					missing = append(missing, fmt.Sprintf("%s %s at %d", x.Kind, x.Name, x.Line))
				}
			}
			if len(want)-len(missing) < least {
				t.Errorf("%s by %s: ctags lists %d definitions, missing are %q", file, how, len(want), missing)
			}
		}
	}
}

// has reports whether a symbol is what ctags tagged. Outlines name Go's methods and C++'s members with their type, and
// ctags puts typedefs where their name stands.
func has(s Symbol, x tag) bool {
	if x.Line < s.First || x.Line > max(s.Sig, s.Line) && x.Kind != "typedef" || x.Line > s.Last {
		return false
	}
	name := s.Name
	if s.Kind == Impl {
		return strings.Contains(name, x.Name)
	}
	isPart := strings.HasSuffix(name, "."+x.Name) || strings.HasSuffix(name, "::"+x.Name)
	return isPart || name == x.Name || name == strings.ReplaceAll(x.Name, " ", "")
}

// TestGoAgainstParser compares with Go's own parser on the packages of the distribution: the same functions, methods,
// types and imports on the same lines.
func TestGoAgainstParser(t *testing.T) {
	sweep.OneGoroutine(t)
	n := 0
	for _, f := range realFiles(t) {
		if filepath.Ext(f) != ".go" || !strings.Contains(filepath.ToSlash(f), "/src/net/") {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil || len(src) > MaxParse {
			continue
		}
		want := goTruth(t, f, src)
		if want == nil {
			continue
		}
		got := map[string]int{}
		syms, err := outline(t.Context(), "Go", src)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range syms {
			switch {
			case s.Kind.IsFunction():
				got[fmt.Sprintf("%s %d-%d", s.Name, s.First, s.Last)]++
			case s.Kind.IsType():
				got[fmt.Sprintf("%s %d", s.Name, s.Line)]++
			case s.Kind == Import:
				got["import "+s.Name]++
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			if !hasGrammar("Go") { // keywords miss what is not formatted
				continue
			}
			t.Fatalf("%s mismatch (-want +got):\n%s", f, diff)
		}
		n++
	}
	if n < 100 {
		t.Errorf("%d files agree, want at least 100", n)
	}
}

func goTruth(t *testing.T, name string, src []byte) map[string]int {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	want := map[string]int{}
	line := func(p token.Pos) int { return fset.PositionFor(p, false).Line }
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			fn := d.Name.Name
			if d.Recv != nil {
				typ := d.Recv.List[0].Type
				for {
					switch x := typ.(type) {
					case *ast.StarExpr:
						typ = x.X
						continue
					case *ast.IndexExpr:
						typ = x.X
						continue
					case *ast.IndexListExpr:
						typ = x.X
						continue
					case *ast.Ident:
						fn = x.Name + "." + fn
					}
					break
				}
			}
			want[fmt.Sprintf("%s %d-%d", fn, line(d.Pos()), line(d.End()-1))]++
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					want[fmt.Sprintf("%s %d", s.Name.Name, line(s.Pos()))]++
				case *ast.ImportSpec:
					want["import "+strings.Trim(s.Path.Value, "\"`")]++
				}
			}
		}
	}
	return want
}

func TestEnclosing(t *testing.T) {
	lang, src := sample(t, "shapes.py")
	syms, err := outline(t.Context(), lang, src)
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[int]string{
		1: "", 6: "", 20: "Shape", 27: "__init__", 30: "area", 36: "shorten", 44: "describe", 45: "", 64: "load",
		71: "total", 80: "home",
	} {
		got := ""
		if i := Enclosing(syms, line); i >= 0 {
			got = syms[i].Name
		}
		if got != want {
			t.Errorf("line %d lies in %q, want %q", line, got, want)
		}
	}
}

// TestPartOfAFile: what can be made out of a text that starts and ends in the middle of functions.
func TestPartOfAFile(t *testing.T) {
	_, src := sample(t, "queue.go.txt")
	lines := strings.SplitAfter(string(src), "\n")
	part := strings.Join(lines[60:80], "") // from the middle of New to the middle of Map's signature
	syms, err := outline(t.Context(), "Go", []byte(part))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range syms {
		if s.Kind.IsFunction() {
			got = append(got, fmt.Sprintf("%s %d", s.Name, s.First+60))
		}
	}
	for _, want := range []string{"Queue.Push 68", "Queue.Len 76"} {
		if !slices.Contains(got, want) {
			t.Errorf("found %q, want %q among them", got, want)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := outline(ctx, "Go", []byte("package a\n")); !errors.Is(err, context.Canceled) {
		t.Errorf("Outline on a cancelled context: %v", err)
	}
}

// TestTooLong: a text above the limit is outlined by keywords.
func TestTooLong(t *testing.T) {
	src := strings.Repeat("func f() {\n\treturn\n}\n\n", MaxParse/20)
	o, err := Inspect(t.Context(), "Go", []byte(src))
	if err != nil || o.Means != ByKeywords {
		t.Fatalf("Inspect: %v by %q", err, o.Means)
	}
	if want := strings.Count(src, "func "); len(o.Symbols) != min(want, maxSymbols) {
		t.Errorf("%d symbols, want %d", len(o.Symbols), want)
	}
}

// TestSameEveryTime: outlines don't depend on what ran before or beside.
func TestSameEveryTime(t *testing.T) {
	var wg sync.WaitGroup
	for _, name := range samples(t) {
		lang, src := sample(t, name)
		want, err := outline(t.Context(), lang, src)
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			wg.Go(func() {
				got, err := outline(context.Background(), lang, src)
				if err != nil || !cmp.Equal(want, got) {
					t.Errorf("%s: another outline: %v\n%s", name, err, cmp.Diff(want, got))
				}
			})
		}
	}
	wg.Wait()
}

func checkSymbols(t interface {
	Helper()
	Errorf(string, ...any)
}, syms []Symbol, lines int) {
	t.Helper()
	for i, s := range syms {
		switch {
		case s.Name == "":
			t.Errorf("symbol %d has no name: %+v", i, s)
		case s.First < 1 || s.Doc > s.First || s.First > s.Line || s.Line > s.Sig || s.Sig > s.Last || s.Last > lines:
			t.Errorf("lines out of order or range (of %d): %+v", lines, s)
		case s.Parent >= i || s.Parent < -1:
			t.Errorf("symbol %d lies in %d: %+v", i, s.Parent, s)
		case s.Parent < 0 && s.Depth != 0,
			s.Parent >= 0 && (s.Depth != syms[s.Parent].Depth+1 || s.First < syms[s.Parent].First):
			t.Errorf("depth or start doesn't fit its parent: %+v", s)
		case i > 0 && s.First < syms[i-1].First:
			t.Errorf("symbol %d stands before the one before: %+v", i, s)
		}
	}
}

// TestAnyText feeds texts made of lines of all samples, whole and cut, in any order and under any language: whatever
// comes, the symbols keep to the text and to their order.
func TestAnyText(t *testing.T) {
	langs := []Language{
		"Go", "Python", "JavaScript", "TypeScript", "TSX", "Rust", "Java", "C", "C++", "C#", "PHP", "Ruby",
		"Shell", "Kotlin", "Swift", "Scala", "Lua", "Elixir", "Haskell", "OCaml", "SQL", "HCL", "Clojure", "R",
		"Perl", "Protocol Buffer", "Objective-C", "Dart", "Erlang", "Markdown", "reStructuredText", "YAML", "TOML",
		"INI", "JSON", "Makefile", "Dockerfile", "CSS", "PowerShell", "Zig", "Julia",
	}
	pieces := []string{
		"", "{", "}", "  }", "};", ")", "(", "end", "\"\"\"", "`", "/*", "*/", "<<EOF", "EOF", "# a", "== a",
		"====", "- a: |", "- ", "a: b", "[a]", "[[a]]", "a = [", "]", "\"a\": {", "a:", "\tb", "@a", "#[a]",
		"#if A", "#else", "#endif", "typedef struct {", "} x;", "é: ü", "\x00\xff", "fn f() {", "fun a() = 1",
		"CREATE TABLE a (", "(defn a [b]", "def a", "a() {", "f :: Int", "resource \"a\" \"b\" {",
	}
	for _, name := range samples(t) {
		_, src := sample(t, name)
		pieces = append(pieces, strings.Split(string(src), "\n")...)
	}
	rapid.Check(t, func(r *rapid.T) {
		lines := rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 60).Draw(r, "lines")
		for i := range lines {
			if cut := rapid.IntRange(0, 9).Draw(r, "cut"); cut == 0 && len(lines[i]) > 0 {
				lines[i] = lines[i][rapid.IntRange(0, len(lines[i])).Draw(r, "at"):]
			}
		}
		lang := rapid.SampledFrom(langs).Draw(r, "language")
		src := strings.Join(lines, "\n")
		o, err := Inspect(t.Context(), lang, []byte(src))
		if err != nil {
			r.Fatal(err)
		}
		checkSymbols(r, o.Symbols, len(lines))
		checkSymbols(r, byKeywords(lang, []byte(src)), len(lines))
	})
}

func FuzzOutline(f *testing.F) {
	for _, name := range samples(f) {
		lang, src := sample(f, name)
		f.Add(string(lang), string(src))
		// Loading the grammar later would look like new coverage.
		if _, err := outline(f.Context(), lang, src); err != nil {
			f.Fatal(err)
		}
	}
	for _, s := range [][2]string{
		{"Markdown", "# a\n\nb\n==\n```\n# c\n```\n"}, {"YAML", "a:\n  b: |\n    c: d\n"},
		{"JSON", `{"a":{"b":[1,{"c":2}]}}`}, {"TOML", "[a]\nb = [\n1]\n"}, {"Makefile", "a: b\n\tc\n"},
		{"CSS", "a {\n b: c }\n"}, {"SQL", "CREATE TABLE a (\n b int);"}, {"Haskell", "f :: Int\nf = 1"},
	} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, lang, src string) {
		lines := strings.Count(src, "\n") + 1
		o, err := Inspect(t.Context(), Language(lang), []byte(src))
		if err != nil {
			t.Fatal(err)
		}
		checkSymbols(t, o.Symbols, lines)
		checkSymbols(t, byKeywords(Language(lang), []byte(src)), lines)
	})
}

// TestLastPart: a name in brackets stays whole.
func TestLastPart(t *testing.T) {
	for in, want := range map[string]string{
		"a": "a", "a.b": "b", "List.prototype[Symbol.asyncDispose]": "[Symbol.asyncDispose]", "a.b[0]": "[0]",
	} {
		if got := lastPart(in); got != want {
			t.Errorf("lastPart(%q) = %q, want %q", in, got, want)
		}
	}
}
