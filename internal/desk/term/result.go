package term

import (
	"context"
	"slices"
	"sort"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/result"
)

// A pane is a part of the screen of a result.
type pane int

const (
	modelPane   pane = iota // the text that was sent to the model
	payloadPane             // the whole output
	detailsPane             // the typed details, in place of both
)

// wide is how many columns it takes to show both panes.
const wide = 120

// A resultScreen is one output.
type resultScreen struct {
	env  *env
	res  *Result
	doc  *view.Document
	ctx  context.Context // ends when the screen is left
	stop context.CancelFunc

	state view.State
	lines *lines
	model *modelRows
	about *details

	pane        pane // that keys act on
	other       pane // the pane to come back to from the details
	top, cursor int  // of the output: lines, from 1
	mtop, mcur  int  // of the model's text: rows, from 0
	x           int  // columns that are scrolled away to the left
	wrap        bool
	follow      bool // the last line is kept in sight

	prompt *prompt // a search or a line's number being typed; nil for none
	find   search
}

type (
	openedMsg struct {
		res *Result
		err error
	}
	modelMsg struct {
		doc   *view.Document
		lines []view.ModelLine
		about []view.Widget
		err   error
	}
	grownMsg struct{ doc *view.Document }
	jumpMsg  struct { // the answer to a search, or for an error
		doc  *view.Document
		asks int
		line int
		ok   bool
		none string // message if there is none
		err  error
	}
)

func newResult(e *env, res *Result) *resultScreen {
	ctx, stop := context.WithCancel(e.ctx)
	s := &resultScreen{
		env: e, res: res, doc: res.View, ctx: ctx, stop: stop, state: res.View.State(), lines: newLines(ctx, res.View),
		model: newModelRows(untied(res.Source.Result.LLMContent()), nil),
		about: &details{env: e}, pane: modelPane, top: 1, cursor: 1,
	}
	if res.Source.ID == "" { // it runs, so there is no text yet
		s.pane, s.follow = payloadPane, true
	}
	return s
}

// start loads the content of the screen.
func (s *resultScreen) start() tea.Cmd { return tea.Batch(s.readModel(), s.wait()) }

// untied returns the lines of the text that was sent to the model, before they are matched with the output: that takes
// a while for a large output.
func untied(text string) []view.ModelLine {
	if text == "" {
		return nil
	}
	var out []view.ModelLine
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		out = append(out, view.ModelLine{Spans: []view.Span{{Text: view.Text(line)}}, Gap: -1})
	}
	return out
}

func (s *resultScreen) close() {
	s.stop()
	s.doc.Close()
}

// readModel reads the text that was sent to the model.
func (s *resultScreen) readModel() tea.Cmd {
	doc, ctx := s.doc, s.ctx
	return func() tea.Msg {
		lines, err := doc.Model(ctx)
		return modelMsg{doc, lines, doc.Widgets(), err}
	}
}

// growthPause is how long the screen waits before it looks again at a document that grows.
const growthPause = 100 * time.Millisecond

// wait waits for more of the document to be known.
func (s *resultScreen) wait() tea.Cmd {
	changed, doc, ctx := s.doc.Changed(), s.doc, s.ctx
	return func() tea.Msg {
		select {
		case <-changed:
		case <-ctx.Done():
			return nil
		}
		select {
		case <-time.After(growthPause):
		case <-ctx.Done():
		}
		return grownMsg{doc}
	}
}

// update handles an answer that is for this screen.
func (s *resultScreen) update(msg tea.Msg) tea.Cmd {
	switch m := msg.(type) {
	case modelMsg:
		if m.doc == s.doc {
			isNew := s.pane == modelPane && s.mcur == 0 && s.cursor == 1
			s.takeModel(m)
			if isNew && s.res.Source.Result.Outcome() == result.Fail {
				return s.errorFrom(1, "", view.Forward) // a failure opens at its first error
			}
		}
	case grownMsg:
		if m.doc == s.doc {
			return s.grown()
		}
	case jumpMsg:
		if m.doc == s.doc {
			s.jumped(m)
		}
	case matchesMsg:
		if m.doc == s.doc {
			return s.find.take(m)
		}
	}
	return nil
}

// takeModel shows the text that was sent to the model.
func (s *resultScreen) takeModel(m modelMsg) {
	if m.err != nil {
		s.env.notify("the model's text can't be matched with the output: " + m.err.Error())
	}
	s.state, s.model = s.doc.State(), newModelRows(m.lines, s.doc.Gaps())
	s.lines.forget() // they are marked by the gaps
	s.about.widgets, s.about.rows = m.about, nil
	if len(m.lines) == 0 && s.pane == modelPane {
		s.pane = payloadPane
	}
	if s.pane != modelPane || s.mcur == 0 && s.mtop == 0 {
		s.syncModel()
	}
	s.clampModel()
}

// grown takes over the new state of the document.
func (s *resultScreen) grown() tea.Cmd {
	growing := s.state.Growing
	s.state = s.doc.State()
	s.lines.forget()
	if s.follow {
		s.goTo(s.state.Lines)
	}
	if growing && !s.state.Growing && s.res.Source.ID == "" {
		return tea.Batch(s.wait(), s.await())
	}
	return s.wait()
}

// both reports whether there is room for both panes.
func (s *resultScreen) both() bool { return s.env.width >= wide && len(s.model.lines) > 0 }

// rows is how many rows a pane has: above are two with facts and one with titles, below the keys.
func (s *resultScreen) rows() int { return max(s.env.height-4, 1) }

// goTo moves the cursor to a line of the output, and the model's text with it.
func (s *resultScreen) goTo(line int) {
	if line > s.state.Lines {
		s.state = s.doc.State() // more may be known than when the screen last looked
	}
	s.cursor = max(min(line, s.state.Lines), 1)
	s.clamp()
	s.syncModel()
}

// clamp keeps the cursor of the output on the screen.
func (s *resultScreen) clamp() {
	h := s.rows()
	s.cursor = max(min(s.cursor, s.state.Lines), 1)
	s.top = max(min(s.top, s.cursor, s.state.Lines-h+1), s.cursor-h+1, 1)
	for s.wrap && s.top < s.cursor && s.heightTo(s.cursor) > h {
		s.top++
	}
}

// center moves the cursor's line to the middle of the screen, as after a jump.
func (s *resultScreen) center() {
	s.top = s.cursor - s.rows()/2
	s.clamp()
	s.syncModel()
}

// clampModel keeps the cursor of the model's text on the screen.
func (s *resultScreen) clampModel() {
	h := s.rows()
	s.mcur = max(min(s.mcur, s.model.len()-1), 0)
	s.mtop = max(min(s.mtop, s.mcur, s.model.len()-h), s.mcur-h+1, 0)
}

// syncModel moves the model's text to the output's cursor, on the same row if possible.
func (s *resultScreen) syncModel() {
	if len(s.model.lines) == 0 {
		return
	}
	s.mcur = s.model.rowOf(s.cursor)
	s.mtop = s.mcur - (s.cursor - s.top)
	s.clampModel()
}

// syncPayload moves the output to the cursor of the model's text, unless that is on a heading.
func (s *resultScreen) syncPayload() {
	s.clampModel()
	if n := s.model.payload(s.mcur); n > 0 {
		s.cursor = n
		s.top = n - (s.mcur - s.mtop)
		s.clamp()
	}
}

// search is a search and its matches.
type search struct {
	query  view.Query
	typed  string // "" for no search
	stop   context.CancelFunc
	asks   int // the last jump that was asked for
	lines  []int
	total  int
	over   bool // all of the document was searched
	source <-chan matchesMsg
}

// maxMatches is how many matching lines are kept for the scrollbar; the rest are counted.
const maxMatches = 100_000

// matchesMsg brings lines that match.
type matchesMsg struct {
	doc   *view.Document
	asked string
	lines []int
	over  bool
}

// nth is the number of the match at or before a line: the 3rd of 17.
func (f *search) nth(line int) int { return sort.SearchInts(f.lines, line+1) }

func (f *search) has(line int) bool {
	_, ok := slices.BinarySearch(f.lines, line)
	return ok
}
