package bench

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"

	"github.com/toktee/toktee/tokens"
)

// A baseline is what anyone could do in an afternoon, or a bound. It cuts a case's clean text to a budget, exactly.
type baseline struct {
	name string
	make func(t *truth, count *tokens.Counter) cutter
}

// A cutter returns a text of at most budget tokens.
type cutter func(budget int) string

// baselines are compared with in this order: three ways to cut, a filter by words, lines at random as a floor, and the
// lines that carry the labelled facts as a ceiling, which only who knows the labels can reach.
func baselines() []baseline {
	return []baseline{
		{"head", newHead},
		{"tail", newTail},
		{"head+tail", newHeadTail},
		{"strip+regex", newStripRegex},
		{"random", newRandom},
		{"ceiling", newCeiling},
	}
}

// Baselines are the names of the baselines, in the order of the report.
func Baselines() []string {
	var names []string
	for _, b := range baselines() {
		names = append(names, b.name)
	}
	return names
}

// newHead keeps the start.
func newHead(t *truth, count *tokens.Counter) cutter {
	return func(budget int) string { return firstTokens(count, t.clean, budget) }
}

// firstTokens returns a prefix of s of at most budget tokens.
func firstTokens(count *tokens.Counter, s string, budget int) string {
	end, _ := count.Truncate([]byte(s[:min(len(s), budget*maxTokenBytes)]), budget)
	return s[:end]
}

// newTail keeps the end.
func newTail(t *truth, count *tokens.Counter) cutter {
	return func(budget int) string { return lastTokens(count, t.clean, budget) }
}

// elision stands where head+tail leaves something out.
const elision = "…\n"

// newHeadTail keeps as many tokens of the start as of the end.
func newHeadTail(t *truth, count *tokens.Counter) cutter {
	mark := count.CountString(elision)
	return func(budget int) string {
		head := firstTokens(count, t.clean, (budget-mark)/2)
		rest := t.clean[len(head):]
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
		return lastTokens(count, t.clean, budget)
	}
}

// newRandom keeps lines at random, the same ones on every run, in the order of the text.
func newRandom(t *truth, count *tokens.Counter) cutter {
	lines, costs := t.costs(count)
	h := fnv.New64a()
	h.Write([]byte(t.c.ID))
	order := rand.New(rand.NewPCG(h.Sum64(), 1)).Perm(len(lines))
	return func(budget int) string { return pickLines(lines, order, costs, budget, count) }
}

// costs are the lines of the clean text, and the tokens of each.
func (t *truth) costs(count *tokens.Counter) (lines []string, costs []int) {
	lines = strings.Split(strings.TrimSuffix(t.clean, "\n"), "\n")
	costs = make([]int, len(lines))
	for i, l := range lines {
		costs[i] = count.CountString(l + "\n")
	}
	return lines, costs
}
