package tool

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

const editDescription = "Replaces a text in a file by another one. The old text must stand in the file exactly once, " +
	"unless replace_all is set. Line ends, a byte order mark and the file's mode stay as they are."

func editHints() hints {
	return hints{
		"path":        {Description: "the file, relative to the root"},
		"old_string":  {Description: "the text to replace, exactly as in the file"},
		"new_string":  {Description: "the text in its place"},
		"replace_all": {Description: "replace every occurrence"},
	}
}

// editArgs are the arguments of edit.
type editArgs struct {
	Path       string `json:"path"`
	OldString  string `json:"old_string"`
	NewString  string `json:"new_string"`
	ReplaceAll bool   `json:"replace_all,omitzero"`
}

// edit replaces a text in a file. The text has to be there exactly once, so that a model that remembers a file wrongly
// changes nothing; the error names the lines of all matches or near matches.
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
	content, places, err := replaceText(old, a)
	if err != nil {
		return result.ToolResult{}, err
	}
	if ctx.Err() != nil {
		return s.stopped(ctx, c, summarize.Request{}, nil)
	}
	if err := s.files.replace(name, content, mode); err != nil {
		return result.ToolResult{}, badInput("%s: %w", a.Path, reason(err))
	}
	ch := change{name: s.files.shown(name), old: old, new: content, existed: true, exists: true, mode: mode}
	n := lengths{places * utf8.RuneCountInString(a.OldString), places * utf8.RuneCountInString(a.NewString)}
	return s.changed(ctx, c, []change{ch}, &n)
}

// mark is the byte order mark that a file may begin with.
const mark = "\uFEFF"

// replaceText returns a file's content with the old text replaced, and in how many places. In a file with "\r\n" the
// model's "\n" matches either.
func replaceText(content string, a editArgs) (replaced string, places int, err error) {
	body, bom := strings.CutPrefix(content, mark)
	old, new := strings.TrimPrefix(a.OldString, mark), strings.TrimPrefix(a.NewString, mark)
	var ends *lineEnds
	if strings.Contains(body, "\r\n") {
		ends = newLineEnds(body)
		body = ends.text
	}
	if ends != nil || !strings.Contains(body, old) {
		old, new = strings.ReplaceAll(old, "\r\n", "\n"), strings.ReplaceAll(new, "\r\n", "\n")
	}
	if old == "" {
		return "", 0, badInput("old_string is empty: write makes and replaces whole files")
	}
	found := occurrences(body, old, a.ReplaceAll)
	switch {
	case len(found) == 0:
		return "", 0, badInput("0 matches of old_string in %s: want exactly one%s", a.Path, almost(body, old))
	case len(found) > 1 && !a.ReplaceAll:
		return "", 0, badInput("%d matches of old_string in %s, at %s: want exactly one, or replace_all",
			len(found), a.Path, lineList(lineNumbers(body, found)))
	}
	var b strings.Builder
	if bom {
		b.WriteString(mark)
	}
	at := 0
	for _, p := range found {
		b.WriteString(ends.restore(body, at, p))
		b.WriteString(ends.fit(new, p, p+len(old)))
		at = p + len(old)
	}
	b.WriteString(ends.restore(body, at, len(body)))
	return b.String(), len(found), nil
}

// occurrences returns the places at which a body has a text. Those that overlap count only if not all are to be
// replaced: "aa" is in "aaa" twice, but is replaced once.
func occurrences(body, text string, all bool) (places []int) {
	step := 1
	if all {
		step = len(text)
	}
	for at := 0; ; {
		i := strings.Index(body[at:], text)
		if i < 0 {
			return places
		}
		places = append(places, at+i)
		at += i + step
	}
}

// lineNumbers returns the numbers of the lines at some places, which rise.
func lineNumbers(body string, places []int) []int {
	numbers := make([]int, len(places))
	n, at := 1, 0
	for i, p := range places {
		n += strings.Count(body[at:p], "\n")
		numbers[i], at = n, p
	}
	return numbers
}

// almost returns the end of an error: the lines at which a body has the text but for white space, "" if there are
// none.
func almost(body, text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	want := strings.Split(strings.Trim(text, "\n"), "\n")
	lines := strings.Split(body, "\n")
	for i := range len(lines) - len(want) + 1 {
		if slices.EqualFunc(lines[i:i+len(want)], want, sameWords) {
			return fmt.Sprintf("; line %d is the same but for white space", i+1)
		}
	}
	return ""
}
