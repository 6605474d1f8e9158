package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/toktee/toktee/benchmarks/pipeline/logtext"
	"github.com/toktee/toktee/internal/corpus"
)

// The gates of a large log. The yardstick makes some 600 MB/s on one core, so what makes 60 MB/s on two takes 20 times
// its processor time at most, and 10 times its time by the clock. A busy machine adds a quarter to the one, and doubles
// the other; three times as long is not noise.
const (
	minLogRate  = 60 // MB/s
	maxLogCPU   = 25
	maxLogClock = 30
	maxResident = 96 // MB
)

// planted are the failures in the log: what must be shown of each, and the lines around it.
var planted = struct{ middle, end, shown []string }{
	middle: []string{
		"2026-03-02 06:41:07.311 ERROR ledger-verifier: checksum mismatch for account 4815162342: expected " +
			"9f86d081884c7d65, got 60303ae22b998861",
		"panic: ledger is inconsistent",
		"",
		"goroutine 108 [running]:",
		"example.org/ledger.(*Verifier).Check(0xc000112000, 0x11f0a1b2e)",
		"\t/src/ledger/verifier.go:108 +0x2ab",
	},
	end: []string{
		"verify: 1 of 1187 checks failed: ledger/accounts",
		"make: *** [Makefile:87: verify] Error 1",
	},
	shown: []string{
		"checksum mismatch for account 4815162342: expected 9f86d081884c7d65, got 60303ae22b998861",
		"make: *** [Makefile:87: verify] Error 1",
	},
}

// logText measures a large log.
func (m *meter) logText(t *table) error {
	path := m.path("log.txt")
	text, err := m.writeLog(path)
	if err != nil {
		return err
	}
	y, err := m.yard(path)
	if err != nil {
		return err
	}
	tokens, err := m.tokens(path, y)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("log of %d MB: ", text.Bytes/1e6)
	last, err := m.logRounds(t, name, path, text.Bytes)
	if err != nil {
		return err
	}
	var r logResult
	if err := json.Unmarshal(last, &r); err != nil {
		return fmt.Errorf("reading the result: %w", err)
	}
	t.truth(name+"exit code and verdict", r.verdict(text))
	t.truth(name+"tokens, counted again", r.tokens(tokens))
	t.truth(name+"planted failures are shown", r.shown())
	return m.kept(t, name, r.ID, y)
}

// logRounds summarises the log and passes the yardstick over it in turns, adds the rows for what both took, and returns
// the last result.
func (m *meter) logRounds(t *table, name, path string, size int64) (last []byte, err error) {
	var ours, yard work
	var resident int64
	for i := range m.o.rounds {
		m.say("log: round %d of %d", i+1, m.o.rounds)
		u, out, err := m.summarizeLog(path)
		if err != nil {
			return nil, err
		}
		y, err := m.yard(path)
		if err != nil {
			return nil, err
		}
		ours.add(u.Wall, u.CPU)
		yard.add(y.took, y.cpu)
		resident, last = max(resident, u.RSS), out
		t.sample("Log/toktee", u.Wall, fmt.Sprintf("%s\t%d peak-RSS-B", rates(size, u.Wall, u.CPU), u.RSS))
		t.sample("Log/yardstick", y.took, rates(size, y.took, y.cpu))
	}
	t.passes(name, "summarize", size, ours, yard, passLimits{minLogRate, maxLogCPU, maxLogClock})
	if resident > 0 {
		t.add(row{
			kind: always, name: name + "largest resident size", value: float64(resident) / 1e6, limit: maxResident,
			unit: "MB",
		})
	}
	return last, nil
}

// writeLog writes the log, with the corpus's logs in it.
func (m *meter) writeLog(path string) (logtext.Text, error) {
	cases, err := corpus.Load("testdata/corpus")
	if err != nil {
		return logtext.Text{}, err
	}
	o := logtext.Options{Size: m.o.size, Middle: planted.middle, End: planted.end}
	for _, c := range cases {
		if c.Family == "log" {
			o.Captured = append(o.Captured, c.Stdout)
		}
	}
	m.say("log: writing %d MB with %d captured logs", o.Size/1e6, len(o.Captured))
	f, err := os.Create(path)
	if err != nil {
		return logtext.Text{}, err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	text, err := logtext.Write(w, o)
	if e := w.Flush(); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return text, err
}

func (m *meter) yard(path string) (yardstick, error) {
	f, err := os.Open(path)
	if err != nil {
		return yardstick{}, err
	}
	defer f.Close()
	return measureYardstick(f)
}

// tokens counts the text's tokens, unless they are known.
func (m *meter) tokens(path string, y yardstick) (int64, error) {
	if n, ok := knownCount(y.sha256); ok && !m.o.recount {
		return n, nil
	}
	m.say("log: counting its tokens with another tokenizer, which takes a while")
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	n, err := oracleCountStream(f, runtime.NumCPU(), oracleChunk)
	if err == nil {
		m.say("log: a line of counts.txt spares that: %x %d %d", y.sha256, n, y.bytes)
	}
	return n, err
}

// summarizeLog runs the command and returns its result.
func (m *meter) summarizeLog(path string) (usage, []byte, error) {
	out, err := os.Create(m.path("result.json"))
	if err != nil {
		return usage{}, nil, err
	}
	defer out.Close()
	u, err := m.measure(out, m.toktee, "summarize", path, "--command", "make verify", "--exit-code", "1", "--json")
	if err != nil {
		return u, nil, err
	}
	b, err := os.ReadFile(out.Name())
	return u, b, err
}

// kept checks that the store returns the same text.
func (m *meter) kept(t *table, name, id string, y yardstick) error {
	h := sha256.New()
	cmd := exec.CommandContext(m.ctx, m.toktee, "show", id)
	cmd.Env, cmd.Stdout = m.env, h
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("toktee show %s: %w", id, err)
	}
	problem := ""
	if got := hex.EncodeToString(h.Sum(nil)); got != hex.EncodeToString(y.sha256[:]) {
		problem = "toktee show gives other bytes back"
	}
	t.truth(name+"kept byte for byte", problem)
	return nil
}

// logResult is what is read of a result.
type logResult struct {
	ID         string                `json:"id"`
	Success    bool                  `json:"success"`
	IsError    bool                  `json:"is_error"`
	ExitCode   *int                  `json:"exit_code"`
	Error      struct{ Kind string } `json:"error"`
	LLMContent string                `json:"llm_content"`
	Metadata   struct {
		LLMTokens int64 `json:"llm_tokens"`
		UITokens  int64 `json:"ui_tokens"`
		Budget    int64 `json:"budget"`

		Data      map[string]int64 `json:"data"`
		Shown     [][2]int64       `json:"shown"`
		Omissions []struct {
			Count int64 `json:"count"`
		} `json:"omissions"`
	} `json:"metadata"`
}

// isExit1 reports whether the result is that of a command that failed with exit status 1.
func (r *logResult) isExit1() bool {
	failed := !r.Success && r.IsError && r.Error.Kind == "exit"
	return failed && r.ExitCode != nil && *r.ExitCode == 1
}

// verdict says what is wrong with what the result says of the run, "" for nothing.
func (r *logResult) verdict(text logtext.Text) string {
	lines := append(strings.Split(r.LLMContent, "\n"), "")
	saysLines := strings.HasPrefix(lines[1], fmt.Sprintf("%d lines", text.Lines))
	switch {
	case !r.isExit1():
		return fmt.Sprintf("success %v, is_error %v, error.kind %q", r.Success, r.IsError, r.Error.Kind)
	case lines[0] != "exit 1":
		return fmt.Sprintf("the text begins with %q", lines[0])
	case !saysLines || r.Metadata.Data["lines"] != text.Lines:
		return fmt.Sprintf("the text doesn't say that there are %d lines", text.Lines)
	}
	sum := int64(0)
	for _, s := range r.Metadata.Shown {
		sum += s[1] - s[0] + 1
	}
	for _, o := range r.Metadata.Omissions {
		sum += o.Count
	}
	if sum != text.Lines {
		return fmt.Sprintf("lines shown and left out are %d in all, want %d", sum, text.Lines)
	}
	return ""
}

// tokens says which of the counts is wrong. The status line is counted on both sides.
func (r *logResult) tokens(raw int64) string {
	status, _, _ := strings.Cut(r.LLMContent, "\n")
	n, err := oracleCount(status + "\n")
	if err != nil {
		return err.Error()
	}
	llm, err := oracleCount(r.LLMContent)
	switch {
	case err != nil:
		return err.Error()
	case r.Metadata.UITokens != raw+int64(n):
		return fmt.Sprintf("ui_tokens is %d, want %d and %d for the status line", r.Metadata.UITokens, raw, n)
	case r.Metadata.LLMTokens != int64(llm):
		return fmt.Sprintf("llm_tokens is %d, want %d", r.Metadata.LLMTokens, llm)
	case r.Metadata.LLMTokens > r.Metadata.Budget:
		return fmt.Sprintf("%d tokens are more than the budget of %d", r.Metadata.LLMTokens, r.Metadata.Budget)
	}
	return ""
}

func (r *logResult) shown() string {
	for _, p := range planted.shown {
		if !strings.Contains(r.LLMContent, p) {
			return fmt.Sprintf("%q is not in the text", p)
		}
	}
	return ""
}
