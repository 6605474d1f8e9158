package summarize

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// A pointer replaces lines of a text that an earlier text has too.
type pointer struct {
	line, n int // of the text: the first line and the number of lines
	in      *ShownText
	first   int // line of that result's output
}

// pointers returns the pointers that cost less than the lines they replace, in the order of the text.
func (p *printed) pointers(c *tokens.Counter, index shownIndex) []pointer {
	var list []pointer
	for i := 0; i < len(p.lines); {
		n := p.run(i)
		end := i + n
		if n < shownWindow {
			i += max(n, 1)
			continue
		}
		first := p.at[i]
		keys := windows(p.out[first-1 : first+n-1])
		for ; i+shownWindow <= end; i++ {
			at, length, ok := index.longest(keys[(p.at[i]-first)*windowBytes:])
			if !ok {
				continue
			}
			to := pointer{i, length, at.text, at.line}
			if c.CountString(p.pointerLine(to)) < c.CountString(strings.Join(p.lines[i:i+length], "")) {
				list = append(list, to)
				i += length - 1
			}
		}
		i = max(i, end)
	}
	return list
}

// pointerLine returns the line of a pointer:
//
//	… 40 lines (252-291) as in result 401812345678 (sed -n 1,60p till.go), lines 12-51
func (p *printed) pointerLine(to pointer) string {
	s := marker + words.Count(to.n, "line", "lines")
	if num := p.out[p.at[to.line]-1].num; num > 0 {
		s += gapRange(num, num+to.n-1)
	}
	s += " as in result " + to.in.ID
	if to.in.Title != "" {
		s += " (" + to.in.Title + ")"
	}
	return s + ", lines " + itoa(to.first) + "-" + itoa(to.first+to.n-1) + "\n"
}

// shortened returns the result with pointers in place of lines. If the new text isn't shorter, it returns r.
func (p *printed) shortened(c *tokens.Counter, list []pointer, r result.ToolResult) result.ToolResult {
	if len(list) == 0 {
		return r
	}
	meta := r.Metadata()
	omissions := meta.Omissions
	at := slices.Clone(p.at)
	var text strings.Builder
	var sources []result.Source
	i, line := 0, 0 // of the old text and of the new one
	for _, to := range list {
		text.WriteString(strings.Join(p.lines[i:to.line], ""))
		sources, line = p.appendSources(sources, i, to.line, line)
		text.WriteString(p.pointerLine(to))
		line++
		i = to.line + to.n
		clear(at[to.line:i])
		omissions = withOmission(omissions, p.omission(to, meta.Omissions))
	}
	text.WriteString(strings.Join(p.lines[i:], ""))
	sources, _ = p.appendSources(sources, i, len(p.lines), line)
	s := text.String()
	if !strings.HasSuffix(p.lines[len(p.lines)-1], "\n") {
		s = strings.TrimSuffix(s, "\n")
	}
	n := c.CountString(s)
	if n >= meta.LLMTokens {
		return r
	}
	var out fitted
	for _, line := range at {
		if line > 0 {
			out.show(line, line)
		}
	}
	short, err := r.WithLLM(s, n, out.shown, omissions)
	if err != nil {
		return r
	}
	return short.WithSources(sources)
}

// appendSources adds the sources of the lines from one to another of the text, of which the first becomes the line
// below line last of a new text. It returns the last line of these there.
func (p *printed) appendSources(sources []result.Source, from, to, last int) ([]result.Source, int) {
	for _, n := range p.at[from:to] {
		if last++; n > 0 {
			sources = append(sources, result.Source{Text: [2]int{last, last}, Lines: [][2]int{{n, n}}})
		}
	}
	return sources, last
}

// omission returns the omission for the lines of a pointer. others are the omissions of the text without it.
func (p *printed) omission(to pointer, others []result.Omission) result.Omission {
	first := p.at[to.line]
	o := result.Omission{
		Kind: string(strategies.KindLine), Count: to.n, Lines: [2]int{first, first + to.n - 1},
		As: result.Elsewhere{ID: to.in.ID, Lines: [2]int{to.first, to.first + to.n - 1}},
	}
	shift := 0 // from lines of the output to those of the file
	if num := p.out[first-1].num; num > 0 {
		shift = num - first
	}
	for _, other := range others {
		if other.FileLines[0] > 0 {
			shift = other.FileLines[0] - other.Lines[0]
		}
	}
	if shift != 0 {
		o.FileLines = [2]int{o.Lines[0] + shift, o.Lines[1] + shift}
	}
	return o
}

// withOmission inserts an omission into a list that is sorted by lines.
func withOmission(list []result.Omission, o result.Omission) []result.Omission {
	i := slices.IndexFunc(list, func(other result.Omission) bool { return other.Lines[0] > o.Lines[0] })
	if i < 0 {
		i = len(list)
	}
	return slices.Insert(slices.Clip(list), i, o)
}
