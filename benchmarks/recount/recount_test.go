// Package recount has no Go code of its own: it checks tokbench replay against programs in other languages.
package recount

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fixtures are sessions of all formats.
const fixtures = "../../internal/measure/transcript/testdata"

// replayed runs tokbench over the fixtures and returns its JSON.
func replayed(t *testing.T) []byte {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "tokbench")
	if out, err := exec.Command("go", "build", "-o", bin, "../../cmd/tokbench").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.Command(bin, "replay", fixtures, "--calls", "--json", "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// recount runs recount.py over a report and returns what it says.
func recount(t *testing.T, report []byte, args ...string) (string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.json")
	if err := os.WriteFile(path, report, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("python3", append([]string{"-B", "recount.py", path}, args...)...).CombinedOutput()
	return string(out), err
}

// TestRecount has a program in Python find the same evidence in the same transcripts, and one in JavaScript, where
// npm's tiktoken is installed beside it, count the same tokens. Then it tampers with the report, which both must
// notice.
func TestRecount(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3")
	}
	report := replayed(t)
	texts := filepath.Join(t.TempDir(), "texts.jsonl")
	said, err := recount(t, report, "--texts", texts)
	if err != nil || !strings.Contains(said, " 0 differences") || strings.HasPrefix(said, "0 results") {
		t.Fatalf("recount: %v\n%s", err, said)
	}
	t.Log(strings.TrimSpace(said))
	for name, change := range map[string]func(call map[string]any){
		"evidence is left out": func(c map[string]any) { c["evidence"] = []any{} },
		"evidence is made up":  func(c map[string]any) { c["evidence"] = append(c["evidence"].([]any), "zebra/zebra") },
		"a loss is hidden":     func(c map[string]any) { c["levels"].([]any)[0].(map[string]any)["lost"] = []any{} },
		"a summary is longer":  func(c map[string]any) { c["levels"].([]any)[0].(map[string]any)["now"] = 9.0 },
		"the result is other":  func(c map[string]any) { c["raw_sha256"] = "00" },
		"the session is other": func(c map[string]any) { c["session"] = "x" },
	} {
		t.Run(name, func(t *testing.T) {
			if said, err := recount(t, tampered(t, report, change)); err == nil {
				t.Errorf("it isn't noticed: %s", said)
			}
		})
	}
	tokens, err := exec.Command("node", "tokens.mjs", texts).CombinedOutput()
	if bytes.Contains(tokens, []byte("ERR_MODULE_NOT_FOUND")) || tokens == nil {
		t.Skip("no tiktoken: npm install tiktoken in benchmarks/recount")
	}
	if err != nil || !bytes.Contains(tokens, []byte(" 0 differences")) {
		t.Errorf("tokens: %v\n%s", err, tokens)
	}
	t.Log(strings.TrimSpace(string(tokens)))
}

// tampered changes the first result that lost evidence.
func tampered(t *testing.T, report []byte, change func(map[string]any)) []byte {
	t.Helper()
	var r map[string]any
	if err := json.Unmarshal(report, &r); err != nil {
		t.Fatal(err)
	}
	for _, c := range r["calls"].([]any) {
		c := c.(map[string]any)
		if lost := c["levels"].([]any)[0].(map[string]any)["lost"].([]any); len(lost) > 0 {
			change(c)
			b, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
	}
	t.Fatal("no result lost any evidence")
	return nil
}

// TestRecountEval has another program in Python score the texts of an evaluation again, then tampers with them.
func TestRecountEval(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("no python3")
	}
	const corpus = "../../testdata/corpus"
	dir := t.TempDir()
	report, texts := filepath.Join(dir, "report.json"), filepath.Join(dir, "texts.jsonl")
	if out, err := exec.Command("go", "run", "../../cmd/tokbench", "eval", "--data", corpus, "--families",
		"gotest,read", "--levels", "balanced",
		"--budgets", "250,1000", "--json", report, "--texts", texts).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	again := func(texts string) (string, error) {
		out, err := exec.Command("python3", "-B", "eval.py", corpus, report, texts).CombinedOutput()
		return string(out), err
	}
	said, err := again(texts)
	if err != nil || !strings.Contains(said, " cases, 9 rows, 0 differences") || strings.HasPrefix(said, "0 ") {
		t.Fatalf("recount: %v\n%s", err, said)
	}
	b, err := os.ReadFile(texts)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{
		"a loss is hidden":   {`"lost":[0`, `"lost":[1`},
		"a text is longer":   {`"tokens":2`, `"tokens":3`},
		"a fact is left out": {`FAIL`, `PASS`},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.ReplaceAll(string(b), change[0], change[1])
			path := filepath.Join(t.TempDir(), "texts.jsonl")
			if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
				t.Fatal(err)
			}
			if said, err := again(path); err == nil || changed == string(b) {
				t.Errorf("it isn't noticed: %s", said)
			}
		})
	}
}
