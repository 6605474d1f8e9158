package secrets

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// slowly finds the secret of a rule in the way in which rules are written: package regexp reads up to 8 KiB at each
// literal.
func (r *rule) slowly(re *regexp.Regexp, line []byte, at int) (s Secret, ok bool) {
	start := at - r.back
	if start < 0 || r.word && !startsWord(line, start) {
		return s, false
	}
	m := re.FindSubmatchIndex(line[start:min(len(line), start+maxSecret)])
	if m == nil {
		return s, false
	}
	group := 2 * re.SubexpIndex("secret")
	from, to := start+m[group], start+m[group+1]
	found := line[from:to]
	if r.digit && !hasDigit(found[len(r.literals[0]):]) {
		return s, false
	}
	if entropy(found) < r.entropy || bytes.HasSuffix(found, []byte("EXAMPLE")) ||
		bytes.HasSuffix(found, []byte("EXAMPLEKEY")) {
		return s, false
	}
	for _, a := range r.allowed {
		if regexp.MustCompile(a).Match(found) {
			return s, false
		}
	}
	if to, ok = r.checked(match{line, start, from, to}); !ok {
		return s, false
	}
	return Secret{r.kind, from, to}, true
}

var slow = sync.OnceValue(func() (all []*regexp.Regexp) {
	for i := range rules {
		all = append(all, regexp.MustCompile(rules[i].pattern))
	}
	return all
})

// differences are the literals of a line at which the two ways find something else. All rules are asked, whatever was
// found before.
func differences(line []byte) string {
	var got, want []string
	var k known
	var places [][2]int
	table().from(line, 0, func(at, rule int) bool {
		if rule >= 0 {
			places = append(places, [2]int{at, rule})
		}
		return true
	})
	for _, p := range places {
		at, i := p[0], p[1]
		r := &rules[i]
		s, ok := r.find(i, line, at, &k)
		got = append(got, fmt.Sprint(at, r.literals[0], s, ok))
		s, ok = r.slowly(slow()[i], line, at)
		want = append(want, fmt.Sprint(at, r.literals[0], s, ok))
	}
	return cmp.Diff(want, got)
}

// near are texts that are almost secrets: of the characters of a rule's pattern, but too short, too long, cut, joined,
// with other characters in them, or followed by something else.
func near() *rapid.Generator[[]byte] {
	glue := []string{
		"", "", "", "-", ".", "_", "=", "/", " ", "\\n", "\"", "é", "ſ", "\u212a", "\xc5", "~", "+", ". ",
	}
	return rapid.Custom(func(t *rapid.T) []byte {
		var b []byte
		for range rapid.IntRange(1, 6).Draw(t, "pieces") {
			r := &rules[rapid.IntRange(0, len(rules)-1).Draw(t, "rule")]
			text := rapid.SampledFrom(r.literals).Draw(t, "literal")
			if rapid.Bool().Draw(t, "whole") {
				text = pieceOf(r, rapid.Uint64().Draw(t, "seed"))
			}
			if n := rapid.IntRange(0, 3).Draw(t, "cut"); n > 0 && len(text) > 0 {
				at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
				put := rapid.SampledFrom(glue).Draw(t, "put")
				text = [...]string{"", text[:at], text[:at] + put + text[at:], text[:at] + text[at:] + text[at:]}[n]
			}
			b = append(b, text...)
			b = append(b, rapid.SampledFrom(glue).Draw(t, "glue")...)
			if rapid.IntRange(0, 5).Draw(t, "run") == 0 {
				c := rapid.SampledFrom([]string{"a", "7", "F", "-", "aB3-"}).Draw(t, "of")
				b = append(b, strings.Repeat(c, rapid.IntRange(1, 400).Draw(t, "length"))...)
			}
		}
		return bytes.ReplaceAll(b, []byte("\n"), nil)
	})
}

// pieceOf is a text that a rule's pattern takes, but for where it must not start or end.
func pieceOf(r *rule, seed uint64) string {
	g := generator{r: rand.New(rand.NewPCG(seed, 1))}
	g.write(parsed(r))
	return inCase(r, g.b.String())
}

func TestSameAsRegexp(t *testing.T) {
	all := near()
	rapid.Check(t, func(t *rapid.T) {
		line := all.Draw(t, "line")
		if diff := differences(line); diff != "" {
			t.Fatalf("%q (-regexp +automaton):\n%s", line, diff)
		}
	})
}

// TestSameOnSamples compares the two ways on samples of all rules, with every byte behind them, without one of their
// characters, and longer than a secret may be.
func TestSameOnSamples(t *testing.T) {
	seeds, step := 2, 1
	if testing.Short() { // the race detector looks on
		seeds, step = 1, 16
	}
	for i := range rules {
		for seed := range seeds {
			text := sample(&rules[i], seed)
			lines := []string{text + strings.Repeat(text[len(text)-1:], maxSecret)}
			for c := 0; c < 256; c += step {
				lines = append(lines, text+string([]byte{byte(c)}), text+"."+string([]byte{byte(c)})+"x")
			}
			for at := 0; at < len(text); at += step {
				lines = append(lines, text[:at], text[:at]+text[at+1:], text[:at]+"ſ"+text[at+1:])
			}
			for _, l := range slices.Compact(lines) {
				if diff := differences([]byte(l)); diff != "" {
					t.Fatalf("%q (-regexp +automaton):\n%s", l, diff)
				}
			}
		}
	}
}

// keySlowly searches from each first line of a key for its end.
func keySlowly(line []byte, at int) (s Secret, ok bool) {
	start, ok := keyStart(line, at)
	if !ok {
		return s, false
	}
	rest := line[start:min(len(line), start+maxKey)]
	end := bytes.Index(rest, []byte(keyEnd))
	if end < 0 {
		end = inlineBody(rest)
	}
	if end = len(bytes.TrimRight(rest[:end], " \t")); end < leastBody {
		return s, false
	}
	return Secret{keyKind, start, start + end}, true
}

func TestSameKeys(t *testing.T) {
	pieces := []string{
		"-----BEGIN PRIVATE " + "KEY-----", "-----END", body(1), "  ", "\t", `\n`, ".", strings.Repeat(body(2), 100),
		strings.Repeat(" ", 5000), "Qw8=",
	}
	rapid.Check(t, func(t *rapid.T) {
		line := []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "pieces"), ""))
		var next keyEnding
		table().from(line, 0, func(at, rule int) bool {
			if rule == keyRule {
				got, ok := keyIn(line, at, &next)
				if want, wantOK := keySlowly(line, at); got != want || ok != wantOK {
					t.Fatalf("at %d of %q: %v, %t; slowly %v, %t", at, line, got, ok, want, wantOK)
				}
			}
			return true
		})
	})
}

// TestAutomata holds that texts are read by automata alone, but for one rule with a \b in it.
func TestAutomata(t *testing.T) {
	var asked []string
	for i := range rules {
		f := formOf(i)
		if f.auto == nil || f.start < 0 && (f.front == nil || f.secret == nil) {
			t.Errorf("%s: no automaton of %s", rules[i].kind, rules[i].pattern)
		}
		if !f.isExact {
			asked = append(asked, rules[i].source)
		}
	}
	if diff := cmp.Diff([]string{"sourcegraph-access-token"}, asked); diff != "" {
		t.Errorf("regexp is asked for other rules (-want +got):\n%s", diff)
	}
}

// TestAtOnce reads one text of each rule in several goroutines, with an automaton that has no states yet.
func TestAtOnce(t *testing.T) {
	for i := range rules {
		f := newForm(&rules[i])
		text := []byte(strings.TrimPrefix(sample(&rules[i], 1), " "))
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				if _, _, ok := f.match(text); !ok {
					t.Errorf("%s: nothing in %q", rules[i].kind, text)
				}
			})
		}
		wg.Wait()
	}
}
