package search

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/measure/stats"
	"github.com/toktee/toktee/internal/text/words"
)

// maxFiles is the number of files that are distinguished; beyond it, the verdict has "over 1000000".
const maxFiles = 1_000_000

// tally counts matches by file.
type tally struct {
	files    map[string]int // matches by file
	bytes    int            // of the output's lines
	over     bool           // there are more files than are distinguished
	matches  int
	paths    int // paths alone
	around   int // context lines
	lines    int // lines that fit the form
	runs     int // changes from one file to another
	others   int // lines that fit no form
	troubles int
	notices  int    // binary files that match
	last     string // the file of the line before
	zeros    int    // files that are counted and have no match
	spots    spots
	spelled  map[string]string // the longer spelling of a file
	re       *regexp.Regexp    // the pattern, nil if it isn't known
	defs     definitions
	shapes   matchShapes
}

// newTally is a tally of nothing.
func newTally(re *regexp.Regexp) *tally {
	return &tally{files: map[string]int{}, spelled: map[string]string{}, re: re}
}

// add counts line n.
func (t *tally) add(n int, p parsed) {
	if p.long != "" && len(t.spelled) < maxKnown {
		if _, ok := t.spelled[p.file]; !ok {
			t.spelled[strings.Clone(p.file)] = strings.Clone(p.long)
		}
	}
	t.bytes += len(p.rest) + len(p.file)
	t.spots.add(n, p.kind, p.file)
	if p.kind == match && t.re != nil && t.defs.asked < maxAsked && len(p.text) < minified {
		t.defs.add(n, p, t.re.FindString(p.text))
	}
	if p.kind == match {
		t.shapes.add(n, p)
	}
	switch p.kind {
	case other:
		t.others++
	case trouble:
		t.troubles++
	case notice:
		t.notices++
	case fileOnly:
		t.paths++
		t.lines++
	case match, around, count:
		t.lines++
		t.addResult(p)
	}
}

// addResult counts a match, a context line or a file's number of matches.
func (t *tally) addResult(p parsed) {
	if p.file != t.last || t.runs == 0 {
		t.runs++
		t.last = strings.Clone(p.file)
	}
	if p.kind == around {
		t.around++
		return
	}
	t.matches += p.n
	if p.file == "" || p.n == 0 {
		t.zeros += 1 - min(p.n, 1)
		return
	}
	_, known := t.files[p.file]
	switch {
	case known:
		t.files[p.file] += p.n
	case len(t.files) < maxFiles:
		t.files[strings.Clone(p.file)] = p.n
	default:
		t.over = true
	}
}

// plausible reports whether most lines fit the form. If none fits, error messages must give the reason.
func (t *tally) plausible() bool {
	if t.lines == 0 {
		return t.others == 0 || t.troubles > 0
	}
	return t.others*2 <= t.lines
}

// heading returns the heading for the lines of a file: the longest spelling that they use, which contains the others.
func (t *tally) heading(file string) string {
	if long, ok := t.spelled[file]; ok {
		return long
	}
	return file
}

// fileCount is a file with its number of matches.
type fileCount struct {
	File  string `json:"file"`
	Count int    `json:"count"`
}

// top returns the n files with the most matches, by count and then by path.
func (t *tally) top(n int) []fileCount {
	return stats.TopAs(t.files, n, func(file string, count int) fileCount { return fileCount{file, count} })
}

// fileNumber is the number of files in words.
func (t *tally) fileNumber() string {
	if t.over {
		return "over " + strconv.Itoa(maxFiles) + " files"
	}
	return words.Count(len(t.files), "file", "files")
}
