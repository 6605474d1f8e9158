package summarize

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/diff"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// Repeats answers calls that a session has made before. It answers in one line if the output is the same, and by a diff
// if it has changed:
//
//	unchanged since result 401812345678: 40 lines
//
// It does so only if the model was shown all of the earlier output in the same epoch of the session. The answer must
// also cost fewer tokens than the text itself. The same output is never answered so twice in a row, since a model that
// repeats the call wants to see it.
//
// Calls of one session must come in their order, one at a time.
type Repeats struct {
	Memory Memory
	// Within reports whether the model still has the text of a result. Nil: it has all texts of its epoch.
	Within func(id string) bool
}

// sinceResult opens the answer to a call with the same output.
const sinceResult = "unchanged since result "

// Memory keeps the last answer to each call of a session, so that a repeat can refer to it. Call is an opaque key made
// from tool and arguments.
type Memory interface {
	// Recall returns the session's last answer to the call; ok is false if there was none.
	Recall(session, call string) (g Given, ok bool, err error)
	// Remember replaces the session's last answer to the call.
	Remember(session, call string, g Given) error
}

// Given is an answer to a call, as it was sent to the model of a session.
type Given struct {
	ID       string `json:"id"`    // of the result
	Epoch    int    `json:"epoch"` // see [Request]
	Status   string `json:"status"`
	Whole    bool   `json:"whole"`    // the model has all of it
	Repeated bool   `json:"repeated"` // the last answer was that nothing has changed
	Text     string `json:"text"`     // the clean output, if Whole
}

// isKnown reports whether the model has all of the output, from the same epoch.
func (g Given) isKnown(epoch int) bool { return g.Whole && g.Epoch == epoch }

// isRepeatOf reports whether the last answer already was that the same result is unchanged.
func (g Given) isRepeatOf(now Given) bool { return g.Repeated && g.ID == now.ID }

// Answer returns the result to send to the session: r itself, or r with a shorter text. The request and the
// configuration must be those that r was made with. A failing memory becomes a warning of the result.
func (m *Repeats) Answer(cfg Config, req Request, r result.ToolResult) result.ToolResult {
	if req.Session == "" || cfg.passes(req.Tool) {
		return r
	}
	call := callKey(&req)
	last, ok, err := m.Memory.Recall(req.Session, call)
	if err != nil {
		return r.WithWarnings("repeats: " + err.Error())
	}
	now := fullAnswer(&cfg, &req, r)
	if ok && last.isKnown(req.Epoch) && !last.isRepeatOf(now) && (m.Within == nil || m.Within(last.ID)) {
		if short, ok := answer(&req, r, last, now); ok {
			r = short
			now.Whole, now.Repeated = true, last.ID == now.ID
		}
	}
	if !now.Whole {
		now.Text = ""
	}
	if err := m.Memory.Remember(req.Session, call, now); err != nil {
		return r.WithWarnings("repeats: " + err.Error())
	}
	return r
}

// fullAnswer returns the answer before Repeats shortens it. Its text is the whole output up to 64 KiB, even if the
// model is sent only a part of it.
func fullAnswer(cfg *Config, req *Request, r result.ToolResult) Given {
	g := Given{ID: r.ID(), Epoch: req.Epoch, Status: fmt.Sprint(req.Status)}
	raw, inline := r.UIContent()
	if !inline || len(r.Blocks()) > 0 {
		return g
	}
	seen := clean.Bytes(clean.LineFeedBytes([]byte(raw)))
	if cfg.MaskSecrets && r.Metadata().Data[secretsKey] > 0 {
		seen = new(secrets.Masker).Text(seen)
	}
	g.Text = string(seen)
	meta := r.Metadata()
	g.Whole = len(meta.Omissions) == 0
	return g
}

// callKey returns the key of a call: two calls with the same key are the same.
func callKey(req *Request) string {
	var b strings.Builder
	parts := []string{
		req.Tool, req.Command, req.Path, req.Pattern, string(req.Args), itoa(req.Offset), itoa(req.Limit),
	}
	for _, s := range parts {
		fmt.Fprintf(&b, "%d:%s", len(s), s)
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:16])
}

// answer returns the result with the changes since the last one as its text. ok is false if they aren't known, don't
// fit, or aren't shorter than the text of r.
func answer(req *Request, r result.ToolResult, last, now Given) (short result.ToolResult, ok bool) {
	if now.Text == "" || last.Status != now.Status {
		return r, false
	}
	meta := r.Metadata()
	c, err := tokens.Get(tokens.Encoding(meta.Encoding))
	if err != nil {
		return r, false
	}
	defer tokens.Put(c)
	lines := diff.Lines(now.Text)
	status := repeatedStatus(c, req, r)
	if status != "" {
		status += "\n"
	}
	text, sources, ok := sinceLast(last, now, lines, strings.Count(status, "\n"))
	if !ok {
		return r, false
	}
	text = status + text
	n := c.CountString(text)
	if n >= meta.LLMTokens || meta.Budget > 0 && n > meta.Budget {
		return r, false
	}
	var shown [][2]int
	for _, s := range sources {
		shown = append(shown, s.Lines...)
	}
	shown = result.MergeShown(shown)
	short, err = r.WithLLM(text, n, shown, gaps(shown, len(lines)))
	return short.WithSources(sources), err == nil
}

// sinceLast returns a text with the changes since the last answer, and the sources of its lines, below so many lines.
// ok is false if the outputs differ, but not in their visible lines. The text begins with one of these lines:
//
//	unchanged since result 401812345678: 40 lines
//	changed since result 401812345678: +2 -1 lines, 38 as before
func sinceLast(
	last, now Given, lines []string, above int,
) (text string, sources []result.Source, ok bool) {
	if last.ID == now.ID {
		n := words.Count(len(lines), "line", "lines")
		return sinceResult + last.ID + ": " + n + "\n", nil, true
	}
	old := diff.Lines(last.Text)
	script := diff.Compare(old, lines)
	if len(script.Changes) == 0 {
		return "", nil, false
	}
	var b strings.Builder
	fmt.Fprintf(&b, "changed since result %s: +%d -%d lines, %d as before\n",
		last.ID, script.Additions, script.Deletions, len(lines)-script.Additions)
	line := above + 1
	for _, h := range script.Hunks(old) {
		hunk := h.Unified(old, lines)
		b.WriteString(hunk)
		n := h.B1
		for l := range strings.Lines(hunk) {
			if line++; l[0] == ' ' || l[0] == '+' {
				n++
				sources = appendSource(sources, &item{first: n, last: n}, [2]int{line, line}, n)
			}
		}
	}
	return b.String(), sources, true
}

// repeatedStatus returns the status line of an answer that doesn't show the output.
func repeatedStatus(c *tokens.Counter, req *Request, r result.ToolResult) string {
	e := ending{status: req.Status, isOwn: true, isAnswer: !r.Failed()}
	if r.Failed() {
		e.found = strategies.Fail
	}
	return e.line(c)
}

// gaps returns the omissions of lines 1 to n that are in none of the ranges.
func gaps(shown [][2]int, n int) []result.Omission {
	var out fitted
	next := 1
	for _, r := range shown {
		out.omit(strategies.KindLine, next, r[0]-1)
		next = r[1] + 1
	}
	out.omit(strategies.KindLine, next, n)
	return out.omissions
}
