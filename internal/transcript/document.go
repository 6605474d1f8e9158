package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// errTooLarge says that a value in a document has more than [MaxRecord] bytes.
var errTooLarge = errors.New("a value is too large")

// metered stops a decoder from gathering a value of any size.
type metered struct {
	in    io.Reader
	read  int64
	limit int64 // of read
}

func (m *metered) Read(p []byte) (int, error) {
	if m.read >= m.limit {
		return 0, errTooLarge
	}
	n, err := m.in.Read(p[:min(int64(len(p)), m.limit-m.read)])
	m.read += int64(n)
	return n, err
}

// documentDecoder is a decoder whose values are bounded.
type documentDecoder struct {
	*jsontext.Decoder
	m *metered
}

func newDocumentDecoder(in io.Reader) *documentDecoder {
	m := &metered{in: in}
	return &documentDecoder{jsontext.NewDecoder(m, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)), m}
}

// room allows for one more value.
func (d *documentDecoder) room() { d.m.limit = max(d.m.read, d.InputOffset()) + MaxRecord }

// value reads a value and keeps it.
func (d *documentDecoder) value() (jsontext.Value, error) {
	d.room()
	v, err := d.ReadValue()
	return bytes.Clone(v), err
}

// documents reads JSON values of any layout, one after the other: objects, or arrays of records. What is broken ends it,
// since nothing tells where the next one starts.
func (r *reader) documents(in io.Reader) error {
	d := newDocumentDecoder(in)
	for first := true; ; first = false {
		d.room()
		kind := d.PeekKind()
		var err error
		switch kind {
		case '[':
			err = r.array(d, "", nil)
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
		r.stats.problem("after %d bytes: a value of more than %d bytes; the rest isn't read", d.InputOffset(), MaxRecord)
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
			if streamed != "" && key != "subagent_trajectories" { // a trajectory is stored twice, as steps and as history
				if err := d.SkipValue(); err != nil {
					return err
				}
				continue
			}
			n := r.stats.Records
			if err := r.array(d, key, closed(members)); err != nil {
				return err
			}
			if r.stats.Records > n && key != "subagent_trajectories" {
				streamed = key
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
		r.docs++
		return nil
	}
	var f face
	if err := json.Unmarshal(closed(members), &f, tolerant...); err != nil {
		return r.bad(fmt.Sprintf("after %d bytes", d.InputOffset()), err)
	}
	if f.document() { // its array is empty
		r.stats.Records++
		return nil
	}
	return r.broken(d, r.one(closed(members)))
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

func holdsRecords(key string) bool {
	switch key {
	case "history", "trajectory", "steps", "messages", "subagent_trajectories":
		return true
	}
	return false
}

// array streams the records in an array, which is a member of an object, or stands for itself with the key "".
func (r *reader) array(d *documentDecoder, key string, members jsontext.Value) error {
	d.room()
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	var dec decoder
	for {
		d.room()
		if d.PeekKind() == ']' {
			_, err := d.ReadToken()
			return err
		}
		v, err := d.value()
		if err != nil {
			return err
		}
		switch {
		case key == "":
			err = r.one(v)
		case key == "subagent_trajectories":
			err = r.document(bytes.NewReader(v))
		default:
			err = r.element(&dec, key, members, v)
		}
		if err := r.broken(d, err); err != nil {
			return err
		}
	}
}

// element reads one record of a document; the first of a known kind decides what document it is.
func (r *reader) element(dec *decoder, key string, members, v jsontext.Value) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	r.stats.Records++
	if *dec == nil {
		format, err := formatOfElement(key, v)
		if err != nil {
			return err
		}
		if format == "" {
			r.stats.unknown(key + " element")
			return nil
		}
		h := head{}
		if err := json.Unmarshal(members, &h, tolerant...); err != nil {
			h = head{}
		}
		h.Steps = key
		session := r.name
		if r.docs > 0 {
			session = fmt.Sprintf("%s#%d", r.name, r.docs+1)
		}
		if r.stats.Format == "" {
			r.stats.Format = format
		}
		*dec = r.decoder(format, session, &h)
	}
	return (*dec).record(v)
}

func formatOfElement(key string, v jsontext.Value) (Format, error) {
	if v.Kind() == '[' && key == "history" {
		return OpenHands, nil // pairs of an action and what was observed
	}
	if v.Kind() != '{' {
		return "", nil
	}
	var f face
	if err := json.Unmarshal(v, &f, tolerant...); err != nil {
		return "", err
	}
	switch key {
	case "steps":
		if len(f.StepID) > 0 || len(f.Source) > 0 {
			return ATIF, nil
		}
	case "messages":
		if len(f.Info) > 0 && f.Parts.Kind() == '[' {
			return OpenCode, nil
		}
	case "trajectory":
		if len(f.Action) > 0 || len(f.Observed) > 0 {
			return SWEAgent, nil
		}
	case "history":
		if len(f.Role) > 0 {
			return SWEAgent, nil
		}
		if len(f.Action) > 0 || len(f.Observed) > 0 || openHandsKinds[stringOf(f.Kind)] {
			return OpenHands, nil
		}
	}
	return "", nil
}
