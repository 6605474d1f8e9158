package tool

import (
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/diff"
	"github.com/toktee/toktee/result"
)

// Limits of the details of a change.
const (
	maxDetailDiff  = 64 << 10 // bytes
	maxDetailFiles = 1000
)

// changeDetails are the details of a tool that has changed files. Unlike those that a strategy reads off a diff, they
// are known whatever the text for the model is. Figures of files that are too large to be compared are left out.
type changeDetails struct {
	FilePath     string       `json:"file_path,omitempty"` // if it is one file
	Diff         string       `json:"diff,omitempty"`      // of all files, for patch -p1; left out above 64 KiB
	OldLength    *int         `json:"old_length,omitempty"`
	NewLength    *int         `json:"new_length,omitempty"`
	LinesChanged *int         `json:"lines_changed,omitempty"` // a line replaced by another counts once
	Additions    *int         `json:"additions,omitempty"`     // lines
	Deletions    *int         `json:"deletions,omitempty"`     // lines
	Hunks        *int         `json:"hunks,omitempty"`
	Files        []fileDetail `json:"files"`
	MoreFiles    int          `json:"more_files,omitempty"` // beyond the first 1000
}

// A fileDetail is one file of the details.
type fileDetail struct {
	Path      string `json:"path"`
	OldPath   string `json:"old_path,omitempty"`
	Status    string `json:"status"` // added, modified, deleted or renamed
	Additions int    `json:"additions"`
	Deletions int    `json:"deletions"`
}

// lengths are how many characters a tool has replaced, and by how many.
type lengths struct{ old, new int }

// detailsOf returns the details of changes whose diffs are text.
func detailsOf(changes []change, scripts []diff.Script, hunks int, text string, n *lengths) result.Details {
	var lines, additions, deletions int
	d := changeDetails{LinesChanged: &lines, Additions: &additions, Deletions: &deletions, Hunks: &hunks}
	if len(changes) == 1 {
		d.FilePath = changes[0].name
	}
	if len(text) <= maxDetailDiff && utf8.ValidString(text) {
		d.Diff = text
	}
	for i, ch := range changes {
		s := scripts[i]
		additions, deletions = additions+s.Additions, deletions+s.Deletions
		for _, c := range s.Changes {
			lines += max(c.A2-c.A1, c.B2-c.B1)
		}
		if i < maxDetailFiles {
			d.Files = append(d.Files, fileDetail{ch.name, ch.from, ch.status(), s.Additions, s.Deletions})
		} else {
			d.MoreFiles++
		}
		if ch.unread { // a write of one file
			d.Diff, d.LinesChanged, d.Additions, d.Deletions, d.Hunks = "", nil, nil, nil, nil
		}
	}
	typ := "diff"
	if n != nil {
		typ, d.NewLength = "edit", &n.new
		if d.LinesChanged != nil {
			d.OldLength = &n.old
		}
	}
	out, err := result.NewDetails(typ, d)
	if err != nil { // can't be: it is an object
		return result.Details{}
	}
	return out
}

// status returns the word for what became of the file.
func (ch *change) status() string {
	switch {
	case !ch.existed:
		return "added"
	case !ch.exists:
		return "deleted"
	case ch.from != "":
		return "renamed"
	}
	return "modified"
}
