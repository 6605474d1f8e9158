package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/toktee/toktee/benchmarks/pipeline/logtext"
	"github.com/toktee/toktee/internal/measure/corpus"
)

// The gates of logs of CI jobs. The ratios differ: if one program's output follows another's every hundred lines, more
// parsers read along than in the log of one job. See docs/decisions/183 for the spread.
const (
	minJobsRate    = 60 // MB/s
	minJobsCPURate = 35 // MB for a second of one processor

	maxJobsCPU       = 28
	maxJobsClock     = 27
	maxCapturedCPU   = 52
	maxCapturedClock = 50
)

// jobFamilies are the families of a folder's cases that are logs of CI jobs.
var jobFamilies = []string{"ci", "cidiff"}

// stepFamilies are the families of testdata/corpus that steps of a CI job print. Larger outputs than maxStep were
// captured to be large.
var stepFamilies = []string{
	"build", "cc", "gotest", "jstest", "lint", "perltest", "phptest", "pytest", "rubytest", "rusttest", "unittest",
}

const maxStep = 200_000

// jobs measures a large log that is made of captured ones: real logs have other lines than the generated one, and take
// longer.
func (m *meter) jobs(t *table) error {
	captured, err := m.captured()
	if err != nil {
		return err
	}
	size := m.o.size
	if m.o.ci {
		size /= 2 // which is enough for ratios
	}
	path := m.path("jobs.txt")
	defer os.Remove(path)
	m.say("jobs: writing %d MB, %d captured logs again and again", size/1e6, len(captured))
	text, err := writeText(path, func(w io.Writer) (logtext.Text, error) {
		return logtext.Repeat(w, size, captured)
	})
	if err != nil {
		return err
	}
	y, err := m.yard(path)
	if err != nil {
		return err
	}
	l := &logFile{
		name: fmt.Sprintf("captured outputs, %d MB: ", text.Bytes/1e6), sample: "Captured",
		path: path, size: text.Bytes,
		limits: passLimits{0, 0, maxCapturedCPU, maxCapturedClock},
	}
	if m.o.jobs != "" {
		l.name, l.sample = fmt.Sprintf("CI logs, %d MB: ", text.Bytes/1e6), "Jobs"
		l.limits = passLimits{minJobsRate, minJobsCPURate, maxJobsCPU, maxJobsClock}
	}
	last, err := m.logRounds(t, l)
	if err != nil {
		return err
	}
	begins, err := m.countedBy(t, l)
	if err != nil {
		return err
	}
	t.truth(l.name+"exit code and lines", last.failure(text))
	t.truth(l.name+"tokens of its beginning, counted again", begins)
	return m.kept(t, l.name, last.ID, y)
}

// captured returns the captured logs.
func (m *meter) captured() (logs [][]byte, err error) {
	dir, families, limit := "testdata/corpus", stepFamilies, maxStep
	if m.o.jobs != "" {
		dir, families, limit = m.o.jobs, jobFamilies, int(m.o.size)
	}
	cases, err := corpus.Load(dir)
	if err != nil {
		return nil, err
	}
	for i := range cases {
		if c := &cases[i]; slices.Contains(families, c.Family) && len(c.Raw()) <= limit {
			logs = append(logs, c.Raw())
		}
	}
	if len(logs) == 0 {
		return nil, errors.New(dir + ": no logs of CI jobs")
	}
	return logs, nil
}
