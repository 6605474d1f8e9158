package ledger

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/toktee/toktee/internal/text/clean"
)

// Limits of the index for one output.
const (
	chunkSize   = 4 << 10  // bytes of lines that are found together, or one line more
	maxIndexed  = 32 << 20 // bytes of an output
	maxKey      = 16 << 10 // bytes of a chunk that is longer so that it has all of a private key
	maxLine     = 64 << 10 // bytes of a line
	binaryAhead = 8 << 10  // bytes in which a zero makes an output binary
)

// chunks reads an output in chunks of whole lines.
type chunks struct {
	br   *bufio.Reader
	left int64 // bytes that may still be read
	read int64 // bytes that were
	line int   // the number of the next one
	raw  []byte
	mask func([]byte) []byte
}

func newChunks(r io.Reader, mask func([]byte) []byte) *chunks {
	return &chunks{br: bufio.NewReaderSize(clean.LineFeeds(r), 64<<10), left: maxIndexed, line: 1, mask: mask}
}

// binary reports whether the output is no text. It is called before all else.
func (c *chunks) binary() bool {
	head, _ := c.br.Peek(binaryAhead)
	return bytes.IndexByte(head, 0) >= 0
}

// next returns the next chunk: its first line, the number of lines, and their clean text with secrets masked. After the
// last one, it returns io.EOF.
func (c *chunks) next() (first, lines int, text []byte, err error) {
	c.raw = c.raw[:0]
	first = c.line
	for err == nil && (len(c.raw) < chunkSize || c.inKey()) && c.left > 0 {
		var n int
		if n, err = c.appendLine(); n > 0 {
			c.line++
			c.left -= int64(n)
		}
	}
	if err != nil && err != io.EOF || c.line == first {
		if err == nil {
			err = io.EOF
		}
		return first, 0, nil, err
	}
	return first, c.line - first, c.text(), nil
}

// inKey reports whether the chunk would end within a private key, whose lines are known as such by the first one alone.
func (c *chunks) inKey() bool {
	if len(c.raw) > maxKey {
		return false
	}
	begin := bytes.LastIndex(c.raw, []byte("-----BEGIN "))
	return begin >= 0 && !bytes.Contains(c.raw[begin:], []byte("-----END "))
}

// exactly is the text of some lines, as next gave it. Lines before them are passed over.
func (c *chunks) exactly(first, lines int) ([]byte, error) {
	for c.line < first+lines {
		if c.line <= first {
			c.raw = c.raw[:0]
		}
		n, err := c.appendLine()
		if n == 0 {
			return nil, errors.Join(err, io.ErrUnexpectedEOF)
		}
		c.line++
	}
	return c.text(), nil
}

// appendLine adds the next line to the raw text, as far as it is indexed, and returns how long it is.
func (c *chunks) appendLine() (n int, err error) {
	start := len(c.raw)
	for {
		part, err := c.br.ReadSlice('\n')
		n += len(part)
		c.read += int64(len(part))
		if room := maxLine - (len(c.raw) - start); room > 0 {
			c.raw = append(c.raw, part[:min(room, len(part))]...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if n > maxLine && err == nil {
			c.raw = append(c.raw, '\n')
		}
		if n > 0 && err == io.EOF {
			err = nil
		}
		return n, err
	}
}

// text is the clean text of the raw lines.
func (c *chunks) text() []byte {
	text := clean.Bytes(c.raw)
	if c.mask == nil {
		return text
	}
	masked := c.mask(text)
	if bytes.Count(masked, []byte{'\n'}) != bytes.Count(text, []byte{'\n'}) {
		return nil // rather nothing is found than a secret
	}
	return masked
}
