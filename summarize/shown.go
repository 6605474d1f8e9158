package summarize

import (
	"cmp"
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/tokens"
)

// Shown replaces lines that a model was shown before by one line that names the earlier result:
//
//	… 40 lines as in result 401812345678, lines 12-51
//	… 40 lines (252-291) as in result 401812345678 (sed -n 1,60p till.go), lines 12-51
//
// The line replaces a run of eight or more lines that an earlier text for the same model has too, byte for byte.
//
//   - The last numbers are lines of the earlier output, so "toktee show ID --lines 12:51" prints them.
//   - The first numbers are lines of this output. They are there if its lines come numbered, as from an agent's Read.
//   - The words in parentheses identify the earlier call. They are there if its text doesn't contain the result's id,
//     as a text without gaps doesn't.
//
// Changes of the file in between don't matter, since the lines are the same.
//
// Session, agent and epoch of a [Request] identify the texts that a model was sent. Without session or agent, nothing
// is replaced. Never replaced are
//
//   - the text of a failure, and of a command whose outcome isn't known;
//   - the text of a call whose last answer had such a line, or that had the same result before: a model that repeats a
//     call wants to see the lines;
//   - lines further back than [Shown.Back], or of another epoch: the model may have lost them;
//   - lines that the earlier text left out or replaced itself, so that no such line leads to another;
//   - runs that cost no more than the line would.
//
// The replaced lines don't count as shown. They are an omission that names the earlier result and its lines
// ([result.Omission.As]).
//
// Use it in two steps, around the delivery of the text:
//
//	r = shown.Shorten(cfg, req, r)
//	... // send the text to the model
//	err := shown.Given(cfg, req, r)
//
// # Limits and cost
//
// Outputs of more than 1 MiB, and texts that show lines in another form than the output, are neither shortened nor
// remembered. Both steps clean the output again, which takes some 10 ms a megabyte.
type Shown struct {
	Memory ShownMemory
	// Back is the largest distance, in tokens, from the start of the text that shows lines to the end of the last text
	// sent. 0 is [DefaultBack].
	Back int
	// Within reports whether the model still has the text of a result. Nil: it has all texts of its epoch.
	Within func(id string) bool
}

// DefaultBack is the default of [Shown.Back], in tokens. Agents that clear old results keep at least the last 40,000
// tokens of them. A quarter of that is left for results that toktee never sees.
const DefaultBack = 30_000

// A Listener is the context of an agent from one compaction to the next. It still has all texts that it was sent.
type Listener struct {
	Session, Agent string
	Epoch          int
}

// ShownMemory keeps the texts that listeners were sent.
type ShownMemory interface {
	// Shown returns the texts that a listener was sent, the oldest first.
	Shown(l Listener) ([]ShownText, error)
	// AddShown adds a text. It may forget the oldest texts, and those of earlier epochs of the same agent.
	AddShown(l Listener, t ShownText) error
}

// A ShownText describes a text that a model was sent, by hashes of its lines.
type ShownText struct {
	ID      string     `json:"id"`                // of the result
	Call    string     `json:"call"`              // see [Memory]
	Title   string     `json:"title,omitempty"`   // a few words on the call; "" if the text contains the result's id
	Tokens  int        `json:"tokens"`            // of the text
	Pointed bool       `json:"pointed,omitempty"` // it had lines that lead to earlier results
	Runs    []ShownRun `json:"runs,omitempty"`
}

// A ShownRun is a run of lines that a text showed unchanged. It has a hash for each eight consecutive lines.
type ShownRun struct {
	First   int    `json:"first"`   // number of the first line in the output
	Windows []byte `json:"windows"` // 16 bytes for each
}

// listener returns the listener that a request's text is sent to. ok is false if it isn't known, or if the tool is
// disabled.
func listener(cfg *Config, req *Request) (l Listener, ok bool) {
	l = Listener{req.Session, req.Agent, req.Epoch}
	return l, l.Session != "" && l.Agent != "" && !cfg.passes(req.Tool)
}

// Shorten returns the result to send to the model: r itself, or r with a shorter text. The request and the
// configuration must be those that r was made with. A failing memory becomes a warning of the result.
func (s *Shown) Shorten(cfg Config, req Request, r result.ToolResult) result.ToolResult {
	who, ok := listener(&cfg, &req)
	if !ok || r.Failed() {
		return r
	}
	texts, err := s.Memory.Shown(who)
	if err != nil {
		return r.WithWarnings("shown before: " + err.Error())
	}
	texts = within(texts, s.back())
	if s.Within != nil {
		texts = slices.DeleteFunc(slices.Clone(texts), func(t ShownText) bool { return !s.Within(t.ID) })
	}
	if len(texts) == 0 || asksAgain(texts, callKey(&req), r.ID()) {
		return r
	}
	p, ok := printedOf(&cfg, &req, r)
	if !ok || p.isProtected(r) {
		return r
	}
	counter, err := tokens.Get(tokens.Encoding(r.Metadata().Encoding))
	if err != nil {
		return r
	}
	defer tokens.Put(counter)
	return p.shortened(counter, p.pointers(counter, newShownIndex(texts)), r)
}

// GivenWhole records that the model was sent the output itself in place of the result's text.
func (s *Shown) GivenWhole(cfg Config, req Request, r result.ToolResult) error {
	who, ok := listener(&cfg, &req)
	if !ok {
		return nil
	}
	t := ShownText{ID: r.ID(), Call: callKey(&req), Title: titleOf(&req), Tokens: r.Metadata().UITokens}
	if seen, err := seenOf(&cfg, &req); err == nil {
		p := printed{out: outputLines(seen.text.mem)}
		for i := range p.out {
			p.at = append(p.at, i+1)
		}
		t.Runs = p.runs()
	}
	return s.Memory.AddShown(who, t)
}

// Given records that the model was sent the result's text.
func (s *Shown) Given(cfg Config, req Request, r result.ToolResult) error {
	who, ok := listener(&cfg, &req)
	if !ok {
		return nil
	}
	t := ShownText{ID: r.ID(), Call: callKey(&req), Tokens: r.Metadata().LLMTokens}
	if !strings.Contains(r.LLMContent(), r.ID()) {
		t.Title = titleOf(&req)
	}
	t.Pointed = slices.ContainsFunc(r.Metadata().Omissions, func(o result.Omission) bool { return o.As.ID != "" })
	if p, ok := printedOf(&cfg, &req, r); ok {
		t.Runs = p.runs()
	}
	return s.Memory.AddShown(who, t)
}

func (s *Shown) back() int {
	if s.Back > 0 {
		return s.Back
	}
	return DefaultBack
}

// maxTitle is the number of bytes that identify a command.
const maxTitle = 40

// titleOf returns words by which a model recognises a call: its command, or tool and file, or tool and pattern.
func titleOf(req *Request) string {
	in := inputOf(req)
	file := ""
	if in.Path != "" {
		file = path.Base(filepath.ToSlash(in.Path))
	}
	title := strings.Join(strings.Fields(cmp.Or(in.Command, in.Tool+" "+cmp.Or(file, in.Pattern))), " ")
	if len(title) > maxTitle {
		title = strings.ToValidUTF8(title[:maxTitle], "") + "…"
	}
	return title
}

// within returns the last texts that have at most back tokens together.
func within(texts []ShownText, back int) []ShownText {
	i := len(texts)
	for ; i > 0 && texts[i-1].Tokens <= back; i-- {
		back -= texts[i-1].Tokens
	}
	return texts[i:]
}

// asksAgain reports whether a call had the same result before, or whether its last text had lines that lead to earlier
// results.
func asksAgain(texts []ShownText, call, id string) bool {
	pointed := false
	for i := range texts {
		if texts[i].ID == id {
			return true
		}
		if texts[i].Call == call {
			pointed = texts[i].Pointed
		}
	}
	return pointed
}

// errNoLines means that an output isn't in memory, so its lines can't be compared.
var errNoLines = errors.New("no lines to compare")

// seenOf repeats the stages call and look for an output in memory.
func seenOf(cfg *Config, req *Request) (seen, error) {
	c, err := newCall(cfg, req)
	if err != nil {
		return seen{}, err
	}
	if _, ok := c.source.Bytes(); !ok {
		return seen{}, errNoLines
	}
	return look(context.Background(), c)
}
