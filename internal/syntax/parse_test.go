//go:build cgo && !notreesitter

package syntax

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/testing/sweep"
)

// TestNodeTypes: every node type that a grammar's table names exists in the grammar, so that none is silently passed
// over.
func TestNodeTypes(t *testing.T) {
	for lang, get := range languages {
		g := get()
		known := map[string]bool{}
		for _, t := range nodeTypes(g.lang) {
			known[t] = true
		}
		var names []string
		for _, d := range g.defs {
			names = append(names, d.node)
		}
		names = append(append(names, g.walk...), g.wrap...)
		for _, n := range names {
			if !known[n] {
				t.Errorf("%s has no node type %q", lang, n)
			}
		}
	}
}

// hostile are texts that grammars take seconds a megabyte to recover from.
func hostile() map[string][]byte {
	const size = 64 << 10
	var log, json, pretty, prose strings.Builder
	for i := 0; log.Len() < size; i++ {
		fmt.Fprintf(&log,
			"2026-01-02T10:11:%02d.%03dZ INFO [worker-%d] request id=%x took %dms path=/api/v1/items/%d?x=1&y=\"z\"\n",
			i%60, i%1000, i%7, i*7919, i%500, i)
		fmt.Fprintf(&json, `{"id":%d,"name":"item %d","ok":true,"v":[1,2,3.5,null]},`, i, i)
		fmt.Fprintf(&pretty, "  {\n    \"id\": %d,\n    \"name\": \"item %d\"\n  },\n", i, i)
		fmt.Fprintf(&prose, "The %dth paragraph says that it is not code. It has\n"+
			"a few more words for that, and with some luck an end.\n\n", i)
	}
	r := rand.New(rand.NewPCG(1, 2))
	random, binary := make([]byte, size), make([]byte, size)
	for i := range random {
		random[i], binary[i] = byte(' '+r.IntN(95)), byte(r.IntN(256))
		if r.IntN(60) == 0 {
			random[i] = '\n'
		}
	}
	return map[string][]byte{
		"log":            []byte(log.String()),
		"json on a line": []byte(json.String()),
		"json":           []byte(pretty.String()),
		"prose":          []byte(prose.String()),
		"random":         random,
		"binary":         binary,
		"brackets":       []byte(strings.Repeat("(", size)),
	}
}

// TestHostile: text that isn't code doesn't reach a grammar, whatever its file is called.
func TestHostile(t *testing.T) {
	for name, src := range hostile() {
		for lang := range languages {
			if plausible(lang, src) {
				t.Errorf("%s is plausible as %s", name, lang)
			}
		}
	}
}

// TestPlausible: what is code does. Of the Go distribution's files nearly all must pass; those that don't are tables,
// or start with kilobytes of text in quotes.
func TestPlausible(t *testing.T) {
	parses := func(lang Language, src []byte) bool {
		if !plausible(lang, src) {
			return false
		}
		p := newTreeParser(languages[lang]().lang)
		defer p.close()
		return probe(p, lang, src) == parsed
	}
	for _, name := range samples(t) {
		if lang, src := sample(t, name); hasGrammar(lang) && !parses(lang, src) {
			t.Errorf("%s is not plausible as %s", name, lang)
		}
	}
	n, passed := 0, 0
	for i, f := range realFiles(t) {
		if i%sweep.Every(4) != 0 {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil || len(src) > MaxParse || IsMinified(src) {
			continue
		}
		if lang := Detect(f, src); hasGrammar(lang) {
			if n++; parses(lang, src) {
				passed++
			}
		}
	}
	t.Logf("%d of %d files are plausible", passed, n)
	if n < 3000/sweep.Every(4) || passed < n*99/100 {
		t.Errorf("%d of %d files are plausible", passed, n)
	}
}

// TestMemory: the C heap, which Go's collector doesn't see, doesn't grow with the number of parses, of whatever
// language and however they end.
func TestMemory(t *testing.T) {
	sweep.OneGoroutine(t)
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip("resident memory can only be read from /proc")
	}
	type text struct {
		lang Language
		src  []byte
	}
	var texts []text
	for _, name := range samples(t) {
		if lang, src := sample(t, name); hasGrammar(lang) {
			// Both are cut in the middle of something.
			texts = append(texts, text{lang, src[:min(len(src), 400)]}, text{lang, src[:300]})
		}
	}
	_, py := sample(t, "shapes.py")
	texts = append(texts, text{"Go", py[:400]}, text{"C++", py[:400]}) // another language
	done := 0
	upTo := func(n int) int {
		for ; done < n; done++ {
			x := texts[done%len(texts)]
			parse(x.lang, x.src)
		}
		debug.FreeOSMemory()
		b, err := os.ReadFile("/proc/self/statm")
		if err != nil {
			t.Fatal(err)
		}
		pages, err := strconv.Atoi(strings.Fields(string(b))[1])
		if err != nil {
			t.Fatal(err)
		}
		return pages * os.Getpagesize()
	}
	before := upTo(2000)
	after := upTo(10000)
	t.Logf("%d texts: %d MB after 2,000 parses, %d MB after 10,000", len(texts), before>>20, after>>20)
	// It grows by 39 MB when trees aren't closed, and by 32 MB when parsers aren't.
	if grown := after - before; grown > 16<<20 {
		t.Errorf("resident memory grew by %d KB over 8,000 parses", grown>>10)
	}
}

// TestGivesUp: a parse that is out of time gives nothing, and the next one is whole.
func TestGivesUp(t *testing.T) {
	g := languages["Go"]()
	_, src := sample(t, "queue.go.txt")
	src = []byte(strings.Repeat(string(src), 100))
	p := newTreeParser(g.lang)
	defer p.close()
	if tree, ok := p.parse(src, 1); ok {
		tree.close()
		t.Error("150 KB were parsed in a nanosecond")
	}
	if syms, how := parse("Go", src); how != parsed || len(syms) != 2400 {
		t.Errorf("afterwards: %d symbols, outcome %d; want 24 in each of 100 copies", len(syms), how)
	}
}
