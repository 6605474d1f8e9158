package tool

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"unicode/utf8"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

const writeDescription = "Writes a file: makes it, with the folders above it, or replaces what it held."

func writeHints() hints {
	return hints{
		"path":    {Description: "the file, relative to the root"},
		"content": {Description: "all that it holds afterwards, byte for byte"},
	}
}

// writeArgs are the arguments of write.
type writeArgs struct {
	Path    string  `json:"path"`
	Content *string `json:"content"` // nil is absent
}

// write writes a file whole. A file that holds the content already isn't touched, and the result reports that;
// otherwise it is the change as a diff.
func (s *Set) write(ctx context.Context, c call, a writeArgs) (result.ToolResult, error) {
	if a.Content == nil {
		return result.ToolResult{}, badInput("no content: want all that the file holds afterwards; \"\" empties it")
	}
	s.changing.Lock()
	defer s.changing.Unlock()
	name, err := s.files.name(a.Path)
	if err != nil {
		return result.ToolResult{}, err
	}
	ch, equal, err := s.planWrite(a.Path, name, *a.Content)
	if err != nil {
		return result.ToolResult{}, err
	}
	if ctx.Err() != nil {
		return s.stopped(ctx, c, summarize.Request{}, nil)
	}
	if equal {
		return s.answer(ctx, c, &summarize.Request{Path: ch.name}, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "%s holds this already: nothing was changed\n", ch.name)
			return err
		})
	}
	if err := s.files.replace(name, *a.Content, newMode); err != nil {
		return result.ToolResult{}, badInput("%s: %w", a.Path, reason(err))
	}
	n := lengths{utf8.RuneCountInString(ch.old), utf8.RuneCountInString(ch.new)}
	return s.changed(ctx, c, []change{ch}, &n)
}

// planWrite returns the change that a write makes, and whether the file holds the content already. A file that is too
// large to be compared counts as empty.
func (s *Set) planWrite(path, name, content string) (ch change, equal bool, err error) {
	ch = change{name: s.files.shown(name), new: content, exists: true}
	st, err := s.files.at.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ch, false, nil
	case err != nil:
		return ch, false, badInput("%s: %w", path, reason(err))
	case !st.Mode().IsRegular():
		return ch, false, badInput("%s is %s, not a file", path, modeName(st.Mode()))
	}
	ch.existed, ch.mode = true, st.Mode()
	if ch.unread = st.Size() > maxEdit; ch.unread {
		return ch, false, nil
	}
	ch.old, _, _, err = s.files.readAll(path)
	return ch, err == nil && ch.old == ch.new, err
}
