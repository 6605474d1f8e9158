package tool

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

const readDescription = "Reads a file, or some of its lines."

func readHints() hints {
	return hints{
		"path":   {Description: "the file, relative to the root"},
		"offset": {Description: "the first line, counted from 1", Minimum: atLeast(1)},
		"limit":  {Description: "how many lines", Minimum: atLeast(1)},
		"intent": {Description: "what you are after: in a long file, what has to do with it comes first"},
	}
}

// readArgs are the arguments of read. An offset or a limit of 0 is none.
type readArgs struct {
	Path   string `json:"path"`
	Offset int    `json:"offset,omitzero"`
	Limit  int    `json:"limit,omitzero"`
	Intent string `json:"intent,omitzero"`
}

// read reads a text file, or some of its lines. A file with a zero byte in its first 8 KiB isn't text, and is refused
// rather than shown.
func (s *Set) read(ctx context.Context, c call, a readArgs) (result.ToolResult, error) {
	if a.Offset < 0 || a.Limit < 0 {
		return result.ToolResult{}, badInput("offset %d, limit %d: want numbers from 1, or 0 for none",
			a.Offset, a.Limit)
	}
	f, name, err := s.files.openFile(a.Path)
	if err != nil {
		return result.ToolResult{}, err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 64<<10)
	if head, err := in.Peek(8 << 10); err == nil || errors.Is(err, io.EOF) {
		if i := bytes.IndexByte(head, 0); i >= 0 {
			st, _ := f.Stat()
			return result.ToolResult{}, badInput("%s is not a text file: byte %d of %d is zero", a.Path, i+1, st.Size())
		}
	}
	req := summarize.Request{Path: s.files.shown(name), Offset: a.Offset, Limit: a.Limit, Intent: a.Intent}
	r, err := s.answer(ctx, c, &req, func(w io.Writer) error {
		if err := copyLines(ctx, w, in, a); err != nil {
			return err
		}
		_, err := in.Peek(1)
		req.AtEnd = errors.Is(err, io.EOF)
		return nil
	})
	if err == nil && !r.Failed() {
		r = r.WithFiles(s.files.shown(name))
	}
	return r, err
}

// copyLines copies the lines that were asked for. It reads no further, and looks at the context once a MiB.
func copyLines(ctx context.Context, w io.Writer, in *bufio.Reader, a readArgs) error {
	line, complete := 1, true // the number of the line that comes next, or of the one of which a part was read
	first := max(a.Offset, 1)
	for unchecked := 0; a.Limit == 0 || line-first < a.Limit; {
		b, err := in.ReadSlice('\n')
		if line >= first {
			if _, err := w.Write(b); err != nil {
				return err
			}
		}
		if len(b) > 0 {
			if complete = b[len(b)-1] == '\n'; complete {
				line++
			}
		}
		if unchecked += len(b); unchecked > 1<<20 {
			unchecked = 0
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
		}
		switch {
		case err == nil, errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF):
			if complete {
				line--
			}
			return checkOffset(a, line)
		default:
			return fmt.Errorf("%s: %w", a.Path, reason(err))
		}
	}
	return nil
}

// checkOffset returns an error if a file of some lines has none at the offset. An empty file may be read from line 1.
func checkOffset(a readArgs, lines int) error {
	if a.Offset > max(lines, 1) {
		return fmt.Errorf("offset %d: %s has %d lines", a.Offset, a.Path, lines)
	}
	return nil
}
