package rules

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// good is a rule that the cases below break at one place.
const good = `# a rule
[[rule]]
name = "deploy"
program = "deploy"

[[rule.line]]
match = '^step (\d+) (?P<what>\w+)'
do = "drop"

[[test]]
name = "a deploy"
command = "deploy now"
input = '''
step 1 build
[[rule]] x = 1
'''
want_contains = "… 1 line"
`

func TestParseErrors(t *testing.T) {
	many := func(n int, text string) string {
		var sb strings.Builder
		for i := range n {
			sb.WriteString(strings.ReplaceAll(text, "#", fmt.Sprint(i)) + "\n")
		}
		return sb.String()
	}
	rule := "[[rule]]\nname = \"x\"\nprogram = \"x\"\n"
	line := rule + "[[rule.line]]\nmatch = '(a)(?P<b>c)'\n"
	test := rule + "level = \"minimal\"\n[[test]]\nname = \"t\"\ncommand = \"x\"\ninput = \"\"\n"
	tests := []struct {
		name, text, want string
	}{
		{"unknown table", good + "[rules]\n", "f.toml:18: rules: unknown key: want rule, test"},
		{
			"unknown key of a rule",
			rule + "programme = \"y\"\n",
			"f.toml:4: programme: unknown key: want about, budget, command, level, line, name, off, program, " +
				"subcommand, tool",
		},
		{
			"unknown key of a line",
			line + "do = \"drop\"\nwhen = 1\n",
			"f.toml:7: when: unknown key: want by, do, match, rank, unless, with",
		},
		{"unknown key of the second rule", good + rule + "x = 1\n", "f.toml:21: x: unknown key"},
		{"unknown key after a text that looks like a table", good + "wnat = \"\"\n", "f.toml:18: wnat: unknown key"},
		{"quoted key", rule + "\"a.b\" = 1\n", "f.toml:4: \"a.b\": unknown key"},
		{
			"inline tables",
			"rule = [{name = \"x\", program = \"x\", level = \"big\"}]\n",
			`f.toml:1: level: value "big": want minimal, balanced, conservative`,
		},
		{"syntax", rule + "level = minimal\n", "f.toml:4: "},
		{"twice", rule + "level = \"minimal\"\nlevel = \"minimal\"\n", "f.toml:5: "},
		{"rule of another type", "rule = 3\n", "f.toml:1: rule: value 3: want tables: [[rule]]"},
		{"one rule", "[rule]\nname = \"x\"\n", "f.toml:1: rule: value of a table: want tables: [[rule]]"},
		{"no name", "[[rule]]\nprogram = \"x\"\nlevel = \"minimal\"\n", "f.toml:1: a rule without a name"},
		{
			"no condition",
			"\n[[rule]]\nname = \"x\"\nlevel = \"minimal\"\n",
			"f.toml:2: a rule that applies to no call: want program, tool or command",
		},
		{"nothing to do", rule, "f.toml:1: a rule that does nothing: want [[rule.line]], level, budget, or off = true"},
		{
			"subcommand alone",
			"[[rule]]\nname = \"x\"\ntool = \"x\"\nlevel = \"minimal\"\nsubcommand = \"y\"\n",
			"f.toml:5: subcommand: it has no program: want program, too",
		},
		{"same name", rule + "off = true\n" + rule + "off = true\n", `f.toml:6: name: "x" is used twice`},
		{
			"name of another type",
			"[[rule]]\nname = 3\nprogram = \"x\"\nlevel = \"minimal\"\n",
			"f.toml:2: name: value 3: want a text",
		},
		{
			"name of two lines",
			"[[rule]]\nname = \"a\\nb\"\nprogram = \"x\"\nlevel = \"minimal\"\n",
			"f.toml:2: name: value \"a\\nb\": want one line of text",
		},
		{
			"empty list",
			"[[rule]]\nname = \"x\"\nprogram = []\nlevel = \"minimal\"\n",
			"f.toml:3: program: list of 0: want 1 to 50 texts",
		},
		{
			"list of numbers",
			"[[rule]]\nname = \"x\"\nprogram = [1]\nlevel = \"minimal\"\n",
			"f.toml:3: program: value 1 in a list",
		},
		{"level", rule + "level = \"huge\"\n", `f.toml:4: level: value "huge": want minimal, balanced, conservative`},
		{"budget", rule + "budget = 31\n", "f.toml:4: budget: value 31: want a number from 32 to "},
		{"off", rule + "off = 1\n", "f.toml:4: off: value 1: want true or false"},
		{"no match", rule + "[[rule.line]]\ndo = \"drop\"\n", "f.toml:4: a line entry without a match"},
		{
			"no action",
			line,
			"f.toml:4: a line entry without an action: want do = drop, fold, group, keep, rank, replace",
		},
		{
			"unknown action",
			line + "do = \"delete\"\n",
			`f.toml:6: do: value "delete": want drop, fold, group, keep, rank, replace`,
		},
		{
			"bad expression",
			rule + "[[rule.line]]\nmatch = 'a('\ndo = \"drop\"\n",
			"f.toml:5: match: regular expression \"a(\": missing closing ): \"a(\": want Go's syntax (RE2)",
		},
		{"lookahead", rule + "[[rule.line]]\nmatch = 'a(?=b)'\ndo = \"drop\"\n", "f.toml:5: match: regular expression"},
		{
			"empty expression",
			rule + "[[rule.line]]\nmatch = ''\ndo = \"drop\"\n",
			"f.toml:5: match: empty regular expression",
		},
		{
			"long expression",
			rule + "command = '" + strings.Repeat("a", 501) + "'\n",
			"f.toml:4: command: regular expression of 501 bytes: want at most 500",
		},
		{"bad unless", line + "do = \"drop\"\nunless = '['\n", "f.toml:7: unless: regular expression"},
		{
			"rank of no rank",
			line + "do = \"rank\"\n",
			"f.toml:4: no rank: want rank = critical, evidence, context, detail, noise",
		},
		{"unknown rank", line + "do = \"rank\"\nrank = \"top\"\n", `f.toml:7: rank: value "top": want critical`},
		{
			"rank of a drop",
			line + "do = \"drop\"\nrank = \"noise\"\n",
			`f.toml:7: rank: it does nothing with do = "drop": want it with "rank", "replace", "fold", "group"`,
		},
		{"replace by nothing", line + "do = \"replace\"\n", "f.toml:4: nothing to replace the match with"},
		{"group by nothing", line + "do = \"group\"\n", "f.toml:4: nothing to group by"},
		{
			"digit",
			line + "do = \"replace\"\nwith = \"3 of $1\"\n",
			`f.toml:7: with: "3 of " has the digit '3': want no digits but those that are captured from the line`,
		},
		{"foreign digit", line + "do = \"replace\"\nwith = \"٣\"\n", "has the digit"},
		{
			"verdict",
			line + "do = \"fold\"\nwith = \"${count} tests Passed\"\n",
			`f.toml:7: with: " tests Passed" has the word "Passed": only the output may state how a run ended`,
		},
		{"gap", line + "do = \"fold\"\nwith = \"… ${count} lines\"\n", "begins the marker of a gap"},
		{
			"line feed",
			line + "do = \"replace\"\nwith = \"a\\nb\"\n",
			"f.toml:7: with: \"a\\nb\" has the control character",
		},
		{
			"unknown group",
			line + "do = \"replace\"\nwith = \"$3\"\n",
			"f.toml:7: with: unknown reference ${3}: the expression has 2 groups, named b",
		},
		{
			"unknown name",
			line + "do = \"replace\"\nwith = \"${c}\"\n",
			"unknown reference ${c}: the expression has 2 groups, named b",
		},
		{
			"unknown fold word",
			line + "do = \"fold\"\nwith = \"$1\"\n",
			"unknown reference ${1}: want ${count}, ${first} or ${last}",
		},
		{"lone dollar", line + "do = \"replace\"\nwith = \"a $ b\"\n", "a $ without a name"},
		{
			"test without a name",
			rule + "level = \"minimal\"\n[[test]]\ncommand = \"x\"\ninput = \"\"\nwant = \"\"\n",
			"f.toml:5: a test without a name",
		},
		{
			"test without input",
			rule + "level = \"minimal\"\n[[test]]\nname = \"t\"\ncommand = \"x\"\nwant = \"\"\n",
			"f.toml:5: a test without input",
		},
		{
			"test of nobody",
			rule + "level = \"minimal\"\n[[test]]\nname = \"t\"\ninput = \"\"\nwant = \"\"\n",
			"want command or tool",
		},
		{"test that wants nothing", test, "f.toml:5: a test without an expected text"},
		{"test of another type", test + "want = 1\n", "f.toml:9: want: value 1: want a text"},
		{
			"many rules",
			many(101, "[[rule]]\nname = \"r#\"\nprogram = \"x\"\nlevel = \"minimal\""),
			"f.toml:401: 101 tables of rule: want at most 100",
		},
		{
			"many lines",
			rule + many(51, "[[rule.line]]\nmatch = 'a'\ndo = \"drop\""),
			"f.toml:154: 51 tables of line: want at most 50",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := Parse("f.toml", tt.text, User)
			if err == nil {
				t.Fatalf("no error, want %q", tt.want)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %q\nlacks %q", err, tt.want)
			}
			if strings.ContainsAny(err.Error(), "\n\r") || !strings.HasPrefix(err.Error(), "f.toml:") {
				t.Errorf("not one line that names the file: %q", err)
			}
			if f.State != Broken || len(f.Rules) > 0 || len(f.Tests) > 0 {
				t.Errorf("state %q, %d rules, %d tests", f.State, len(f.Rules), len(f.Tests))
			}
		})
	}
	if _, err := Parse("f.toml", good, User); err != nil {
		t.Errorf("the good rule: %v", err)
	}
}

func TestReadFileRefuses(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large.toml")
	if err := os.WriteFile(large, []byte(strings.Repeat("# a comment\n", 10_000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		dir:                            "not a regular file",
		large:                          "larger than 65536 bytes",
		filepath.Join(dir, "no.toml"):  "no such file",
		filepath.Join(large, "x.toml"): "not a directory",
	} {
		if _, err := ReadFile(path, User); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.HasPrefix(err.Error(), path+": ") {
			t.Errorf("%s: error %v, want %q", path, err, want)
		}
	}
}

// FuzzParse holds that whatever a file says gives rules or an error of one line, and that what was taken can be used.
func FuzzParse(f *testing.F) {
	f.Add(good)
	for _, b := range BuiltIns() {
		f.Add(b.Text)
	}
	f.Add("[[rule]]\nname='''\n[[rule]]'''\n'a.b'.\"c\\\"d\"=[ # ]\n{x=\"]\"}]\n")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("f.toml", text, User)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") || !strings.HasPrefix(err.Error(), "f.toml:") {
				t.Errorf("error %q", err)
			}
			return
		}
		for i := range file.Tests {
			if n := file.TestLine(i); n < 1 || n > strings.Count(text, "\n")+1 {
				t.Errorf("test %d stands on line %d", i, n)
			}
		}
		for _, r := range file.Rules {
			_ = r.Summary()
			for _, e := range r.lines {
				e.match.matches("step 1 build")
			}
		}
	})
}
