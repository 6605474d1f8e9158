package summarize_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// githubToken is in the form of a token of GitHub, and none.
func githubToken(n int) string {
	const set = "Zk3Qw8Xr5Tn1Yb7Vm2Lp9Hd4Gs6FcJ0KaEoUiNeRtCxPyBzDlWqSfMgAhOjIuv"
	b := []byte("ghp" + "_")
	for i := range 36 {
		b = append(b, set[(i*7+n*13)%len(set)])
	}
	return string(b)
}

var masking = summarize.Config{Enabled: true, MaskSecrets: true}

func TestSecretsByCall(t *testing.T) {
	out := "token: " + githubToken(1) + "\n"
	diff := "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+" + out
	tests := []struct {
		name string
		req  summarize.Request
		want int64
	}{
		{"command", summarize.Request{Tool: "Bash", Command: "./deploy"}, 1},
		{"no command", summarize.Request{Tool: "deploy"}, 1},
		{"environment", summarize.Request{Tool: "Bash", Command: "env | grep TOKEN"}, 1},
		{"fetched page", summarize.Request{Tool: "WebFetch"}, 1},
		{"listing", summarize.Request{Tool: "Bash", Command: "ls"}, 1},
		{"log of git", summarize.Request{Tool: "Bash", Command: "git log"}, 1},
		{"failure", summarize.Request{Tool: "Bash", Status: result.Status{Known: true, Code: 1}}, 1},
		{"read", summarize.Request{Tool: "Read", Path: ".env"}, 0},
		{"read by a command", summarize.Request{Tool: "Bash", Command: "cat .env"}, 0},
		{"read beside a command", summarize.Request{Tool: "Bash", Command: "make; cat .env"}, 0},
		{"search", summarize.Request{Tool: "Grep", Pattern: "token"}, 0},
		{"search by a command", summarize.Request{Tool: "Bash", Command: "rg token"}, 0},
		{"diff", summarize.Request{Tool: "Bash", Command: "git diff"}, 0},
		{"edit", summarize.Request{Tool: "Edit", Path: ".env"}, 0},
		{"diff of a tool", summarize.Request{Tool: "get_changes", Stdout: []byte(diff)}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.req.Stdout == nil {
				tt.req.Stdout = []byte(out)
			}
			r, err := summarize.Summarize(t.Context(), masking, tt.req)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.Metadata().Data["secrets"]; got != tt.want {
				t.Errorf("%d secrets, want %d", got, tt.want)
			}
			if shows := strings.Contains(r.LLMContent(), githubToken(1)); shows != (tt.want == 0) {
				t.Errorf("the text is %q", r.LLMContent())
			}
			if ui, _ := r.UIContent(); ui != string(tt.req.Stdout) {
				t.Errorf("the payload is %q", ui)
			}
			for _, cfg := range []summarize.Config{{Enabled: true}, {MaskSecrets: true}} {
				r, err := summarize.Summarize(t.Context(), cfg, tt.req)
				if err != nil || !strings.Contains(r.LLMContent(), githubToken(1)) {
					t.Errorf("with %+v the text is %q, %v", cfg, r.LLMContent(), err)
				}
			}
		})
	}
}

// secretOutputs are outputs of programs with secrets in them.
func secretOutputs() *rapid.Generator[string] {
	lines := []string{
		"=== RUN TestPay", "--- FAIL: TestPay (0.01s)", "    pay_test.go:12: 401 from api: bad token %s", "FAIL",
		"ok shop/cart 0.012s", "error: %s is refused", "GET https://x:%s@host/a 200", "", "\x1b[31m%s\x1b[0m red",
		"-----BEGIN PRIVATE " + "KEY-----", strings.Repeat("Zk3Qw8Xr", 8), "-----END PRIVATE " + "KEY-----",
		`{"token":"%s","n":1}`, "loading 12%%\rloading 99%%",
	}
	return rapid.Custom(func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, 60).Draw(t, "lines") {
			l := rapid.SampledFrom(lines).Draw(t, "line")
			if strings.Contains(l, "%s") {
				l = fmt.Sprintf(l, githubToken(rapid.IntRange(1, 4).Draw(t, "secret")))
			}
			b.WriteString(l + "\n")
		}
		return b.String()
	})
}

// manyEscapes show nothing and cost more tokens than any text of secretOutputs has.
var manyEscapes = strings.Repeat("\x1b[0m", 4000)

// TestSecretsComeFirst compares the text of an output with that of the same output in which the secrets were masked
// before: all that is made of an output is made of its masked form. The same holds for one that is streamed.
//
// One thing is made of the raw output, and marks have fewer tokens than secrets: no text has more tokens than that. So
// both outputs begin with escapes, and neither is so short that it bounds its text.
func TestSecretsComeFirst(t *testing.T) {
	outputs := secretOutputs()
	rapid.Check(t, func(t *rapid.T) {
		out := manyEscapes + outputs.Draw(t, "output")
		req := summarize.Request{
			Tool: "Bash", Command: rapid.SampledFrom([]string{"", "go test ./...", "./run"}).Draw(t, "command"),
			Status: result.Status{Known: true, Code: rapid.IntRange(0, 1).Draw(t, "code")}, Stdout: []byte(out),
		}
		cfg := masking
		cfg.Level = rapid.SampledFrom(levels).Draw(t, "level")
		cfg.Budget = rapid.SampledFrom(append(budgets, 0)).Draw(t, "budget")
		got := maskedResult(t, cfg, req)
		sp := spool.New(spool.Options{Threshold: 1})
		defer sp.Remove()
		if _, err := sp.Write(spool.Stdout, []byte(out)); err != nil {
			t.Fatal(err)
		}
		if err := sp.Close(); err != nil {
			t.Fatal(err)
		}
		streamed := req
		streamed.Stdout, streamed.Source = nil, sp
		if s := maskedResult(t, cfg, streamed); s.Metadata().Data["secrets"] != got.Metadata().Data["secrets"] {
			t.Fatalf("streamed, %v of %v secrets", s.Metadata().Data, got.Metadata().Data)
		} else if strings.Contains(s.LLMContent(), "ghp_") {
			t.Fatalf("streamed, the text is %q", s.LLMContent())
		}
		var m secrets.Masker
		clean := strings.NewReplacer("\x1b[31m", "", "\x1b[0m", "", "loading 12%%\r", "")
		req.Stdout = append([]byte(manyEscapes), m.Text([]byte(clean.Replace(out)))...)
		cfg.MaskSecrets = false
		want := maskedResult(t, cfg, req)
		if diff := cmp.Diff(want.LLMContent(), got.LLMContent()); diff != "" {
			t.Fatalf("text mismatch (-masked before +masked):\n%s", diff)
		}
		if n := got.Metadata().Data["secrets"]; n != int64(m.Count()) {
			t.Fatalf("%d secrets, want %d", n, m.Count())
		}
	})
}

func maskedResult(t interface{ Fatal(...any) }, cfg summarize.Config, req summarize.Request) result.ToolResult {
	r, err := summarize.Summarize(context.Background(), cfg, req)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSecretsKeepThePromises(t *testing.T) {
	outputs := secretOutputs()
	rapid.Check(t, func(t *rapid.T) {
		req := summarize.Request{Tool: "Bash", Stdout: []byte(outputs.Draw(t, "output"))}
		if err := promises(req); err != nil {
			t.Fatal(err)
		}
	})
}

// TestSecretsOfRepeats asks twice for outputs whose secrets differ: an answer that shows what has changed shows none.
func TestSecretsOfRepeats(t *testing.T) {
	rows := strings.Repeat("a line of the settings\n", 5)
	m := &summarize.Repeats{Memory: summarize.NewMemory(0)}
	req := summarize.Request{Tool: "Bash", Command: "./settings", Session: "s"}
	for i, last := range []string{"", "x\n", "y\n", "y\n"} {
		var b strings.Builder
		for n := range 40 {
			fmt.Fprintf(&b, "%d %s", n, rows[:23])
		}
		req.Stdout = []byte(b.String() + "key " + githubToken(i+1) + "\n" + last)
		r := m.Answer(masking, req, maskedResult(t, masking, req))
		if strings.Contains(r.LLMContent(), "ghp_") {
			t.Errorf("answer %d: %q", i, r.LLMContent())
		}
	}
}

// TestSecretsOfEarlierRuns compares a failure with a pass that had the same secrets: their lines aren't new, whether
// secrets are masked or not.
func TestSecretsOfEarlierRuns(t *testing.T) {
	pass := summarize.Request{
		Tool: "Bash", Command: "./run", Status: result.Status{Known: true},
		Stdout: []byte("using " + githubToken(1) + "\nok 1 passed\n"),
	}
	failed := pass
	failed.Status.Code, failed.Stdout = 1, []byte("using "+githubToken(1)+"\nerror: no route to host\n")
	for _, cfg := range []summarize.Config{masking, {Enabled: true}} {
		for name, before := range map[string]*summarize.Before{
			"Remember":     summarize.Remember(t.Context(), masking, pass, maskedResult(t, masking, pass)),
			"PassedOutput": summarize.PassedOutput(pass.Stdout),
		} {
			failed.Before = before
			if n := maskedResult(t, cfg, failed).Metadata().Data["lines_new"]; n != 1 {
				t.Errorf("%s, masking %t: %d new lines, want 1", name, cfg.MaskSecrets, n)
			}
		}
	}
}

// TestSecretsOfWrap wraps a tool whose output isn't kept: the text is the tool's own, but for its secrets.
func TestSecretsOfWrap(t *testing.T) {
	out := strings.Repeat("a line of no importance\n", 3000) + "token " + githubToken(1) + "\n"
	tool := func(context.Context, json.RawMessage) (string, error) { return out, nil }
	text, err := summarize.Wrap("deploy", masking, tool, nil)(t.Context(), nil)
	want := strings.Replace(out, githubToken(1), "[github token]", 1)
	if err != nil || text != want && strings.Contains(text, "ghp_") {
		t.Errorf("the text is %q, %v", text, err)
	}
}
