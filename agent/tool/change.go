package tool

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/toktee/toktee/internal/text/diff"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A change is what became of a file.
type change struct {
	name            string // as the model and the person see it
	from            string // its name before, if it was another
	old, new        string
	existed, exists bool
	mode            fs.FileMode // of the file
	unread          bool        // it was too large to be read, and old is ""
}

// changed makes the result of a tool that has changed files: a unified diff, also if the context has ended meanwhile.
// replaced is nil for a tool that doesn't replace one text by another.
func (s *Set) changed(ctx context.Context, c call, changes []change, replaced *lengths) (result.ToolResult, error) {
	req := summarize.Request{}
	var names []string
	var text strings.Builder
	scripts := make([]diff.Script, len(changes))
	all := 0
	for i, ch := range changes {
		names = append(names, ch.name)
		script, hunks := ch.diff(&text)
		scripts[i], all = script, all+hunks
	}
	if len(changes) == 1 {
		req.Path = changes[0].name
	}
	req.Details = detailsOf(changes, scripts, all, text.String(), replaced)
	r, err := s.answer(context.WithoutCancel(ctx), c, &req, func(w io.Writer) error {
		_, err := io.WriteString(w, text.String())
		return err
	})
	if err == nil {
		r = r.WithFiles(names...)
	}
	return r, err
}

// diff writes the change as git shows it:
//
//	diff --git a/old.txt b/new.txt
//	rename from old.txt
//	rename to new.txt
//	--- a/old.txt
//	+++ b/new.txt
//	@@ -1 +1 @@
//	...
func (ch *change) diff(b *strings.Builder) (s diff.Script, hunks int) {
	from := ch.name
	if ch.from != "" {
		from = ch.from
	}
	mode := "100644" // git knows two
	if ch.mode&0o100 != 0 {
		mode = "100755"
	}
	fmt.Fprintf(b, "diff --git a/%s b/%s\n", from, ch.name)
	oldName, newName := "a/"+from, "b/"+ch.name
	switch {
	case !ch.existed:
		oldName = "/dev/null"
		fmt.Fprintf(b, "new file mode %s\n", mode)
	case !ch.exists:
		newName = "/dev/null"
		fmt.Fprintf(b, "deleted file mode %s\n", mode)
	case ch.from != "":
		fmt.Fprintf(b, "rename from %s\nrename to %s\n", ch.from, ch.name)
	}
	x, y := diff.Lines(ch.old), diff.Lines(ch.new)
	s = diff.Compare(x, y)
	text, hunks := s.Unified(oldName, newName, x, y)
	b.WriteString(text)
	return s, hunks
}

// newMode is the mode of a new file, less the process's mask.
const newMode fs.FileMode = 0o666
