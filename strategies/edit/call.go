package edit

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/text/diff"
	"github.com/toktee/toktee/strategies"
)

// call is the request to an editing tool, as far as its arguments show it.
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

// parseCall reads a tool's arguments in the spellings of the common agents:
//
//	{"file_path":"a.go","old_string":"x","new_string":"y"}
//	{"input":"*** Begin Patch\n*** Update File: a.go\n..."}
func parseCall(in *strategies.Input) call {
	c := call{patch: patchIn(in.Command)}
	if len(in.Args) == 0 {
		return c
	}
	var m arguments
	if json.Unmarshal(in.Args, &m) != nil {
		var s string
		if json.Unmarshal(in.Args, &s) == nil && strings.Contains(s, "*** Begin Patch") {
			c.patch = s
		}
		return c
	}
	c.path, _ = m.text(
		"file_path", "filePath", "path", "target_file", "TargetFile", "filename", "notebook_path", "absolute_path",
	)
	c.all = m.isTrue("replace_all") || m.isTrue("replaceAll") || m.isTrue("allow_multiple")
	if p, ok := m.text("patch", "patchText", "input", "diff"); ok && isPatch(p) {
		c.patch = p
		return c
	}
	if edits := m.edits(); len(edits) > 0 {
		for _, e := range edits {
			if p, ok := e.replaced(); ok {
				c.pairs = append(c.pairs, p)
			}
			c.all = c.all || e.isTrue("replace_all")
		}
		return c
	}
	if p, ok := m.replaced(); ok {
		if p.old == "" && m.inserts() {
			p.whole = !strings.HasSuffix(p.new, "\n") // tools differ over whether that begins another line
		}
		c.pairs = []pair{p}
		return c
	}
	if content, ok := m.text("content", "contents", "file_text", "fileText"); ok && len(content) <= maxText {
		c.pairs = []pair{{new: content, whole: true, over: true}}
	}
	return c
}

// patchIn is the apply_patch envelope in a shell command, "" for none.
func patchIn(command string) string {
	i := strings.Index(command, "*** Begin Patch")
	if i < 0 {
		return ""
	}
	before, _, ended := strings.Cut(command[i:], "*** End Patch")
	if ended {
		return before + "*** End Patch\n"
	}
	return before
}

// isPatch reports whether an argument is an apply_patch envelope or a diff.
func isPatch(s string) bool { return strings.Contains(s, "*** Begin Patch") || IsDiff(s) }

// arguments are those of a tool call, by name.
type arguments map[string]json.RawMessage

// isTrue reports whether an argument is the literal true.
func (m arguments) isTrue(name string) bool { return string(m[name]) == "true" }

// inserts reports whether the call inserts a text rather than replacing one.
func (m arguments) inserts() bool {
	kind, _ := m.text("command")
	return kind == "insert"
}

// edits are the arguments of each edit in a call that makes several.
func (m arguments) edits() []arguments {
	for _, name := range [...]string{"edits", "replacements"} {
		var edits []arguments
		if json.Unmarshal(m[name], &edits) == nil && len(edits) > 0 {
			return edits
		}
	}
	return nil
}

// replaced reads a text and what replaces it.
func (m arguments) replaced() (pair, bool) {
	old, hasOld := m.text("old_string", "old_str", "oldString", "oldText", "old_text")
	new, hasNew := m.text("new_string", "new_str", "newString", "newText", "new_text")
	if !hasNew || len(old) > maxText || len(new) > maxText {
		return pair{}, false
	}
	if !hasOld && !m.inserts() {
		return pair{}, false
	}
	return pair{old: old, new: new, whole: hasOld && old == ""}, true
}

// text is the first of some arguments that is there.
func (m arguments) text(names ...string) (string, bool) {
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

// add adds a line; of a fragment, 256 KiB are kept.
func (f *fragment) add(t string) {
	if f.bytes += len(t) + 1; f.bytes <= 256<<10 {
		f.lines = append(f.lines, strings.Clone(t))
	}
}

// counts returns the lines that replacing the pair adds and deletes in its file. A text that begins or ends inside a
// line changes the whole line, so the counts depend on the text around it. ok is false unless the answer's snippet
// shows that text, or all possibilities agree.
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

// within compares the lines that hold the texts. before and after are the text around them in their lines.
func (p pair) within(before, after string) diff.Script {
	return diff.Compare(strings.Split(before+p.old+after, "\n"), strings.Split(before+p.new+after, "\n"))
}

// around returns the rest of the lines before and after a text. ok is false unless the fragment has the text exactly
// once.
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
