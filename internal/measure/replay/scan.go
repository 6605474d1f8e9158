package replay

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/toktee/toktee/internal/measure/transcript"
	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/tokens"
)

// scan is the first pass over a source: it summarises every result and finds what may be evidence.
type scan struct {
	ctx      context.Context
	o        *Options
	count    *tokens.Counter
	sessions *sessions
	records  []*record
	problems []string
	texts    func(*Texts) error // may be nil
	refused  error              // of texts
}

// item takes the next item.
func (s *scan) item(it *transcript.Item) error {
	if err := s.ctx.Err(); err != nil {
		return context.Cause(s.ctx)
	}
	se := s.sessions.of(it)
	se.turn(it)
	if it.Kind != transcript.Result {
		se.context += (len(it.Text) + len(it.Args)) / bytesPerToken
	}
	switch it.Kind {
	case transcript.Text:
		if it.Role == transcript.Assistant {
			se.said = it.Text
		}
	case transcript.Call:
		s.call(se, it)
	case transcript.Result:
		return s.result(se, it)
	}
	return nil
}

// call looks for strings of the open results in a call.
func (s *scan) call(se *session, it *transcript.Item) {
	se.pending[it.ID] = pendingCall{it.Tool, se.said, it.Message, bytes.Clone(it.Args)}
	visible := make([]bool, len(se.open))
	any := false
	for i, o := range se.open {
		if it.Message == "" || it.Message != o.message {
			visible[i] = true
			any = true
			o.calls++
		}
	}
	if any {
		for c := range candidates(it.Args) {
			s.offer(se, c, visible)
		}
	}
	open := se.open[:0]
	for _, o := range se.open {
		if o.calls < window {
			open = append(open, o)
		}
	}
	clear(se.open[len(open):])
	se.open = open
}

// offer adds a candidate to the first open result that holds it, if the call has seen that.
func (s *scan) offer(se *session, c string, visible []bool) {
	if se.settled[c] {
		return
	}
	for i, o := range se.open {
		if !o.holds(c) {
			continue
		}
		if !visible[i] {
			return
		}
		c = strings.Clone(c)
		se.settled[c] = true
		kept := make([]bool, len(o.texts))
		for l, text := range o.texts {
			kept[l] = appears(text, c)
		}
		o.r.cands = append(o.r.cands, candidate{
			text: c, kept: kept, place: float64(firstAt(o.raw, c)) / float64(len(o.raw)),
			after: se.turns + o.r.later, context: se.context, // later is below 0 by the requests before the result
		})
		return
	}
}

// bytesPerToken turns the length of texts into tokens, for the size of a context.
const bytesPerToken = 4

// excerptBytes limits the part of a command or its arguments that is kept for the lists.
const excerptBytes = 200

// result summarises a result.
func (s *scan) result(se *session, it *transcript.Item) error {
	call, known := se.pending[it.ID]
	delete(se.pending, it.ID)
	if !known {
		call.tool = "(unknown)"
	}
	command, words := commandOf(call.tool, call.args)
	r := &record{
		n: len(s.records) + 1, seq: se.seq, session: se, id: it.ID, tool: call.tool, model: se.model,
		sum: sha256.Sum256([]byte(it.Text)), then: s.count.CountString(it.Text), later: -se.turns,
		original: it.Original, cut: it.Cut, images: it.Images, excerpt: excerpt(command, call.args), at: it.Time,
		kind: kindOf(&call, command),
	}
	if known && len(it.ID) >= minGlobalID {
		r.copyOf = digest(it.ID, string(call.args), it.Text)
	}
	if command != "" {
		r.command = strings.Clone(commandName(command)) // not the whole of it
	}
	same := digest(call.tool, string(call.args), it.Text)
	r.repeat = known && it.Text != "" && se.seen[same]
	se.seen[same] = true
	c := &Call{
		Tool: call.tool, Args: call.args, Intent: call.intent, Session: se.name, Exit: it.Exit, Failed: it.Failed,
		Raw: it.Text, Envelope: envelopeOf(it, call.tool),
	}
	if words {
		c.Command = command
	}
	c.Offset, c.Limit = bounds(call.args)
	texts, err := s.summarise(c, r)
	if err != nil {
		return err
	}
	if s.texts != nil {
		if s.refused = s.texts(&Texts{r.n, it.Text, texts}); s.refused != nil {
			return s.refused
		}
	}
	se.said = ""
	se.context += r.then
	s.records = append(s.records, r)
	se.open = append(se.open, &openResult{r: r, raw: it.Text, texts: texts, message: call.message})
	return nil
}

// envelopeOf returns the agent of a result's transcript if it wraps results of such a call.
func envelopeOf(it *transcript.Item, tool string) envelope.Agent {
	agents := map[transcript.Format]envelope.Agent{
		transcript.Claude: envelope.Claude, transcript.Codex: envelope.Codex, transcript.Copilot: envelope.Copilot,
		transcript.Pi: envelope.Pi, transcript.OpenCode: envelope.OpenCode,
	}
	return agents[it.Format].From(tool, it.Failed, it.Cut)
}

// minGlobalID is the length of a call's id, in bytes, from which it counts as globally unique.
const minGlobalID = 16

// failedStrategy is the strategy of a level at which the summariser failed.
const failedStrategy = "(failed)"

// summarise makes the text of every level. A summariser that fails leaves the raw text.
func (s *scan) summarise(c *Call, r *record) ([]string, error) {
	var texts []string
	for _, level := range s.o.Levels {
		text, strategy, err := safely(s.ctx, s.o.Summarise, c, level)
		if s.ctx.Err() != nil {
			return nil, context.Cause(s.ctx)
		}
		if err != nil {
			r.failed, text, strategy = true, c.Raw, failedStrategy
			if len(s.problems) < 3 {
				s.problems = append(s.problems, fmt.Sprintf("result %d at %s: %v", r.n, level, err))
			}
		}
		texts = append(texts, text)
		r.now = append(r.now, s.count.CountString(text))
		r.strategy = append(r.strategy, strategy)
	}
	if s.o.Calls {
		r.texts = texts
	}
	return texts, nil
}

// safely turns a summariser's panic into an error.
func safely(ctx context.Context, f Summariser, c *Call, level string) (text, strategy string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return f(ctx, c, level)
}

// digest returns a hash of strings.
func digest(parts ...string) [16]byte {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return [16]byte(h.Sum(nil))
}

// kindOf returns the kind of a call, in a bounded number of bytes: a command's name, and toolname.Kind for other calls.
// For commands, toolname.Kind takes the first word as a subcommand, but for programs without subcommands that is a
// file: "cat LICENSE".
func kindOf(call *pendingCall, command string) string {
	if command != "" {
		return commandName(command)
	}
	path := toolname.RawArg(call.args, "file_path")
	if path == "" {
		path = toolname.RawArg(call.args, "path")
	}
	kind := toolname.Kind(call.tool, "", path, call.args)
	return strings.Clone(strings.ToValidUTF8(kind[:min(len(kind), kindBytes)], ""))
}

// excerpt returns the start of a command, or of the arguments, on one line.
func excerpt(command string, args []byte) string {
	if command == "" {
		command = string(args)
	}
	command = strings.Join(strings.Fields(command[:min(len(command), 2*excerptBytes)]), " ")
	if len(command) <= excerptBytes {
		return strings.ToValidUTF8(command, "")
	}
	return strings.ToValidUTF8(command[:excerptBytes], "") + "…"
}
