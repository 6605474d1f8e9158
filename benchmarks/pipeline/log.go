package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"

	"github.com/toktee/toktee/benchmarks/pipeline/logtext"
	"github.com/toktee/toktee/internal/measure/corpus"
)

// The gates of a large log. On shared machines, logs of services took 7.3 to 20.5 times the yardstick's processor
// time, and 4.8 to 13.2 times its time by the clock. A third more than the highest is not noise.
//
// The ratios of CI jobs' logs and of captured outputs differ: if one program's output follows another's every hundred
// lines, more parsers read along than in the log of one job. See docs/decisions/183 for the spread.
const (
	minLogRate  = 60 // MB/s
	maxLogCPU   = 26
	maxLogClock = 20
	maxResident = 96 // MB

	minJobsRate    = 60
	minJobsCPURate = 35 // MB for a second of one processor

	maxJobsCPU       = 28
	maxJobsClock     = 27
	maxCapturedCPU   = 90
	maxCapturedClock = 50
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

// services are the captured logs of the log text: always the same, so that its figures can be compared. Some have
// errors that the service deals with itself.
var services = []string{
	"log/dpkg", "log/nginx-access", "log/nginx-error", "log/nginx-tail", "log/postgres", "log/redis", "log/slog-json",
	"log/slog-tail", "log/slog-text",
}

// A largeLog is a large text of captured logs, with the limits of its work.
type largeLog struct {
	name   string // opens the names of its rows, with the MB
	sample string // names its measurements
	text   logtext.Options
	limits passLimits
}

// logText measures logs of services with planted failures.
func (m *meter) logText(t *table) error {
	logs, err := logsOf("testdata/corpus", func(c *corpus.Case) bool { return slices.Contains(services, c.ID) })
	if err != nil {
		return err
	}
	return m.large(t, &largeLog{
		name: "log of %d MB: ", sample: "Log", limits: passLimits{minLogRate, 0, maxLogCPU, maxLogClock},
		text: logtext.Options{Size: m.o.size, Captured: logs, Middle: planted.middle, End: planted.end},
	})
}

// jobFamilies are the families of a folder's cases that are logs of CI jobs.
var jobFamilies = []string{"ci", "cidiff"}

// stepFamilies are the families of testdata/corpus that steps of a CI job print. Larger outputs than maxStep were
// captured to be large.
var stepFamilies = []string{
	"build", "cc", "gotest", "jstest", "lint", "perltest", "phptest", "pytest", "rubytest", "rusttest", "unittest",
}

const maxStep = 200_000

// jobs measures logs of CI jobs, or what their steps print.
func (m *meter) jobs(t *table) error {
	logs, err := m.captured()
	if err != nil {
		return err
	}
	l := &largeLog{
		name: "captured outputs, %d MB: ", sample: "Captured", text: logtext.Options{Size: m.o.size, Captured: logs},
		limits: passLimits{0, 0, maxCapturedCPU, maxCapturedClock},
	}
	if m.o.ci {
		l.text.Size /= 2 // which is enough for ratios
	}
	if m.o.jobs != "" {
		l.name, l.sample = "CI logs, %d MB: ", "Jobs"
		l.limits = passLimits{minJobsRate, minJobsCPURate, maxJobsCPU, maxJobsClock}
	}
	return m.large(t, l)
}

// captured returns the captured logs of CI jobs.
func (m *meter) captured() ([][]byte, error) {
	dir, families, limit := "testdata/corpus", stepFamilies, maxStep
	if m.o.jobs != "" {
		dir, families, limit = m.o.jobs, jobFamilies, int(m.o.size)
	}
	return logsOf(dir, func(c *corpus.Case) bool {
		return slices.Contains(families, c.Family) && len(c.Raw()) <= limit
	})
}

// logsOf returns the outputs of some cases of a folder.
func logsOf(dir string, wanted func(*corpus.Case) bool) (logs [][]byte, err error) {
	cases, err := corpus.Load(dir)
	if err != nil {
		return nil, err
	}
	for i := range cases {
		if c := &cases[i]; wanted(c) {
			logs = append(logs, c.Raw())
		}
	}
	if len(logs) == 0 {
		return nil, errors.New(dir + ": none of the logs that are measured")
	}
	return logs, nil
}

// large measures a large log, and whether the result is true.
func (m *meter) large(t *table, l *largeLog) error {
	path := m.path("log.txt")
	defer os.Remove(path)
	m.say("writing %d MB, %d captured logs again and again", l.text.Size/1e6, len(l.text.Captured))
	text, err := writeText(path, l.text)
	if err != nil {
		return err
	}
	l.name = fmt.Sprintf(l.name, text.Bytes/1e6)
	last, sum, err := m.logRounds(t, l, path, text.Bytes)
	if err != nil {
		return err
	}
	begins, err := m.countBeginning(path)
	if err != nil {
		return err
	}
	t.truth(l.name+"exit code and lines", last.failure(text))
	t.truth(l.name+"tokens of its beginning, counted again", begins)
	if len(l.text.End) > 0 {
		t.truth(l.name+"verdict", last.verdict())
		t.truth(l.name+"planted failures are shown", last.shown())
	}
	return m.kept(t, l.name, last.ID, sum)
}

// logRounds summarises the log and passes the yardstick over it, in turns. It adds the rows for what both took, and
// returns the last result and the hash of the log.
func (m *meter) logRounds(t *table, l *largeLog, path string, size int64) (last logResult, sum [32]byte, err error) {
	var ours, yard work
	resident := int64(0)
	for i := range m.o.rounds {
		m.say("%sround %d of %d", l.name, i+1, m.o.rounds)
		u, out, err := m.summarizeLog(path)
		if err != nil {
			return last, sum, err
		}
		y, err := m.yard(path)
		if err != nil {
			return last, sum, err
		}
		ours.add(u.Wall, u.CPU)
		yard.add(y.took, y.cpu)
		resident, last, sum = max(resident, u.RSS), out, y.sha256
		t.sample(l.sample+"/toktee", u.Wall, fmt.Sprintf("%s\t%d peak-RSS-B", rates(size, u.Wall, u.CPU), u.RSS))
		t.sample(l.sample+"/yardstick", y.took, rates(size, y.took, y.cpu))
	}
	t.passes(l.name, "summarize", size, ours, yard, l.limits)
	if resident > 0 {
		t.add(row{
			kind: always, name: l.name + "largest resident size", value: float64(resident) / 1e6, limit: maxResident,
			unit: "MB",
		})
	}
	return last, sum, nil
}

// writeText makes a file of a text.
func writeText(path string, o logtext.Options) (logtext.Text, error) {
	f, err := os.Create(path)
	if err != nil {
		return logtext.Text{}, err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	text, err := logtext.Write(w, o)
	return text, errors.Join(err, w.Flush(), f.Close())
}

func (m *meter) yard(path string) (yardstick, error) {
	f, err := os.Open(path)
	if err != nil {
		return yardstick{}, err
	}
	defer f.Close()
	return measureYardstick(f)
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

// countedSize is how much of a log another tokenizer counts, which makes some 4 MB/s.
const countedSize = 4_000_000

// countBeginning counts the beginning of a log with another tokenizer. It returns the fault of toktee's count of the
// same bytes, or "".
func (m *meter) countBeginning(path string) (problem string, err error) {
	m.say("another tokenizer counts the beginning")
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, countedSize))
	if err != nil {
		return "", err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	n, err := oracleCount(string(text))
	if err != nil {
		return "", err
	}
	begins := m.path("beginning.txt")
	if err := os.WriteFile(begins, text, 0o600); err != nil {
		return "", err
	}
	_, r, err := m.summarizeLog(begins)
	if err != nil {
		return "", fmt.Errorf("summarising the beginning: %w", err)
	}
	return r.tokens(int64(n)), nil
}

// kept checks that the store returns the same text.
func (m *meter) kept(t *table, name, id string, sum [32]byte) error {
	h := sha256.New()
	cmd := exec.CommandContext(m.ctx, m.toktee, "show", id)
	cmd.Env, cmd.Stdout = m.env, h
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("toktee show %s: %w", id, err)
	}
	problem := ""
	if got := hex.EncodeToString(h.Sum(nil)); got != hex.EncodeToString(sum[:]) {
		problem = "toktee show gives other bytes back"
	}
	t.truth(name+"kept byte for byte", problem)
	return nil
}
