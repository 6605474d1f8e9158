package edit

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// maxFiles is how many files are distinguished.
const maxFiles = 1 << 17

// Statuses of a file, besides "" for a plain change.
const (
	added    = "added"
	deleted  = "deleted"
	renamed  = "renamed"
	copied   = "copied"
	mode     = "mode changed"
	unmerged = "unmerged"
	oneSided = "on one side only"
	differs  = "different" // nothing else is known
)

// file holds the changes of one file, summed over several commits.
type file struct {
	path, old, status string // old is the path before a rename or copy
	adds, dels        int64  // lines
	hunks             int64
	binary            bool
	bulk              bool // generated, vendored, minified, or a lock file
}

// changed is how much a file changes, for the order of relevance.
func (f *file) changed() int64 { return f.adds + f.dels }

// tally counts files and lines.
type tally struct {
	files    []*file          // in order of appearance
	index    map[string]*file // by path
	over     bool             // there were more than maxFiles
	sections int              // files as the text lists them: a file of two commits is two
	adds     int64
	dels     int64
	hunks    int64
}

// open begins a section on a file and returns the record of the file.
func (t *tally) open(path, old, status string) *file {
	t.sections++
	if f := t.index[path]; f != nil {
		if status != "" && f.status == "" {
			f.status, f.old = status, strings.Clone(old)
		}
		return f
	}
	if len(t.files) == maxFiles {
		t.over = true
		return &file{path: path, bulk: isBulk(path)}
	}
	path = strings.Clone(path)
	f := &file{path: path, old: strings.Clone(old), status: status, bulk: isBulk(path)}
	if t.index == nil {
		t.index = map[string]*file{}
	}
	t.index[path] = f
	t.files = append(t.files, f)
	return f
}

// add counts a line that was added to a file.
func (t *tally) add(f *file) { t.adds++; f.adds++ }

// delete counts a line that was deleted from a file.
func (t *tally) delete(f *file) { t.dels++; f.dels++ }

// ranked are the files, most changed first.
func (t *tally) ranked() []*file {
	files := slices.Clone(t.files)
	slices.SortStableFunc(files, func(a, b *file) int {
		return cmp.Or(cmp.Compare(b.changed(), a.changed()), cmp.Compare(a.path, b.path))
	})
	return files
}

// give hands files and numbers to the collector.
func (t *tally) give(c *strategies.Collector) {
	t.giveFiles(c)
	c.Count(strategies.Files, int64(len(t.files)))
	t.giveNotes(c)
	c.Count(strategies.Additions, t.adds)
	c.Count(strategies.Deletions, t.dels)
}

// giveFiles names the files to the collector, the most changed first.
func (t *tally) giveFiles(c *strategies.Collector) {
	files := t.ranked()
	for _, f := range files[:min(len(files), maxDetailFiles)] {
		c.File(f.path)
	}
}
