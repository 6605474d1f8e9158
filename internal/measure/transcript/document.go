package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// documents reads JSON values of any layout, one after the other: objects, or arrays of records. What is broken ends
// it, since nothing marks where the next one starts.
func (r *reader) documents(in io.Reader) error {
	d := newDocumentDecoder(in)
	for first := true; ; first = false {
		d.room()
		kind := d.PeekKind()
		var err error
		switch kind {
		case '[':
			_, err = r.array(d, "", nil)
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

// ended says why a document ended early. It is no error unless the file never was a transcript.
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

// object reads an object: members that hold records are streamed, others kept until it is known what they belong to.
func (r *reader) object(d *documentDecoder) error {
	d.room()
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	members := []byte{'{'} // what isn't streamed, as an object
	streamed := ""
	for d.PeekKind() == '"' {
		d.room()
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		key := name.String()
		if holdsRecords(key) && d.PeekKind() == '[' {
			if streamed, err = r.member(d, key, streamed, closed(members)); err != nil {
				return err
			}
			continue
		}
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
	d.room()
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	if streamed != "" {
		session := r.name
		if r.docs > 0 {
			session = fmt.Sprintf("%s#%d", r.name, r.docs+1)
		}
		r.docs++
		return r.documentBilled(session, closed(members))
	}
	return r.single(d, closed(members))
}

// subagents is the member that holds other documents.
const subagents = "subagent_trajectories"

// member reads an array of records that is a member of an object. streamed is the member whose records were read
// before, "" for none: a trajectory is stored twice, as steps and as history, and the second is skipped. It returns the
// member whose records have been read now.
func (r *reader) member(d *documentDecoder, key, streamed string, members jsontext.Value) (string, error) {
	if streamed != "" && key != subagents {
		return streamed, d.SkipValue()
	}
	known, err := r.array(d, key, members)
	if err != nil {
		return "", err
	}
	if known && key != subagents {
		return key, nil
	}
	return streamed, nil
}

// single reads an object without an array of records: it is a record itself, or a document whose array is empty.
func (r *reader) single(d *documentDecoder, v jsontext.Value) error {
	var f face
	if err := json.Unmarshal(v, &f, tolerant...); err != nil {
		return r.bad(fmt.Sprintf("after %d bytes", d.InputOffset()), err)
	}
	if f.document() {
		r.stats.Records++
		return nil
	}
	return r.broken(d, r.one(v))
}

// closed is the object so far.
func closed(members []byte) jsontext.Value { return append(bytes.Clone(members), '}') }

// broken counts a record that can't be read.
func (r *reader) broken(d *documentDecoder, err error) error {
	if err == nil {
		return nil
	}
	return r.bad(fmt.Sprintf("after %d bytes", d.InputOffset()), err)
}

// holdsRecords reports whether the member of a document is an array of records.
func holdsRecords(key string) bool {
	switch key {
	case "history", "trajectory", "steps", "messages", subagents:
		return true
	}
	return false
}

// array streams the records in an array, which is a member of an object, or with the key "" a whole document.
// known says that a member's records were of a format.
func (r *reader) array(d *documentDecoder, key string, members jsontext.Value) (known bool, err error) {
	d.room()
	if _, err := d.ReadToken(); err != nil {
		return false, err
	}
	var dec decoder
	for {
		d.room()
		if d.PeekKind() == ']' {
			_, err := d.ReadToken()
			return dec != nil, err
		}
		v, err := d.value()
		if err != nil {
			return dec != nil, err
		}
		switch {
		case key == "":
			err = r.one(v)
		case key == subagents:
			err = r.document(bytes.NewReader(v))
		default:
			err = r.element(&dec, key, members, v)
		}
		if err := r.broken(d, err); err != nil {
			return dec != nil, err
		}
	}
}
