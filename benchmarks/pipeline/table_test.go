package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestGates(t *testing.T) {
	rows := []row{
		{kind: absolute, name: "slow", value: 6, limit: 5, unit: "ms"},
		{kind: absolute, name: "fast", value: 5, limit: 5, unit: "ms"},
		{kind: absolute, name: "rate too low", value: 59, limit: 60, unit: "MB/s", atLeast: true},
		{kind: ratio, name: "ratio", value: 3.1, limit: 3, unit: "times"},
		{kind: ratio, name: "good ratio", value: 2, limit: 3, unit: "times"},
		{kind: always, name: "large", value: 97, limit: 96, unit: "MB"},
		{kind: always, name: "true"},
		{kind: always, name: "untrue", problem: "3 are 4"},
	}
	for _, c := range []struct {
		name          string
		ci            bool
		gates, missed int
		says          []string
	}{
		{"quiet", false, 6, 4, []string{
			"slow 6 ms <= 5 MISSED", "fast 5 ms <= 5 ok", "ratio 3.1 times <= 3 (not held in this mode)",
			"large 97 MB <= 96 MISSED", "untrue MISSED: 3 are 4",
		}},
		{"noisy", true, 5, 3, []string{
			"slow 6 ms <= 5 (not held in this mode)", "ratio 3.1 times <= 3 MISSED", "good ratio 2 times <= 3 ok",
			"true ok",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := table{ci: c.ci, rows: rows}
			if g, m := tab.gates(), tab.missed(); g != c.gates || m != c.missed {
				t.Errorf("%d gates, %d missed, want %d and %d", g, m, c.gates, c.missed)
			}
			var b bytes.Buffer
			tab.print(&b)
			var lines []string
			for l := range strings.Lines(b.String()) {
				lines = append(lines, strings.Join(strings.Fields(l), " "))
			}
			for _, want := range c.says {
				if !slices.Contains(lines, want) {
					t.Errorf("no line %q in\n%s", want, b.String())
				}
			}
		})
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		args string
		size int64
		err  string
	}{
		{"", 1e9, ""},
		{"-ci", 64e6, ""},
		{"-ci -size 200 -only log,start", 200e6, ""},
		{"-size 4", 4e6, ""},
		{"-size 3", 0, "-size 3: want at least 4 MB"},
		{"-size 1GB", 0, `invalid value "1GB" for flag -size`},
		{"-only logs", 0, `-only "logs": want start, log, jobs, binary, corpus`},
		{"-pairs 0", 0, "-pairs 0"},
		{"corpus", 0, `unexpected argument "corpus"`},
	} {
		t.Run(c.args, func(t *testing.T) {
			o, err := parse(strings.Fields(c.args), io.Discard)
			switch {
			case c.err == "" && err != nil:
				t.Fatal(err)
			case c.err == "" && o.size != c.size:
				t.Errorf("size %d, want %d", o.size, c.size)
			case c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)):
				t.Errorf("error %v, want one with %q", err, c.err)
			}
		})
	}
}

func TestMedian(t *testing.T) {
	if m := median([]float64{9, 1, 5}); m != 5 {
		t.Errorf("median %v, want 5", m)
	}
	if m := median([]time.Duration{4, 1, 2, 100}); m != 3 {
		t.Errorf("median %v, want 3", m)
	}
	a, b := []time.Duration{8, 9}, []time.Duration{4, 3}
	if d := differences(a, b); !slices.Equal(d, []time.Duration{4, 6}) {
		t.Errorf("differences %v", d)
	}
	if q := quotients(a, b); !slices.Equal(q, []float64{2, 3}) {
		t.Errorf("quotients %v", q)
	}
}

func TestYardstick(t *testing.T) {
	y, err := measureYardstick(strings.NewReader("a"))
	if err != nil {
		t.Fatal(err)
	}
	if y.fnv != 0xaf63dc4c8601ec8c || y.bytes != 1 || y.lines != 0 { // FNV-1a of "a", as its authors give it
		t.Errorf("yardstick of a: %+v", y)
	}
	text := strings.Repeat("one line\n", 100_000)
	if y, err = measureYardstick(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	if y.lines != 100_000 || y.bytes != int64(len(text)) || y.took <= 0 {
		t.Errorf("yardstick of 100000 lines: %+v", y)
	}
}

func TestWriteBench(t *testing.T) {
	tab := table{}
	tab.sample("Log/toktee", 1500*time.Millisecond, "42.7 MB/s\t9 peak-RSS-B")
	path := filepath.Join(t.TempDir(), "bench.txt")
	if err := tab.writeBench(path); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(b), "\t1\t1500000000 ns/op\t42.7 MB/s\t9 peak-RSS-B\n") {
		t.Errorf("benchmark lines:\n%s", b)
	}
}

// TestTries: a ratio over its limit is measured again on a shared machine, a text that isn't true is not.
func TestTries(t *testing.T) {
	slow := row{kind: ratio, unit: "times", value: 2, limit: 1}
	quick := row{kind: ratio, unit: "times", value: 1, limit: 1}
	wrong := row{kind: always, problem: "a line is missing"}
	for _, tt := range []struct {
		name   string
		ci     bool
		rounds [][]row
		want   int // rounds measured
		missed int
	}{
		{"in time", true, [][]row{{quick}}, 1, 0},
		{"slow once", true, [][]row{{slow}, {quick}}, 2, 0},
		{"slow each time", true, [][]row{{slow}, {slow}, {slow}}, maxTries, 1},
		{"not true", true, [][]row{{slow, wrong}}, 1, 2},
		{"a quiet machine", false, [][]row{{slow, wrong}}, 1, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, tab, n := &meter{log: io.Discard}, &table{ci: tt.ci}, 0
			err := m.tries(tab, tt.name, func(part *table) error {
				for _, r := range tt.rounds[n] {
					part.add(r)
				}
				n++
				return nil
			})
			if err != nil || n != tt.want || tab.missed() != tt.missed {
				t.Errorf("%d rounds, %d missed, %v; want %d rounds, %d missed",
					n, tab.missed(), err, tt.want, tt.missed)
			}
		})
	}
}
