package summarize

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/toktee/toktee/internal/envelope"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/internal/toolname"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// headBytes is how much of the text a strategy may look at before it is chosen.
const headBytes = 1 << 10

// startBytes is how much of the raw output a strategy may look at.
const startBytes = 64

// MaxEnvelope is the largest output, in bytes, that is looked at as an agent's JSON envelope. Line numbers of such an
// output are those of the text inside.
const MaxEnvelope = 8 << 20

// look cleans the output, takes an agent's envelope off, and gathers what is known of the call.
func (p *pipeline) look() error {
	call := newInput(&p.req, envelope.Envelope{}, "")
	p.text = newText(p.ctx, p.src, holdsFiles(call.Family, call.Command))
	unwrapped, err := p.unwrap()
	if err != nil {
		return err
	}
	p.countRaw()
	head := p.text.head(headBytes)
	p.envelope = envelope.Find(head)
	if p.envelope.FirstLine > 1 {
		p.text.first = p.envelope.FirstLine
		head = p.text.head(headBytes)
	}
	p.trailer()
	said := p.envelope
	if unwrapped != (result.Status{}) && said.Status == (result.Status{}) {
		said.Status = unwrapped // it stands in what was taken off, not in the text
	}
	p.in = newInput(&p.req, said, head)
	p.in.Cut = p.in.Cut || p.cutByFilter() || p.marked()
	if unwrapped == (result.Status{}) && p.envelope.FirstLine <= 1 && p.in.Family == strategies.FamilyRead {
		p.rawStart()
	}
	p.answer = isAnswer(p.in)
	return p.text.err
}

// rawStart lets a strategy see how the output starts before it is cleaned, and how long it is.
func (p *pipeline) rawStart() {
	b, ok := p.src.Bytes()
	if !ok {
		r, err := p.src.Open()
		if err != nil {
			return // the pass over the text tells
		}
		defer r.Close()
		b = make([]byte, startBytes)
		n, _ := io.ReadFull(r, b)
		b = b[:n]
	}
	p.in.Start, p.in.Size = string(b[:min(len(b), startBytes)]), p.src.Len()
}

// unwrap takes the text out of an agent's JSON envelope, and returns the status that it tells.
func (p *pipeline) unwrap() (st result.Status, err error) {
	if p.src.Len() > MaxEnvelope {
		return st, nil
	}
	b, ok := p.src.Bytes()
	if !ok {
		if first, err := firstByte(p.src); err != nil || first != '{' && first != '[' {
			return st, err
		}
		if b, err = readAll(p.src); err != nil {
			return st, fmt.Errorf("reading the output: %w", err)
		}
	}
	inner, st, _, ok := envelope.UnwrapJSON(b)
	if !ok {
		return result.Status{}, nil
	}
	p.text.hold(inner)
	return st, nil
}

// countBeside is the size from which a payload is counted while it is digested.
const countBeside = 32 << 10

// countRaw counts the tokens of the payload, or starts to. Until [pipeline.settle] the counter is in use.
func (p *pipeline) countRaw() {
	b, inMem := p.src.Bytes()
	if inMem && len(b) < countBeside {
		p.raw = p.c.Count(b)
		return
	}
	done := make(chan struct{})
	p.rawDone = done
	go func() {
		defer close(done)
		defer func() {
			if r := recover(); r != nil {
				p.rawErr = fmt.Errorf("panic: %v", r)
			}
		}()
		if inMem {
			p.raw = p.c.Count(b)
			return
		}
		p.raw, p.rawErr = rawTokens(p.counting, p.src, p.enc)
	}()
}

// settle waits until nobody reads the payload any more.
func (p *pipeline) settle() {
	if p.rawDone != nil {
		<-p.rawDone
	}
}

// counts waits for the tokens of the payload and counts those of the clean text.
func (p *pipeline) counts() error {
	p.settle()
	p.cleaned = p.raw
	if b, ok := p.src.Bytes(); p.rawErr == nil && (!ok || string(b) != p.text.mem) {
		p.cleaned = p.text.tokensUpTo(p.c, p.verbatimLimit()+1)
	}
	if err := cmp.Or(p.rawErr, p.text.err); err != nil {
		return fmt.Errorf("reading the output: %w", err)
	}
	return nil
}

// holdsFiles reports whether what a call prints are the contents of files. What cat prints is taken as a screen shows it:
// it may be a recorded progress bar.
func holdsFiles(f toolname.Family, command string) bool {
	return f == strategies.FamilyEdit || f == strategies.FamilySearch || f == strategies.FamilyRead && command == ""
}

// verbatimLimit is the largest token count at which any text that is needed for this result passes whole.
func (p *pipeline) verbatimLimit() int {
	n := p.want
	for _, l := range levels {
		n = max(n, l.verbatim, l.fail, l.read)
	}
	return n
}

// trailer takes off what an agent wrote behind the output.
func (p *pipeline) trailer() {
	if !p.text.inMem {
		return // an agent hands on much less than is kept on disk
	}
	tail := lastLines(p.text.mem, envelope.TrailerLines)
	t := p.envelope.Trailer(tail)
	if t.Lines == 0 || t.Lines >= len(tail) && len(tail) < envelope.TrailerLines {
		return // nothing would be left
	}
	p.text.last = p.text.count - t.Lines
	if t.Status.Known && !p.envelope.Status.Known {
		p.envelope.Status = t.Status
	}
}

// lastLines are the last n lines of a text, or all.
func lastLines(text string, n int) []string {
	text = strings.TrimSuffix(text, "\n")
	from := len(text)
	for range n {
		if from = strings.LastIndexByte(text[:from], '\n'); from < 0 {
			return strings.Split(text, "\n")
		}
	}
	return strings.Split(text[from+1:], "\n")
}

// cutByFilter reports whether a filter of the command line cut the output: head and tail that let all lines through
// didn't.
func (p *pipeline) cutByFilter() bool {
	if !p.in.Shell.OK || !p.in.Shell.Cut {
		return false
	}
	n, ok := p.in.Shell.MaxLines()
	return !ok || p.text.Count() >= n
}

// marked reports whether the text says itself that a part of it is missing.
func (p *pipeline) marked() bool {
	if !p.text.inMem {
		return false
	}
	for l := range p.text.All() {
		if _, _, ok := envelope.UpstreamMark(l.Text); ok {
			return true
		}
	}
	return false
}

// head is the start of the text that a strategy sees: whole lines of at most n bytes in all, or the start of the first.
func (t *text) head(n int) string {
	var sb strings.Builder
	for l := range t.All() {
		room := n - sb.Len()
		if len(l.Text)+1 > room {
			if sb.Len() == 0 {
				sb.WriteString(l.Text[:textline.RuneStart(l.Text, min(room, len(l.Text)))])
			}
			break
		}
		sb.WriteString(l.Text)
		sb.WriteByte('\n')
	}
	return sb.String()
}

func newInput(req *Request, env envelope.Envelope, head string) *strategies.Input {
	in := &strategies.Input{
		Tool: req.Tool, Command: req.Command, Path: req.Path, Pattern: req.Pattern, Args: req.Args,
		Offset: req.Offset, Limit: req.Limit, Intent: req.Intent, Status: req.Status, Head: head, Cut: env.Cut,
	}
	if in.Command == "" {
		in.Command = toolname.RawArg(req.Args, "command")
	}
	if in.Command == "" {
		in.Command = toolname.RawArg(req.Args, "cmd")
	}
	if in.Path == "" {
		in.Path = toolname.RawArg(req.Args, "file_path")
	}
	if in.Path == "" {
		in.Path = toolname.RawArg(req.Args, "path")
	}
	if in.Pattern == "" {
		in.Pattern = toolname.RawArg(req.Args, "pattern")
	}
	if in.Command != "" {
		in.Shell = shell.Parse(in.Command)
	}
	if in.Status == (result.Status{}) {
		in.Status = env.Status
	}
	in.Family = toolname.FamilyOfCall(in.Tool, in.Args, in.Shell)
	return in
}
