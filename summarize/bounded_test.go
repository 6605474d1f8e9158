package summarize_test

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// goSource is a file of n functions, of twelve lines each; but for brackets, all lines differ.
func goSource(n int) []string {
	src := []string{"package shop", ""}
	for i := range n {
		src = append(src,
			fmt.Sprintf("// Sell%d takes %d coins out of the till.", i, i),
			fmt.Sprintf("func Sell%d(till *Till, price int) error {", i),
			fmt.Sprintf("\tif till.coins < price*%d {", i+1),
			fmt.Sprintf("\t\treturn fmt.Errorf(\"till %%s has no %d coins\", till.name)", i),
			"\t}",
			fmt.Sprintf("\tfor _, coin := range till.sorted(%d) {", i),
			fmt.Sprintf("\t\tif coin.isWorth(price+%d) {", i),
			fmt.Sprintf("\t\t\treturn till.give(coin, drawer%d)", i),
			"\t\t}",
			"\t}",
			fmt.Sprintf("\treturn till.pay(price, drawer%d)", i),
			"}")
	}
	return src
}

// codex is what Codex writes above an output.
const codex = "Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 0\nOriginal token count: 1\nOutput:\n"

// A part is one way to read lines of a file, from first to last.
type part struct {
	name  string
	req   func(first, last int) summarize.Request
	above string // what the output has above the lines
	form  string // of a line behind its number, "" for none
}

func parts() []part {
	shell := func(command string) func(first, last int) summarize.Request {
		return func(first, last int) summarize.Request {
			return summarize.Request{Tool: "Bash", Command: fmt.Sprintf(command, first, last)}
		}
	}
	tool := func(first, last int) summarize.Request {
		return summarize.Request{Tool: "Read", Path: "shop.go", Offset: first, Limit: last - first + 1}
	}
	return []part{
		{"sed", shell("sed -n '%d,%dp' shop.go"), "", ""},
		{"a pipe into sed", shell("cat shop.go | sed -n '%d,%dp'"), "", ""},
		{"numbers, then sed", shell("cat -n shop.go | sed -n %d,%dp"), "", "%6d\t"},
		{"sed in Codex", shell("sed -n %d,%dp shop.go"), codex, ""},
		{"a tool", tool, "", ""},
		{"a tool that numbers", tool, "", "%6d→"},
	}
}

// of is the request for a part of a file, with its output.
func (p *part) of(src []string, first, last int) summarize.Request {
	req := p.req(first, last)
	out := p.above
	for i, l := range src[first-1 : last] {
		if p.form != "" {
			out += fmt.Sprintf(p.form, first+i)
		}
		out += l + "\n"
	}
	req.Stdout = []byte(out)
	return req
}

// ceilings are what a bounded read may cost.
var ceilings = map[summarize.Level]int{
	summarize.Minimal: 60, summarize.Balanced: 2000, summarize.Conservative: 6000, summarize.Lossless: 6000,
}

// whole is the size up to which it has every line.
func whole(l summarize.Level) int {
	if l == summarize.Balanced {
		return 3300
	}
	return ceilings[l] * 6 / 5
}

// showsAll reports whether no line of the output is left out.
func showsAll(m result.Metadata) bool {
	return !slices.ContainsFunc(m.Omissions, func(o result.Omission) bool { return !o.Upstream })
}

// TestBoundedReadsKeepTheirLines: up to the size that passes whole a bounded read has every line, above it is digested
// to the ceiling of its level, and the budget that is reported is the ceiling, or what it may cost whole.
func TestBoundedReadsKeepTheirLines(t *testing.T) {
	c, err := tokens.New(tokens.Default)
	if err != nil {
		t.Fatal(err)
	}
	src := goSource(100)
	step := sweep.Every(2) * 50
	if testing.Short() {
		step = 300
	}
	for _, p := range parts() {
		for _, level := range levels {
			for lines := 10; lines < 800; lines += step {
				req := p.of(src, 101, 100+lines)
				r := run(t, summarize.Config{Enabled: true, Level: level}, req)
				m := r.Metadata()
				isCeiling := m.Budget == ceilings[level]
				isAbove := m.Budget <= whole(level) && showsAll(m)
				if !isCeiling && !isAbove || m.LLMTokens > m.Budget {
					t.Errorf("%s, %d lines, %s: %d tokens, budget %d", p.name, lines, level, m.LLMTokens, m.Budget)
				}
				fits := c.Count(req.Stdout) <= whole(level)
				if all := showsAll(m); fits && !all || p.form == "" && all != fits {
					t.Errorf("%s, %d lines of %d tokens, %s: every line is shown: %v", p.name, lines,
						c.Count(req.Stdout), level, all)
				}
			}
		}
	}
}

// TestBoundedReadsWithBudget: an explicit budget is the ceiling, whatever the level.
func TestBoundedReadsWithBudget(t *testing.T) {
	src := goSource(200)
	p := parts()[0]
	for _, level := range append(levels, "") {
		for _, budget := range []int{100, 1500, 3000} {
			for _, lines := range []int{10, 100, 700} {
				r := run(t, summarize.Config{Enabled: true, Level: level, Budget: budget}, p.of(src, 101, 100+lines))
				m := r.Metadata()
				if all := showsAll(m); m.Budget != budget || m.LLMTokens > budget ||
					all != (m.UITokens <= budget) {
					t.Errorf("level %q, budget %d, %d lines of %d tokens: %d tokens, budget %d, every line: %v",
						level, budget, lines, m.UITokens, m.LLMTokens, m.Budget, all)
				}
			}
		}
	}
}

// TestBoundedPromises holds the promises on parts of files of any size, in every form.
func TestBoundedPromises(t *testing.T) {
	src := goSource(80)
	most := len(src) / sweep.Every(3)
	if testing.Short() {
		most /= 3
	}
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(parts()).Draw(t, "part")
		first := rapid.IntRange(1, most-1).Draw(t, "first")
		last := rapid.IntRange(first, most).Draw(t, "last")
		req := p.of(src, first, last)
		req.Intent = rapid.SampledFrom([]string{"", "why does `Sell70` return an error?"}).Draw(t, "intent")
		if err := promises(req); err != nil {
			t.Fatalf("%s, lines %d-%d: %v", p.name, first, last, err)
		}
	})
}

var (
	namedGap = regexp.MustCompile(`(?m)^… \d+ lines \((\d+)-(\d+)\)$`)
	nextCall = regexp.MustCompile(`(?m)^… \d+ lines left out, most at (\d+)-(\d+); next: show (\d+):(\d+)$`)
)

// readOn is a last line that names lines.
func readOn(_ string, left summarize.Rest) string {
	return fmt.Sprintf("… %d lines left out, most at %d-%d; next: show %d:%d",
		left.Lines, left.Most[0], left.Most[1], left.Next[0], left.Next[1])
}

// TestGapsNameLinesOfTheFile: the lines that a gap names are those of the file that are not shown, whatever stands
// above them in the output, and the call to read on names the same lines by their numbers in the output.
func TestGapsNameLinesOfTheFile(t *testing.T) {
	sweep.OneGoroutine(t)
	src := goSource(300)
	const first, last = 401, 1900
	for _, p := range parts() {
		for _, cfg := range []summarize.Config{{}, {Budget: 900}, {Level: summarize.Conservative}} {
			cfg.Enabled, cfg.Recovery, cfg.ReadOn = true, recovery, readOn
			req := p.of(src, first, last)
			r := run(t, cfg, req)
			name := fmt.Sprintf("%s, level %q, budget %d", p.name, cfg.Level, cfg.Budget)
			shown := map[string]bool{} // lines of the text, which all differ but for brackets
			for l := range strings.SplitSeq(r.LLMContent(), "\n") {
				shown[l] = true
				shown[lineNumber.ReplaceAllString(l, "")] = true
			}
			gaps := namedGap.FindAllStringSubmatch(r.LLMContent(), -1)
			for _, g := range gaps {
				from, to := number(t, g[1]), number(t, g[2])
				for n := from; n <= to; n++ {
					if l := src[n-1]; len(l) > 3 && shown[l] {
						t.Errorf("%s: line %d is in the gap %s, and shown: %q", name, n, g[0], l)
					}
				}
				if before := src[max(from-2, 0)]; from > first && len(before) > 3 && !shown[before] {
					t.Errorf("%s: the gap %s follows line %d, which isn't shown: %q", name, g[0], from-1, before)
				}
			}
			if cfg.Budget == 0 && len(gaps) < 3 {
				t.Errorf("%s: %d gaps name their lines", name, len(gaps))
			}
			checkNext(t, name, r, req, src)
		}
	}
}

// checkNext checks that the last line names the largest gap, and lines of the output that are its start.
func checkNext(t *testing.T, name string, r result.ToolResult, req summarize.Request, src []string) {
	t.Helper()
	text := r.LLMContent()
	m := nextCall.FindStringSubmatch(text)
	if m == nil || !strings.HasSuffix(text, m[0]) {
		t.Errorf("%s: no call to read on at the end of\n%s", name, text)
		return
	}
	out := strings.Split(string(req.Stdout), "\n")
	from, to, next, end := number(t, m[1]), number(t, m[2]), number(t, m[3]), number(t, m[4])
	if end-next+1 != min(to-from+1, 200) {
		t.Errorf("%s: lines %d-%d of the file, %d-%d of the output", name, from, to, next, end)
	}
	for i := range end - next + 1 {
		if got, want := out[next+i-1], src[from+i-1]; !strings.HasSuffix(got, want) {
			t.Fatalf("%s: line %d of the output is %q, line %d of the file %q", name, next+i, got, from+i, want)
		}
	}
	for _, o := range r.Metadata().Omissions {
		if o.FileLines == [2]int{from, to} && o.Lines[0] == next {
			return
		}
	}
	t.Errorf("%s: no omission has the file's lines %d-%d", name, from, to)
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestBoundedBeyondTheFile: a read from line 1 that gets fewer lines than it asked for is one of the whole file, and
// its text that of cat. One that gets as many may not be.
func TestBoundedBeyondTheFile(t *testing.T) {
	src := goSource(40)
	out := []byte(strings.Join(src, "\n") + "\n")
	n := len(src)
	whole := run(t, on, summarize.Request{Tool: "Bash", Command: "cat shop.go", Stdout: out}).LLMContent()
	for _, tt := range []struct {
		command string
		isWhole bool
	}{
		{fmt.Sprintf("sed -n '1,%dp' shop.go", n+1), true},
		{fmt.Sprintf("head -n %d shop.go", n+1), true},
		{fmt.Sprintf("tail -n %d shop.go", n+1), true},
		{fmt.Sprintf("cat shop.go | sed -n 1,%dp", n+1), true},
		{"sed -n '1,$p' shop.go", true},
		{fmt.Sprintf("sed -n '1,%dp' shop.go", n), false},
		{fmt.Sprintf("head -n %d shop.go", n), false},
		{fmt.Sprintf("sed -n '2,%dp' shop.go", n+2), false},
	} {
		r := run(t, on, summarize.Request{Tool: "Bash", Command: tt.command, Stdout: out})
		if isWhole := r.LLMContent() == whole; isWhole != tt.isWhole {
			t.Errorf("%s: read as the whole file: %v\n%s", tt.command, isWhole, r.LLMContent())
		}
	}
	cut := append([]byte("[... 900 lines truncated ...]\n"), out...)
	r := run(t, on, summarize.Request{Tool: "Bash", Command: "sed -n 1,2000p shop.go", Stdout: cut})
	if strings.Contains(r.LLMContent(), fmt.Sprint(n, " lines")) {
		t.Errorf("an output that was cut is taken for the whole file:\n%s", r.LLMContent())
	}
}

// An endless is a source that is made while it is read, so that only the pipeline's memory counts.
type endless struct {
	line  []byte
	lines int
	most  *uint64 // the heap at its largest while it was read
}

func (e endless) Len() int64            { return int64(len(e.line) * e.lines) }
func (e endless) Sum() [32]byte         { return [32]byte{1} }
func (e endless) Bytes() ([]byte, bool) { return nil, false }
func (e endless) Open() (io.ReadCloser, error) {
	return io.NopCloser(&endlessReader{endless: e}), nil
}

type endlessReader struct {
	endless
	at    int64
	since int
}

func (r *endlessReader) Read(b []byte) (int, error) {
	if r.at == r.Len() {
		return 0, io.EOF
	}
	n := 0
	for n < len(b) && r.at < r.Len() {
		k := copy(b[n:], r.line[r.at%int64(len(r.line)):])
		n, r.at = n+k, r.at+int64(k)
	}
	if r.since += n; r.since > 4<<20 {
		r.since = 0
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		*r.most = max(*r.most, m.HeapAlloc)
	}
	return n, nil
}

// TestLargeBoundedRead: a bounded read of any size is streamed, in memory that doesn't grow with it.
func TestLargeBoundedRead(t *testing.T) {
	if testing.Short() {
		t.Skip("a large output")
	}
	const size = 48 << 20
	line := append(bytes.Repeat([]byte("a line of a long file "), 3), '\n')
	lines := size / len(line)
	for _, command := range []string{"cat big.txt", fmt.Sprintf("head -n %d big.txt", lines)} {
		var before runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		var most uint64
		r := run(t, on, summarize.Request{Tool: "Bash", Command: command, Source: endless{line, lines, &most}})
		m := r.Metadata()
		if want := 4000; m.LLMTokens > want || m.Budget > want { // that of a range from line 1 on
			t.Errorf("%s: %d tokens, budget %d", command, m.LLMTokens, m.Budget)
		}
		grown := (int64(most) - int64(before.HeapAlloc)) >> 20
		t.Logf("%s: %d MiB of heap for %d MiB", command, grown, size>>20)
		if grown > 32 {
			t.Errorf("%s: the heap grew by %d MiB", command, grown)
		}
	}
}
