package summarize

import (
	"context"
	"fmt"
	"strings"

	"github.com/toktee/toktee/internal/text/envelope"
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

// seen is an output that was looked at: cleaned, without what an agent wrote around it.
type seen struct {
	text     *text
	body     body          // the part of the text that a strategy reads
	inText   result.Status // the status that lines of the text state outside the body
	input    *strategies.Input
	isAnswer bool // a non-zero exit status is an answer, not an error
}

// look cleans the output, takes an agent's envelope off, and adds what the output says of the call.
func look(ctx context.Context, c *call) (seen, error) {
	inner, stated, unwrapped, err := unwrap(c.source)
	if err != nil {
		return seen{}, err
	}
	var t *text
	if unwrapped {
		t = textOf(ctx, inner, c.source, c.reading(inner))
	} else {
		t = newText(ctx, c.source, c.reading(nil))
	}
	b, head, env := bodyOf(t)
	in := c.input
	in.Head, in.Held = head, t.inMem
	in.Status = firstStatus(in.Status, env.Status, stated)
	in.Cut = env.Cut || cutByFilter(&in, b) || saysItIsCut(b)
	// The bytes of an output that an agent wrapped are not those of the file.
	if stated == (result.Status{}) && env.FirstLine <= 1 && in.Family == strategies.FamilyRead {
		addStart(&in, c.source)
	}
	return seen{text: t, body: b, inText: env.Status, input: &in, isAnswer: isAnswer(&in)}, t.found.err
}

// firstStatus is the first status that says something. That a function returned without an error says least: what it
// returned may state how a command ended.
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

// bodyOf finds the part of a text between an agent's header and trailer. It returns the part's first bytes, and the
// envelope with the status that the trailer states where the header states none.
func bodyOf(t *text) (b body, head string, env envelope.Envelope) {
	b = body{text: t, first: 1}
	head = b.head(headBytes)
	env = envelope.Find(head)
	if env.FirstLine > 1 {
		b.first = env.FirstLine
		head = b.head(headBytes)
	}
	if !t.inMem {
		return b, head, env // an agent hands on much less than is kept on disk
	}
	tail := lastLines(t.mem, envelope.TrailerLines)
	trailer := env.Trailer(tail)
	if trailer.Lines == 0 || trailer.Lines >= len(tail) && len(tail) < envelope.TrailerLines {
		return b, head, env // there is none, or nothing would be left
	}
	b.last = t.count() - trailer.Lines
	if trailer.Status.Known && !env.Status.Known {
		env.Status = trailer.Status
	}
	return b, head, env
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

// unwrap takes the text out of an agent's JSON envelope, and returns the status that the envelope states. ok is false
// where there is no such envelope.
func unwrap(src Source) (inner []byte, st result.Status, ok bool, err error) {
	if src.Len() > MaxEnvelope {
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
	if inner, st, _, ok = envelope.UnwrapJSON(b); !ok {
		return nil, result.Status{}, false, nil
	}
	return inner, st, true, nil
}

// addStart lets a strategy see how the output starts before it is cleaned, and how long it is.
func addStart(in *strategies.Input, src Source) {
	in.Start, in.Size = string(firstBytes(src, startBytes)), src.Len()
}

// cutByFilter reports whether a filter of the command line cut the output: head and tail that let all lines through
// didn't.
func cutByFilter(in *strategies.Input, b body) bool {
	if !in.Shell.OK || !in.Shell.Cut {
		return false
	}
	n, ok := in.Shell.MaxLines()
	return !ok || b.Count() >= n
}

// saysItIsCut reports whether the output itself says that a part of it is missing.
func saysItIsCut(b body) bool {
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

// readingErr is the error of an output that can't be read.
func readingErr(err error) error { return fmt.Errorf("reading the output: %w", err) }
