package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// documents reads JSON values of any layout, one after the other: objects, or arrays of records. A broken value ends
// it, since nothing marks the start of the next one.
func (r *reader) documents(in io.Reader) error {
	d := newDocumentDecoder(in)
	for first := true; ; first = false {
		d.allowOne()
		kind := d.PeekKind()
		var err error
		switch kind {
		case '[':
			err = r.array(d, nil)
		case '{':
			err = r.object(d)
		default:
			_, err = d.ReadToken()
			if errors.Is(err, io.EOF) && !first {
				return nil
			}
			if err == nil {
				r.stats.Records++
				r.stats.unknown("value")
			}
		}
		if err == nil {
			continue
		}
		return r.ended(d, err)
	}
}

// document reads one document that is whole.
func (r *reader) document(in io.Reader) error {
	return r.object(newDocumentDecoder(in))
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

// messages is the member of an export that holds its records.
const messages = "messages"

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
		if name.String() == messages && d.PeekKind() == '[' {
			streamed = true
			if err := r.array(d, closed(members)); err != nil {
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
		r.docs++
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

// array streams the records in an array. members are the other members of an export whose messages these are; nil means
// that the array is the whole document.
func (r *reader) array(d *documentDecoder, members jsontext.Value) error {
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
		if members == nil {
			err = r.one(v)
		} else {
			err = r.message(&dec, members, v)
		}
		if err := r.broken(d, err); err != nil {
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
		session := r.name
		if r.docs > 0 {
			session = fmt.Sprintf("%s#%d", r.name, r.docs+1)
		}
		if r.stats.Format == "" {
			r.stats.Format = OpenCode
		}
		*dec = newOpenCode(r, session, &h)
	}
	return (*dec).record(v)
}
