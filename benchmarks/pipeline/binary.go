package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/toktee/toktee/benchmarks/pipeline/logtext"
)

// A binaryKind is data that a command may print by mistake. Its limit is a ratio to the time for as many bytes of logs
// of CI jobs. The outputs in testdata take twice as long, so the limit is half of it with them.
type binaryKind struct {
	name, sample string
	limit        float64
	fill         func(b []byte) // b holds captured logs
}

// The data has a part of the size of a log, 125 MB of 1 GB, and is summarised fewer times: the ratios hardly differ
// from round to round.
const (
	binaryShare  = 8
	binaryRounds = 3
)

// maxBinaryResident is the gate of binary data, in MB. A long line is held, and cut, in larger parts than short ones.
const maxBinaryResident = 120

// binaryKinds are held to half more than the most that was measured next to CI logs; see docs/decisions/082. A
// processor foresees nothing of random bytes, and every second one becomes the three of U+FFFD.
var binaryKinds = []binaryKind{
	{"zeros", "zeros", 0.6, func(b []byte) { clear(b) }},
	{"bytes 0xff", "ff", 1.6, func(b []byte) {
		for i := range b {
			b[i] = 0xff
		}
	}},
	{"random bytes", "random", 2.2, randomBytes},
	{"random bytes without line feeds", "random-line", 2.2, func(b []byte) {
		randomBytes(b)
		replaceBytes(b, "\n", 0)
	}},
	{"one line of text", "line", 1.6, func(b []byte) { replaceBytes(b, "\r\n", ' ') }},
}

func randomBytes(b []byte) { rand.NewChaCha8([32]byte{1}).Read(b) }

// replaceBytes puts another byte in the place of each of those.
func replaceBytes(b []byte, those string, by byte) {
	for i, c := range b {
		if bytes.IndexByte([]byte(those), c) >= 0 {
			b[i] = by
		}
	}
}

// binary measures data that isn't text, next to captured logs.
func (m *meter) binary(t *table) error {
	captured, err := m.captured()
	if err != nil {
		return err
	}
	size := max(m.o.size/binaryShare, minSize)
	paths := []string{m.path("text")}
	text, err := writeText(paths[0], logtext.Options{Size: size, Captured: captured})
	if err != nil {
		return err
	}
	size = text.Bytes
	for _, k := range binaryKinds {
		b, err := os.ReadFile(paths[0])
		if err != nil {
			return err
		}
		k.fill(b)
		path := m.path(k.sample)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			return err
		}
		paths = append(paths, path)
	}
	took := make([]work, len(paths))
	resident, problem := int64(0), ""
	rounds := min(m.o.rounds, binaryRounds)
	for i := range rounds {
		m.say("binary: %d MB of %d kinds and of text, round %d of %d", size/1e6, len(binaryKinds), i+1, rounds)
		for j, path := range paths {
			u, r, err := m.summarizeLog(path)
			if err != nil {
				return err
			}
			took[j].add(u.Wall, u.CPU)
			resident = max(resident, u.RSS)
			if !r.isExit1() {
				problem = path + " isn't a failure"
			}
		}
	}
	m.binaryRows(t, size, took)
	name := fmt.Sprintf("binary data, %d MB: ", size/1e6)
	if resident > 0 {
		t.add(row{kind: always, name: name + "largest resident size", value: float64(resident) / 1e6,
			limit: maxBinaryResident, unit: "MB"})
	}
	t.truth(name+"exit code", problem)
	return nil
}

// binaryRows adds the time of each kind, in that of the text.
func (m *meter) binaryRows(t *table, size int64, took []work) {
	add := func(sample string, w work) {
		for i, d := range w.wall {
			t.sample("Binary/"+sample, d, rates(size, d, w.cpu[i]))
		}
	}
	add("text", took[0])
	for i, k := range binaryKinds {
		w := took[i+1]
		add(k.sample, w)
		r := row{kind: always, name: k.name + ": processor time, to text", limit: k.limit, unit: "times",
			value: median(quotients(w.cpu, took[0].cpu))}
		if m.o.jobs == "" {
			r.limit /= 2
		}
		t.add(r)
	}
}
