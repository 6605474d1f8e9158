package tool

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/diff"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

const editDescription = "Replaces a text in a file by another one. The old text must stand in the file exactly once, unless replace_all is set. Line ends, a byte order mark and the file's mode stay as they are."

var editHints = hints{
	"path":        {Description: "the file, relative to the root"},
	"old_string":  {Description: "the text to replace, exactly as it stands there"},
	"new_string":  {Description: "what stands there afterwards"},
	"replace_all": {Description: "replace it wherever it stands"},
}

type editArgs struct {
	Path       string `json:"path"`
	OldString  string `json:"old_string"`
	NewString  string `json:"new_string"`
	ReplaceAll bool   `json:"replace_all,omitzero"`
}

func (s *Set) edit(ctx context.Context, c call, a editArgs) (result.ToolResult, error) {
	switch {
	case a.OldString == "":
		return result.ToolResult{}, badInput("old_string is empty: write makes and replaces whole files")
	case a.OldString == a.NewString:
		return result.ToolResult{}, badInput("old_string and new_string are the same")
	}
	s.changing.Lock()
	defer s.changing.Unlock()
	old, name, mode, err := s.files.readAll(a.Path)
	if err != nil {
		return result.ToolResult{}, err
	}
	content, err := replaceText(old, a)
	if err != nil {
		return result.ToolResult{}, err
	}
	if ctx.Err() != nil {
		return s.stopped(ctx, c, summarize.Request{}, nil)
	}
	if err := s.files.replace(name, content, mode); err != nil {
		return result.ToolResult{}, badInput("%s: %w", a.Path, reason(err))
	}
	return s.changed(ctx, c, []change{{name: s.files.shown(name), old: old, new: content, existed: true, exists: true}})
}

const mark = "\uFEFF"

// replaceText replaces what was asked for. In a file with "\r\n" the model's "\n" stands for either.
func replaceText(content string, a editArgs) (string, error) {
	body, bom := strings.CutPrefix(content, mark)
	a.OldString, a.NewString = strings.TrimPrefix(a.OldString, mark), strings.TrimPrefix(a.NewString, mark)
	old := a.OldString
	var ends *lineEnds
	if strings.Contains(body, "\r\n") {
		ends = newLineEnds(body)
		body, old = ends.text, strings.ReplaceAll(old, "\r\n", "\n")
		a.NewString = strings.ReplaceAll(a.NewString, "\r\n", "\n")
	} else if !strings.Contains(body, old) {
		old = strings.ReplaceAll(old, "\r\n", "\n")
		a.NewString = strings.ReplaceAll(a.NewString, "\r\n", "\n")
	}
	if old == "" {
		return "", badInput("old_string is empty: write makes and replaces whole files")
	}
	places := occurrences(body, old, a.ReplaceAll)
	switch {
	case len(places) == 0:
		return "", badInput("0 matches of old_string in %s: want exactly one%s", a.Path, almost(body, old))
	case len(places) > 1 && !a.ReplaceAll:
		return "", badInput("%d matches of old_string in %s, at %s: want exactly one, or replace_all", len(places), a.Path, lineNumbers(body, places))
	}
	var b strings.Builder
	if bom {
		b.WriteString(mark)
	}
	at := 0
	for _, p := range places {
		b.WriteString(ends.restore(body, at, p))
		b.WriteString(ends.give(a.NewString, p, p+len(old)))
		at = p + len(old)
	}
	b.WriteString(ends.restore(body, at, len(body)))
	return b.String(), nil
}

// occurrences are the places of a text; those that overlap count only where all are to be replaced.
func occurrences(body, old string, all bool) (places []int) {
	for at := 0; ; {
		i := strings.Index(body[at:], old)
		if i < 0 {
			return places
		}
		places = append(places, at+i)
		if at += i + 1; all {
			at += len(old) - 1
		}
	}
}

// lineNumbers names the lines of some places.
func lineNumbers(body string, places []int) string {
	const most = 5
	var names []string
	n, at := 1, 0
	for i, p := range places {
		if i == most {
			names = append(names, fmt.Sprintf("and %d more", len(places)-most))
			break
		}
		n += strings.Count(body[at:p], "\n")
		at = p
		names = append(names, strconv.Itoa(n))
	}
	if len(places) == 1 {
		return "line " + names[0]
	}
	return "lines " + strings.Join(names, ", ")
}

// almost tells where the text stands but for white space, "" for nowhere.
func almost(body, old string) string {
	want := strings.Split(strings.Trim(old, "\n"), "\n")
	lines := strings.Split(body, "\n")
	for i := range len(lines) - len(want) + 1 {
		equal := true
		for j, w := range want {
			if strings.Join(strings.Fields(w), " ") != strings.Join(strings.Fields(lines[i+j]), " ") {
				equal = false
				break
			}
		}
		if equal && strings.TrimSpace(old) != "" {
			return fmt.Sprintf("; line %d is the same but for white space", i+1)
		}
	}
	return ""
}

// change is what became of a file.
type change struct {
	name            string // as it is shown
	from            string // its name before, if it was another
	old, new        string
	existed, exists bool
}

// changed is the answer of a tool that changes files: a unified diff.
func (s *Set) changed(ctx context.Context, c call, changes []change) (result.ToolResult, error) {
	req := summarize.Request{}
	var names []string
	for _, ch := range changes {
		names = append(names, ch.name)
	}
	if len(changes) == 1 {
		req.Path = changes[0].name
	}
	// What was done can't be undone by a context that ends now.
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

// diff is a change as git tells it.
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
