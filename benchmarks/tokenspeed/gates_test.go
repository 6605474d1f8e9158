package tokenspeed

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/toktee/toktee/tokens"
	"github.com/toktee/toktee/tokens/tiktoken"
)

var gates = flag.Bool("gates", false, "measure, print a table, and fail where a gate is missed")

var encodings = []tokens.Encoding{tokens.O200kBase, tokens.Cl100kBase}

// TestGates takes minutes and both judges and tells the speed; it runs only when asked for.
func TestGates(t *testing.T) {
	if !*gates {
		t.Skip("measures only with -gates")
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%s/%s, %d processors, %s\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	fmt.Fprintln(table, "measure\tencoding\tresult\tgate\t")
	for _, gate := range []func(*testing.T, report){ratios, runs, inits, allocations, memory} {
		gate(t, func(what, encoding, result, gate string, ok bool) {
			mark := ""
			if !ok {
				mark = "MISSED"
				t.Errorf("%s %s: %s, want %s", what, encoding, result, gate)
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", what, encoding, result, gate, mark)
		})
	}
	table.Flush()
}

// A report is one line of the table.
type report func(what, encoding, result, gate string, ok bool)

// ratios compares the speed on each text with tiktoken-go's, in rounds that alternate. Ours counts several times in a
// round, so that both meet what the machine does in a while. A gate is missed if it is in all of three tries.
func ratios(t *testing.T, say report) {
	const tries = 3
	lockThread(t)
	for _, corpus := range corpora {
		text := corpus.text(t)
		if len(text) < 1_000_000 {
			t.Errorf("only %d bytes of %s were found", len(text), corpus.name)
		}
		for _, enc := range encodings {
			var best, ours, theirs float64
			for i := 0; i < tries && best < corpus.gate; i++ {
				slow, quick := compare(t, enc, text)
				if ratio := slow.Seconds() / quick.Seconds(); ratio > best {
					best, ours, theirs = ratio, rate(text, quick), rate(text, slow)
				}
			}
			say(corpus.name, string(enc), fmt.Sprintf("%.0fx (%.0f and %.2f MB/s)", best, ours, theirs),
				fmt.Sprintf("%.0fx", corpus.gate), best >= corpus.gate)
		}
	}
}

// compare counts the text with tiktoken-go and with new counters of ours, and returns the medians.
func compare(t *testing.T, enc tokens.Encoding, text []byte) (slow, quick time.Duration) {
	const rounds, repeats = 5, 8
	theirs, err := tiktoken.New(string(enc))
	if err != nil {
		t.Fatal(err)
	}
	s := string(text)
	var slows, quicks []time.Duration
	for range rounds {
		var want, got int
		slows = append(slows, timed(func() { want = theirs.Count(s) }))
		quicks = append(quicks, timed(func() {
			for range repeats {
				got = fresh(t, enc).Count(text)
			}
		})/repeats)
		if got != want {
			t.Fatalf("the text has %d tokens in %s, want %d", got, enc, want)
		}
	}
	return median(slows), median(quicks)
}

// runs counts repetitions of one character, which are one piece: the slowest of them, and how time grows with the
// length.
func runs(t *testing.T, say report) {
	const most = 250 * time.Millisecond
	lockThread(t)
	var texts []string
	for c := range rune(0x80) {
		texts = append(texts, string(c))
	}
	texts = append(texts, "é", "Ж", "ſ", "\u0301", "\u3000", "中", "の", "😀", "\xff", "\xe4")
	for _, enc := range encodings {
		c := fresh(t, enc)
		slowest, slowestOf, steepest, steepestOf := time.Duration(0), "", 0.0, ""
		for _, s := range texts {
			short, long := []byte(strings.Repeat(s, 100_000/len(s))), []byte(strings.Repeat(s, 1_000_000/len(s)))
			var a, b []time.Duration
			for range 5 {
				a = append(a, timed(func() { c.Count(short) }))
				b = append(b, timed(func() { c.Count(long) }))
			}
			if d := median(b); d > slowest {
				slowest, slowestOf = d, s
			}
			if growth := median(b).Seconds() / median(a).Seconds(); growth > steepest {
				steepest, steepestOf = growth, s
			}
		}
		say("1 MB of one character", string(enc), fmt.Sprintf("%.1f ms (%q)", slowest.Seconds()*1e3, slowestOf),
			"250 ms", slowest <= most)
		say("time for ten times the bytes", string(enc), fmt.Sprintf("%.1fx (%q)", steepest, steepestOf), "15x",
			steepest <= 15)
	}
}

// allocations are those of counting, cutting and early stops.
func allocations(t *testing.T, say report) {
	text := code(t)[:1_000_000]
	for _, enc := range encodings {
		c := fresh(t, enc)
		n := testing.AllocsPerRun(5, func() {
			c.Count(text)
			c.CountUpTo(text, 1000)
			c.Truncate(text, 1000)
		})
		say("allocations", string(enc), fmt.Sprint(n), "0", n == 0)
	}
}

func fresh(t testing.TB, enc tokens.Encoding) *tokens.Counter {
	c, err := tokens.New(enc)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func timed(f func()) time.Duration {
	begin := processorTime()
	f()
	return processorTime() - begin
}

func median(d []time.Duration) time.Duration {
	d = slices.Sorted(slices.Values(d))
	return d[len(d)/2]
}

// rate is MB/s.
func rate(text []byte, d time.Duration) float64 { return float64(len(text)) / 1e6 / d.Seconds() }
