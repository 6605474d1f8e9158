package term

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"github.com/toktee/toktee/internal/desk/figures"
	"github.com/toktee/toktee/internal/desk/view"
)

// startSearch searches for the typed text from the cursor on, and counts all matches in the background. A text between
// slashes, /like.*this/, is a regular expression.
func (s *resultScreen) startSearch(typed string) tea.Cmd {
	s.endSearch()
	if typed == "" {
		return nil
	}
	text, isRegexp := typed, false
	if n := len(typed); n > 2 && typed[0] == '/' && typed[n-1] == '/' {
		text, isRegexp = typed[1:n-1], true
	}
	q, err := view.NewQuery(text, isRegexp)
	if err != nil {
		s.env.notify(err.Error())
		return nil
	}
	ctx, stop := context.WithCancel(s.ctx)
	s.find = search{query: q, typed: typed, stop: stop, asks: s.find.asks, source: s.matches(ctx, q, typed)}
	return tea.Batch(s.findNext(s.cursor, view.Forward), s.find.next())
}

// endSearch forgets the search.
func (s *resultScreen) endSearch() {
	if s.find.stop != nil {
		s.find.stop()
	}
	s.find = search{asks: s.find.asks + 1}
}

// matches finds all matching lines in the background, and hands them on by the thousand.
func (s *resultScreen) matches(ctx context.Context, q view.Query, typed string) <-chan matchesMsg {
	out, doc := make(chan matchesMsg), s.doc
	go func() {
		defer close(out)
		m := matchesMsg{doc: doc, asked: typed}
		send := func(over bool) bool {
			m.over = over
			select {
			case out <- m:
				m.lines = nil
				return true
			case <-ctx.Done():
				return false
			}
		}
		for n, err := range doc.All(ctx, q) {
			if err != nil {
				return
			}
			if m.lines = append(m.lines, n); len(m.lines) == 1000 && !send(false) {
				return
			}
		}
		send(true)
	}()
	return out
}

// next waits for more matches.
func (f *search) next() tea.Cmd {
	source := f.source
	return func() tea.Msg {
		if m, ok := <-source; ok {
			return m
		}
		return nil
	}
}

// take keeps matches, the first of them one by one.
func (f *search) take(m matchesMsg) tea.Cmd {
	if m.asked != f.typed {
		return nil
	}
	f.total += len(m.lines)
	f.lines = append(f.lines, m.lines[:min(len(m.lines), maxMatches-len(f.lines))]...)
	if f.over = m.over; f.over {
		return nil
	}
	return f.next()
}

// position returns the number of matches, and the position of the cursor among them.
func (f *search) position(cursor int) string {
	more := ""
	if !f.over {
		more = "+"
	}
	if f.has(cursor) {
		return fmt.Sprintf("%s of %s%s", figures.Number(f.nth(cursor)), figures.Number(f.total), more)
	}
	return fmt.Sprintf("%s%s matching lines", figures.Number(f.total), more)
}

// findNext finds the nearest match from a line on; after the end it goes on at the other end.
func (s *resultScreen) findNext(from int, dir view.Direction) tea.Cmd {
	q := s.find.query
	return s.ask(from, dir, "no match for "+s.find.typed, func(ctx context.Context, from int) (int, bool, error) {
		return s.doc.Find(ctx, q, from, dir)
	})
}

// nextError looks for the nearest line with an error.
func (s *resultScreen) nextError(dir view.Direction) tea.Cmd {
	return s.errorFrom(s.cursor+int(dir), "no line with an error", dir)
}

// errorFrom looks for a line with an error from a line on; none is the message if there is none.
func (s *resultScreen) errorFrom(from int, none string, dir view.Direction) tea.Cmd {
	return s.ask(from, dir, none, func(ctx context.Context, from int) (int, bool, error) {
		return s.doc.NextError(ctx, from, dir)
	})
}

// ask asks for a line in the background; without one in that direction, it asks again from the other end. Only the
// answer to the last question counts.
func (s *resultScreen) ask(
	from int, dir view.Direction, none string, find func(context.Context, int) (int, bool, error),
) tea.Cmd {
	s.find.asks++
	m := jumpMsg{doc: s.doc, asks: s.find.asks, none: none}
	ctx, other := s.ctx, 1
	if dir == view.Backward {
		other = s.state.Lines
	}
	return func() tea.Msg {
		if from >= 1 {
			m.line, m.ok, m.err = find(ctx, from)
		}
		if !m.ok && m.err == nil {
			m.line, m.ok, m.err = find(ctx, other)
		}
		return m
	}
}

// jumped moves to a line that was asked for.
func (s *resultScreen) jumped(m jumpMsg) {
	switch {
	case m.asks != s.find.asks:
	case m.err != nil:
		s.env.notify(m.err.Error())
	case !m.ok:
		s.env.notify(m.none)
	default:
		s.state = s.doc.State()
		s.jump(m.line)
	}
}

// jump goes to a line and centers it, unless it is visible already.
func (s *resultScreen) jump(line int) {
	s.follow = false
	inSight := line >= s.top && line < s.top+s.rows() && !s.wrap
	s.goTo(line)
	if !inSight {
		s.center()
	}
}
