package summarize_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/internal/host/rules"
	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/summarize"
)

// ruled is a set with a file of rules.
func ruled(t testing.TB, text string) *rules.Set {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rules.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := rules.ReadFile(path, rules.User)
	if err != nil {
		t.Fatal(err)
	}
	return rules.New(f)
}

// blunt does about everything to about every output.
const blunt = `[[rule]]
name = "blunt"
command = '.'
[[rule.line]]
match = '(?i)error|fail|panic|^\s*at |:\d+:'
do = "drop"
[[rule.line]]
match = '^(\w+) (.*)(\d)$'
do = "replace"
with = "$2 $3"
[[rule.line]]
match = '^\s'
do = "fold"
with = "${count} indented"
[[rule.line]]
match = '^(\w)'
do = "group"
by = "$1"
rank = "critical"
`

// TestPromisesWithRules holds the promises on every captured output under rules that do about everything.
func TestPromisesWithRules(t *testing.T) {
	set := ruled(t, blunt)
	for _, c := range cases(t) {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			if err := promisesWith(summarize.Config{Rules: set}, c.small(t, 12)); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestRulesKeepRed holds that rules change nothing of what minimal shows of a failing output, which is what is
// critical, and neither status nor counts. An output so short that it would pass whole may lose other lines.
func TestRulesKeepRed(t *testing.T) {
	sweep.OneGoroutine(t)
	set := ruled(t, strings.ReplaceAll(blunt, "rank = \"critical\"\n", ""))
	failing := 0
	for _, c := range cases(t) {
		req := c.request(t)
		if !req.Status.Bad() {
			continue
		}
		failing++
		cfg := summarize.Config{Enabled: true, Level: summarize.Minimal}
		plain := run(t, cfg, req)
		cfg.Rules = set
		with := run(t, cfg, req)
		if diff := cmp.Diff(plain.LLMContent(), with.LLMContent()); diff != "" && len(plain.Metadata().Omissions) > 0 {
			t.Errorf("%s (-without +with rules):\n%s", c.ID, diff)
		}
		if with.Passed() != plain.Passed() || with.Failed() != plain.Failed() ||
			!cmp.Equal(with.Metadata().Data, plain.Metadata().Data) {
			t.Errorf("%s: status or counts differ", c.ID)
		}
	}
	if failing == 0 {
		t.Error("no case fails")
	}
}

func TestRulesInSummarize(t *testing.T) {
	var out strings.Builder
	for i := range 8 {
		fmt.Fprintf(&out, "uploading the file number %d to the host\n", 100+i)
	}
	out.WriteString("started web\n")
	const head = "[[rule]]\nname = \"x\"\nprogram = \"deploy\"\n"
	const drop = head + "[[rule.line]]\nmatch = '^uploading'\ndo = \"drop\"\n"
	tests := []struct {
		name, rules string
		cfg         summarize.Config
		code        int
		want        string
	}{
		{"a short output loses what is dropped", drop, summarize.Config{}, 0, "… 8 lines (1-8)\nstarted web"},
		{"at any budget", drop, summarize.Config{Budget: 4000}, 0, "… 8 lines (1-8)\nstarted web"},
		{
			"a fold",
			head + "[[rule.line]]\nmatch = '^uploading'\ndo = \"fold\"\nwith = \"${count} uploads\"\n",
			summarize.Config{},
			0,
			"8 uploads\nstarted web",
		},
		{
			"nothing to gain",
			head + "[[rule.line]]\nmatch = '^started'\ndo = \"drop\"\n",
			summarize.Config{},
			0,
			out.String(),
		},
		{
			"ranks alone",
			head + "[[rule.line]]\nmatch = 'number 103'\ndo = \"rank\"\nrank = \"noise\"\n",
			summarize.Config{},
			0,
			out.String(),
		},
		{"a bounded read", strings.ReplaceAll(drop, "deploy", "sed"), summarize.Config{}, 0, out.String()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cfg := tt.cfg
			cfg.Enabled, cfg.Rules = true, ruled(t, tt.rules)
			req := summarize.Request{
				Tool:    "exec",
				Command: "deploy",
				Stdout:  []byte(out.String()),
				Status:  exit(tt.code),
			}
			if strings.Contains(tt.rules, "sed") {
				req.Command = "sed -n 1,9p log"
			}
			r := run(t, cfg, req)
			if diff := cmp.Diff(tt.want, r.LLMContent()); diff != "" {
				t.Errorf("text mismatch (-want +got):\n%s", diff)
			}
			if w := r.Metadata().Warnings; len(w) > 0 {
				t.Errorf("warnings %q", w)
			}
		})
	}
}

// TestRuleLimits holds whose level and budget count.
func TestRuleLimits(t *testing.T) {
	tests := []struct {
		name   string
		rule   string
		cfg    summarize.Config
		code   int
		level  string
		budget int
	}{
		{"a level", `level = "minimal"`, summarize.Config{}, 0, "minimal", 60},
		{"a budget", "budget = 77", summarize.Config{}, 0, "", 77},
		{
			"over the settings'",
			"budget = 77\nlevel = \"minimal\"",
			summarize.Config{Level: summarize.Conservative, Budget: 900},
			0,
			"minimal",
			77,
		},
		{"less on red", "budget = 77\nlevel = \"minimal\"", summarize.Config{Budget: 300}, 2, "", 300},
		{"more on red", "budget = 9000\nlevel = \"conservative\"", summarize.Config{}, 2, "conservative", 9000},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			cfg := tt.cfg
			cfg.Enabled, cfg.Rules = true, ruled(t, "[[rule]]\nname = \"x\"\ncommand = '^make'\n"+tt.rule+"\n")
			m := run(
				t,
				cfg,
				summarize.Request{Tool: "exec", Command: "make", Stdout: []byte(long), Status: exit(tt.code)},
			).Metadata()
			if m.Level != tt.level || m.Budget != tt.budget {
				t.Errorf("level %q, budget %d, want %q, %d", m.Level, m.Budget, tt.level, tt.budget)
			}
		})
	}
}

func TestParseRules(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"an unknown key", "[[rule]]\nname = \"x\"\nprogramm = \"y\"\n", "mine:3: programm: unknown key"},
		{"no TOML", "a = \nb = 1\n", "mine:1: "},
		{"a text beyond the limit", strings.Repeat("# more\n", 10_000), "mine: larger than 65536 bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := summarize.ParseRules("mine", []byte(tt.text))
			if r != nil || err == nil {
				t.Fatalf("ParseRules = %v, %v; want an error", r, err)
			}
			if !strings.HasPrefix(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q; want one line that begins with %q", err, tt.want)
			}
		})
	}
	if r, err := summarize.ParseRules("", nil); r == nil || err != nil {
		t.Errorf("ParseRules of no text = %v, %v; want the built-in rules", r, err)
	}
}

// TestRaisedComesBehind holds that on a failed run what a rule raises doesn't push out what the strategy found.
func TestRaisedComesBehind(t *testing.T) {
	cfg := summarize.Config{Enabled: true, Budget: 60}
	cfg.Strategies = strategies.Registry{claims{func(lines strategies.Lines, c *strategies.Collector) error {
		for l := range lines.All() {
			rank := strategies.Detail
			if l.N > 95 {
				rank = strategies.Critical
			}
			c.Line(rank, strategies.KindLine, "", l)
		}
		return nil
	}}}
	cfg.Rules = ruled(
		t,
		"[[rule]]\nname = \"x\"\ncommand = '.'\n[[rule.line]]\nmatch = '.'\ndo = \"rank\"\nrank = \"critical\"\n",
	)
	var out strings.Builder
	for i := range 100 {
		fmt.Fprintf(&out, "a line of the output, %d\n", i)
	}
	r := run(
		t,
		cfg,
		summarize.Request{
			Tool:    "exec",
			Command: "make",
			Stdout:  []byte(out.String()),
			Status:  result.Status{Known: true, Code: 1},
		},
	)
	for i := 95; i < 100; i++ {
		if want := fmt.Sprintf("a line of the output, %d\n", i); !strings.Contains(r.LLMContent()+"\n", want) {
			t.Errorf("the text lacks %q:\n%s", want, r.LLMContent())
		}
	}
}
