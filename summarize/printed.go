package summarize

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/diff"
	"github.com/toktee/toktee/result"
)

// A printed text is the text of a result, with the line of the output that each of its lines shows.
type printed struct {
	lines   []string // of the text, with their line feeds
	at      []int    // for each, the line of the output that it shows, from 1; 0 for none
	out     []outputLine
	content bool // the call prints content such as files, whose words don't report how the call ended
}

// An outputLine is a line of an output. If the output has numbered lines, num is the number and text the rest:
//
//	12→text
type outputLine struct {
	text string
	num  int // 0 for none
}

// printedOf finds the lines of the output in a result's text. ok is false if a shown line isn't there unchanged.
func printedOf(cfg *Config, req *Request, r result.ToolResult) (p printed, ok bool) {
	meta := r.Metadata()
	if len(meta.Shown) == 0 || len(r.Blocks()) > 0 {
		return p, false
	}
	s, err := seenOf(cfg, req)
	if err != nil {
		return p, false
	}
	p = printed{lines: diff.Lines(r.LLMContent()), out: outputLines(s.text.mem), content: s.input.Content}
	p.at = make([]int, len(p.lines))
	i := 0
	for _, shown := range meta.Shown {
		if shown[1] > len(p.out) {
			return p, false
		}
		for n := shown[0]; n <= shown[1]; n++ {
			for i < len(p.lines) && !p.out[n-1].isPrinted(p.lines[i]) {
				i++
			}
			if i == len(p.lines) {
				return p, false
			}
			p.at[i] = n
			i++
		}
	}
	return p, true
}

// outputLines returns the lines of a text, with their numbers if it has numbered lines.
func outputLines(text string) []outputLine {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	out := make([]outputLine, len(lines))
	for i, l := range lines {
		out[i] = numberedLine(l)
	}
	for i := range out { // a number counts only if a neighbour has the next or the previous number
		n := out[i].num
		isOne := n > 0 && (i > 0 && out[i-1].num == n-1 || i+1 < len(out) && out[i+1].num == n+1)
		if n > 0 && !isOne {
			out[i] = outputLine{text: lines[i]}
		}
	}
	return out
}

// numberedLine reads "    12→text" and "    12\ttext".
func numberedLine(line string) outputLine {
	number, text, ok := strings.Cut(line, "→")
	if !ok || strings.ContainsRune(number, '\t') {
		number, text, ok = strings.Cut(line, "\t")
	}
	n, err := strconv.Atoi(strings.TrimLeft(number, " "))
	if !ok || err != nil || n <= 0 {
		return outputLine{text: line}
	}
	return outputLine{text, n}
}

// isPrinted reports whether a line of a text shows the output line: unchanged, without its number, or with line numbers
// of a file before it, as in "12→text" and "12-40→text".
func (o outputLine) isPrinted(line string) bool {
	line = strings.TrimSuffix(line, "\n")
	if line == o.text || line == quoteMark+o.text || o.num > 0 && numberedLine(line) == o {
		return true
	}
	number, text, ok := strings.Cut(line, "→")
	if !ok || text != o.text {
		return false
	}
	first, last, isSpan := strings.Cut(number, "-")
	if isSpan {
		_, err := strconv.Atoi(last)
		ok = err == nil
	}
	n, err := strconv.Atoi(first)
	return ok && err == nil && (o.num == 0 || n == o.num)
}

// isProtected reports whether a text must stay unchanged. If it isn't known how the call ended, any line may be the one
// that reports it. A line of the output that looks like our markers could be mistaken for one.
func (p *printed) isProtected(r result.ToolResult) bool {
	if !r.Passed() && !p.content {
		return true
	}
	for i, n := range p.at {
		if n > 0 && strings.HasPrefix(p.lines[i], marker) {
			return true
		}
	}
	return false
}

// run returns the number of lines of the text, from line i on, that show consecutive lines of the output. Either all of
// them are numbered or none.
func (p *printed) run(i int) int {
	n := 0
	for first := p.at[i]; first > 0 && i+n < len(p.at) && p.at[i+n] == first+n; n++ {
		a, b := p.out[first-1], p.out[first+n-1]
		if a.num > 0 != (b.num > 0) || a.num > 0 && b.num != a.num+n {
			break
		}
	}
	return n
}

// runs returns the runs of lines of the text that are long enough to be found in a later text.
func (p *printed) runs() []ShownRun {
	var runs []ShownRun
	for i := 0; i < len(p.at); {
		n := p.run(i)
		if n >= shownWindow {
			first := p.at[i]
			runs = append(runs, ShownRun{First: first, Windows: windows(p.out[first-1 : first+n-1])})
		}
		i += max(n, 1)
	}
	return runs
}
