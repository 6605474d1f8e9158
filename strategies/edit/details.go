package edit

import (
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/diff"
	"github.com/toktee/toktee/result"
)

// Limits of the details.
const (
	maxDetailFiles = 1000
	maxDetailDiff  = 64 << 10 // bytes
)

// details is the person's view: of type "edit" for a tool's replacement, and of type "diff" for a printed diff.
type details struct {
	FilePath     string       `json:"file_path,omitempty"`
	OldLength    *int         `json:"old_length,omitempty"`    // characters that were replaced
	NewLength    *int         `json:"new_length,omitempty"`    // characters that replaced them
	LinesChanged *int         `json:"lines_changed,omitempty"` // a line replaced by another counts once
	Diff         string       `json:"diff,omitempty"`          // of the replaced texts; left out above 64 KiB
	Additions    *int64       `json:"additions,omitempty"`
	Deletions    *int64       `json:"deletions,omitempty"`
	Hunks        *int64       `json:"hunks,omitempty"`
	Commits      int64        `json:"commits,omitempty"`
	Truncated    bool         `json:"truncated,omitempty"` // the diff was cut before it came here
	Files        []fileDetail `json:"files,omitempty"`
	MoreFiles    int          `json:"more_files,omitempty"` // beyond the first 1000
	// The changes of each of several commits, up to 1000 commits and 1000 files in all.
	CommitList  []commitDetail `json:"commit_list,omitempty"`
	CommitFiles [][2]int64     `json:"commit_files,omitempty"` // additions and deletions, as the text lists them
}

// commitDetail is one commit of the details.
type commitDetail struct {
	Hash      string `json:"hash"`
	Files     int64  `json:"files"`
	Additions int64  `json:"additions"`
	Deletions int64  `json:"deletions"`
}

// addCommits lists what several commits change.
func (d *details) addCommits(p *parser) {
	if p.commits < 2 {
		return
	}
	for _, c := range p.commitList[:min(len(p.commitList), maxDetailFiles)] {
		d.CommitList = append(d.CommitList, commitDetail{c.hash, c.files, c.adds, c.dels})
	}
	for _, n := range p.counts[:min(len(p.counts), maxDetailFiles)] {
		d.CommitFiles = append(d.CommitFiles, [2]int64{n.adds, n.dels})
	}
}

// fileDetail is one file of the details.
type fileDetail struct {
	Path      string `json:"path"`
	OldPath   string `json:"old_path,omitempty"`
	Status    string `json:"status"`
	Binary    bool   `json:"binary,omitempty"`
	Additions int64  `json:"additions"`
	Deletions int64  `json:"deletions"`
}

// addFiles lists files, in their order.
func (d *details) addFiles(t *tally) {
	for i, f := range t.files {
		if i == maxDetailFiles {
			d.MoreFiles = len(t.files) - i
			break
		}
		status := f.status
		if status == "" {
			status = "modified"
		}
		d.Files = append(d.Files, fileDetail{f.path, f.old, status, f.binary, f.adds, f.dels})
	}
}

// addPair adds a text that was replaced. Its diff is that of the two texts, as if each were a file.
func (d *details) addPair(path string, p pair) {
	a, b := diff.Lines(p.old), diff.Lines(p.new)
	s := diff.Compare(a, b)
	changed := 0
	for _, c := range s.Changes {
		changed += max(c.A2-c.A1, c.B2-c.B1)
	}
	d.LinesChanged = &changed
	if p.over {
		return
	}
	oldName, newName := "a/"+trimSlash(path), "b/"+trimSlash(path)
	if p.old == "" {
		oldName = ""
	}
	if text, _ := s.Unified(oldName, newName, a, b); len(text) <= maxDetailDiff {
		d.Diff = text
	}
}

// addLengths sums the characters of texts.
func (d *details) addLengths(pairs []pair) (old, new int) {
	for _, p := range pairs {
		old += utf8.RuneCountInString(p.old)
		new += utf8.RuneCountInString(p.new)
	}
	if len(pairs) > 0 {
		d.NewLength = &new
		if !pairs[0].over {
			d.OldLength = &old
		}
	}
	return old, new
}

// trimSlash removes slashes at the start of a path, as git writes it after "a/"; an empty path becomes "file".
func trimSlash(path string) string {
	for path != "" && path[0] == '/' {
		path = path[1:]
	}
	if path == "" {
		return "file"
	}
	return path
}

// pack wraps the details under the name of their type.
func (d *details) pack(typ string) result.Details {
	out, err := result.NewDetails(typ, d)
	if err != nil {
		return result.Details{}
	}
	return out
}
