package term

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/view"
)

// endedMsg brings the result of a command that was followed.
type endedMsg struct {
	doc *view.Document // that it was followed in
	res *Result
}

// The result of a command is there a moment after its end: as long as it takes to make the model's text.
const (
	resultPause = 300 * time.Millisecond
	resultTries = 200
)

// await waits for the result of the command that has been followed: the newest of that command since its start.
func (s *resultScreen) await() tea.Cmd {
	src, open, ctx, doc := s.env.Source, s.env.Open, s.ctx, s.doc
	f, command := ledger.Filter{Since: s.res.Time}, s.res.Source.Command
	return func() tea.Msg {
		for range resultTries {
			_, err := src.Changed(ctx)
			var calls []ledger.Call
			if err == nil {
				calls, err = src.Calls(ctx, f)
			}
			i := slices.IndexFunc(calls, func(c ledger.Call) bool { return c.Kept && c.Command == command })
			if err == nil && i >= 0 {
				if res, err := open(s.env.ctx, calls[i].ID, calls[i].Dir); err == nil {
					return endedMsg{doc, res}
				}
			}
			select {
			case <-time.After(resultPause):
			case <-ctx.Done():
				return nil
			}
		}
		return nil
	}
}

// ended replaces the followed output by its result, at the same line.
func (a *app) ended(m endedMsg) tea.Cmd {
	was := a.result
	if was == nil || was.doc != m.doc {
		m.res.View.Close()
		return nil
	}
	was.close()
	a.result = newResult(a.env, m.res)
	now := a.result
	now.pane, now.top, now.cursor, now.wrap, now.x = was.pane, was.top, was.cursor, was.wrap, was.x
	if was.follow {
		now.follow = true // until the document is complete
	}
	return now.start()
}
