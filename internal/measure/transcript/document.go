package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// document reads a file that is one object of any layout. Whatever follows it isn't read.
func (r *reader) document(in io.Reader) error {
	d := newDocumentDecoder(in)
	err := r.object(d)
	if err != nil {
		return r.ended(d, err)
	}
	d.allowOne()
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		r.stats.Bad++
		r.stats.problem("after %d bytes: more than one document; the rest isn't read", d.InputOffset())
	}
	return nil
}

// ended returns the reason for which a document ended early. It is no error unless the file never was a transcript.
func (r *reader) ended(d *documentDecoder, err error) error {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, errTooLarge):
		r.stats.TooLarge++
		r.stats.problem("after %d bytes: a value of more than %d bytes; the rest isn't read", d.InputOffset(),
			maxRecord)
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		r.stats.Half = true
		return nil
	case errors.As(err, &syntax):
		if r.stats.Format == "" {
			return ErrNotTranscript
		}
		r.stats.Bad++
		r.stats.problem("after %d bytes: no JSON; the rest isn't read", syntax.ByteOffset)
		return nil
	}
	return err
}

// object reads an object. It streams the messages of an export and keeps the other members until their record is known.
func (r *reader) object(d *documentDecoder) error {
	d.allowOne()
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	members := []byte{'{'} // all but the messages, as an object
	streamed := false
	for d.PeekKind() == '"' {
		d.allowOne()
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		if name.String() == "messages" && d.PeekKind() == '[' {
			streamed = true
			if err := r.messages(d, closed(members)); err != nil {
				return err
			}
			continue
		}
		key := name.String()
		v, err := d.value()
		if err != nil {
			return err
		}
		if len(members) > 1 {
			members = append(members, ',')
		}
		members, _ = jsontext.AppendQuote(members, key)
		members = append(append(members, ':'), v...)
	}
	d.allowOne()
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	if streamed {
		return nil
	}
	return r.broken(d, r.one(closed(members)))
}

// closed returns the object so far.
func closed(members []byte) jsontext.Value { return append(bytes.Clone(members), '}') }

// broken counts a record that can't be read.
func (r *reader) broken(d *documentDecoder, err error) error {
	if err == nil {
		return nil
	}
	return r.bad(fmt.Sprintf("after %d bytes", d.InputOffset()), err)
}

// messages streams the messages of an export. members are the members before them.
func (r *reader) messages(d *documentDecoder, members jsontext.Value) error {
	d.allowOne()
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	var dec decoder
	for {
		d.allowOne()
		if d.PeekKind() == ']' {
			_, err := d.ReadToken()
			return err
		}
		v, err := d.value()
		if err != nil {
			return err
		}
		if err := r.broken(d, r.message(&dec, members, v)); err != nil {
			return err
		}
	}
}

// message reads one message of an export. The first one makes the decoder.
func (r *reader) message(dec *decoder, members, v jsontext.Value) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	r.stats.Records++
	var f face
	if v.Kind() == '{' {
		if err := json.Unmarshal(v, &f, tolerant...); err != nil && *dec == nil {
			return err
		}
	}
	r.clock(&f)
	if *dec == nil {
		if !f.isOpenCodeMessage() {
			r.stats.unknown("message")
			return nil
		}
		var h head
		if json.Unmarshal(members, &h, tolerant...) != nil {
			h = head{}
		}
		if r.stats.Format == "" {
			r.stats.Format = OpenCode
		}
		*dec = newOpenCode(r, r.name, &h)
	}
	return (*dec).record(v)
}
