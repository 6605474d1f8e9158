package pages

import (
	"bufio"
	"bytes"
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
	total := p.around(c, line, p.lines(st, rec, p.Budget*longestToken, &err))
	if err == nil && line > total {
		err = fmt.Errorf("%s%s has %s, none is number %d",
			rec.ID, p.streamName(), words.Count(total, "line", "lines"), line)
	}
	return err
}

// around sets the first line of the page around a line. It returns the number of all lines.
func (p *Part) around(c *tokens.Counter, line int, lines iter.Seq2[int, string]) (total int) {
	limit := p.Budget * longestToken // a longer text can't be within the budget
	var above []string
	var self, below strings.Builder
	size := 0 // of above
	for n, l := range lines {
		total = n
		switch {
		case n < line:
			above = append(above, l+"\n")
			for size += len(l) + 1; size > limit; above = above[1:] {
				size -= len(above[0])
			}
		case n == line:
			self.WriteString(l + "\n")
		case below.Len() <= limit:
			below.WriteString(l + "\n")
		}
	}
	first := func(shown string, budget int) int { // the first line of a page that has shown at its end
		return line - len(above) + sort.Search(len(above), func(i int) bool {
			return fits(c, strings.Join(above[i:], "")+shown, budget)
		})
	}
	mark, _ := newCutter(c, p.Budget, nil, 1, false).marked(nil, "", total, p.next(total, 0))
	room := p.Budget - c.Count(mark)
	p.Lines.First = line
	if own, ok := c.CountUpTo([]byte(self.String()), room); ok {
		p.Lines.First = first(self.String(), own+(room-own)/2)
	}
	if toEnd := self.String() + below.String(); fits(c, toEnd, p.Budget) { // which needs no mark
		p.Lines.First = min(p.Lines.First, first(toEnd, p.Budget))
	}
	return total
}

// fits reports whether a text has at most so many tokens.
func fits(c *tokens.Counter, text string, budget int) bool {
	_, ok := c.CountUpTo([]byte(text), budget)
	return ok
}

// lines yields the lines of the output or of the selected stream with their numbers, without line feeds and at most
// limit bytes of each. It sets err to the error that ended it.
func (p *Part) lines(st *store.Store, rec *store.Record, limit int, err *error) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		whole := Part{Lines: Lines{First: 1}, Stdout: p.Stdout, Stderr: p.Stderr} // as lines are counted
		src, e := whole.open(st, rec)
		if *err = e; e != nil {
			return
		}
		defer src.Close()
		br := bufio.NewReaderSize(clean.LineFeeds(src), 64<<10)
		var line []byte
		for n := 1; ; {
			part, e := br.ReadSlice('\n')
			line = append(line, part[:min(len(part), limit-len(line))]...)
			if errors.Is(e, bufio.ErrBufferFull) {
				continue
			}
			if len(part) > 0 || len(line) > 0 {
				if !yield(n, string(bytes.TrimSuffix(line, []byte{'\n'}))) {
					return
				}
				n++
			}
			if e != nil {
				if e != io.EOF {
					*err = e
				}
				return
			}
			line = line[:0]
		}
	}
}
