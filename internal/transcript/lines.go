package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// lines reads a record a line. A line that can't be read costs itself and nothing else.
func (r *reader) lines(b *bufio.Reader) error {
	var buf []byte
	for n := 1; ; n++ {
		line, size, ended, err := nextLine(b, buf[:0])
		if err != nil {
			return err
		}
		buf = line
		text := bytes.TrimPrefix(bytes.TrimSpace(line), []byte("\ufeff"))
		where := fmt.Sprintf("line %d", n)
		switch {
		case size > MaxRecord:
			r.stats.Records++
			r.stats.TooLarge++
			r.stats.problem("%s: %d bytes, more than %d", where, size, MaxRecord)
		case len(text) == 0:
		case !jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)):
			r.stats.Records++
			if !ended {
				r.stats.Half = true
				break
			}
			r.stats.Bad++
			r.stats.problem("%s: no JSON", where)
		case text[0] != '{' && text[0] != '[':
			r.stats.Records++
			r.stats.unknown("value")
		case text[0] == '[':
			if err := r.documents(bytes.NewReader(text)); err != nil {
				return err
			}
		default:
			if err := r.one(text); err != nil {
				if err := r.bad(where, err); err != nil {
					return err
				}
			}
		}
		if !ended {
			return nil
		}
		if cap(buf) > 4<<20 {
			buf = nil // one large line doesn't cost its memory for the rest of the file
		}
	}
}

// nextLine reads a line into buf. Of a line of more than [MaxRecord] bytes, it keeps the size alone. ended is false at
// the end of the file, where the line, which may be empty, has no line feed.
func nextLine(b *bufio.Reader, buf []byte) (line []byte, size int, ended bool, err error) {
	for {
		part, err := b.ReadSlice('\n')
		size += len(part)
		if size <= MaxRecord {
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
