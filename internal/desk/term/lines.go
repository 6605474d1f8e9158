package term

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"github.com/toktee/toktee/internal/desk/view"
)

const (
	blockLines = 64       // lines that are asked for at once
	maxCached  = 24 << 20 // bytes of text that are kept, about
)

// lines are the lines of a document that the screen has needed lately. What isn't there is asked for in the background,
// and the screen is drawn without it until it comes.
type lines struct {
	doc    *view.Document
	blocks map[int][]view.Line // by the number of the first line, divided by blockLines
	sizes  map[int]int
	used   []int // blocks, the one that was used last at the end
	asked  map[int]bool
	size   int
}

// linesMsg brings a block.
type linesMsg struct {
	doc   *view.Document
	block int
	lines []view.Line
	err   error
}

func newLines(doc *view.Document) *lines {
	return &lines{doc: doc, blocks: map[int][]view.Line{}, sizes: map[int]int{}, asked: map[int]bool{}}
}

// get returns line n if it is loaded.
func (l *lines) get(n int) (view.Line, bool) {
	block := l.blocks[(n-1)/blockLines]
	if i := (n - 1) % blockLines; n > 0 && i < len(block) {
		return block[i], true
	}
	return view.Line{}, false
}

// want asks for the lines from first to last that aren't there.
func (l *lines) want(ctx context.Context, first, last int) tea.Cmd {
	var cmds []tea.Cmd
	first = max(first, 1)
	for b := (first - 1) / blockLines; b <= (last-1)/blockLines && last >= first; b++ {
		if _, ok := l.blocks[b]; ok {
			l.use(b)
		} else if !l.asked[b] {
			l.asked[b] = true
			cmds = append(cmds, l.ask(ctx, b))
		}
	}
	return tea.Batch(cmds...)
}

func (l *lines) ask(ctx context.Context, b int) tea.Cmd {
	doc := l.doc
	return func() tea.Msg {
		m := linesMsg{doc: doc, block: b}
		for n := b*blockLines + 1; len(m.lines) < blockLines; {
			want := blockLines - len(m.lines)
			// A window waits for lines that aren't there yet: of a document that grows, only those that are known are
			// asked for. Very long lines come in smaller windows.
			if known := doc.State().Lines; known >= n {
				want = min(want, known-n+1)
			} else if len(m.lines) > 0 {
				break
			} else {
				want = 1
			}
			more, err := doc.Window(ctx, n, want)
			if m.err = err; err != nil || len(more) == 0 {
				break
			}
			m.lines = append(m.lines, more...)
			n += len(more)
		}
		return m
	}
}

// take keeps a block, and lets go of those that weren't used for the longest time.
func (l *lines) take(m linesMsg) {
	delete(l.asked, m.block)
	if m.err != nil || len(m.lines) == 0 {
		return
	}
	l.drop(m.block)
	size := 0
	for i := range m.lines {
		for _, s := range m.lines[i].Spans {
			size += len(s.Text) + 64
		}
	}
	l.blocks[m.block], l.sizes[m.block] = m.lines, size
	l.used = append(l.used, m.block)
	for l.size += size; l.size > maxCached && len(l.used) > 4; {
		l.drop(l.used[0])
	}
}

func (l *lines) use(b int) {
	if i := slices.Index(l.used, b); i >= 0 && i < len(l.used)-1 {
		l.used = append(slices.Delete(l.used, i, i+1), b)
	}
}

func (l *lines) drop(b int) {
	if i := slices.Index(l.used, b); i >= 0 {
		l.used = slices.Delete(l.used, i, i+1)
		l.size -= l.sizes[b]
		delete(l.blocks, b)
		delete(l.sizes, b)
	}
}

// grown lets go of blocks that aren't full, since the document has more lines now.
func (l *lines) grown() {
	for _, b := range slices.Clone(l.used) {
		if len(l.blocks[b]) < blockLines {
			l.drop(b)
		}
	}
}
