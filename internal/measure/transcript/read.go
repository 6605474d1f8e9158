package transcript

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxRecord is the size of the largest record that is read, in bytes.
const maxRecord = 64 << 20

// ErrNotTranscript is the error of a file in none of the [Formats].
var ErrNotTranscript = errors.New("not a transcript of claude-code, codex, copilot-cli, pi or opencode")

// decoder turns the records of one format into items.
type decoder interface {
	record(raw jsontext.Value) error
}

// reader is one pass over one source.
type reader struct {
	ctx      context.Context
	name     string // names the session if the records don't
	emit     func(*Item) error
	bill     func(*Usage) error // nil: usage records aren't wanted
	stats    *Stats
	decoders map[Format]decoder // for records outside of documents
	current  Format
	open     map[string]string // the tools of calls without a result
	at       time.Time         // the time of the last record that has one
}

func newReader(ctx context.Context, name string, stats *Stats, emit func(*Item) error) *reader {
	return &reader{
		ctx: ctx, name: name, emit: emit, stats: stats, decoders: map[Format]decoder{}, open: map[string]string{},
	}
}

// sniffed is the most bytes of a file that are searched for the end of its first line. A file with a longer first line
// is read as a document, in which a broken value ends the reading.
const sniffed = 8 << 20

// read reads a stream of records that has a size in bytes: one a line, or a document of any layout.
func (r *reader) read(in io.Reader, size int64) error {
	look := int(max(1, min(size, sniffed)))
	b := bufio.NewReaderSize(in, look)
	start, err := b.Peek(look)
	if isShort := errors.Is(err, io.EOF) || errors.Is(err, bufio.ErrBufferFull); err != nil && !isShort {
		return err
	}
	start = bytes.TrimPrefix(start, []byte("\ufeff"))
	start = bytes.TrimLeft(start, " \t\r\n")
	if !bytes.HasPrefix(start, []byte("{")) {
		return ErrNotTranscript
	}
	if line, _, whole := bytes.Cut(start, []byte("\n")); whole && isJSON(line) {
		return r.lines(b)
	}
	return r.document(b)
}

// one hands a record to the decoder of its format.
func (r *reader) one(raw jsontext.Value) error {
	if err := r.ctx.Err(); err != nil {
		return context.Cause(r.ctx)
	}
	var f face
	if err := json.Unmarshal(raw, &f, tolerant...); err != nil {
		return err
	}
	if f.document() {
		return r.object(newDocumentDecoder(bytes.NewReader(raw)))
	}
	r.stats.Records++
	r.clock(&f)
	format := f.format()
	if format == "" {
		if format = r.current; format == "" {
			r.stats.unknown("record")
			return nil
		}
	}
	r.current = format
	if r.stats.Format == "" {
		r.stats.Format = format
	}
	d := r.decoders[format]
	if d == nil {
		d = r.decoder(format, r.name)
		r.decoders[format] = d
	}
	return d.record(raw)
}

// head has the member of an export that comes before its messages.
type head struct {
	Info jsontext.Value `json:"info"`
}

// decoder makes the decoder of a format.
func (r *reader) decoder(f Format, session string) decoder {
	switch f {
	case Claude:
		return &claude{reader: r, session: session}
	case Codex:
		return &codex{reader: r, session: session}
	case Copilot:
		return &copilot{reader: r, session: session}
	case Pi:
		return &pi{reader: r, session: session}
	case OpenCode:
		return newOpenCode(r, session, &head{})
	}
	panic("transcript: no decoder for " + string(f))
}

func callKey(session, id string) string { return session + "\x00" + id }

// put hands an item on.
func (r *reader) put(it Item) error {
	it.Time = r.at
	key := callKey(it.Session, it.ID)
	switch it.Kind {
	case Text:
		if it.Text == "" {
			return nil
		}
	case Call:
		r.open[key] = it.Tool
	case Result:
		it.Format = r.stats.Format
		if _, ok := r.open[key]; !ok {
			r.stats.Orphans++
		}
		delete(r.open, key)
	}
	return r.emit(&it)
}

// assistant puts the output of the model, of which it has the session, the message and the model: texts, thoughts, and
// calls, as Claude Code and pi write them.
func (r *reader) assistant(content jsontext.Value, it Item) error {
	for _, b := range blocksOf(content) {
		it.Kind, it.Role, it.Text, it.ID, it.Tool, it.Args = Text, Assistant, "", "", "", nil
		switch b.Type {
		case "text":
			it.Text = stringOf(b.Text)
		case "thinking":
			it.Text = b.Thinking
		case "redacted_thinking":
			continue
		case "tool_use":
			it.Kind, it.ID, it.Tool, it.Args = Call, b.ID, b.Name, argsOf(b.Input)
		case "toolCall":
			it.Kind, it.ID, it.Tool, it.Args = Call, b.ID, b.Name, argsOf(b.Arguments)
		default:
			r.stats.unknown("assistant/" + b.Type)
			continue
		}
		if err := r.put(it); err != nil {
			return err
		}
	}
	return nil
}

// bad counts a record that can't be read, unless the error is that of the one who takes the items, or of the source.
func (r *reader) bad(where string, err error) error {
	var syntax *jsontext.SyntacticError
	var semantic *json.SemanticError
	if errors.As(err, &syntax) || errors.As(err, &semantic) {
		r.stats.Bad++
		r.stats.problem("%s: %v", where, reason(err))
		return nil
	}
	return err
}

// reason returns an error without quotes of the record.
func reason(err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return fmt.Errorf("no JSON after %d bytes", syntax.ByteOffset)
	}
	return errors.New("a member has another type than expected")
}
