// Package baseline cuts outputs in plain ways, as rivals of a summary.
//
// [Prepare] returns a [Cutter] for each of [Names]: three cuts at a number of tokens, two filters for error lines,
// random lines, and the lines that hold the labelled facts. That last one needs the labels; it is the best that whole
// lines can do. [Plain] cuts are the obvious ones: a summary that keeps less than one of them isn't worth its words.
// [FixedCuts] cut every output at the same size.
//
// # Cost
//
// Preparing a cutter counts every line once; each cut then counts some candidates exactly. A cutter is prepared when it
// is first called.
package baseline

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"

	"github.com/toktee/toktee/tokens"
)

// Source is the output that a baseline cuts.
type Source struct {
	ID    string     // seeds the random lines
	Clean string     // the text as a person would have seen it
	Facts [][]string // the labels, for the ceiling
}

// A Cutter returns a text of at most budget tokens.
type Cutter func(budget int) string

// baselines are in the order of the report.
var baselines = []struct {
	name string
	make func(src *Source, count *tokens.Counter) Cutter
}{
	{"head", newHead},
	{"tail", newTail},
	{"head+tail", newHeadTail},
	{"strip+regex", newStripRegex},
	{"error lines", newErrorLines},
	{"random", newRandom},
	{"ceiling", newCeiling},
}

// Names are the names of the baselines, in the order of the report.
func Names() []string {
	var names []string
	for _, b := range baselines {
		names = append(names, b.name)
	}
	return names
}

// Plain reports whether the i-th of [Names] is a plain cut, which a summary of as many tokens must never be below: both
// ends of the text, its end, or its error lines with what surrounds them.
func Plain(i int) bool {
	switch baselines[i].name {
	case "head+tail", "tail", "strip+regex", "error lines":
		return true
	}
	return false
}

// Prepare returns a cutter of the source for each of [Names]. The work is done when a cutter is first called: most
// outputs are small and need none.
func Prepare(src *Source, count *tokens.Counter) []Cutter {
	var list []Cutter
	for _, b := range baselines {
		var cut Cutter
		list = append(list, func(budget int) string {
			if cut == nil {
				cut = b.make(src, count)
			}
			return cut(budget)
		})
	}
	return list
}

// newHead keeps the start.
func newHead(src *Source, count *tokens.Counter) Cutter {
	return func(budget int) string { return firstTokens(count, src.Clean, budget) }
}

// firstTokens returns a prefix of s of at most budget tokens.
func firstTokens(count *tokens.Counter, s string, budget int) string {
	end, _ := count.Truncate([]byte(s[:min(len(s), budget*maxTokenBytes)]), budget)
	return s[:end]
}

// newTail keeps the end.
func newTail(src *Source, count *tokens.Counter) Cutter {
	return func(budget int) string { return lastTokens(count, src.Clean, budget) }
}

// elision marks the gap of head+tail.
const elision = "…\n"

// newHeadTail keeps as many tokens of the start as of the end.
func newHeadTail(src *Source, count *tokens.Counter) Cutter {
	mark := count.CountString(elision)
	return func(budget int) string {
		head := firstTokens(count, src.Clean, (budget-mark)/2)
		rest := src.Clean[len(head):]
		if head != "" && head[len(head)-1] != '\n' {
			head += "\n"
		}
		for room := budget - mark - count.CountString(head); room > 0; {
			text := head + elision + lastTokens(count, rest, room)
			over := count.CountString(text) - budget
			if over <= 0 {
				return text
			}
			room -= over
		}
		return lastTokens(count, src.Clean, budget)
	}
}

// newRandom keeps lines at random, the same ones on every run, in the order of the text.
func newRandom(src *Source, count *tokens.Counter) Cutter {
	lines, costs := LineCosts(src.Clean, count)
	h := fnv.New64a()
	h.Write([]byte(src.ID))
	order := rand.New(rand.NewPCG(h.Sum64(), 1)).Perm(len(lines))
	return func(budget int) string { return pickLines(lines, order, costs, budget, count) }
}

// LineCosts are the lines of a text, and the tokens of each with its line feed.
func LineCosts(text string, count *tokens.Counter) (lines []string, costs []int) {
	lines = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	costs = make([]int, len(lines))
	for i, l := range lines {
		costs[i] = count.CountString(l + "\n")
	}
	return lines, costs
}
