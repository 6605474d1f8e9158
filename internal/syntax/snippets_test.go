//go:build cgo && !notreesitter

package syntax

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSnippets pins what was once missed or given a wrong range. Each want is what Universal Ctags says of the snippet:
// name and lines.
func TestSnippets(t *testing.T) {
	for _, test := range []struct {
		name string
		lang Language
		src  string
		want string
	}{
		{"a macro before a function's name", "C", "extern int ZEXPORT unzeof (unzFile file)\n{\n  return 0;\n}\n" +
			"LUA_API lua_CFunction lua_atpanic (lua_State *L) {\n  lua_lock(L);\n}\n",
			"function unzeof  1-4\nfunction lua_atpanic  5-7\n"},
		{"a macro on its own line before a function", "C", "NO_SANITIZE(\"bounds\")\n" +
			"void publish(link *l, robj *c) {\n    a();\n}\n",
			"function publish  2-4\n"},
		{"declarations behind the brackets", "C", "char ZLIB_INTERNAL *gz_strwinerror(error)\n     DWORD error;\n" +
			"{\n    a();\n\n    b();\n}\n",
			"function gz_strwinerror  1-7 sig 2\n"},
		{"a name behind its type", "C", "typedef struct node {\n  int x;\n} node_t;\n",
			"type node_t  1-3 line 3\n  struct node  1-3\n"},
		{"a function that the grammar takes others into", "C", "static void first (int a) {\n  switch (a) {\n" +
			"    case '=': f(); break;\n    default: g(LUA_QL(\"=\") \" or \" LUA_QL(\"in\") \" expected\");\n" +
			"  }\n}\n\nstatic int second (int a) {\n  return a;\n}\n",
			"function first  1-6\nfunction second  8-10\n"},
		{"types in a function, and a template's specialisation", "C++",
			"template <typename C> struct formatter<T, C> {\n  int x;\n};\nvoid f() {\n  using a = int;\n" +
				"  typedef long b;\n  switch (x) {\n  case 1: {\n    struct c { int d; };\n  }\n  }\n}\n",
			"struct formatter<T, C>  1-3\nfunction f  4-12\n  type a  5-5\n  type b  6-6\n  struct c  9-9\n"},
		{"a lambda in a function", "Python", "def f(x):\n    key = lambda a: a.line\n    n = 1\n" +
			"    return sorted(x, key=key)\n",
			"function f  1-4\n  function key  2-2\n"},
		{"functions with names of their own", "JavaScript", "this.on('mount', function onmount(parent) {\n  a();\n" +
			"});\nmodule.exports = function query(o) {\n  return function inner(req) {\n  };\n};\n" +
			"Queue.prototype.run = function go() {};\nconst same = function same() {};\n",
			"function onmount  1-3\nfunction query  4-7\n  function inner  5-6\nfunction run  8-8\n" +
				"  function go  8-8\nfunction same  9-9\n"},
		{"constructors of an interface", "TypeScript", "interface C {\n  new (x: string): D;\n  m(): void;\n}\n",
			"interface C  1-4\n  method new  2-2\n  method m  3-3\n"},
		{"the preprocessor, initialisers and destructors", "C#", "public class C {\n\tpublic C(int a) :\n" +
			"\t\tthis(a, false)\n\t{\n\t}\n\n\t~C()\n\t{\n#if DEBUG\n\t\tf();\n#endif\n\t\tg();\n\t}\n}\n",
			"class C  1-14\n  method C  2-5 sig 3\n  method ~C  7-13\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			syms, err := outline(t.Context(), test.lang, []byte(test.src))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(test.want, "\n"), strings.Split(render(syms), "\n")); diff != "" {
				t.Errorf("mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

// TestTextAtTheMargin: lines of text and of the preprocessor don't end a function that is outlined by keywords.
func TestTextAtTheMargin(t *testing.T) {
	src := "void help(client *c) {\n    const char *help[] = {\n\"ADDSLOTS <slot>\",\n\"    Add slots.\",\n" +
		"    NULL\n    };\n#ifdef X\n    f();\n#endif\n}\n\ntemplate <typename T> struct box {\n  T t;\n};\n"
	want := "function help  1-10\nstruct box  12-14\n"
	if got := render(byKeywords("C++", []byte(src))); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestWithoutGrammar pins outlines of languages that go by keywords.
func TestWithoutGrammar(t *testing.T) {
	for _, test := range []struct {
		lang      Language
		src, want string
	}{
		{"SQL", "create function f(a int) returns int as $$\nbegin\n  return a;\nend;\n$$ language plpgsql;\n" +
			"CREATE VIEW v AS SELECT 1;\n", "function f  1-5\nview v  6-6\n"},
		{"HCL", "variable \"region\" { default = \"eu\" }\nresource \"a\" \"b\" {\n  tags = {\n    c = 1\n  }\n}\n",
			"section variable region  1-1\nsection resource a.b  2-6\n"},
		{"Zig", "pub const P = struct {\n    x: i32,\n    pub fn add(self: P) P {\n        return self;\n    }\n" +
			"};\ntest \"adds\" {\n    f();\n}\n", "struct P  1-6\n  method add  3-5\ntest adds  7-9\n"},
	} {
		if got := render(byKeywords(test.lang, []byte(test.src))); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.lang, got, test.want)
		}
	}
}
