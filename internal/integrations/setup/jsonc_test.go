package setup

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestJSONC adds a hook to settings of all forms, reads what came of it, and removes it again.
func TestJSONC(t *testing.T) {
	e := hooks{agent: "claude", groups: []group{{"Post", matched{"x", []handler{{
		Type: "command", Command: "/bin/toktee", Args: []string{"hook", "claude"}, Timeout: 30,
	}}}}}}
	const own = `{"matcher":"x","hooks":[` +
		`{"type":"command","command":"/bin/toktee","args":["hook","claude"],"timeout":30}]}`
	for _, c := range []struct{ name, old, want string }{
		{
			"a line", `{"a": 1}`,
			`{"a": 1, "hooks":{"Post":[` + own + `]}}`,
		},
		{
			"tabs", "{\n\t\"a\": 1\n}\n",
			"{\n\t\"a\": 1,\n\t\"hooks\": {\n\t\t\"Post\": [\n\t\t\t" + at("\t\t\t", "\t") + "\n\t\t]\n\t}\n}\n",
		},
		{
			"comments and a comma at the end", in("[\n      {\"hooks\":[]}, // one\n      // two\n    ],"),
			in("[\n      {\"hooks\":[]}, // one\n      // two\n      " + at("      ", "  ") + ",\n    ],"),
		},
		{
			"a comment behind the last", in("[\n      {\"hooks\":[]} // one\n    ]"),
			in("[\n      {\"hooks\":[]}, // one\n      " + at("      ", "  ") + "\n    ]"),
		},
		{
			"in one line", `{"hooks":{"Post":[{"hooks":[]}],"Other":[]}}`,
			`{"hooks":{"Post":[{"hooks":[]}, ` + own + `],"Other":[]}}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := e.add([]byte(c.old))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, string(got)); diff != "" {
				t.Errorf("added (-want +got)\n%s", diff)
			}
			again, err := e.add(got)
			if err != nil || string(again) != string(got) {
				t.Errorf("added twice: %v\n%s", err, cmp.Diff(string(got), string(again)))
			}
			back, err := e.remove(got)
			if err != nil || string(back) != c.old {
				t.Errorf("removed: %v\n%s", err, cmp.Diff(c.old, string(back)))
			}
		})
	}
}

// in is a settings file with this list.
func in(list string) string { return "{\n  \"hooks\": {\n    \"Post\": " + list + "\n  },\n}" }

// at is what is added, in lines of this indentation.
func at(indent, unit string) string {
	lines := []string{
		`{`, `-"matcher": "x",`, `-"hooks": [`, `--{`, `---"type": "command",`, `---"command": "/bin/toktee",`,
		`---"args": [`, `----"hook",`, `----"claude"`, `---],`, `---"timeout": 30`, `--}`, `-]`, `}`,
	}
	for i, line := range lines {
		rest := strings.TrimLeft(line, "-")
		lines[i] = strings.Repeat(unit, len(line)-len(rest)) + rest
	}
	return strings.Join(lines, "\n"+indent)
}

// TestComments: what is put behind a comment that lasts to the end of its line stands on the next one, and so does what
// moves there when something is cut.
func TestComments(t *testing.T) {
	for _, c := range []struct{ before, added, cut string }{
		{"{\"a\":1, // mine\n}", "{\"a\":1, // mine\n\"b\":2,\n}", "{\"a\":1, // mine\n}"},
		{"{\"a\":1 /* // */ }", "{\"a\":1, /* // */ \"b\":2 }", "{\"a\":1 /* // */ }"},
		{"{\"a\":1 // x /* y\n }", "{\"a\":1, // x /* y\n\"b\":2\n }", "{\"a\":1 // x /* y\n }"},
	} {
		j, err := readJSONC([]byte(c.before))
		if err != nil {
			t.Fatal(err)
		}
		if err := j.top().add("b", 2); err != nil {
			t.Fatal(err)
		}
		if got := string(j.bytes()); squeezed(got) != squeezed(c.added) {
			t.Errorf("%q with b is %q, want %q", c.before, got, c.added)
		}
		again, err := readJSONC(j.bytes())
		if err != nil {
			t.Fatalf("%q: %v", j.bytes(), err)
		}
		again.top().drop("b")
		if got := string(again.bytes()); squeezed(got) != squeezed(c.cut) {
			t.Errorf("%q without b is %q, want %q", c.before, got, c.cut)
		}
	}
}
