package gateway_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/gateway"
)

// A turnOf is a call of a shell and its output.
type turnOf struct{ id, command, output string }

// history returns a request of Messages with these turns.
func history(first string, turns ...turnOf) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `{"model":"m","messages":[{"role":"user","content":%s}`, quoted(first))
	for _, t := range turns {
		fmt.Fprintf(&b, `,{"role":"assistant","content":[{"type":"tool_use","id":%[1]s,"name":"Bash",`+
			`"input":{"command":%[2]s}}]},{"role":"user","content":[{"type":"tool_result",`+
			`"tool_use_id":%[1]s,"content":%[3]s}]}`,
			quoted(t.id), quoted(t.command), quoted(t.output))
	}
	return []byte(b.String() + `]}`)
}

// configFile is a file that is printed twice.
func configFile() string {
	var b strings.Builder
	for i := range 60 {
		sum := sha256.Sum256([]byte{byte(i)})
		fmt.Fprintf(&b, "%x = %d # %x\n", sum[:2+i%5], i, sum[8:8+i%7])
	}
	return b.String()
}

var pointer = regexp.MustCompile(`(?:unchanged since|as in) result (\d{12})`)

// TestPointers checks that a text points at an earlier result only if the request has it: not after a compaction, and
// not in a fork that begins later.
func TestPointers(t *testing.T) {
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{}) + "/v1/messages"
	one := turnOf{"toolu_1", "cat app.conf", configFile()}
	two := turnOf{"toolu_2", "cat app.conf", configFile()}
	three := turnOf{"toolu_3", "go test ./...", passed()}
	header := []string{"User-Agent", "claude-cli/2.1.330", "X-Claude-Code-Session-Id", "s"}
	send(t, url, history("go", one), header...)
	send(t, url, history("go", one, two), header...)
	with := string(p.last())
	if !pointer.MatchString(with) {
		t.Fatalf("the second answer of the same call is no pointer: %.3000s", with)
	}
	send(t, url, history("go", one, two, three), header...)
	if !strings.HasPrefix(string(p.last()), strings.TrimSuffix(with, "]}")) {
		t.Error("the next request is no continuation")
	}
	compacted := history("This session is being continued", two, three)
	send(t, url, compacted, header...)
	got := string(p.last())
	if pointer.MatchString(got) || !strings.Contains(got, " = 59 #") {
		t.Errorf("a text points at a result that the request doesn't have: %.600s", got)
	}
	send(t, url, history("This session is being continued", two, three, one), header...)
	if !strings.HasPrefix(string(p.last()), strings.TrimSuffix(got, "]}")) {
		t.Error("the request after the compaction has no continuation")
	}
}

// TestForgotten checks that a forgotten result passes as it is, and that this is counted once.
func TestForgotten(t *testing.T) {
	dir := t.TempDir()
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{Host: hosts(t, environment(dir), config.Flags{})}) + "/v1/messages"
	one := turnOf{"toolu_01ABCDEFGHIJKLMN", "go test ./...", passed()}
	two := turnOf{"toolu_02ABCDEFGHIJKLMN", "go test ./x", passed() + "\n"}
	send(t, url, history("go", two), "X-Claude-Code-Session-Id", "s")
	send(t, url, history("go", two, one), "X-Claude-Code-Session-Id", "t")
	s := store.Open(store.Options{Dir: dir})
	files, err := filepath.Glob(filepath.Join(dir, "records", "*"))
	if err != nil || len(files) != 2 {
		t.Fatalf("%d records, %v", len(files), err)
	}
	if _, err := s.Forget(t.Context(), store.Which{Session: "t"}); err != nil {
		t.Fatal(err)
	}
	body := history("go", two, one, turnOf{"toolu_3", "true", "x"})
	for range 2 {
		send(t, url, body, "X-Claude-Code-Session-Id", "t")
	}
	got := string(p.last())
	if !strings.Contains(got, "400 passed") || !strings.Contains(got, "TestCase399") {
		t.Errorf("not one result whole and one short: %.600s", got)
	}
}

// TestCanaries checks that nothing of keys, headers and prompts is in any file, and nothing of a result but in what the
// store keeps of it.
func TestCanaries(t *testing.T) {
	dir := t.TempDir()
	p := newProvider(t)
	var log bytes.Buffer
	url := newGateway(t, p, gateway.Options{
		Host: hosts(t, environment(dir), config.Flags{}), Warn: func(err error) { fmt.Fprintln(&log, err) },
	})
	body := history("CANARY-PROMPT", turnOf{"toolu_1", "go test ./...", "CANARY-RESULT\n" + passed()})
	send(t, url+"/v1/messages?x=CANARY-QUERY", body, "X-Api-Key", "CANARY-KEY", "Cookie", "CANARY-COOKIE",
		"Authorization", "Bearer CANARY-BEARER")
	send(t, url+"/v1/messages", []byte("CANARY-BAD"), "X-Api-Key", "CANARY-KEY")
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		isOfResult := strings.Contains(path, "/records/") || strings.Contains(path, "/gateway/")
		i := bytes.Index(b, []byte("CANARY"))
		if i >= 0 && !(isOfResult && bytes.HasPrefix(b[i:], []byte("CANARY-RESULT"))) {
			t.Errorf("%s has %.20s", path, b[i:])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(log.String(), "CANARY") {
		t.Errorf("the log has a canary: %s", log.String())
	}
	if out, err := exec.Command("ps", "axww").CombinedOutput(); err == nil && bytes.Contains(out, []byte("CANARY")) {
		t.Error("the list of processes has a canary")
	}
}

// TestWayBack checks that nothing is cut if the model can't fetch it: by the person's rules, or as seen before.
func TestWayBack(t *testing.T) {
	home := t.TempDir()
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{Getenv: environment(home), Managed: []string{}}) + "/v1/messages"
	agent := []string{"User-Agent", "claude-cli/2.1.330"}
	run := func(id string) turnOf { return turnOf{id, "go test ./...", passed()} }
	isWhole := func() bool { return strings.Contains(string(p.last()), "TestCase399") }
	refused := turnOf{
		"toolu_2", "toktee show 401882137095", "Permission to use Bash with command toktee show has been denied.",
	}
	if send(t, url, history("go", run("toolu_1")), agent...); isWhole() {
		t.Fatal("a result is whole without a reason")
	}
	send(t, url, history("a", refused, run("toolu_3")), agent...)
	if !isWhole() {
		t.Error("a result is cut although the way back was refused")
	}
	settings := filepath.Join(home, ".claude", "settings.json")
	if err := os.MkdirAll(filepath.Dir(settings), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(settings, []byte(`{"permissions":{"deny":["Bash(toktee:*)"]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if send(t, url, history("b", run("toolu_4")), agent...); !isWhole() {
		t.Error("a result is cut although a rule denies the way back")
	}
	if send(t, url, history("go", run("toolu_1")), agent...); isWhole() {
		t.Error("a decision has changed with the rules")
	}
}

// TestWayBackOfOthers does the same for rules of other agents, of which all four have one reader.
func TestWayBackOfOthers(t *testing.T) {
	for _, tt := range []struct{ agent, file, text string }{
		{"codex_cli_rs/0.171.0", ".codex/rules/x.rules", `prefix_rule(pattern = ["COMMAND"], decision = "forbidden")`},
		{"GeminiCLI/0.61.0/m (linux; x64)", ".gemini/settings.json",
			`{"tools":{"exclude":["run_shell_command(COMMAND)"]}}`},
		{"opencode/1.18.33", ".config/opencode/opencode.json", `{"permission":{"bash":{"COMMAND *":"deny"}}}`},
	} {
		for command, denied := range map[string]bool{"toktee": true, "touch": false} {
			home := t.TempDir()
			path := filepath.Join(home, filepath.FromSlash(tt.file))
			text := strings.ReplaceAll(tt.text, "COMMAND", command)
			err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600))
			if err != nil {
				t.Fatal(err)
			}
			p := newProvider(t)
			url := newGateway(t, p, gateway.Options{Getenv: environment(home), Managed: []string{}}) + "/v1/messages"
			send(t, url, history("go", turnOf{"toolu_1", "go test ./...", passed()}), "User-Agent", tt.agent)
			if isWhole := strings.Contains(string(p.last()), "TestCase399"); isWhole != denied {
				t.Errorf("%s: %s: the result is whole: %v", tt.agent, text, isWhole)
			}
		}
	}
}
