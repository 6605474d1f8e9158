package gateway_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/integrations/gateway"
)

// turnsOf is a request in which files are read and changed, and a command fails and passes.
func turnsOf(turns ...string) []byte {
	var b strings.Builder
	b.WriteString(`{"model":"m","messages":[{"role":"user","content":"go"}`)
	for i, turn := range turns {
		name, args, output := "Read", `{"file_path":"/x/app.conf"}`, configFile()
		switch turn {
		case "edit":
			name, args, output = "Edit", `{"file_path":"/x/app.conf","old_string":"a","new_string":"b"}`, "done"
		case "test":
			name, args = "Bash", `{"command":"go test ./..."}`
			output = strings.Repeat("=== RUN   TestB\n--- PASS: TestB (0.00s)\n", 200) +
				"--- FAIL: TestA (0.00s)\n    a.go:3: no\nFAIL\n"
		case "other":
			name, args, output = "Read", `{"file_path":"/x/other.conf"}`, configFile()+"last = 1\n"
		}
		fmt.Fprintf(&b, `,{"role":"assistant","content":[{"type":"tool_use","id":"toolu_%d","name":"%s","input":%s}]},`+
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_%d","content":%s}]}`,
			i, name, args, i, quoted(output))
	}
	return []byte(b.String() + `]}`)
}

// TestAgeing checks that results of no more use become one line only after a pause, and stay so.
func TestAgeing(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	p := newProvider(t)
	url := newGateway(t, p, gateway.Options{Ageing: true, Now: func() time.Time { return now }}) + "/v1/messages"
	all := []string{}
	ask := func(wait time.Duration, turn string) string {
		all = append(all, turn)
		now = now.Add(wait)
		send(t, url, turnsOf(all...), "User-Agent", "claude-cli/2.1.330", "X-Claude-Code-Session-Id", "s")
		return strings.TrimSuffix(string(p.last()), "]}")
	}
	ask(0, "read")
	ask(time.Minute, "test")
	ask(time.Minute, "other")
	first := ask(time.Minute, "edit")
	warm := ask(time.Minute, "test")
	if !strings.HasPrefix(warm, first) || strings.Contains(warm, "left out, since") {
		t.Fatalf("a result has become one line while the cache was warm: %s", warm)
	}
	cold := ask(7*time.Minute, "edit")
	for _, reason := range []string{"the file was read or changed later", "the command was run again later"} {
		if strings.Count(cold, reason) != 1 {
			t.Errorf("not one result is left out, since %s: %s", reason, cold)
		}
	}
	if !strings.Contains(cold, "last = 1") || strings.Count(cold, "TestA") != 1 {
		t.Errorf("a result that is of use was left out: %s", cold)
	}
	again := ask(time.Minute, "read")
	if !strings.HasPrefix(again, cold) {
		t.Error("the next request is no continuation")
	}
	if strings.Contains(again, "unchanged since") {
		t.Error("a text points at a result of which one line is left")
	}
}
