package rules

import (
	"slices"
	"testing"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/strategies"
)

func call(tool, command string) *strategies.Input {
	return &strategies.Input{Tool: tool, Command: command, Shell: shell.Parse(command)}
}

func parsed(t *testing.T, origin Origin, text string) *File {
	t.Helper()
	f, err := Parse("f.toml", text, origin)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestMatches(t *testing.T) {
	const (
		tail    = "\nlevel = \"minimal\"\n"
		program = "[[rule]]\nname = \"x\"\nprogram = [\"deploy\", \"docker\"]"
	)
	tests := []struct {
		name, rule    string
		tool, command string
		want          bool
	}{
		{"program", program, "Bash", "deploy all", true},
		{"behind what wraps it", program, "Bash", "cd x && sudo /usr/bin/deploy all", true},
		{"of a path", program, "Bash", "./deploy all", true},
		{"another program", program, "Bash", "echo deploy", false},
		{"reshaped", program, "Bash", "deploy all | wc -l", false},
		{"picked", program, "Bash", "deploy all | grep x", true},
		{"no command", program, "Bash", "", false},
		{
			"subcommand",
			program + "\nsubcommand = \"compose pull\"",
			"Bash",
			"docker --context x compose --ansi never pull web",
			false,
		},
		{
			"subcommand behind options",
			program + "\nsubcommand = \"compose pull\"",
			"Bash",
			"docker --context x compose -q pull web",
			true,
		},
		{"one of the subcommands", program + "\nsubcommand = [\"pull\", \"push\"]", "Bash", "docker push x", true},
		{"another subcommand", program + "\nsubcommand = [\"pull\", \"push\"]", "Bash", "docker build .", false},
		{
			"command line",
			"[[rule]]\nname = \"x\"\ncommand = '--verbose\\b'",
			"Bash",
			"anything --verbose | wc -l",
			true,
		},
		{"another command line", "[[rule]]\nname = \"x\"\ncommand = '--verbose\\b'", "Bash", "anything", false},
		{"tool", "[[rule]]\nname = \"x\"\ntool = \"mcp__ci__log\"", "MCP__ci__log", "", true},
		{"another tool", program + "\ntool = \"exec\"", "Bash", "deploy all", false},
		{"off", program + "\noff = true", "Bash", "deploy all", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := New(parsed(t, User, tt.rule+tail)).For(call(tt.tool, tt.command))
			got := m != nil && slices.Contains(names(m), "x")
			if got != tt.want {
				t.Errorf("%q matches %q: %v, want %v", tt.rule, tt.command, got, tt.want)
			}
		})
	}
}

// TestOrder holds who goes before whom, and that a name is replaced by a stronger file alone.
func TestOrder(t *testing.T) {
	rule := func(name, level string) string {
		return "[[rule]]\nname = \"" + name + "\"\nprogram = \"poetry\"\nlevel = \"" + level + "\"\n"
	}
	project := parsed(t, Project, rule("a", "minimal"))
	user := parsed(t, User, rule("b", "balanced")+rule("a", "balanced"))
	other := parsed(t, User, rule("b", "conservative")+"[[rule]]\nname = \"poetry\"\noff = true\n")
	tests := []struct {
		name  string
		set   *Set
		want  []string
		level string
	}{
		{"built-in alone", New(), []string{"poetry"}, ""},
		{"all", New(project, user), []string{"a", "b", "poetry"}, "minimal"},
		{"two of a folder", New(user, other), []string{"b", "a", "b"}, "balanced"},
		{"none", nil, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := tt.set.For(call("exec", "poetry install"))
			if m == nil {
				if tt.want != nil {
					t.Fatalf("no rules, want %v", tt.want)
				}
				return
			}
			if got := names(m); !slices.Equal(got, tt.want) {
				t.Errorf("rules %v, want %v", got, tt.want)
			}
			if m.Level() != tt.level {
				t.Errorf("level %q, want %q", m.Level(), tt.level)
			}
		})
	}
	s := New(project)
	s.NoLimits = true
	if l := s.For(call("exec", "poetry install")).Level(); l != "" {
		t.Errorf("a call with a level of its own gets %q", l)
	}
	if New().For(call("exec", "./poetry install")) != nil {
		t.Error("a built-in rule takes a program of the project for the one that it knows")
	}
}

// TestBuiltIns holds that all built-in files are good, that each is found by the programs that its rules name, and
// that no name is used twice.
func TestBuiltIns(t *testing.T) {
	files := BuiltIns()
	if len(files) < 10 {
		t.Errorf("%d files", len(files))
	}
	names := map[string]bool{}
	for i, f := range files {
		if f.Err != nil {
			t.Errorf("%v", f.Err)
		}
		if len(f.Rules) == 0 || len(f.Tests) == 0 {
			t.Errorf("%s: %d rules, %d tests", f.Path, len(f.Rules), len(f.Tests))
		}
		for _, r := range f.Rules {
			if names[r.Name] {
				t.Errorf("%s: %s is used twice", f.Path, r.Name)
			}
			names[r.Name] = true
			if len(r.programs) == 0 || r.level != "" || r.budget != 0 {
				t.Errorf("%s: %s must name programs, and no level and budget", f.Path, r.Name)
			}
			for _, p := range r.programs {
				if got := builtinOf(p); got != builtinNames[i] {
					t.Errorf("%s is looked up in %q, but stands in %q", p, got, builtinNames[i])
				}
			}
		}
	}
	entries, err := builtinFiles.ReadDir("builtin")
	if err != nil || len(entries) != len(files) {
		t.Errorf("%d files are embedded, %d listed, error %v", len(entries), len(files), err)
	}
}

// names are those of the rules, the strongest first.
func names(m *Match) []string {
	var list []string
	for _, r := range m.rules {
		list = append(list, r.Name)
	}
	return list
}
