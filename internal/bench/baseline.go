package bench

import "github.com/toktee/toktee/tokens"

// A baseline is what anyone could do in an afternoon. It cuts a case's clean text to a budget, exactly.
type baseline struct {
	name string
	make func(t *truth, count *tokens.Counter) cutter
}

// A cutter returns a text of at most budget tokens.
type cutter func(budget int) string

// baselines are compared with in this order.
func baselines() []baseline {
	return []baseline{
		{"head+tail", newHeadTail},
		{"tail", newTail},
		{"strip+regex", newStripRegex},
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
		end, _ := count.Truncate([]byte(t.clean[:min(len(t.clean), budget*maxTokenBytes)]), (budget-mark)/2)
		head, rest := t.clean[:end], t.clean[end:]
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
