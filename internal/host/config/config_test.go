package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/summarize"
)

// place makes a project and a user folder with the given files, and returns a way to load them.
type place struct {
	dir  string
	user string
	env  map[string]string

	untrusted bool // the project's file
}

func newPlace(t *testing.T, project, user string, env map[string]string) *place {
	t.Helper()
	root := t.TempDir()
	p := &place{dir: filepath.Join(root, "project", "a", "b"), env: map[string]string{}}
	for k, v := range env {
		p.env[k] = v
	}
	p.env["XDG_CONFIG_HOME"] = filepath.Join(root, "config")
	p.user = filepath.Join(root, "config", "toktee", "config.toml")
	files := map[string]string{filepath.Join(root, "project", ".toktee", "config.toml"): project, p.user: user}
	for path, text := range files {
		if text == "" {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(p.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *place) load() (*config.Settings, error) {
	return p.loadWith(config.Flags{})
}

func (p *place) loadWith(f config.Flags) (*config.Settings, error) {
	getenv := func(k string) (string, bool) { v, ok := p.env[k]; return v, ok }
	trusts := func(string, string) bool { return !p.untrusted }
	return config.Load(config.Options{Dir: p.dir, Getenv: getenv, Flags: f, Trusts: trusts})
}

func TestPrecedence(t *testing.T) {
	const (
		project = "[agent]\ntool_summarization_level = \"minimal\"\ntool_ui_clickable_paths = false\n" +
			"[tools.exec]\nbudget = 99\n"
		user = "[agent]\ntool_summarization_level = \"conservative\"\ntool_ui_rich_formatting = false\n" +
			"[tools.exec]\nlevel = \"Conservative\"\nbudget = 50\n[tools.\"a.b\"]\nenabled = false\n" +
			"[store]\nttl = \"2d\"\nmax_bytes = 1_000\n"
	)
	tests := []struct {
		name          string
		project, user string
		env           map[string]string
		want          summarize.Config
	}{
		{"nothing", "", "", nil, summarize.Config{
			Enabled: true, MaskSecrets: true, Tools: map[string]summarize.ToolConfig{},
		}},
		{"secrets shown", "", "[agent]\nmask_secrets = false", nil, summarize.Config{
			Enabled: true, Tools: map[string]summarize.ToolConfig{},
		}},
		{"secrets shown by a variable", "", "", map[string]string{"TOKTEE_MASK_SECRETS": "0"}, summarize.Config{
			Enabled: true, Tools: map[string]summarize.ToolConfig{},
		}},
		{"secrets masked by a variable", "", "[agent]\nmask_secrets = false", map[string]string{
			"TOKTEE_MASK_SECRETS": "1",
		}, summarize.Config{Enabled: true, MaskSecrets: true, Tools: map[string]summarize.ToolConfig{}}},
		{"files", project, user, nil, summarize.Config{
			Enabled: true, Level: summarize.Minimal, MaskSecrets: true,
			Tools: map[string]summarize.ToolConfig{
				"exec": {Level: summarize.Conservative, Budget: 99}, "a.b": {Disabled: true},
			},
		}},
		{"environment", project, user, map[string]string{
			"TOKTEE_LEVEL": "balanced", "TOKTEE_BUDGET": "400", "TOKTEE_ENCODING": "cl100k_base",
		}, summarize.Config{
			Enabled: true, Level: summarize.Balanced, Budget: 400, Encoding: "cl100k_base", MaskSecrets: true,
			Tools: map[string]summarize.ToolConfig{"exec": {}, "a.b": {Disabled: true}},
		}},
		{"raw", "", "", map[string]string{"TOKTEE_RAW": "1", "TOKTEE_LEVEL": ""}, summarize.Config{
			MaskSecrets: true, Tools: map[string]summarize.ToolConfig{},
		}},
		{"off", "", "[agent]\nsplit_tool_results_enabled = false", nil, summarize.Config{
			MaskSecrets: true, Tools: map[string]summarize.ToolConfig{},
		}},
		{"off by a project", "[agent]\nsplit_tool_results_enabled = false", "", nil, summarize.Config{
			Enabled: true, Level: summarize.Lossless, Budget: summarize.WholeBudget, MaskSecrets: true,
			Tools: map[string]summarize.ToolConfig{},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := newPlace(t, tt.project, tt.user, tt.env).load()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, s.Summarize()); diff != "" {
				t.Errorf("Summarize mismatch (-want +got):\n%s", diff)
			}
		})
	}
	p := newPlace(t, project, user, nil)
	s, err := p.load()
	if err != nil {
		t.Fatal(err)
	}
	if s.TTL != 48*time.Hour || s.MaxBytes != 1000 || s.RichFormatting || s.ClickablePaths || !s.SyntaxHighlighting {
		t.Errorf("got %+v", s)
	}
	if got := s.Source("agent.tool_ui_rich_formatting"); got != p.user {
		t.Errorf("source %q, want %q", got, p.user)
	}
	if got, want := s.Source("level"), config.ProjectFile(p.dir); got != want || want == "" {
		t.Errorf("source %q, want %q", got, want)
	}
}

func TestNearestProject(t *testing.T) {
	p := newPlace(t, "[agent]\ntool_summarization_level = \"minimal\"\n", "", nil)
	near := filepath.Join(p.dir, ".toktee")
	if err := os.MkdirAll(near, 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := p.load()
	if err != nil || s.Level != summarize.Minimal {
		t.Fatalf("with a folder that has no file: level %q, error %v", s.Level, err)
	}
	if err := os.WriteFile(filepath.Join(near, "config.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err = p.load(); err != nil || s.Level != "" {
		t.Errorf("with an empty file: level %q, error %v", s.Level, err)
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		name          string
		project, user string
		env           map[string]string
		want          []string // all of these in the one line
	}{
		{"unknown level", "[agent]\ntool_summarization_level = \"huge\"\n", "", nil,
			[]string{"project/.toktee/config.toml", "agent.tool_summarization_level", `"huge"`,
				"minimal, balanced, conservative or lossless"}},
		{"empty level", "[agent]\ntool_summarization_level = \"\"\n", "", nil,
			[]string{`""`, "minimal, balanced, conservative or lossless"}},
		{"level of another type", "", "[agent]\ntool_summarization_level = 3\n", nil,
			[]string{"toktee/config.toml", "value 3", "minimal, balanced, conservative or lossless"}},
		{"unknown key", "[agent]\nlevel = \"minimal\"\n", "", nil,
			[]string{"agent.level", "unknown key", "tool_summarization_level"}},
		{"unknown table", "[agents]\n", "", nil,
			[]string{"agents", "unknown key: did you mean agent?"}},
		{"mistyped key", "[agent]\ntool_sumarization_level = \"minimal\"\n", "", nil,
			[]string{"agent.tool_sumarization_level: unknown key: did you mean tool_summarization_level?"}},
		{"key outside a table", "level = \"minimal\"\n", "", nil, []string{"level", "unknown key",
			"agent, claims, commands, cost, gateway, history, hooks, mcp, prices, store, team, tools"}},
		{"empty pattern", "", "[commands]\nnever = [\" \"]\n", nil, []string{"commands.never", "an empty pattern"}},
		{"no list of patterns", "", "[commands]\nnever = \"make\"\n", nil, []string{`"make"`, "want a list"}},
		{"unknown key of a command", "", "[commands.make]\nenabled = false\n", nil,
			[]string{"commands.make.enabled", "want budget, level"}},
		{"pattern without a table", "", "[commands]\nmake = \"lossless\"\n", nil,
			[]string{"commands.make", "want never, pure"}},
		{"program", "[agent]\ncommand = \"rm\"\n", "", nil, []string{"agent.command", "unknown key"}},
		{"switch of another type", "[agent]\nsplit_tool_results_enabled = \"yes\"\n", "", nil,
			[]string{`"yes"`, "true or false"}},
		{"table of another type", "agent = 1\n", "", nil, []string{"agent", "want a table"}},
		{"tool of another type", "[tools]\nexec = true\n", "", nil,
			[]string{"tools.exec", "want a table: [tools.exec]"}},
		{"array of tables", "[[agent]]\ntool_summarization_level = \"minimal\"\n", "", nil,
			[]string{"agent", "want a table"}},
		{"unknown key of a tool", "[tools.exec]\nprogram = \"x\"\n", "", nil,
			[]string{"tools.exec.program", "budget, enabled, level"}},
		{"small budget", "[tools.exec]\nbudget = 31\n", "", nil, []string{"tools.exec.budget", "31", "at least 32"}},
		{"negative budget", "[tools.exec]\nbudget = -1\n", "", nil, []string{"tools.exec.budget", "-1", "at least 32"}},
		{"store of a project", "[store]\nmax_bytes = 5\n", "", nil,
			[]string{"store", "not allowed in a project's file"}},
		{"secrets of a project", "[agent]\nmask_secrets = false\n", "", nil,
			[]string{"agent.mask_secrets", "not allowed in a project's file"}},
		{"unknown key of hooks", "", "[hooks]\nx = 1\n", nil,
			[]string{"hooks.x", "want beside_others, notices"}},
		{"before", "", "[store]\nbefore = \"no\"\n", nil, []string{"store.before", `"no"`, "true or false"}},
		{"ttl", "", "[store]\nttl = \"soon\"\n", nil, []string{"store.ttl", `"soon"`, `"30d"`}},
		{"ttl below zero", "", "[store]\nttl = \"-1h\"\n", nil, []string{"store.ttl", `"-1h"`}},
		{"max_bytes", "", "[store]\nmax_bytes = 0\n", nil, []string{"store.max_bytes", "value 0"}},
		{"path of the store", "", "[store]\ndir = \"/\"\n", nil,
			[]string{"store.dir", "unknown key", "max_bytes, max_recording, ttl"}},
		{"too deep", "[agent.split_tool_results_enabled]\nx = 1\n", "", nil,
			[]string{"agent.split_tool_results_enabled", "true or false"}},
		{"syntax", "[agent]\n\ntool_summarization_level = minimal\n", "", nil, []string{"config.toml:3:"}},
		{"twice", "[agent]\nx = 1\nx = 2\n", "", nil, []string{"config.toml:3:"}},
		{"not UTF-8", "[agent]\nx = \"\xff\"\n", "", nil, []string{"config.toml:"}},
		{"large", strings.Repeat("# a comment\n", 100_000), "", nil, []string{"larger than"}},
		{"variable level", "", "", map[string]string{"TOKTEE_LEVEL": "x"},
			[]string{"TOKTEE_LEVEL", `"x"`, "minimal, balanced, conservative or lossless"}},
		{"variable budget", "", "", map[string]string{"TOKTEE_BUDGET": "5"},
			[]string{"TOKTEE_BUDGET", "5", "at least 32"}},
		{"variable budget of words", "", "", map[string]string{"TOKTEE_BUDGET": "lots"},
			[]string{"TOKTEE_BUDGET", `"lots"`, "at least 32"}},
		{"variable encoding", "", "", map[string]string{"TOKTEE_ENCODING": "x"},
			[]string{"TOKTEE_ENCODING", `"x"`, "o200k_base or cl100k_base"}},
		{"variable switch", "", "", map[string]string{"TOKTEE_DEBUG": "maybe"},
			[]string{"TOKTEE_DEBUG", `"maybe"`, "1 or 0"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := newPlace(t, tt.project, tt.user, tt.env).load()
			if err == nil {
				t.Fatal("no error")
			}
			msg := filepath.ToSlash(err.Error())
			for _, want := range tt.want {
				if !strings.Contains(msg, want) {
					t.Errorf("error %q lacks %q", msg, want)
				}
			}
			if strings.Contains(msg, "\n") {
				t.Errorf("error has more than one line: %q", msg)
			}
		})
	}
	t.Run("a folder", func(t *testing.T) {
		p := newPlace(t, "", "", nil)
		if err := os.MkdirAll(p.user, 0o700); err != nil {
			t.Fatal(err)
		}
		if _, err := p.load(); err == nil || !strings.Contains(err.Error(), "not a regular file") {
			t.Errorf("error %v", err)
		}
	})
}

func TestMCP(t *testing.T) {
	const (
		project = "[mcp.git.tools.log]\nbudget = 80\n[mcp.never]\nlevel = \"minimal\"\n"
		user    = "[mcp]\nnever = [\"notes\", \"memory\", \"notes\"]\n" +
			"[mcp.git]\nenabled = false\nlevel = \"minimal\"\n" +
			"[mcp.git.tools.log]\nenabled = true\n[mcp.git.tools.show]\nlevel = \"lossless\"\n"
	)
	p := newPlace(t, project, user, nil)
	s, err := p.load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		server, tool string
		want         config.Tool
	}{
		{"git", "log", config.Tool{Enabled: true, Level: summarize.Minimal, Budget: 80}},
		{"git", "show", config.Tool{Level: summarize.Lossless}},
		{"git", "status", config.Tool{Level: summarize.Minimal}},
		{"never", "x", config.Tool{Enabled: true, Level: summarize.Minimal}},
		{"other", "log", config.Tool{Enabled: true}},
	} {
		if got := s.MCPTool(c.server, c.tool); got != c.want {
			t.Errorf("%s of %s: %+v, want %+v", c.tool, c.server, got, c.want)
		}
	}
	if got := strings.Join(s.MCPNever, " "); got != "notes memory" || s.Source("mcp.never") != p.user {
		t.Errorf("never is %q, from %s", got, s.Source("mcp.never"))
	}
	if s, err = newPlace(t, "", "", nil).load(); err != nil || strings.Join(s.MCPNever, " ") != "memory" {
		t.Errorf("never is %q by default, %v", s.MCPNever, err)
	}
	for text, want := range map[string]string{
		"mcp = 1":                              "mcp: want a table",
		"[mcp]\nnever = \"x\"":                 `mcp.never: value "x": want a list`,
		"[mcp]\nnever = [1]":                   "mcp.never: value 1: want a text",
		"[mcp]\ngit = 1":                       "mcp.git: want a table",
		"[mcp.git]\nlevels = 1":                "mcp.git.levels: unknown key: did you mean level?",
		"[mcp.git]\nbudget = 3":                "mcp.git.budget: ",
		"[mcp.git]\ntools = 1":                 "mcp.git.tools: want a table",
		"[mcp.git.tools]\nlog = 1":             "mcp.git.tools.log: want a table",
		"[mcp.git.tools.log]\nx = 1":           "mcp.git.tools.log.x: unknown key: want budget, enabled, level",
		"[mcp.git.tools.log.x]\ny = 1":         "mcp.git.tools.log.x",
		"[[mcp.git]]\nlevel = \"minimal\"":     "mcp.git",
		"[mcp.git.other.log]\nlevel = \"x\"":   "mcp.git.other",
		"[mcp.git.tools.log]\nlevel = \"max\"": "mcp.git.tools.log.level",
	} {
		if _, err := newPlace(t, text, "", nil).load(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

func TestEntries(t *testing.T) {
	p := newPlace(t, "[tools.exec]\nenabled = false\n", "", map[string]string{"TOKTEE_LEVEL": "minimal"})
	off := true
	s, err := p.loadWith(config.Flags{NoStore: &off})
	if err != nil {
		t.Fatal(err)
	}
	var got []config.Entry
	for _, e := range s.Entries() {
		if e.Source != config.FromDefault {
			got = append(got, e)
		}
	}
	want := []config.Entry{
		{Key: "level", Value: "minimal", Source: "TOKTEE_LEVEL"},
		{Key: "no_store", Value: "true", Source: "flag"},
		{Key: "tools.exec.enabled", Value: "false, but secrets are masked", Source: config.ProjectFile(p.dir)},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Entries mismatch (-want +got):\n%s", diff)
	}
}

func FuzzFile(f *testing.F) {
	f.Add("[agent]\ntool_summarization_level = \"minimal\"\n[tools.x]\nbudget=40\n")
	f.Add("[[tools]]\nx={a=1}\n")
	f.Add("tools.a.b.c.d = 1979-05-27")
	dir := f.TempDir()
	path := filepath.Join(dir, ".toktee", "config.toml")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := config.Load(config.Options{Dir: dir, Getenv: func(string) (string, bool) { return "", false }})
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("error has more than one line: %q", err)
			}
			return
		}
		for _, tool := range s.Summarize().Tools {
			if err := summarize.CheckBudget(tool.Budget); err != nil {
				t.Error(err)
			}
		}
	})
}
