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

// Shown replaces lines that a model was shown before by one line that says where:
//
//	… 40 lines as in result 401812345678, lines 12-51
//	… 40 lines (252-291) as in result 401812345678 (sed -n 1,60p till.go), lines 12-51
//
// The line stands for a run of eight or more lines of this text, which stand together, byte for byte, in a text that
// the same model was given before. Its last numbers are those of that result's output, so that "toktee show ID --lines
// 12:51" prints the lines; the numbers in front are there where this output's lines come numbered, as an agent's Read
// prints them. What the other call was is told where its text doesn't name the result, as one without gaps doesn't:
// else the model couldn't know which it was. Whether the file was changed in between doesn't matter: it is the lines
// that are the same.
//
// What a model was given is known by the session, the agent in it and the epoch ([Request]): a call that doesn't name
// agent and session is answered with its text. Never replaced are
//
//   - the text of a failure, and of a command of which it isn't known how it ended;
//   - the answer to a call that was answered so before, with a line like this or with the same output: who asks again
//     wants to see it;
//   - lines further back than [Shown.Back], or of another epoch: the model may have lost them;
//   - lines that the other text itself left out or replaced, so that no such line leads to another;
//   - runs that cost no more than the line would.
//
// The lines behind such a line aren't among those that the result shows: they are an omission, which names the other
// result and its lines ([result.Omission.As]).
//
// Use it in two steps, around the delivery of the text:
//
//	r = shown.Shorten(cfg, req, r)
//	... // the model is given the text
//	err := shown.Given(cfg, req, r)
//
// # Limits and cost
//
// Outputs of more than 1 MiB, and texts that show lines in another form than they came in, are neither shortened nor
// remembered. Both steps clean the output again, which takes some 10 ms a megabyte.
type Shown struct {
	Memory ShownMemory
	// Back is how many tokens of texts may lie between the start of the text that shows lines and the end of the last
	// one given; 0 is [DefaultBack].
	Back int
}

// DefaultBack is how far back lines may have been shown, in tokens of texts given since. Agents that clear old results
// keep the last 40,000 tokens of them or more; a quarter of that is left for results that toktee never sees.
const DefaultBack = 30_000

// A Listener is what has lost nothing that it was shown: an agent of a session, from one compaction to the next.
type Listener struct {
	Session, Agent string
	Epoch          int
}

// ShownMemory keeps what listeners were given.
type ShownMemory interface {
	// Shown returns what a listener was given, in its order.
	Shown(l Listener) ([]ShownText, error)
	// AddShown adds to it. It may forget the oldest texts, and those of earlier epochs of the same agent.
	AddShown(l Listener, t ShownText) error
}

// A ShownText is a text that a model was given, without its words.
type ShownText struct {
	ID      string     `json:"id"`                // of the result
	Call    string     `json:"call"`              // see [Memory]
	Title   string     `json:"title,omitempty"`   // a few words on the call; "" where the text names the result
	Tokens  int        `json:"tokens"`            // of the text
	Pointed bool       `json:"pointed,omitempty"` // it had lines that lead to others
	Runs    []ShownRun `json:"runs,omitempty"`
}

// A ShownRun is a run of lines that a text showed as they came: the hash of every eight lines that follow each other.
type ShownRun struct {
	First   int    `json:"first"`   // number of the first line in the output
	Windows []byte `json:"windows"` // 16 bytes for each
}

// listener is who a request's text is for; ok is false where that isn't known.
func listener(cfg *Config, req *Request) (l Listener, ok bool) {
	l = Listener{req.Session, req.Agent, req.Epoch}
	return l, l.Session != "" && l.Agent != "" && cfg.Enabled && !cfg.Tools[req.Tool].Disabled
}

// Shorten returns the result that the model should have: r itself, or r with a shorter text. The request and the
// configuration are those that r was made with. A memory that fails is a warning.
func (s *Shown) Shorten(cfg Config, req Request, r result.ToolResult) result.ToolResult {
	who, ok := listener(&cfg, &req)
	if !ok || r.Failed() {
		return r
	}
	given, err := s.Memory.Shown(who)
	if err != nil {
		return r.WithWarnings("shown before: " + err.Error())
	}
	given = within(given, s.back())
	if len(given) == 0 || asksAgain(given, callKey(&req), r.ID()) {
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
	return p.shortened(counter, p.pointers(counter, newShownIndex(given)), r)
}

// GivenWhole notes that the model was given the output itself in place of the result's text.
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

// Given notes that the model was given the result's text.
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

// maxTitle is how many bytes of a command tell which it was.
const maxTitle = 40

// titleOf is what a model knows a call by: its command, or tool and file, or tool and pattern.
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

// within are the last texts that have so many tokens together.
func within(given []ShownText, back int) []ShownText {
	i := len(given)
	for ; i > 0 && given[i-1].Tokens <= back; i-- {
		back -= given[i-1].Tokens
	}
	return given[i:]
}

// asksAgain reports whether a call was answered before with the same result, or last with lines that lead to others.
func asksAgain(given []ShownText, call, id string) bool {
	pointed := false
	for i := range given {
		if given[i].ID == id {
			return true
		}
		if given[i].Call == call {
			pointed = given[i].Pointed
		}
	}
	return pointed
}

// errNoLines: the lines of an output can't be compared.
var errNoLines = errors.New("no lines to compare")

// seenOf looks at an output again.
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
