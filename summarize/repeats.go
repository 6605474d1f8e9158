package summarize

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/clean"
	"github.com/toktee/toktee/internal/diff"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// Repeats answers calls that a session has made before: in one line where the output is the same, by a diff where it has
// changed. It does so only where the model was given all of the earlier output in the same epoch of the session, never
// twice in a row for the same output (who asks again wants to see it), and only where that costs fewer tokens than the
// text itself.
//
// Calls of one session must come in their order, one at a time.
type Repeats struct {
	Memory Memory
}

// Memory keeps what sessions were given. Call is an opaque key: tool and arguments.
type Memory interface {
	// Recall returns what the session was last given for the call; ok is false where it was given nothing.
	Recall(session, call string) (g Given, ok bool, err error)
	// Remember replaces it.
	Remember(session, call string, g Given) error
}

// Given is what a session was given for a call.
type Given struct {
	ID       string `json:"id"`    // of the result
	Epoch    int    `json:"epoch"` // see [Request]
	Status   string `json:"status"`
	Whole    bool   `json:"whole"`    // the model has all of it
	Repeated bool   `json:"repeated"` // the last answer was that nothing has changed
	Text     string `json:"text"`     // the clean output, where Whole
}

// Answer returns the result as the session should be given it: r itself, or r with a shorter text. The request and the
// configuration are those that r was made with. A memory that fails is a warning.
func (m *Repeats) Answer(cfg Config, req Request, r result.ToolResult) result.ToolResult {
	if req.Session == "" || !cfg.Enabled || cfg.Tools[req.Tool].Disabled {
		return r
	}
	call := callKey(&req)
	last, ok, err := m.Memory.Recall(req.Session, call)
	if err != nil {
		return r.WithWarnings("repeats: " + err.Error())
	}
	now := given(&req, r)
	if asked := last.Repeated && last.ID == now.ID; ok && last.Whole && last.Epoch == req.Epoch && !asked {
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

// given is what a result gives by itself. Its text is there whether it is whole or not, up to 64 KiB.
func given(req *Request, r result.ToolResult) Given {
	g := Given{ID: r.ID(), Epoch: req.Epoch, Status: fmt.Sprint(req.Status)}
	raw, inline := r.UIContent()
	if !inline || len(r.Blocks()) > 0 {
		return g
	}
	g.Text = string(clean.Bytes(clean.LineFeedBytes([]byte(raw))))
	meta := r.Metadata()
	g.Whole = len(meta.Omissions) == 0
	return g
}

// callKey is what makes two calls the same.
func callKey(req *Request) string {
	var b strings.Builder
	for _, s := range []string{req.Tool, req.Command, req.Path, req.Pattern, string(req.Args), strconv.Itoa(req.Offset), strconv.Itoa(req.Limit)} {
		fmt.Fprintf(&b, "%d:%s", len(s), s)
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:16])
}

// answer returns the result with what has changed since the last one, if that is known, fits and is shorter.
func answer(req *Request, r result.ToolResult, last, now Given) (result.ToolResult, bool) {
	meta := r.Metadata()
	if now.Text == "" || last.Status != now.Status {
		return r, false
	}
	c, err := tokens.Get(tokens.Encoding(meta.Encoding))
	if err != nil {
		return r, false
	}
	defer tokens.Put(c)
	var a strings.Builder
	if s := repeatedStatus(c, req, r); s != "" {
		a.WriteString(s + "\n")
	}
	var shown [][2]int
	lines := diff.Lines(now.Text)
	if last.ID == now.ID {
		fmt.Fprintf(&a, "unchanged since result %s: %d %s\n", last.ID, len(lines), noun(strategies.KindLine, len(lines)))
	} else {
		old := diff.Lines(last.Text)
		script := diff.Compare(old, lines)
		if len(script.Changes) == 0 {
			return r, false // the bytes differ, what can be seen of them doesn't
		}
		text, _ := script.Unified("a", "b", old, lines)
		_, text, _ = strings.Cut(text, "\n")
		_, text, _ = strings.Cut(text, "\n")
		shown = hunkRanges(text)
		fmt.Fprintf(&a, "changed since result %s: +%d -%d lines, %d as before\n%s",
			last.ID, script.Additions, script.Deletions, len(lines)-script.Additions, text)
	}
	n := c.CountString(a.String())
	if n >= meta.LLMTokens || meta.Budget > 0 && n > meta.Budget {
		return r, false
	}
	short, err := r.WithLLM(a.String(), n, shown, gaps(shown, len(lines)))
	return short, err == nil
}

// repeatedStatus is the status line of an answer that doesn't show the output.
func repeatedStatus(c *tokens.Counter, req *Request, r result.ToolResult) string {
	outcome := strategies.Unknown
	if r.IsError() {
		outcome = strategies.Fail
	}
	return statusLine(c, req.Status, true, "", !r.IsError(), outcome)
}

// hunkRanges are the lines of the new text that the hunks of a unified diff show.
func hunkRanges(text string) [][2]int {
	var ranges [][2]int
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "@@ ") {
			continue
		}
		_, to, _ := strings.Cut(line, " +")
		to, _, _ = strings.Cut(to, " ")
		at, count, ok := strings.Cut(to, ",")
		first, _ := strconv.Atoi(at)
		n := 1
		if ok {
			n, _ = strconv.Atoi(count)
		}
		ranges = append(ranges, [2]int{first, first + n - 1})
	}
	return result.MergeShown(ranges)
}

// gaps are the lines of n that the ranges leave out.
func gaps(shown [][2]int, n int) []result.Omission {
	var all []result.Omission
	next := 1
	for _, r := range append(shown, [2]int{n + 1, n + 1}) {
		if r[0] > next {
			all = append(all, result.Omission{Kind: string(strategies.KindLine), Count: r[0] - next, Lines: [2]int{next, r[0] - 1}})
		}
		next = r[1] + 1
	}
	return all
}
