package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/toktee/toktee/internal/measure/corpus"
)

// The gates of a corpus. In multiples of the decoding yardstick, toktee took 11 times its processor time on an idle
// machine, and 12 to 15 times on a busy one.
const (
	minCorpusRate = 25 // MB/s
	maxCorpusCPU  = 18
)

// corpus measures the cases of a folder, all at once and then each alone.
func (m *meter) corpus(t *table) error {
	cases, err := corpus.Load(m.o.corpus)
	if err != nil {
		return err
	}
	var raw bytes.Buffer
	path := m.path("calls.jsonl")
	if err := writeCalls(path, cases, &raw); err != nil {
		return err
	}
	size := int64(raw.Len())
	calls, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var ours, yard work
	for i := range m.o.rounds {
		m.say("corpus: %d cases, round %d of %d", len(cases), i+1, m.o.rounds)
		out, err := os.Create(m.path("results.jsonl"))
		if err != nil {
			return err
		}
		u, err := m.measure(out, m.toktee, "summarize", "--jsonl", path)
		out.Close()
		if err != nil {
			return err
		}
		y, err := decodingYardstick(calls)
		if err != nil {
			return err
		}
		ours.add(u.Wall, u.CPU)
		yard.add(y.took, y.cpu)
		t.sample("Corpus/toktee", u.Wall, fmt.Sprintf("%s\t%d peak-RSS-B", rates(size, u.Wall, u.CPU), u.RSS))
		t.sample("Corpus/yardstick", y.took, rates(size, y.took, y.cpu))
	}
	name := fmt.Sprintf("corpus of %d cases, %.1f MB: ", len(cases), float64(size)/1e6)
	t.passes(name, "summarize --jsonl", size, ours, yard, passLimits{minCorpusRate, 0, maxCorpusCPU, 0})
	problem, err := checkResults(m.path("results.jsonl"), cases)
	if err != nil {
		return err
	}
	t.truth(name+"a result for each, in order", problem)
	return m.cases(t, cases)
}

// writeCalls writes the lines that summarize --jsonl takes, and their raw bytes to raw.
func writeCalls(path string, cases []corpus.Case, raw *bytes.Buffer) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range cases {
		c := &cases[i]
		raw.Write(c.Raw())
		err := enc.Encode(struct {
			CallID   string          `json:"call_id"`
			Tool     string          `json:"tool"`
			Command  string          `json:"command,omitempty"`
			Path     string          `json:"path,omitempty"`
			Pattern  string          `json:"pattern,omitempty"`
			Args     json.RawMessage `json:"args,omitempty"`
			Offset   int             `json:"offset,omitempty"`
			Limit    int             `json:"limit,omitempty"`
			Intent   string          `json:"intent,omitempty"`
			Session  string          `json:"session,omitempty"`
			ExitCode *int            `json:"exit_code"`
			Stdout   string          `json:"stdout"`
			Stderr   string          `json:"stderr,omitempty"`
		}{
			c.ID, c.Tool, c.Command, c.Path, c.Pattern, c.Args, c.Offset, c.Limit, c.Intent, c.Session, c.ExitCode,
			string(c.Stdout), string(c.Stderr),
		})
		if err != nil {
			return fmt.Errorf("case %s: %w", c.ID, err)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// checkResults returns the fault of the results, or "".
func checkResults(path string, cases []corpus.Case) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	dec := json.NewDecoder(bufio.NewReader(f))
	for i := range cases {
		var r struct {
			CallID   string `json:"call_id"`
			Error    struct{ Kind, Message string }
			Metadata struct {
				LLMTokens int `json:"llm_tokens"`
			}
		}
		if err := dec.Decode(&r); err != nil {
			return fmt.Sprintf("result %d of %d: %v", i+1, len(cases), err), nil
		}
		switch {
		case r.CallID != cases[i].ID:
			return fmt.Sprintf("result %d is that of %q, want %q", i+1, r.CallID, cases[i].ID), nil
		case r.Error.Kind == "input":
			return fmt.Sprintf("%s: %s", r.CallID, r.Error.Message), nil
		case r.Metadata.LLMTokens == 0 && len(cases[i].Raw()) > 0:
			return fmt.Sprintf("%s: the text is empty", r.CallID), nil
		}
	}
	if err := dec.Decode(new(json.RawMessage)); err != io.EOF {
		return "there are more results than calls", nil
	}
	return "", nil
}
