package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// keptBuffer is the largest buffer, in bytes, that is used again for the next line: one large line doesn't cost its
// memory for the rest of the file.
const keptBuffer = 4 << 20

// lines reads a record a line. A line that can't be read costs itself and nothing else.
func (r *reader) lines(b *bufio.Reader) error {
	var buf []byte
	for n := 1; ; n++ {
		line, size, ended, err := nextLine(b, buf[:0])
		if err != nil {
			return err
		}
		buf = line
		where := fmt.Sprintf("line %d", n)
		if size > maxRecord {
			r.stats.Records++
			r.stats.TooLarge++
			r.stats.problem("%s: %d bytes, more than %d", where, size, maxRecord)
		} else if err := r.line(line, where, ended); err != nil {
			return err
		}
		if !ended {
			return nil
		}
		if cap(buf) > keptBuffer {
			buf = nil
		}
	}
}

// line reads one line. ended means that a line feed ends it: without one, broken JSON is half a record.
func (r *reader) line(line []byte, where string, ended bool) error {
	text := bytes.TrimPrefix(bytes.TrimSpace(line), []byte("\ufeff"))
	switch {
	case len(text) == 0:
	case !isJSON(text):
		r.stats.Records++
		if !ended {
			r.stats.Half = true
			return nil
		}
		r.stats.Bad++
		r.stats.problem("%s: no JSON", where)
	case text[0] != '{':
		r.stats.Records++
		r.stats.unknown("value")
	default:
		if err := r.one(text); err != nil {
			return r.bad(where, err)
		}
	}
	return nil
}

// isJSON reports whether a text is one JSON value, as tolerantly as it is read.
func isJSON(text []byte) bool {
	return jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// nextLine reads a line into buf. Of a line of more than [maxRecord] bytes, it keeps the size alone. ended is false at
// the end of the file: that line, which may be empty, has no line feed.
func nextLine(b *bufio.Reader, buf []byte) (line []byte, size int, ended bool, err error) {
	for {
		part, err := b.ReadSlice('\n')
		size += len(part)
		if size <= maxRecord {
			buf = append(buf, part...)
		} else {
			buf = buf[:0]
		}
		switch {
		case err == nil:
			return buf, size, true, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			return buf, size, false, nil
		default:
			return buf, size, false, err
		}
	}
}
