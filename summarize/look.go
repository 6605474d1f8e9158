package summarize

import (
	"context"
	"fmt"
	"strings"

	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// headBytes is the size of the start of the text by which strategies are chosen.
const headBytes = 1 << 10

// startBytes is the size of the start of the raw output that strategies may read.
const startBytes = 64

// MaxEnvelope is the largest output, in bytes, that is read as an agent's JSON envelope. Line numbers of such an output
// are those of the text inside.
const MaxEnvelope = 8 << 20

// seen is the output after the stage look: cleaned, without the lines that an agent wrote around it.
type seen struct {
	text     *text
	body     body          // the part of the text that a strategy reads
	inText   result.Status // the status in lines of the text outside the body
	input    *strategies.Input
	isAnswer bool // a non-zero exit status is an answer, not an error
	isStated bool // the agent puts the exit code next to the text
	// isUnread is whether the caller names an agent, but the text doesn't have the agent's form: how the command ended
	// isn't known then.
	isUnread bool
}

// look cleans the output and removes an agent's envelope. It adds facts about the call that the output or the envelope
// states, such as the exit status.
func look(ctx context.Context, c *call) (seen, error) {
	inner, status, unwrapped, err := unwrap(c.source, c.envelope)
	if err != nil {
		return seen{}, err
	}
	var t *text
	wrapper := c.envelope
	if unwrapped {
		t = textOf(ctx, inner, c.source, c.reading(inner))
		wrapper = "" // the outermost form counts; its content is output
	} else {
		t = newText(ctx, c.source, c.reading(nil))
	}
	b, head, env := bodyOf(t, wrapper, c.input.Status)
	in := c.input
	in.Head, in.Held = head, t.inMem
	in.Status = firstStatus(in.Status, env.Status, status)
	in.Cut = env.Cut || cutByFilter(&in, b) || hasCutMark(b) || isPart(c.source)
	// The bytes of an output that an agent wrapped are not those of the file.
	if !unwrapped && env.FirstLine <= 1 && in.Family == strategies.FamilyRead {
		addStart(&in, c.source)
	}
	s := seen{text: t, body: b, inText: env.Status, input: &in, isAnswer: isAnswer(&in)}
	s.isStated = c.req.StatusStated
	if wrapper.Always() && !env.Status.Known && !in.Status.Known && !in.Status.Bad() {
		in.Status = result.Status{} // that a tool returned doesn't show how its command ended
		s.isUnread = env == envelope.Envelope{} && b.last == 0
	}
	return s, t.found.err
}

// firstStatus returns the first status that isn't zero. The status of a function that returned without an error counts
// least: its return value may state how a command ended.
func firstStatus(all ...result.Status) result.Status {
	least := result.Status{}
	for _, st := range all {
		switch st {
		case result.Status{}:
		case result.Status{Reported: result.Pass}:
			least = st
		default:
			return st
		}
	}
	return least
}

// bodyOf finds the part of a text between the lines of the agent that wrapped it. It returns the part's first bytes and
// the envelope, with the facts of the trailer. Lines that contradict the known status aren't the agent's.
func bodyOf(t *text, agent envelope.Agent, known result.Status) (b body, head string, env envelope.Envelope) {
	b = body{text: t, first: 1}
	head = b.head(headBytes)
	env = agent.Header(head)
	if known.Known && env.Status.Known && known.Code != env.Status.Code {
		return b, head, envelope.Envelope{}
	}
	if env.FirstLine > 1 || env.Label > 0 {
		b.first, b.label = env.FirstLine, env.Label
		head = b.head(headBytes)
	}
	if !t.inMem {
		return b, head, env // such large outputs don't come from an agent
	}
	tail := lastLines(t.mem, envelope.TrailerLines)
	trailer := agent.Trailer(env, tail)
	if !env.Status.Known {
		env.Status = trailer.Status
	}
	if trailer.Lines == 0 || trailer.Lines >= len(tail) && len(tail) < envelope.TrailerLines {
		return b, head, env // there is none, or nothing would be left
	}
	b.last = t.count() - trailer.Lines
	for _, l := range tail[len(tail)-trailer.Lines:] {
		env.Cut = env.Cut || envelope.WayOn(l) != ""
	}
	return b, head, env
}

// lastLines returns the last n lines of a text, or all.
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

// unwrap returns the text in an agent's JSON envelope, and the status that the envelope states. ok is false if there is
// no such envelope. An example of an envelope:
//
//	{"stdout":"ok\n","exit_code":0}
func unwrap(src Source, agent envelope.Agent) (inner []byte, st result.Status, ok bool, err error) {
	if agent == "" || src.Len() > MaxEnvelope {
		return nil, st, false, nil
	}
	b, inMem := src.Bytes()
	if !inMem {
		if first, err := firstByte(src); err != nil || first != '{' && first != '[' {
			return nil, st, false, err
		}
		if b, err = readAll(src); err != nil {
			return nil, st, false, readingErr(err)
		}
	}
	inner, st, ok = agent.UnwrapJSON(b)
	return inner, st, ok, nil
}

// addStart adds the size of the raw output and its first bytes to the input of strategies.
func addStart(in *strategies.Input, src Source) {
	in.Start, in.Size = string(firstBytes(src, startBytes)), src.Len()
}

// cutByFilter reports whether a filter of the command line, such as head or tail, cut the output. A filter that passed
// all lines through didn't cut it.
func cutByFilter(in *strategies.Input, b body) bool {
	if !in.Shell.OK || !in.Shell.Cut {
		return false
	}
	n, ok := in.Shell.MaxLines()
	return !ok || b.Count() >= n
}

// isPart reports whether an output isn't read or wasn't recorded as a whole.
func isPart(src Source) bool { return readOf(src) != "" }

// readOf states how much of an output was recorded and is read, "" for all of it.
func readOf(src Source) string {
	read, all, form := src.Len(), src.Len(), "recorded %d of %d MiB"
	if d, ok := src.(interface{ Dropped() int64 }); ok {
		all += d.Dropped()
	}
	if p, ok := src.(Excerpt); ok {
		_, _, _, read = p.Skipped()
		form = "read %d of %d MiB"
	}
	if read == all {
		return ""
	}
	return fmt.Sprintf(form, read>>20, all>>20)
}

// hasCutMark reports whether a line of the output marks a missing part.
func hasCutMark(b body) bool {
	if !b.text.inMem {
		return false
	}
	for l := range b.All() {
		if _, _, ok := envelope.UpstreamMark(l.Text); ok {
			return true
		}
	}
	return false
}

// readingErr returns the error for an output that can't be read.
func readingErr(err error) error { return fmt.Errorf("reading the output: %w", err) }
