package clients

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// leastPrefixShare is the percentage of what "toktee summarize" saves that Claude Code's hooks save with the prefix of
// its shell, without reads.
const leastPrefixShare = 80

// prefixSite is a site of Claude Code with all that the gateway's script needs.
func prefixSite(t *testing.T) (*site, *tools) {
	t.Helper()
	c := gatewayClients()[0]
	if chosen.of == "" || !chosen.runs(c) {
		t.Skipf("needs -clients=%s", c.name)
	}
	if runtime.GOOS != "linux" {
		t.Skip("an output can be read back only on Linux")
	}
	c.compact = nil
	tools := newTools(t)
	return newSite(t, c, tools), tools
}

// TestClaudePrefix plays the gateway's script with hooks and the prefix of the shell, in bash and in zsh.
func TestClaudePrefix(t *testing.T) {
	for _, sh := range []string{"bash", "zsh"} {
		path, err := exec.LookPath(sh)
		if err != nil {
			continue
		}
		t.Run(sh, func(t *testing.T) {
			s, tools := prefixSite(t)
			s.shell = path
			steps := s.steps()
			without := s.phases("without", steps)[0].results
			s.fill(tools)
			changed := s.install("--prefix")
			with := s.phases("with", steps)[0].results
			r := &run{site: s, row: row{Got: map[string]cell{}}}
			for i, sm := range s.samples() {
				want := s.c.outcome(sm.name)
				if sm.name == "exit" {
					want = replaced // which needs the prefix
				}
				r.enter(sm.name, sm, want, without[i], with[i])
				n := strings.Count(with[i].Text, "xit code 3") + strings.Count(with[i].Text, "exit 3")
				if sm.exit == 3 && n != 1 {
					t.Errorf("the exit code is there %d times:\n%s", n, excerpt(with[i].Text))
				}
			}
			for i, st := range steps {
				if st.name == "refused" && (with[i].Text != without[i].Text || !with[i].Error) {
					t.Errorf("a refused command: %s", difference(without[i], with[i]))
				}
			}
			if _, err := os.Stat(filepath.Join(s.project, refused)); err == nil {
				t.Error("a command ran that the user's rules refuse")
			}
			results, apart := s.measure(steps, without, with)
			t.Logf("%+v, apart %+v: %.1f%% saved, %.1f%% of what summarize saves", results, apart,
				results.percent(results.Raw), results.share())
			if got := results.share(); got < leastPrefixShare {
				t.Errorf("%.1f%% of what summarize saves, want %d%%", got, leastPrefixShare)
			}
			s.uninstall(changed)
		})
	}
}

// TestClaudePrefixStops stops a command that runs in the background behind the prefix.
func TestClaudePrefixStops(t *testing.T) {
	s, _ := prefixSite(t)
	s.install("--prefix")
	s.c.args = with(s.c.args, "TaskStop")
	id := regexp.MustCompile(`with ID: (\w+)`)
	got := s.play("stop", []fakemodel.Call{
		s.c.later("echo $$ >shell.pid; seq 400; sleep 300; exit 3"),
		s.c.shell("sleep 1"),
		{From: func(results []fakemodel.Result) fakemodel.Call {
			m := append(id.FindStringSubmatch(results[0].Text), "", "")
			return fakemodel.Call{Name: "TaskStop", Args: object{"task_id": m[1]}}
		}},
		s.c.shell("sleep 1; kill -0 $(cat shell.pid) 2>/dev/null && echo it runs || echo it has ended"),
	})
	if got[2].Error || !strings.Contains(got[3].Text, "it has ended") {
		t.Errorf("stopped: %s\nthen: %s", excerpt(got[2].Text), got[3].Text)
	}
}

// TestClaudeWayBack has a list of commands that Claude Code runs without a person. Results stay whole unless the list
// has the command that prints omitted lines.
func TestClaudeWayBack(t *testing.T) {
	s, _ := prefixSite(t)
	args := s.c.args(s)
	s.c.args = func(*site) []string {
		return append(args[:len(args):len(args)][:7], "--allowedTools", "Bash(go test *)", "Bash(seq *)", "Read")
	}
	list, exit := sampleNamed(t, "list"), sampleNamed(t, "red")
	calls := []fakemodel.Call{list.call(s.c, s), exit.call(s.c, s), s.c.shell("toktee show")}
	before := s.play("without", calls)
	for _, tt := range []struct {
		flags []string
		want  outcome
	}{{[]string{"--prefix"}, whole}, {[]string{"--prefix", "--allow-show"}, replaced}} {
		changed := s.install(tt.flags...)
		got := s.play(strings.Join(tt.flags, " "), calls)
		if is := seen(before[0], got[0]); is != tt.want {
			t.Errorf("%v: a pass: want %s, got %s\n%s", tt.flags, tt.want, is, difference(before[0], got[0]))
		}
		if is := seen(before[1], got[1]); is != tt.want {
			t.Errorf("%v: a failure: want %s, got %s\n%s", tt.flags, tt.want, is, difference(before[1], got[1]))
		}
		if refused := got[2].Error; refused != (tt.want == whole) {
			t.Errorf("%v: toktee show: %s", tt.flags, excerpt(got[2].Text))
		}
		s.uninstall(changed)
	}
}

// TestClaudeWayBackMCP has a list with single tools of a server behind the proxy: results stay whole unless the list
// has the tool that prints omitted lines.
func TestClaudeWayBackMCP(t *testing.T) {
	s, _ := prefixSite(t)
	args := s.c.args(s)[:7]
	call := []fakemodel.Call{s.c.mcp("rows"), s.c.mcp("toktee_output")}
	rules := []string{"--allowedTools", "mcp__" + mcpName + "__rows"}
	s.c.args = func(*site) []string { return append(args[:7:7], rules...) }
	before := s.play("without", call[:1])
	proxy := append([]string{"mcp-proxy", "--server", mcpName, "--"}, s.mcp...)
	s.write("mcp.json", encoded(object{"mcpServers": object{mcpName: object{"command": s.toktee, "args": proxy}}}))
	got := s.play("one tool", call)
	if is := seen(before[0], got[0]); is != whole || !got[1].Error {
		t.Errorf("without the tool: want %s, got %s\n%s\n%s", whole, is, difference(before[0], got[0]), got[1].Text)
	}
	rules = append(rules, "mcp__"+mcpName+"__toktee_output")
	if got := s.play("both tools", call[:1])[0]; !strings.Contains(got.Text, "toktee_output") {
		t.Errorf("with the tool:\n%s", excerpt(got.Text))
	}
}
