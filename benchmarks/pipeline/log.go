package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"

	"github.com/toktee/toktee/benchmarks/pipeline/logtext"
	"github.com/toktee/toktee/internal/measure/corpus"
)

// The gates of a large log. The yardstick makes some 600 MB/s on one core. So a rate of 60 MB/s on two cores takes at
// most 20 times the yardstick's processor time, and 10 times its time by the clock. A busy machine adds a quarter to
// the one, and doubles the other; three times as long is not noise.
const (
	minLogRate  = 60 // MB/s
	maxLogCPU   = 30
	maxLogClock = 28
	maxResident = 96 // MB
)

// planted are the failures in the log: what must be shown of each, and the lines around it.
var planted = struct {
	middle, end, shown []string
	verdict            string // the totals at the end
}{
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
	verdict: "1 failed of 1187",
}

// mixedIn are the captured logs in the log text: always the same, so that its figures can be compared.
var mixedIn = []string{
	"log/dpkg", "log/nginx-access", "log/nginx-error", "log/nginx-tail", "log/postgres", "log/redis", "log/slog-json",
	"log/slog-tail", "log/slog-text",
}

// logText measures a large log.
func (m *meter) logText(t *table) error {
	path := m.path("log.txt")
	defer os.Remove(path)
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
	l := &logFile{
		name: fmt.Sprintf("log of %d MB: ", text.Bytes/1e6), sample: "Log", path: path, size: text.Bytes,
		limits: passLimits{minLogRate, 0, maxLogCPU, maxLogClock},
	}
	last, err := m.logRounds(t, l)
	if err != nil {
		return err
	}
	if _, err := m.countedBy(t, l); err != nil {
		return err
	}
	t.truth(l.name+"exit code and verdict", last.verdict(text))
	t.truth(l.name+"tokens, counted again", last.tokens(tokens))
	t.truth(l.name+"planted failures are shown", last.shown())
	return m.kept(t, l.name, last.ID, y)
}

// A logFile is a large log, with the limits of its work.
type logFile struct {
	name   string // opens the names of its rows
	sample string // names its measurements
	path   string
	size   int64
	limits passLimits
	cpu    time.Duration // of the processors to summarise it, once that is measured
}

// logRounds summarises the log, passes the yardstick over it and has other programs read it, in turns. It adds the rows
// for what all took, and returns the last result.
func (m *meter) logRounds(t *table, l *logFile) (logResult, error) {
	var ours, yard work
	var last logResult
	var others rivals
	resident := int64(0)
	for i := range m.o.rounds {
		m.say("%sround %d of %d", l.name, i+1, m.o.rounds)
		u, out, err := m.summarizeLog(l.path)
		if err != nil {
			return last, err
		}
		y, err := m.yard(l.path)
		if err != nil {
			return last, err
		}
		if err := others.read(m, l.path); err != nil {
			return last, err
		}
		ours.add(u.Wall, u.CPU)
		yard.add(y.took, y.cpu)
		resident, last = max(resident, u.RSS), out
		t.sample(l.sample+"/toktee", u.Wall, fmt.Sprintf("%s\t%d peak-RSS-B", rates(l.size, u.Wall, u.CPU), u.RSS))
		t.sample(l.sample+"/yardstick", y.took, rates(l.size, y.took, y.cpu))
	}
	l.cpu = median(ours.cpu)
	t.passes(l.name, "summarize", l.size, ours, yard, l.limits)
	others.rows(t, l, ours)
	if resident > 0 {
		t.add(row{
			kind: always, name: l.name + "largest resident size", value: float64(resident) / 1e6, limit: maxResident,
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
		if slices.Contains(mixedIn, c.ID) {
			o.Captured = append(o.Captured, c.Stdout)
		}
	}
	m.say("log: writing %d MB with %d captured logs", o.Size/1e6, len(o.Captured))
	return writeText(path, func(w io.Writer) (logtext.Text, error) { return logtext.Write(w, o) })
}

// writeText makes a file of a text.
func writeText(path string, write func(io.Writer) (logtext.Text, error)) (logtext.Text, error) {
	f, err := os.Create(path)
	if err != nil {
		return logtext.Text{}, err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	text, err := write(w)
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
func (m *meter) summarizeLog(path string) (u usage, r logResult, err error) {
	out, err := os.Create(m.path("result.json"))
	if err != nil {
		return u, r, err
	}
	defer out.Close()
	u, err = m.measure(out, m.toktee, "summarize", path, "--command", "make verify", "--exit-code", "1", "--json")
	if err != nil {
		return u, r, err
	}
	b, err := os.ReadFile(out.Name())
	if err != nil {
		return u, r, err
	}
	if err := json.Unmarshal(b, &r); err != nil {
		return u, r, fmt.Errorf("reading the result: %w", err)
	}
	return u, r, nil
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
