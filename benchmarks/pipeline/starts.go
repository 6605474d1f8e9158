package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/toktee/toktee/benchmarks/pipeline/logtext"
)

// The gates of a start. A bare tee of true takes 2 to 3 ms, mostly what the system takes to start two processes: 5 ms
// over true are less than three times that, 10 ms over cat less than five times. The init of one large table is more.
const (
	maxOverTrue   = 5  // ms
	maxOverCat    = 10 // ms
	maxTrueToBare = 3
	maxCatToBare  = 5
	catSize       = 100_000
)

// starts measures what "toktee run" adds to a command.
func (m *meter) starts(t *table) error {
	truth, err := exec.LookPath("true")
	if err != nil {
		return err
	}
	cat, err := exec.LookPath("cat")
	if err != nil {
		return err
	}
	m.say("start: %d pairs of true, and of cat", m.o.pairs)
	if err := m.start(t, "run -- true", "true", maxOverTrue, maxTrueToBare,
		func(int) []string { return []string{truth} }); err != nil {
		return err
	}
	// Each run gets another file, since the store keeps equal outputs once.
	files, err := m.catFiles()
	if err != nil {
		return err
	}
	if err := m.start(t, "run -- cat 100 KB, kept", "cat", maxOverCat, maxCatToBare,
		func(i int) []string { return []string{cat, files[i]} }); err != nil {
		return err
	}
	last, err := os.ReadFile(files[len(files)-1])
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(m.ctx, m.toktee, "show")
	cmd.Env = m.env
	kept, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("toktee show: %w", err)
	}
	problem := ""
	if !bytes.Equal(kept, last) {
		problem = fmt.Sprintf("toktee show gives %d bytes, other than the %d that cat printed", len(kept), len(last))
	}
	t.truth("start: the output of cat is kept", problem)
	return nil
}

// start runs a command alone, under bare and under toktee, in turns.
func (m *meter) start(t *table, name, base string, over, toBare float64, argv func(i int) []string) error {
	var alone, bare, ours []time.Duration
	for i := range m.o.pairs + 1 {
		a := argv(i)
		for _, c := range []struct {
			to   *[]time.Duration
			argv []string
		}{
			{&alone, a},
			{&ours, append([]string{m.toktee, "run", "--"}, a...)},
			{&bare, append([]string{m.bare, m.path("bare.out")}, a...)},
		} {
			d, err := m.time(c.argv...)
			if err != nil {
				return err
			}
			if i > 0 { // the first is to warm up
				*c.to = append(*c.to, d)
			}
		}
	}
	for i := range alone {
		t.sample("Start/"+base+"/alone", alone[i], "")
		t.sample("Start/"+base+"/bare", bare[i], "")
		t.sample("Start/"+base+"/toktee", ours[i], "")
	}
	t.add(row{kind: never, name: "start: " + base + " alone", value: milliseconds(median(alone)), unit: "ms"})
	t.add(row{kind: never, name: "start: bare tee of " + base, value: milliseconds(median(bare)), unit: "ms"})
	t.add(row{
		kind: absolute, name: "start: " + name + ", over " + base,
		value: milliseconds(median(differences(ours, alone))), limit: over, unit: "ms",
	})
	t.add(row{
		kind: ratio, name: "start: " + name + ", to a bare tee", value: median(quotients(ours, bare)), limit: toBare,
		unit: "times",
	})
	return nil
}

// catFiles writes a file for each pair.
func (m *meter) catFiles() ([]string, error) {
	var text bytes.Buffer
	if _, err := logtext.Write(&text, logtext.Options{Size: int64(m.o.pairs+1) * catSize}); err != nil {
		return nil, err
	}
	var files []string
	for i := range m.o.pairs + 1 {
		f := m.path(fmt.Sprintf("text-%d", i))
		if err := os.WriteFile(f, text.Next(catSize), 0o600); err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}
