package ledger

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/spool"
)

var million = flag.Float64("million", 0, "how many million calls BenchmarkMillion has, for each 2 GB of outputs")

// BenchmarkMillion measures questions to a large ledger:
//
//	go test ./internal/desk/ledger -run '^$' -bench Million -benchtime 1x -timeout 60m -args -million 1
//
// A twentieth of the calls has a kept output, of 40 KB. The words follow a Zipf distribution over 300,000; a part of
// each line are numbers and hashes that stand there once.
func BenchmarkMillion(b *testing.B) {
	if *million == 0 {
		b.Skip("it needs some GB: ask for it by -args -million 1")
	}
	calls := int(*million * 1e6)
	h := home{b.TempDir()}
	began := time.Now()
	writeMillion(b, h, calls)
	say("written in %v", time.Since(began).Round(time.Second))
	o := h.options()
	o.Store = store.Open(store.Options{Dir: h.dir, TTL: 1000 * 24 * time.Hour, MaxBytes: 1 << 40})
	l, err := Open(b.Context(), o)
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	began = time.Now()
	if _, err := l.IndexCalls(b.Context(), nil); err != nil {
		b.Fatal(err)
	}
	say("calls indexed in %v, %d MB", time.Since(began).Round(time.Second), fileSize(h)>>20)
	began = time.Now()
	done := index(b, l)
	say("%d lines indexed in %v, %d MB", done.Lines, time.Since(began).Round(time.Second), fileSize(h)>>20)
	var bytesOfIndex int64
	if err := l.reader().QueryRow("SELECT sum(bytes) FROM shards").Scan(&bytesOfIndex); err != nil {
		b.Fatal(err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	say("index of %d MB; memory of the process %d MB", bytesOfIndex>>20, m.Sys>>20)
	askStats(b, l, calls)
	askSearch(b, l)
}

// say prints at once, since all takes minutes.
func say(form string, args ...any) { fmt.Fprintf(os.Stderr, form+"\n", args...) }

// slowest runs a question five times, and logs the median and the slowest.
func slowest(b *testing.B, name string, ask func() int) {
	var took []time.Duration
	n := 0
	for range 5 {
		began := time.Now()
		n = ask()
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	say("%-40s %7.1f ms median, %7.1f ms slowest, %d found", name, ms(took[2]), ms(took[4]), n)
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func askStats(b *testing.B, l *Ledger, calls int) {
	last := noon.Add(time.Duration(calls) * spacing)
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		b.Fatal(err)
	}
	for _, by := range allBy {
		for name, q := range map[string]Query{
			"all":      {},
			"60 days":  {Since: last.Add(-60*24*time.Hour + 77*time.Second)},
			"one week": {Since: last.Add(-7 * 24 * time.Hour)},
		} {
			q.By, q.Location = by, berlin
			slowest(b, fmt.Sprintf("stats by %q, %s", by, name), func() int {
				groups, err := l.Stats(b.Context(), q)
				if err != nil {
					b.Fatal(err)
				}
				return len(groups)
			})
		}
	}
	slowest(b, "calls, the newest", func() int {
		list, err := l.Calls(b.Context(), Filter{})
		if err != nil {
			b.Fatal(err)
		}
		return len(list)
	})
	slowest(b, "calls with a text that none has", func() int {
		list, err := l.Calls(b.Context(), Filter{Text: "no such text"})
		if err != nil {
			b.Fatal(err)
		}
		return len(list)
	})
	slowest(b, "nothing new in the journal", func() int {
		if _, err := l.IndexCalls(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
		return 0
	})
}

func askSearch(b *testing.B, l *Ledger) {
	for _, text := range []string{
		"w1", "w10", "w1000", "w100000", "w299999", "w5 w70", "w300 w5000", "w40000 w90000", `"w1 w2"`, `"w100 w200"`,
		"w12345*", "w1*", "nosuchword", "w3 nosuchword", "w20 w21 w22 w23 w24",
	} {
		slowest(b, "search "+text, func() int {
			found, _, err := l.Search(b.Context(), Search{Text: text})
			if err != nil {
				b.Fatal(err)
			}
			return len(found)
		})
	}
	for name, f := range map[string]Filter{
		"in one session":             {Session: "session-900"},
		"of failures, which none is": {Outcome: "fail"},
		"of a tool that most are":    {Tool: "Bash"},
	} {
		slowest(b, "search w1 "+name, func() int {
			found, _, err := l.Search(b.Context(), Search{Text: "w1", Filter: f})
			if err != nil {
				b.Fatal(err)
			}
			return len(found)
		})
	}
}

// spacing is the time between two calls: a million take 400 days.
const spacing = 400 * 24 * time.Hour / 1_000_000

// writeMillion writes the journal and the store.
func writeMillion(b *testing.B, h home, calls int) {
	dir := filepath.Join(h.dir, "journal")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	words := rand.NewZipf(rng, 1.1, 4, 300_000)
	st := store.Open(store.Options{Dir: h.dir, TTL: 1000 * 24 * time.Hour, MaxBytes: 1 << 40})
	commands := []string{"go test ./...", "git status", "npm run build", "rg -n foo", "cargo test", "make", "ls"}
	var text strings.Builder
	for n := range calls {
		e := journal.Event{
			Kind: journal.Result, Time: noon.Add(time.Duration(n) * spacing), ID: fmt.Sprintf("%012d", n), Tool: "Bash",
			Command: fmt.Sprintf("%s --case %d", commands[rng.IntN(len(commands))], n), Program: "claude", Door: "hook",
			Session: fmt.Sprintf("session-%d", n/100), Dir: "/home/someone/project",
			CallID: fmt.Sprintf("toolu_%020d", n), Level: "balanced", Outcome: "pass",
			Strategy: []string{"general", "tests", "search", "read"}[rng.IntN(4)],
			Encoding: "o200k_base", Raw: rng.IntN(9000), Given: rng.IntN(400), Bytes: 40_000, Kept: n%20 == 0,
		}
		if n%7 == 0 {
			e.Tool, e.Command = "Read", fmt.Sprintf("src/file%d.%s", n, []string{"go", "ts", "py", "rs"}[rng.IntN(4)])
		}
		h.note(b, e)
		if n%50 == 0 {
			h.note(b, journal.Event{Kind: journal.Fetched, Time: e.Time, ID: e.ID, Session: e.Session, Given: 300})
		}
		if e.Kept {
			putOutput(b, st, e, output(rng, words, &text))
		}
	}
}

// output is 40 KB of lines.
func output(rng *rand.Rand, words *rand.Zipf, text *strings.Builder) string {
	text.Reset()
	for text.Len() < 40_000 {
		fmt.Fprintf(text, "2026-11-23T12:%02d:%02d.%03d %08x", rng.IntN(60), rng.IntN(60), rng.IntN(1000), rng.Uint32())
		for range 4 + rng.IntN(8) {
			fmt.Fprintf(text, " w%d", words.Uint64())
		}
		text.WriteByte('\n')
	}
	return text.String()
}

func putOutput(b *testing.B, st *store.Store, e journal.Event, text string) {
	sp := spool.New(spool.Options{Dir: st.SpoolDir()})
	defer sp.Remove()
	if _, err := io.Copy(sp.Stream(spool.Stdout), bytes.NewReader([]byte(text))); err != nil {
		b.Fatal(err)
	}
	if err := sp.Close(); err != nil {
		b.Fatal(err)
	}
	r := store.Record{ID: e.ID, Time: e.Time, Command: e.Command, Session: e.Session, Source: sp}
	if err := st.Put(b.Context(), r); err != nil {
		b.Fatal(err)
	}
}

func fileSize(h home) (total int64) {
	files, _ := filepath.Glob(filepath.Join(h.dir, Name+"*"))
	for _, f := range files {
		if info, err := os.Stat(f); err == nil {
			total += info.Size()
		}
	}
	return total
}
