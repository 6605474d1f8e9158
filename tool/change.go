package tool

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/toktee/toktee/internal/diff"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A change is what became of a file.
type change struct {
	name            string // as the model and the person see it
	from            string // its name before, if it was another
	old, new        string
	existed, exists bool
}

// changed makes the result of a tool that has changed files: a unified diff, also if the context has ended meanwhile.
func (s *Set) changed(ctx context.Context, c call, changes []change) (result.ToolResult, error) {
	req := summarize.Request{}
	var names []string
	for _, ch := range changes {
		names = append(names, ch.name)
	}
	if len(changes) == 1 {
		req.Path = changes[0].name
	}
	r, err := s.answer(context.WithoutCancel(ctx), c, req, func(w io.Writer) error {
		for _, ch := range changes {
			if _, err := io.WriteString(w, ch.diff()); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		r = r.WithFiles(names...)
	}
	return r, err
}

// diff returns the change as git shows it:
//
//	diff --git a/old.txt b/new.txt
//	rename from old.txt
//	rename to new.txt
//	--- a/old.txt
//	+++ b/new.txt
//	@@ -1 +1 @@
//	...
func (ch change) diff() string {
	from := ch.name
	if ch.from != "" {
		from = ch.from
	}
	var b strings.Builder
	fmt.Fprintf(&b, "diff --git a/%s b/%s\n", from, ch.name)
	oldName, newName := "a/"+from, "b/"+ch.name
	switch {
	case !ch.existed:
		oldName = "/dev/null"
		b.WriteString("new file mode 100644\n")
	case !ch.exists:
		newName = "/dev/null"
		b.WriteString("deleted file mode 100644\n")
	case ch.from != "":
		fmt.Fprintf(&b, "rename from %s\nrename to %s\n", ch.from, ch.name)
	}
	x, y := diff.Lines(ch.old), diff.Lines(ch.new)
	text, _ := diff.Compare(x, y).Unified(oldName, newName, x, y)
	b.WriteString(text)
	return b.String()
}

// newMode is the mode of a new file, less what the process's mask takes off.
const newMode fs.FileMode = 0o666
