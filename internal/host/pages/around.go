package pages

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"sort"
	"strings"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/tokens"
)

// Around selects the lines around a line: the page begins so many lines before it that about half of the budget is left
// for the lines after it. If fewer lines follow, more come before. A part without a budget gets [Tokens].
func (p *Part) Around(st *store.Store, rec *store.Record, line int) error {
	p.Budget = cmp.Or(p.Budget, Tokens)
	c, err := tokens.New(p.Encoding)
	if err != nil {
		return err
	}
	total := p.around(c, line, p.lines(st, rec, &err))
	if err == nil && line > total {
		err = fmt.Errorf("%s%s has %s, none is number %d",
			rec.ID, p.streamName(), words.Count(total, "line", "lines"), line)
	}
	return err
}

// around sets the first line of the page around a line. It returns the number of all lines.
func (p *Part) around(c *tokens.Counter, line int, lines iter.Seq2[int, string]) (total int) {
	limit := longest(p.Budget) // a longer text can't be within the budget
	var above []string
	var self, toEnd strings.Builder
	size := 0 // of above
	for n, l := range lines {
		total = n
		if n < line {
			above = append(above, l)
			for size += len(l); size > limit; above = above[1:] {
				size -= len(above[0])
			}
			continue
		}
		if n == line {
			self.WriteString(l)
		}
		if toEnd.Len() <= limit {
			toEnd.WriteString(l)
		}
	}
	fits := func(text string, budget int) bool {
		_, ok := c.CountUpTo([]byte(text), budget)
		return ok
	}
	first := func(shown string, budget int) int { // the first line of a page with shown at its end
		return line - len(above) + sort.Search(len(above), func(i int) bool {
			return fits(strings.Join(above[i:], "")+shown, budget)
		})
	}
	mark, _ := newCutter(c, p.Budget, nil, 1, false).marked(nil, "", total, p.next(total, 0))
	room := p.Budget - c.Count(mark)
	p.Lines.First = line
	if fits(self.String(), room) {
		p.Lines.First = first(self.String(), (room+c.CountString(self.String()))/2)
	}
	if fits(toEnd.String(), p.Budget) { // without a mark
		p.Lines.First = min(p.Lines.First, first(toEnd.String(), p.Budget))
	}
	return total
}

// maxLine is how many bytes of a line are read to find the lines of a page.
const maxLine = 1 << 20

// lines yields the lines of the output, or of the selected stream, with their numbers and line feeds. It sets err if
// reading fails.
func (p *Part) lines(st *store.Store, rec *store.Record, err *error) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		whole := Part{Lines: Lines{First: 1}, Stdout: p.Stdout, Stderr: p.Stderr} // as lines are counted
		src, e := whole.open(st, rec)
		if *err = e; e != nil {
			return
		}
		defer src.Close()
		r := bufio.NewReaderSize(clean.LineFeeds(src), maxLine)
		for n := 1; e == nil; n++ {
			var b []byte
			b, e = r.ReadSlice('\n')
			line := string(b)
			for errors.Is(e, bufio.ErrBufferFull) {
				_, e = r.ReadSlice('\n')
			}
			if line != "" && !yield(n, line) {
				return
			}
		}
		if e != io.EOF {
			*err = e
		}
	}
}
