package tool

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

const listDescription = "Lists what is in a folder, one path a line, relative to the root; folders end in a slash. Symbolic links aren't followed."

var listHints = hints{
	"path": {Description: "the folder, relative to the root; the root by default"},
	"depth": {
		Description: "how many levels: 1, the default, is the folder's own entries; 0 is all",
		Minimum:     atLeast(0),
	},
	"glob":   {Description: "only paths that fit, such as *.go or src/**/*_test.go"},
	"hidden": {Description: "also names that begin with a dot; what is in .git never"},
}

type listArgs struct {
	Path   string `json:"path,omitzero"`
	Depth  *int   `json:"depth,omitzero"`
	Glob   string `json:"glob,omitzero"`
	Hidden bool   `json:"hidden,omitzero"`
}

func (s *Set) list(ctx context.Context, c call, a listArgs) (result.ToolResult, error) {
	depth := 1
	if a.Depth != nil {
		depth = *a.Depth
	}
	if depth < 0 {
		return result.ToolResult{}, badInput("depth %d: want a number from 0", depth)
	}
	g, err := parseGlob(a.Glob)
	if err != nil {
		return result.ToolResult{}, err
	}
	if a.Path == "" {
		a.Path = "."
	}
	name, err := s.files.name(a.Path)
	if err != nil {
		return result.ToolResult{}, err
	}
	st, err := s.files.at.Stat(name)
	if err != nil {
		return result.ToolResult{}, badInput("%s: %w", a.Path, reason(err))
	}
	if !st.IsDir() {
		return result.ToolResult{}, badInput("%s is a file, not a folder: read it", a.Path)
	}
	return s.answer(ctx, c, summarize.Request{Path: s.files.shown(name)}, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		defer out.Flush()
		visit := func(e entry) bool {
			shown := s.files.shown(e.name)
			base := shown[strings.LastIndexByte(shown, '/')+1:]
			if !a.Hidden && base[0] == '.' {
				return false
			}
			if g.match(shown) {
				out.WriteString(shown + suffix(e) + "\n")
			}
			return (depth == 0 || e.depth < depth) && base != ".git"
		}
		return s.files.walk(ctx, name, 1, visit, func(name string, err error) {
			fmt.Fprintf(out, "%s: %v\n", s.files.shown(name), err)
		})
	})
}

func suffix(e entry) string {
	switch {
	case e.mode.IsDir():
		return "/"
	case e.mode&fs.ModeSymlink != 0:
		return " -> " + e.to
	}
	return ""
}
