package browsertest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/journal"
)

// TestLarge scrolls through an output of 100 MB, whose lines are of different heights.
func TestLarge(t *testing.T) {
	l, tab := open(t, 1280, false)
	file := filepath.Join(l.dir, "large")
	var line []byte
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	const lines = 1_000_000
	size := 0
	for n := 1; n <= lines; n++ {
		line = append(line, "line of a long log, which says that "...)
		for range n % 7 * n % 13 {
			line = append(line, " something happened again"...)
		}
		line = append(line, '\n')
		if len(line) > 1<<20 || n == lines {
			if _, err := f.Write(line); err != nil {
				t.Fatal(err)
			}
			size += len(line)
			line = line[:0]
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if size < 100e6 {
		t.Fatalf("the output has %d bytes", size)
	}
	id, err := l.run(l.dir, "--", "cat", "large")
	if err != nil {
		t.Fatal(err)
	}
	l.enter(t, tab)
	l.visit(t, tab, "/r/"+id)
	until(t, tab, "all lines are counted", `view.complete && view.total === 1000000`)
	press(t, tab, "G")
	until(t, tab, "the end is seen", `row(1000000) &&
		row(1000000).getBoundingClientRect().bottom <= payload.getBoundingClientRect().bottom`)
	value[bool](t, tab, `go(500000, false), true`)
	until(t, tab, "the middle is seen", `row(500000)?.classList.contains("at") && !filling`)

	// Scrolling back and forth by pages never jumps: each step goes where the last one ended.
	before := value[int](t, tab, top)
	scroll := func(by string) {
		value[bool](t, tab, `payload.scrollTop `+by+`= payload.clientHeight - 40,
			new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
		until(t, tab, "it is filled", `!filling`)
	}
	for range 30 {
		scroll("-")
	}
	after := value[int](t, tab, top)
	if after >= before || before-after > 2000 {
		t.Errorf("30 pages up from line %d, the first line is %d", before, after)
	}
	for range 30 {
		scroll("+")
	}
	if back := value[int](t, tab, top); back < before-3 || back > before+3 {
		t.Errorf("30 pages up and down again from line %d, the first line is %d", before, back)
	}
	if n := value[int](t, tab, `document.querySelectorAll("#buffer .line").length`); n > 1000 {
		t.Errorf("%d lines are in the document", n)
	}
}

// cpuOf returns the processor time of a process so far, in steps of 10 ms; 0 on systems without /proc.
func cpuOf(t *testing.T, pid int) time.Duration {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(stat), ") ") // the name of the program has any characters
	fields := strings.Fields(rest)
	user, err := strconv.Atoi(fields[11])
	system, err2 := strconv.Atoi(fields[12])
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	return time.Duration(user+system) * 10 * time.Millisecond
}

// TestLongSession opens a session of 10,000 calls, and goes to its end. Opening it takes the server's processor at most
// eight times as long as decoding its records (5.5 when measured). A time alone would depend on the machine.
func TestLongSession(t *testing.T) {
	l, tab := open(t, 1280, false)
	const calls = 10_000
	begin := time.Now().Add(-48 * time.Hour)
	var records []journal.Event
	for i := range calls {
		e := journal.Event{
			Kind: journal.Result, Time: begin.Add(time.Duration(i) * time.Second), Door: "hook", Program: "claude",
			Session: "long", Dir: l.dir, ID: fmt.Sprintf("%012d", 5_000_000+i), Tool: "Bash", Strategy: "general",
			Command: fmt.Sprintf("go test ./p%d", i%300), Outcome: [...]string{"pass", "fail", "pass"}[i%3], Raw: 900,
			Given: 90,
		}
		if err := journal.Append(filepath.Join(l.store(), "journal"), e); err != nil {
			t.Fatal(err)
		}
		records = append(records, e)
	}
	encoded, err := json.Marshal(records)
	if err != nil {
		t.Fatal(err)
	}
	l.enter(t, tab)
	load := func() time.Duration {
		ms := value[float64](t, tab, `(async () => { const began = performance.now();
			await (await fetch("/session?id=long&from=" + Math.floor(Math.random() * 9000))).text();
			return performance.now() - began; })()`)
		return time.Duration(ms * float64(time.Millisecond))
	}
	t.Logf("with the calls indexed first: %v", load())
	ratio := func() float64 {
		var took, decoded time.Duration
		for range 5 {
			if _, err := l.run(l.dir, "--", "true"); err != nil { // so that nothing is remembered
				t.Fatal(err)
			}
			server, self := cpuOf(t, l.server), cpuOf(t, os.Getpid())
			load()
			took += cpuOf(t, l.server) - server
			if err := json.Unmarshal(encoded, &records); err != nil {
				t.Fatal(err)
			}
			decoded += cpuOf(t, os.Getpid()) - self
		}
		t.Logf("a session of %d calls takes the server %v, decoding its records %v", calls, took/5, decoded/5)
		return float64(took) / float64(max(decoded, 1))
	}
	if ratio() > 8 && ratio() > 8 { // a miss is repeated
		t.Error("a session takes the server too long")
	}
	l.visit(t, tab, "/session?id=long&from=9700")
	for range 20 {
		if value[bool](t, tab, `scrollTo(0, document.body.scrollHeight), !byId("more")`) {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	until(t, tab, "the last call is there",
		`document.querySelectorAll("#entries .entry").length === 300 && !byId("more")`)
}
