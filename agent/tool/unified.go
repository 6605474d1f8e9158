package tool

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
)

// unifiedReader reads a unified diff, of git or of diff -u:
//
//	diff --git a/x.go b/x.go
//	--- a/x.go
//	+++ b/x.go
//	@@ -3,2 +3,2 @@ func main() {
//	 	context
//	-	old
//	+	new
//
// Lines around it are ignored. It is lenient with what models get wrong: see [unifiedReader.hunk].
type unifiedReader struct {
	lines   []string
	i       int // the present line
	patches []filePatch
	file    *filePatch // the one that is being read
	git     bool       // it began with a line of git's, and may have no hunks
	moved   bool       // by git's lines it gets another name
}

// parseUnified reads a unified diff, which names at least one file.
func parseUnified(lines []string) ([]filePatch, error) {
	r := &unifiedReader{lines: lines}
	for r.i < len(r.lines) {
		if err := r.next(); err != nil {
			return nil, err
		}
	}
	if err := r.endFile(); err != nil {
		return nil, err
	}
	if len(r.patches) == 0 {
		return nil, badInput("it is no patch: want a unified diff (---, +++, @@) " +
			"or an envelope from *** Begin Patch to *** End Patch")
	}
	return r.patches, nil
}

// unsupported are the beginnings of git's lines for changes that can't be made here.
var unsupported = []string{"GIT binary patch", "Binary files ", "copy from ", "old mode "}

func (r *unifiedReader) next() error {
	line := strings.TrimSuffix(r.lines[r.i], "\r")
	for _, u := range unsupported {
		if r.file != nil && strings.HasPrefix(line, u) {
			return badInput("line %d of the patch: %q: binary files, copies and modes aren't applied",
				r.i+1, words.Cut(line, 80))
		}
	}
	if line == "rename from " || line == "rename to " {
		return badInput("line %d of the patch: a file without a name", r.i+1)
	}
	switch {
	case strings.HasPrefix(line, "diff --git "):
		if err := r.endFile(); err != nil {
			return err
		}
		from, to := gitNames(strings.TrimPrefix(line, "diff --git "))
		r.file, r.git, r.moved = &filePatch{from: from, to: to}, true, false
	case r.namesAt(r.i):
		return r.names()
	case strings.HasPrefix(line, "@@ "):
		if r.file == nil {
			return badInput("line %d of the patch: a hunk without the names of its files (---, +++)", r.i+1)
		}
		return r.hunk()
	case r.file != nil && r.git:
		if err := r.extended(line); err != nil {
			return err
		}
	}
	r.i++
	return nil
}

// extended reads one of the lines that git writes between its first line and the names of the files.
func (r *unifiedReader) extended(line string) error {
	if mode, ok := strings.CutPrefix(line, "new file mode "); ok {
		if mode != "100644" && mode != "100755" {
			return badInput("line %d of the patch: %q: want 100644 or 100755, a file", r.i+1, words.Cut(line, 80))
		}
		r.file.from, r.file.runnable = "", mode == "100755"
	}
	if strings.HasPrefix(line, "deleted file mode ") {
		r.file.to = ""
	}
	if from, ok := strings.CutPrefix(line, "rename from "); ok {
		r.file.from = unquoted(from)
	}
	if to, ok := strings.CutPrefix(line, "rename to "); ok {
		r.file.to, r.moved = unquoted(to), true
	}
	return nil
}

// endFile ends the file that is being read, if there is one, and keeps its part of the patch.
func (r *unifiedReader) endFile() error {
	f := r.file
	r.file = nil
	switch {
	case f == nil:
		return nil
	case f.from == "" && f.to == "":
		return badInput("line %d of the patch: the lines above name no file", r.i)
	case len(f.hunks) == 0 && f.from == f.to: // such as new modes, which have no effect here
		return nil
	case len(f.hunks) == 0 && !r.git:
		return nil
	}
	if f.from == "" {
		f.content, _ = applyHunks("", f)
		f.hunks = nil
	}
	r.patches = append(r.patches, *f)
	return nil
}

// namesAt reports whether the names of a file, before and after, are at a line and the one below it.
func (r *unifiedReader) namesAt(i int) bool {
	return strings.HasPrefix(r.lines[i], "--- ") && i+1 < len(r.lines) && strings.HasPrefix(r.lines[i+1], "+++ ")
}

// noFile is the name of a file that doesn't exist, before or after.
const noFile = "/dev/null"

// names reads the names of a file, before and after.
func (r *unifiedReader) names() error {
	begun := r.file != nil && r.git && len(r.file.hunks) == 0 // by a line of git's
	if !begun {
		if err := r.endFile(); err != nil {
			return err
		}
		r.file, r.git, r.moved = &filePatch{}, false, false
	}
	from, to := headerName(r.lines[r.i][4:]), headerName(r.lines[r.i+1][4:])
	r.i += 2
	if from == "" || to == "" {
		return badInput("line %d of the patch: a file without a name", r.i)
	}
	from, to = withoutLetters(from, to)
	if from == noFile {
		from = ""
	}
	if to == noFile {
		to = ""
	}
	switch {
	case from == "" && to == "":
		return badInput("line %d of the patch: no file is named", r.i)
	case from == "" || to == "" || r.moved:
		r.file.from, r.file.to = from, to
	default:
		name := r.nameOf(from, to)
		r.file.from, r.file.to = name, name
	}
	return nil
}

// withoutLetters takes off the "a/" and "b/" of git's names, if both names have them or are no file's.
func withoutLetters(from, to string) (string, string) {
	a, hasA := strings.CutPrefix(from, "a/")
	b, hasB := strings.CutPrefix(to, "b/")
	fitsA, fitsB := hasA || from == noFile, hasB || to == noFile
	if fitsA && fitsB {
		return a, b
	}
	return from, to
}

// nameOf returns the name of a file that isn't moved, though its two names may differ: diff -u compares a file with its
// copy, and git can be configured to write other letters than a and b.
func (r *unifiedReader) nameOf(from, to string) string {
	if _, name, ok := strings.Cut(from, "/"); ok && r.git && from != to && strings.HasSuffix(to, "/"+name) {
		return name
	}
	return to
}

// headerName returns a name without the time that may come after it.
func headerName(s string) string {
	s, _, _ = strings.Cut(strings.TrimSuffix(s, "\r"), "\t")
	return unquoted(strings.TrimRight(s, " "))
}

// unquoted returns a name that git has put in quotes, as it does with names of other than ASCII, or the name as it is.
func unquoted(s string) string {
	if u, err := strconv.Unquote(s); err == nil && s[0] == '"' {
		return u
	}
	return s
}

// gitNames returns the names of "a/x b/y". They are only needed if nothing else names the file, and then they are
// equal.
func gitNames(s string) (from, to string) {
	half := len(s) / 2
	if len(s)%2 == 0 || s[half] != ' ' {
		return "", ""
	}
	a, okA := strings.CutPrefix(unquoted(s[:half]), "a/")
	b, okB := strings.CutPrefix(unquoted(s[half+1:]), "b/")
	if okA && okB && a == b {
		return a, b
	}
	return "", ""
}
