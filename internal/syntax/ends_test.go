package syntax

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// perEnding is how many files of each ending TestEnds takes.
const perEnding = 10

// TestEnds: a symbol has the end that another program finds, or is open. The other programs are Go's own parser,
// Python's, Node's and Universal Ctags. In a copy of the file that is cut or damaged within its lines, a symbol ends at
// the same line, or is open. A few don't: a } too many may end a function, to all appearances.
func TestEnds(t *testing.T) {
	sweep.OneGoroutine(t)
	byEnding := sourceFiles(t)
	for _, ending := range slices.Sorted(maps.Keys(byEnding)) {
		t.Run(ending, func(t *testing.T) {
			files := byEnding[ending]
			truths := judges[ending](t, files)
			for how, outline := range map[string]func(Language, []byte) []Symbol{
				"grammar": byGrammar, "keywords": byKeywords,
			} {
				var whole, damaged tally
				for i, name := range files {
					src, err := os.ReadFile(name)
					want := truths[name]
					if err != nil || len(want) == 0 {
						continue
					}
					lang := Detect(name, src)
					whole.add(name, outline(lang, src), want)
					r := rand.New(rand.NewPCG(uint64(i), 1))
					for range 4 {
						what, text := damage(r, src)
						damaged.add(name+" with "+what, outline(lang, text), want)
					}
				}
				t.Logf("%s: %v; damaged: %v", how, whole, damaged)
				manyWrong, manyOpen := 200*len(damaged.wrong) > damaged.all+200, 100*whole.open > 3*whole.all+200
				if len(whole.wrong) > 0 || manyWrong || manyOpen {
					t.Errorf("too many:\n%s", strings.Join(append(whole.wrong, damaged.wrong...), "\n"))
				}
			}
		})
	}
}

// byGrammar outlines a text with its grammar.
func byGrammar(lang Language, src []byte) []Symbol {
	o, _ := Inspect(context.Background(), lang, src) // the error is the context's
	return o.Symbols
}

// A tally counts symbols whose end is known.
type tally struct {
	wrong     []string
	open, all int
}

func (c tally) String() string {
	return fmt.Sprintf("%d of %d wrong, %d open", len(c.wrong), c.all, c.open)
}

// add compares the symbols of a file with the truth about it.
func (c *tally) add(name string, syms []Symbol, want truth) {
	for _, s := range syms {
		last := want[placeOf(s.Name, s.Line)]
		if last == 0 {
			continue
		}
		c.all++
		if s.Open {
			c.open++
		} else if s.Last != last {
			wrong := fmt.Sprintf("%s: %s at %d ends at %d, not %d", name, s.Name, s.Line, last, s.Last)
			c.wrong = append(c.wrong, wrong)
		}
	}
}

// damage returns a copy of a text that is cut, or that lacks or has a bracket more, or has other bytes in a line. Lines
// keep their numbers.
func damage(r *rand.Rand, src []byte) (what string, text []byte) {
	at := r.IntN(len(src))
	text = bytes.Clone(src)
	switch r.IntN(5) {
	case 0:
		return fmt.Sprintf("its first %d bytes", at), bytes.TrimRight(text[:at], "\n")
	case 1:
		end := at + bytes.IndexByte(append(text[at:len(text):len(text)], '\n'), '\n')
		return fmt.Sprintf("its first lines up to byte %d", end), text[:end]
	case 2:
		if i := bytes.IndexAny(text[at:], "{}"); i >= 0 {
			text[at+i] = ' '
		}
		return fmt.Sprintf("a brace less after byte %d", at), text
	case 3:
		brace := "{}()"[r.IntN(4)]
		return fmt.Sprintf("a %c at byte %d", brace, at), slices.Insert(text, at, brace)
	}
	for i := at; i < len(text) && text[i] != '\n'; i++ {
		text[i] = "#{\"'x/(*"[r.IntN(8)]
	}
	return fmt.Sprintf("other bytes at byte %d", at), text
}

// sourceFiles are some files by ending: samples, Go's distribution, and modules whose versions are fixed. Beam's has
// sources in many languages; if it isn't there, the others are enough.
func sourceFiles(t *testing.T) map[string][]string {
	t.Helper()
	all := append(filesIn("testdata/outline"), realFiles(t)...)
	beam := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/apache/beam/sdks/v2")
	beam.Dir, beam.Env = "../../contrib/beam", append(os.Environ(), "GOPROXY=off")
	if dir, err := beam.Output(); err == nil {
		all = append(all, filesIn(strings.TrimSpace(string(dir)))...)
	}
	byEnding := map[string][]string{}
	for _, name := range all {
		info, err := os.Stat(name)
		if e := filepath.Ext(name); judges[e] != nil && err == nil && info.Size() < 256<<10 {
			byEnding[e] = append(byEnding[e], name)
		}
	}
	for e, files := range byEnding {
		byEnding[e] = nil
		for i := 0; i < len(files); i += max(1, len(files)/perEnding) {
			byEnding[e] = append(byEnding[e], files[i])
		}
	}
	return byEnding
}

// A truth is where the definitions of a file end: their last lines, by [placeOf]; 0 if that isn't known.
type truth map[string]int

// add notes a definition. Two of a name in a line prove nothing.
func (t truth) add(name string, line, last int) {
	p := placeOf(name, line)
	if before, ok := t[p]; ok && before != last {
		last = 0
	}
	t[p] = last
}

// placeOf is a definition's name, without the type that it belongs to, and its line.
func placeOf(name string, line int) string {
	name, _, _ = strings.Cut(name, "<")
	return fmt.Sprint(strings.TrimPrefix(name[strings.LastIndexAny(name, ".:")+1:], "#"), " ", line)
}

// judges know where definitions end, by the ending of their files.
var judges = map[string]func(*testing.T, []string) map[string]truth{
	".go": goTruths, ".py": pythonTruths, ".js": nodeTruths, ".mjs": nodeTruths, ".c": ctagsTruths, ".h": ctagsTruths,
	".cc": ctagsTruths, ".cpp": ctagsTruths, ".hpp": ctagsTruths, ".java": ctagsTruths, ".cs": ctagsTruths,
	".rb": ctagsTruths,
}

// goTruths asks Go's own parser.
func goTruths(_ *testing.T, files []string) map[string]truth {
	all := map[string]truth{}
	for _, name := range files {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		all[name] = truth{}
		add := func(id *ast.Ident, n ast.Node) {
			line := func(p token.Pos) int { return fset.PositionFor(p, false).Line }
			all[name].add(id.Name, line(id.Pos()), line(n.End()-1))
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				add(n.Name, n)
			case *ast.TypeSpec:
				add(n.Name, n)
			}
			return true
		})
	}
	return all
}

// pythonTruths asks Python's own parser.
func pythonTruths(t *testing.T, files []string) map[string]truth {
	return ask(t, files, "python3", "testdata/ends.py")
}

// nodeTruths asks the parser in Node.
func nodeTruths(t *testing.T, files []string) map[string]truth {
	return ask(t, files, "node", "--expose-internals", "testdata/ends.js")
}

// endless is a method of Ruby without an end, "def a(b) = c". Universal Ctags 5.9 takes the next method's end for its
// own, so that the ends of all definitions around it are wrong, too.
var endless = regexp.MustCompile(`(?m)^\s*def \S+(\(.*\))? = `)

// ctagsTruths asks Universal Ctags.
func ctagsTruths(t *testing.T, files []string) map[string]truth {
	files = slices.DeleteFunc(slices.Clone(files), func(name string) bool {
		src, err := os.ReadFile(name)
		return err != nil || endless.Match(src)
	})
	return ask(t, files, "ctags", "--output-format=json", "--fields=+ne", "--languages=C,C++,Java,C#,Ruby",
		"--langmap=C++:+.h", "--kinds-C=fsgu", "--kinds-C++=fsguc", "--kinds-Java=cgim", "--kinds-C#=cgism",
		"--kinds-Ruby=fcmS", "-L", "-", "-f", "-")
}

// ask starts a program that reads the names of files and prints a JSON object for each definition.
func ask(t *testing.T, files []string, program string, args ...string) map[string]truth {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("needs %s", program)
	}
	cmd := exec.Command(program, args...)
	cmd.Stdin = strings.NewReader(strings.Join(files, "\n") + "\n")
	out, err := cmd.Output()
	if err != nil && len(out) == 0 {
		t.Skipf("needs a newer %s: %v", program, err)
	}
	all := map[string]truth{}
	for line := range bytes.Lines(out) {
		var d struct {
			Path, Name string
			Line, End  int
		}
		if err := json.Unmarshal(line, &d); err != nil || d.End == 0 {
			continue
		}
		if all[d.Path] == nil {
			all[d.Path] = truth{}
		}
		all[d.Path].add(d.Name, d.Line, d.End)
	}
	return all
}
