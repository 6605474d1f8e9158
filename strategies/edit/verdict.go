package edit

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/diff"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// The verdicts keep to their token limits by their form: a number costs a token for every three digits, and a path is
// shortened. The fitter drops one that doesn't.

// shortVerdict is at most 8 tokens.
func shortVerdict(t *tally, part bool) string {
	lines := fmt.Sprintf("+%d -%d", t.adds, t.dels)
	if part {
		return shortInPart(t, lines)
	}
	if len(t.files) > 999 || t.adds > 999 || t.dels > 999 || t.over {
		return lines
	}
	return words.Count(len(t.files), "file", "files") + ", " + lines
}

// medium is at most 16 tokens:
//
//	2 files changed, 3 hunks, +12 -4
func (p *parser) medium(part bool) string {
	t := &p.patch
	s := fmt.Sprintf("%s, +%d -%d", p.files(), t.adds, t.dels)
	if part {
		return s + inPart
	}
	if t.adds <= 999999 && t.dels <= 999999 && t.hunks <= 999 {
		hunks := words.Count(t.hunks, "hunk", "hunks")
		s = fmt.Sprintf("%s%s, %s, +%d -%d", p.files(), p.changed(), hunks, t.adds, t.dels)
	}
	return s
}

const inPart = " in the part shown"

// shortInPart is a short verdict on a diff that was cut: "" if the cut can't be named in its length.
func shortInPart(t *tally, lines string) string {
	if t.adds > 999 || t.dels > 999 {
		return ""
	}
	return lines + inPart
}

// files is the number of files.
func (p *parser) files() string {
	if p.patch.over {
		return fmt.Sprintf("over %d files", maxFiles)
	}
	one, many := p.distinct()
	return words.Count(len(p.patch.files), one, many)
}

// long is at most 40 tokens:
//
//	Modified main.go: +12 -4 in 3 hunks
func (p *parser) long(part bool) string {
	t := &p.patch
	end := ""
	if p.commits > 1 {
		end = " in " + words.Count(p.commits, "commit", "commits")
	} else if p.merge {
		end = " in a merge"
	}
	if part {
		end += inPart
	}
	hunks := words.Count(t.hunks, "hunk", "hunks")
	if len(t.files) == 1 && !t.over && t.files[0].path != "" {
		f := t.files[0]
		name := shortPath(f.path)
		verb := f.verb() + " "
		if p.isProposed() && f.status == "" {
			verb = ""
		}
		if f.status == renamed || f.status == copied {
			name = shortPath(f.old) + " to " + name
		}
		switch {
		case f.binary:
			return fmt.Sprintf("%s%s (binary)%s", verb, name, end)
		case t.hunks == 0 && t.adds+t.dels == 0:
			return fmt.Sprintf("%s%s%s", verb, name, end)
		}
		return fmt.Sprintf("%s%s: +%d -%d in %s%s", verb, name, t.adds, t.dels, hunks, end)
	}
	notes := t.notes(3)
	if len(t.files) > 9999 {
		notes = t.notes(2)
	}
	return fmt.Sprintf("%s%s%s, %s, +%d -%d%s", p.files(), p.changed(), notes, hunks, t.adds, t.dels, end)
}

// isProposed reports whether nothing was changed as far as is known: a command that fails because of a difference, such
// as a formatter's check, only shows it.
func (p *parser) isProposed() bool { return p.failed && !p.edit }

// changed is the verb of a verdict on several files.
func (p *parser) changed() string {
	if p.isProposed() {
		return ""
	}
	return " changed"
}

// distinct is the noun for a file. If several commits change the same files, each counts once.
func (p *parser) distinct() (one, many string) {
	if p.commits > 1 && len(p.patch.files)+len(p.table.files) < p.patch.sections+p.table.sections {
		return "distinct file", "distinct files"
	}
	return "file", "files"
}

// verb returns the verb for a file's change.
func (f *file) verb() string {
	switch f.status {
	case added:
		return "New file"
	case deleted:
		return "Deleted"
	case renamed:
		return "Renamed"
	case copied:
		return "Copied"
	case mode:
		return "Changed the mode of"
	case unmerged:
		return "Unmerged:"
	case oneSided:
		return "On one side only:"
	case differs:
		return "Different:"
	}
	return "Modified"
}

// shortPath shortens a path from the front.
func shortPath(p string) string {
	for len(p) > 60 {
		_, rest, ok := strings.Cut(strings.TrimPrefix(p, "…/"), "/")
		if !ok {
			return "…/" + path.Base(p)
		}
		p = "…/" + rest
	}
	return p
}

// noteKinds are the kinds of files that a verdict names, the most important first.
var noteKinds = [...]struct{ status, word string }{
	{unmerged, "unmerged"},
	{deleted, "deleted"},
	{added, "new"},
	{renamed, "renamed"},
	{"binary", "binary"},
	{oneSided, oneSided},
	{mode, mode},
	{copied, "copied"},
	{differs, differs},
}

// kinds counts the files of each kind.
func (t *tally) kinds() map[string]int {
	count := map[string]int{}
	for _, f := range t.files {
		count[f.status]++
		if f.binary {
			count["binary"]++
		}
	}
	return count
}

// giveNotes hands the numbers that notes names to the collector.
func (t *tally) giveNotes(c *strategies.Collector) {
	count := t.kinds()
	for _, k := range noteKinds {
		if n := count[k.status]; n > 0 {
			c.Count(strategies.Key("files_"+strings.ReplaceAll(k.word, " ", "_")), int64(n))
		}
	}
}

// notes names up to n kinds of files: " (2 new, 1 deleted)".
func (t *tally) notes(n int) string {
	count := t.kinds()
	var out []string
	for _, k := range noteKinds {
		if c := count[k.status]; c > 0 && len(out) < n {
			out = append(out, strconv.Itoa(c)+" "+k.word)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, ", ") + ")"
}

// tableVerdict is the verdict on a table.
func (p *parser) tableVerdict(n int64, known, exact, part bool) (short, medium, long string) {
	end := ""
	if part {
		end = inPart
	}
	of := ""
	if p.commits > 1 {
		of = " in " + words.Count(p.commits, "commit", "commits")
	}
	one, many := p.distinct()
	count := words.Count(n, one, many)
	lines := fmt.Sprintf("+%d -%d", p.table.adds, p.table.dels)
	switch {
	case !known && !exact:
		return "", "", ""
	case !known:
		return lines + end, lines + end, lines + of + end
	case !exact:
		return count + end, count + p.table.notes(2) + end, count + p.table.notes(3) + of + end
	}
	short = words.Count(n, "file", "files") + ", " + lines
	switch {
	case part:
		short = shortInPart(&p.table, lines)
	case n > 999 || p.table.adds > 999 || p.table.dels > 999:
		short = lines
	}
	return short, count + of + ", " + lines + end, count + p.changed() + p.table.notes(3) + ", " + lines + of + end
}

// verdict makes the verdict on an edit, from the numbers of characters before and after. exact means that s counts the
// lines.
//
//	edited, +1 -1
//	replaced 8 chars with 8 chars, +1 -1
//	Edited /p/a.go: replaced 8 chars with 8 chars, +1 -1
func (a *answer) verdict(old, new int, s diff.Script, exact bool) (short, medium, long string) {
	lines := ""
	if exact {
		lines = fmt.Sprintf(", +%d -%d", s.Additions, s.Deletions)
	}
	name := a.verb
	if a.path != "" {
		name += " " + shortPath(a.path)
	}
	pairs := a.call.pairs
	short = strings.ToLower(a.verb) + lines
	switch {
	case len(pairs) == 0:
		return short, "", name
	case pairs[0].over || len(pairs) == 1 && pairs[0].whole && pairs[0].old == "":
		lines := words.Count(len(diff.Lines(pairs[0].new)), "line", "lines")
		text := lines + ", " + words.Count(new, "char", "chars")
		return short, strings.ToLower(a.verb) + ", " + text, name + ": " + text
	}
	text := "replaced " + words.Count(old, "char", "chars") + " with " + words.Count(new, "char", "chars")
	switch {
	case len(pairs) > 1:
		text = fmt.Sprintf("%d edits, %s", len(pairs), text)
	case a.call.all:
		text += " at each place"
	}
	return short, text + lines, name + ": " + text + lines
}
