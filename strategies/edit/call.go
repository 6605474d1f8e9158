package edit

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/diff"
	"github.com/toktee/toktee/strategies"
)

// call is what an editing tool was asked to do, as far as its arguments say.
type call struct {
	path  string
	pairs []pair // texts and what replaces them
	all   bool   // every occurrence is replaced
	patch string // an apply_patch envelope or a diff
}

// pair is a text and the one that replaces it.
type pair struct {
	old, new string
	whole    bool // they are whole lines, or files
	over     bool // the old text is a file that isn't known
}

// maxText is the longest text that is compared.
const maxText = 1 << 20

// parseCall reads a tool's arguments in the spellings of the common agents.
func parseCall(in *strategies.Input) call {
	var c call
	if i := strings.Index(in.Command, "*** Begin Patch"); i >= 0 {
		c.patch = in.Command[i:]
		if j := strings.Index(c.patch, "*** End Patch"); j >= 0 {
			c.patch = c.patch[:j] + "*** End Patch\n"
		}
	}
	var m map[string]json.RawMessage
	if len(in.Args) == 0 {
		return c
	}
	if json.Unmarshal(in.Args, &m) != nil {
		var s string
		if json.Unmarshal(in.Args, &s) == nil && strings.Contains(s, "*** Begin Patch") {
			c.patch = s
		}
		return c
	}
	c.path, _ = text(
		m, "file_path", "filePath", "path", "target_file", "TargetFile", "filename", "notebook_path", "absolute_path",
	)
	for _, name := range [...]string{"replace_all", "replaceAll", "allow_multiple"} {
		c.all = c.all || string(m[name]) == "true"
	}
	if p, ok := text(m, "patch", "patchText", "input", "diff"); ok &&
		(strings.Contains(p, "*** Begin Patch") || looksLikeDiff(p)) {
		c.patch = p
		return c
	}
	var edits []map[string]json.RawMessage
	for _, name := range [...]string{"edits", "replacements"} {
		if json.Unmarshal(m[name], &edits) == nil && len(edits) > 0 {
			for _, e := range edits {
				if p, ok := replaced(e); ok {
					c.pairs = append(c.pairs, p)
				}
				c.all = c.all || string(e["replace_all"]) == "true"
			}
			return c
		}
	}
	if p, ok := replaced(m); ok {
		if kind, _ := text(m, "command"); kind == "insert" && p.old == "" {
			p.whole = !strings.HasSuffix(p.new, "\n") // tools differ over whether that begins another line
		}
		c.pairs = []pair{p}
		return c
	}
	if content, ok := text(m, "content", "contents", "file_text", "fileText"); ok && len(content) <= maxText {
		c.pairs = []pair{{new: content, whole: true, over: true}}
	}
	return c
}

// replaced reads a text and what replaces it.
func replaced(m map[string]json.RawMessage) (pair, bool) {
	old, ok1 := text(m, "old_string", "old_str", "oldString", "oldText", "old_text")
	new, ok2 := text(m, "new_string", "new_str", "newString", "newText", "new_text")
	if kind, _ := text(m, "command"); !ok2 || !ok1 && kind != "insert" || len(old) > maxText || len(new) > maxText {
		return pair{}, false
	}
	return pair{old: old, new: new, whole: ok1 && old == ""}, true
}

// text is the first of some arguments that is there.
func text(m map[string]json.RawMessage, names ...string) (string, bool) {
	for _, name := range names {
		var s string
		if raw, ok := m[name]; ok && json.Unmarshal(raw, &s) == nil {
			return s, true
		}
	}
	return "", false
}

// fragment is a part of a file that an answer shows, line by line.
type fragment struct {
	lines []string
	bytes int
}

func (f *fragment) add(t string) {
	if f.bytes += len(t) + 1; f.bytes <= 256<<10 {
		f.lines = append(f.lines, strings.Clone(t))
	}
}

// counts is how many lines replacing the pair adds and deletes in its file. A text that begins or ends inside a line
// changes that line as a whole, so it depends on the text around it: ok is false where neither the answer's snippet
// shows that nor all possibilities agree.
func (p pair) counts(seen fragment) (s diff.Script, ok bool) {
	if p.whole {
		return diff.Compare(diff.Lines(p.old), diff.Lines(p.new)), !p.over
	}
	if before, after, ok := seen.around(p.new); ok {
		s = p.within(before, after)
		return s, !s.Rewritten
	}
	s = p.within("", "")
	for _, around := range [...][2]string{{"\x00", ""}, {"", "\x00"}, {"\x00", "\x00"}} {
		if o := p.within(around[0], around[1]); o.Additions != s.Additions || o.Deletions != s.Deletions {
			return s, false
		}
	}
	return s, !s.Rewritten
}

// within compares the lines that hold the texts, given what stands before and after the texts in their lines.
func (p pair) within(before, after string) diff.Script {
	return diff.Compare(strings.Split(before+p.old+after, "\n"), strings.Split(before+p.new+after, "\n"))
}

// around is what stands before and after a text in its lines, where it stands in the fragment once.
func (f *fragment) around(text string) (before, after string, ok bool) {
	all := strings.Join(f.lines, "\n")
	i := strings.Index(all, text)
	if text == "" || i < 0 || strings.Contains(all[i+1:], text) {
		return "", "", false
	}
	before = all[:i]
	after = all[i+len(text):]
	if j := strings.LastIndexByte(before, '\n'); j >= 0 {
		before = before[j+1:]
	}
	after, _, _ = strings.Cut(after, "\n")
	return before, after, true
}
