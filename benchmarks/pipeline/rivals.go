package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// rivals are programs that go over the same log, so that a rate can be compared on any machine: cat copies it to
// a pipe, and rg counts the lines that an agent would look for.
type rivals struct {
	cat, rg work
}

// searched is what rg looks for.
const searched = "error|fail"

// read has the programs read a file, those that this machine has.
func (r *rivals) read(m *meter, path string) error {
	for _, p := range []struct {
		took *work
		argv []string
	}{
		{&r.cat, []string{"cat", path}},
		{&r.rg, []string{"rg", "-c", searched, path}},
	} {
		if _, err := exec.LookPath(p.argv[0]); errors.Is(err, exec.ErrNotFound) {
			continue
		} else if err != nil {
			return err
		}
		u, err := m.measurePiped(p.argv...)
		if err != nil {
			return err
		}
		p.took.add(u.Wall, u.CPU)
	}
	return nil
}

// rows adds the times of the programs, and those of toktee.
func (r *rivals) rows(t *table, l *logFile, ours work) {
	for _, p := range []struct {
		name, sample string
		took         work
	}{
		{"cat", "cat", r.cat},
		{"rg -c '" + searched + "'", "rg", r.rg},
	} {
		if len(p.took.wall) == 0 {
			continue
		}
		for i, d := range p.took.wall {
			t.sample(l.sample+"/"+p.sample, d, rates(l.size, d, p.took.cpu[i]))
		}
		t.add(row{kind: never, name: l.name + p.name, value: rate(l.size, median(p.took.wall)), unit: "MB/s"})
		t.add(row{
			kind: never, name: l.name + "time by the clock, to " + p.name,
			value: median(quotients(ours.wall, p.took.wall)), unit: "times",
		})
		t.add(row{
			kind: never, name: l.name + "processor time, to " + p.name,
			value: median(quotients(ours.cpu, p.took.cpu)), unit: "times",
		})
	}
}

// measurePiped runs a command and drops its output, which goes to a pipe.
func (m *meter) measurePiped(argv ...string) (usage, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return usage{}, err
	}
	done := make(chan struct{})
	go func() {
		io.Copy(io.Discard, r)
		close(done)
	}()
	u, err := m.measure(w, argv...)
	w.Close()
	<-done
	r.Close()
	return u, err
}

// countedSize is how much of a log another tokenizer counts, which makes some 4 MB/s.
const countedSize = 4_000_000

// countedBy counts the beginning of a log with another tokenizer, and adds its time and that of toktee's summary. It
// returns the fault of toktee's count of the same bytes, or "".
func (m *meter) countedBy(t *table, l *logFile) (problem string, err error) {
	m.say("%sanother tokenizer counts its beginning", l.name)
	if _, err := oracle(); err != nil { // reads its vocabulary
		return "", err
	}
	f, err := os.Open(l.path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, countedSize))
	if err != nil {
		return "", err
	}
	text = text[:lastCut(text)]
	cpu := processorTime()
	n, err := oracleCountStream(bytes.NewReader(text), 1, oracleChunk)
	if err != nil {
		return "", err
	}
	cpu = processorTime() - cpu
	size := int64(len(text))
	t.add(row{
		kind: never, name: l.name + "tiktoken-go, of one processor", value: rate(size, cpu), unit: "MB/s",
	})
	t.add(row{
		kind: never, name: l.name + "processor time, to tiktoken-go",
		value: rate(size, cpu) / rate(l.size, l.cpu), unit: "times",
	})
	path := m.path("beginning.txt")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return "", err
	}
	_, r, err := m.summarizeLog(path)
	if err != nil {
		return "", fmt.Errorf("summarising the beginning: %w", err)
	}
	return r.tokens(n), nil
}
