package tool

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

const writeDescription = "Writes a file: makes it, with the folders above it, or replaces what it held."

var writeHints = hints{
	"path":    {Description: "the file, relative to the root"},
	"content": {Description: "all that it holds afterwards, byte for byte"},
}

type writeArgs struct {
	Path    string  `json:"path"`
	Content *string `json:"content"`
}

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
	large := false
	ch := change{name: s.files.shown(name), new: *a.Content, exists: true}
	switch st, err := s.files.at.Stat(name); {
	case err == nil && !st.Mode().IsRegular():
		return result.ToolResult{}, badInput("%s is %s, not a file", a.Path, modeName(st.Mode()))
	case err == nil && st.Size() > maxEdit: // it is replaced, but not compared
		ch.existed, large = true, true
	case err == nil:
		ch.existed = true
		if ch.old, _, _, err = s.files.readAll(a.Path); err != nil {
			return result.ToolResult{}, err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return result.ToolResult{}, badInput("%s: %w", a.Path, reason(err))
	}
	if ctx.Err() != nil {
		return s.stopped(ctx, c, summarize.Request{}, nil)
	}
	if ch.existed && !large && ch.old == ch.new {
		return s.answer(ctx, c, summarize.Request{Path: ch.name}, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "%s holds this already: nothing was changed\n", ch.name)
			return err
		})
	}
	if err := s.files.replace(name, *a.Content, newMode); err != nil {
		return result.ToolResult{}, badInput("%s: %w", a.Path, reason(err))
	}
	return s.changed(ctx, c, []change{ch})
}
