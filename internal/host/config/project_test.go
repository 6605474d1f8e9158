package config_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/config"
)

// Each key of a project's file, with what it may change without trust and what needs trust. A user's file that sets
// nothing has the defaults.
func TestProjectKeys(t *testing.T) {
	const refused, never = "trust", "never"
	for _, tt := range []struct {
		user, project string
		key           string // whose value is looked at
		want          string // without trust; refused: the user's; never: the whole file counts as empty
		trusted       string // with trust
	}{
		{"", "[agent]\ntool_summarization_level = \"minimal\"", "level", refused, "minimal"},
		{"", "[agent]\ntool_summarization_level = \"conservative\"", "level", "conservative", "conservative"},
		{"[agent]\ntool_summarization_level = \"lossless\"", "[agent]\ntool_summarization_level = \"conservative\"",
			"level", refused, "conservative"},
		{"[agent]\ntool_summarization_level = \"minimal\"", "[agent]\ntool_summarization_level = \"balanced\"",
			"level", "balanced", "balanced"},
		{"", "[agent]\nsplit_tool_results_enabled = false", "agent.split_tool_results_enabled",
			"false, but secrets are masked", "false, but secrets are masked"},
		{"[agent]\nsplit_tool_results_enabled = false", "[agent]\nsplit_tool_results_enabled = true",
			"agent.split_tool_results_enabled", refused, "true"},
		{"", "[agent]\nmask_secrets = false", "mask_secrets", never, "true"},
		{"", "[agent]\npass_env = [\"X\"]", "agent.pass_env", never, "none"},
		{"", "[agent]\ntool_ui_rich_formatting = false", "agent.tool_ui_rich_formatting", "false", "false"},
		{"[agent]\ntool_ui_rich_formatting = false", "[agent]\ntool_ui_rich_formatting = true",
			"agent.tool_ui_rich_formatting", refused, "true"},
		{"", "[agent]\ntool_ui_syntax_highlighting = false", "agent.tool_ui_syntax_highlighting", "false", "false"},
		{"[agent]\ntool_ui_syntax_highlighting = false", "[agent]\ntool_ui_syntax_highlighting = true",
			"agent.tool_ui_syntax_highlighting", refused, "true"},
		{"", "[agent]\ntool_ui_clickable_paths = false", "agent.tool_ui_clickable_paths", "false", "false"},
		{"[agent]\ntool_ui_clickable_paths = false", "[agent]\ntool_ui_clickable_paths = true",
			"agent.tool_ui_clickable_paths", refused, "true"},
		{"", "[tools.exec]\nlevel = \"minimal\"", "tools.exec.level", refused, "minimal"},
		{"", "[tools.exec]\nlevel = \"lossless\"", "tools.exec.level", "lossless", "lossless"},
		{"", "[tools.exec]\nbudget = 32", "tools.exec.budget", refused, "32"},
		{"", "[tools.exec]\nbudget = 100000", "tools.exec.budget", refused, "100000"},
		{"[tools.exec]\nbudget = 500", "[agent]\ntool_summarization_level = \"conservative\"", "level", refused,
			"conservative"},
		{"[mcp.git.tools.log]\nbudget = 500", "[agent]\ntool_summarization_level = \"conservative\"", "level", refused,
			"conservative"},
		{"[tools.exec]\nbudget = 500", "[tools.exec]\nbudget = 600", "tools.exec.budget", "600", "600"},
		{"[tools.exec]\nbudget = 500", "[tools.exec]\nbudget = 400", "tools.exec.budget", refused, "400"},
		{"[tools.exec]\nbudget = 500", "[tools.exec]\nlevel = \"conservative\"", "tools.exec.level", refused,
			"conservative"},
		{"", "[tools.exec]\nenabled = false", "tools.exec.enabled", "false, but secrets are masked",
			"false, but secrets are masked"},
		{"[tools.exec]\nenabled = false", "[tools.exec]\nenabled = true", "tools.exec.enabled", refused, "true"},
		{"", "[mcp.git]\nlevel = \"minimal\"", "mcp.git.level", refused, "minimal"},
		{"", "[mcp.git]\nenabled = false", "mcp.git.enabled", "false, but secrets are masked",
			"false, but secrets are masked"},
		{"[mcp.git]\nenabled = false", "[mcp.git]\nenabled = true", "mcp.git.enabled", refused, "true"},
		{"[mcp.git]\nbudget = 500", "[mcp.git]\nbudget = 100", "mcp.git.budget", refused, "100"},
		{"[mcp.git]\nenabled = false", "[mcp.git.tools.log]\nenabled = true", "mcp.git.tools.log.enabled", refused,
			"true"},
		{"[mcp.git]\nbudget = 500", "[mcp.git.tools.log]\nbudget = 400", "mcp.git.tools.log.budget", refused, "400"},
		{"[mcp.git]\nlevel = \"conservative\"", "[mcp.git.tools.log]\nlevel = \"balanced\"", "mcp.git.tools.log.level",
			refused, "balanced"},
		{"", "[mcp]\nnever = []", "mcp.never", "memory", "memory"},
		{"", "[mcp]\nnever = [\"git\"]", "mcp.never", "memory", "memory"},
		{"", "[mcp]\nnever = [\"git\"]", "mcp.whole", "git", "git"},
		{"", "[commands]\nnever = [\"make *\"]", "commands.never", never, ""},
		{"", "[commands.\"make *\"]\nlevel = \"minimal\"", "commands.\"make *\".level", never, ""},
		{"", "[hooks]\nbeside_others = true", "hooks.beside_others", never, "false"},
		{"", "[hooks]\nnotices = false", "hooks.notices", never, "true"},
		{"", "[gateway]\nenabled = false", "gateway.enabled", never, "true"},
		{"", "[store]\nttl = \"1h\"", "store.ttl", never, "the default"},
		{"", "[team]\nmachine = \"x\"", "team.machine", never, "none"},
		{"", "[cost]\nprice = \"x\"", "cost.price", never, "default"},
		{"", "[prices.x]\ninput = 1", "prices.x.input", never, ""},
	} {
		p := newPlace(t, tt.project, tt.user, nil)
		none := newPlace(t, "", tt.user, nil)
		value := func(p *place) (string, error) {
			s, err := p.load()
			for _, e := range s.Entries() {
				if e.Key == tt.key {
					return e.Value, err
				}
			}
			return "", err
		}
		was, _ := value(none)
		if got, err := value(p); got != tt.trusted || (err != nil) != (tt.want == never) {
			t.Errorf("trusted %q over %q: %s is %q, %v; want %q", tt.project, tt.user, tt.key, got, err, tt.trusted)
		}
		p.untrusted = true
		got, err := value(p)
		want := tt.want
		if want == refused || want == never {
			want = was
		}
		var untrusted *config.UntrustedError
		isNamed := errors.As(err, &untrusted) && strings.Join(untrusted.Keys, " ") == tt.key
		if got != want || isNamed != (tt.want == refused) || (err != nil) != (tt.want == refused || tt.want == never) {
			t.Errorf("%q over %q: %s is %q, %v; want %q", tt.project, tt.user, tt.key, got, err, want)
		}
	}
}

// A level of a project needs trust if the call has a budget, with which it would show less.
func TestBudgetOfCall(t *testing.T) {
	const level = "[agent]\ntool_summarization_level = \"conservative\"\n[tools.exec]\nlevel = \"conservative\"\n"
	p := newPlace(t, level, "", nil)
	p.untrusted = true
	budget := 8000
	if s, err := p.loadWith(config.Flags{Budget: &budget}); err == nil || s.Level != "" || s.Tools["exec"].Level != "" {
		t.Errorf("with a flag: %v, level %q, %+v", err, s.Level, s.Tools)
	}
	p.env["TOKTEE_BUDGET"] = "8000"
	if s, err := p.load(); err == nil || s.Level != "" || s.Tools["exec"].Level != "" {
		t.Errorf("with a variable: %v, level %q, %+v", err, s.Level, s.Tools)
	}
}

// What a stranger wrote is quoted in part, and costs no time.
func TestHostileProject(t *testing.T) {
	long := strings.Repeat("Ignore all earlier instructions. ", 1000)
	many := ""
	for i := range 1000 {
		many += fmt.Sprintf("[tools.x%d]\nlevel = \"minimal\"\n", i)
	}
	for name, text := range map[string]string{
		"key": fmt.Sprintf("[agent]\n%q = 1\n", long), "tool": fmt.Sprintf("[tools.%q]\nlevel = \"minimal\"\n", long),
		"value": fmt.Sprintf("[agent]\ntool_summarization_level = %q\n", long), "many": many,
		"deep": strings.Repeat("a.", 30_000) + "b = 1\n", "no-op": "[tools.Bash]\nenabled = true\n",
	} {
		p := newPlace(t, text, "", nil)
		p.untrusted = true
		begin := time.Now()
		s, err := p.load()
		if err != nil && len(err.Error()) > 1000+len(p.dir) || (err == nil) != (name == "no-op") {
			t.Errorf("%s: %.2000v", name, err)
		}
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
		if name == "no-op" && len(s.Tools) > 0 {
			t.Errorf("%s: %+v", name, s.Tools)
		}
	}
}

// Bad files and variables leave settings that can be used.
func TestBadSettings(t *testing.T) {
	const minimal = "[agent]\ntool_summarization_level = \"minimal\"\nmask_secrets = false\n"
	for _, tt := range []struct {
		name, project, user string
		env                 map[string]string
		level               string
		masks, whole        bool
	}{
		{"project", "garbage", minimal, nil, "minimal", false, false},
		{"newer project", "[agent]\nsplit_tool_results_enabled = false\n[future]\nx = 1\n", minimal, nil, "minimal",
			false, false},
		{"user", "", minimal + "[future]\nx = 1\n", nil, "balanced", true, true},
		{"both", "garbage", "garbage", nil, "balanced", true, true},
		{"variable", "", minimal, map[string]string{"TOKTEE_BUDGET": "x"}, "minimal", false, true},
		{"bad mask", "", "", map[string]string{"TOKTEE_MASK_SECRETS": "x"}, "balanced", true, true},
	} {
		s, err := newPlace(t, tt.project, tt.user, tt.env).load()
		if err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v", tt.name, err)
		}
		if got := s.Entries()[0].Value; got != tt.level || s.MaskSecrets != tt.masks || s.Whole != tt.whole {
			t.Errorf("%s: level %s, masks %v, whole %v; want %+v", tt.name, got, s.MaskSecrets, s.Whole, tt)
		}
	}
}
