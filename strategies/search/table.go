package search

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// If many files match, a table at the top names those with the most matches, and counts the matches below each folder.
//
//	Found 1355 matches in 59 files, most in:
//	net/http/serve_test.go 301
//	net/http/transport_test.go 207
//	net/http/ 1264 in 43 files
const (
	topRows      = 5    // rows of files that come before all matches,
	criticalRows = 2    // and of these, the rows that are shown in the smallest texts too
	maxRows      = 20   // of files
	fewFiles     = 7    // so many are named by the headings of their matches,
	fewBytes     = 6000 // in an output of less than that
	maxFolders   = 6    // of folders,
	fewFolders   = 3    // in the form for a few folders
	manyFiles    = 20   // from which on folders have rows
	manyPaths    = 50   // the same, of an output that is a list of paths
	tableShare   = 4    // the rows of files take no more than this part of the output
)

// kindFile is the noun for a row of the table.
const kindFile strategies.Kind = "file"

// rows returns the files with a row of their own, each with several matches: none if the verdict or the headings name
// them all.
func (p *printer) rows() []fileCount {
	switch p.form {
	case formPath, formPathNo, formHeads, formJSON, formCounts:
	default:
		return nil
	}
	if p.folded {
		return nil
	}
	few := len(p.t.files) <= fewFiles && p.t.bytes < fewBytes
	if p.q.oneFile || few && p.headed {
		return nil
	}
	if _, named := p.keyFiles(0); named == len(p.t.files) || len(p.top) == 0 || p.top[0].Count < 2 {
		return nil
	}
	room := p.t.bytes / tableShare
	for i, f := range p.top {
		room -= len(f.File) + len(" 12\n")
		least := 1
		if i >= topRows || p.t.bytes < fewBytes {
			least = 2
		}
		if f.Count < least || i == maxRows || room < 0 && i >= topRows {
			return p.top[:i]
		}
	}
	return p.top
}

// table adds the rows.
func (p *printer) table() {
	for i, f := range p.shown {
		row := strategies.Fact{Kind: kindFile, Rank: strategies.Critical, Turn: int32(i + 1),
			Text: f.File + " " + strconv.Itoa(f.Count)}
		switch {
		case i >= topRows:
			row.Rank, row.Turn = strategies.Evidence, turnRows+int32(i)
		case i >= criticalRows:
			row.Rank = strategies.Evidence
		}
		p.c.Add(row)
	}
	if more := len(p.t.files) - len(p.shown); more > 0 && len(p.shown) > 0 {
		p.c.Add(strategies.Fact{Kind: kindFile, Rank: strategies.Noise, Count: more,
			Text: words.Count(more, "more file", "more files")})
	}
	if p.folded {
		return
	}
	files, many := p.t.files, manyFiles
	if p.form == formFiles {
		files, many = p.t.listed, manyPaths
	}
	if len(files) < many {
		return
	}
	p.d.Folders = folders(files, maxFolders)
	if len(p.d.Folders) == 0 {
		return
	}
	f := strategies.Fact{Kind: kindFile, Extra: true, Rank: strategies.Evidence, Turn: turnFolders,
		Text: p.folderRows(p.d.Folders)}
	f.Forms = []string{f.Text, f.Text} // it is never cut within a row
	if len(p.d.Folders) > fewFolders {
		if p.d.Fewer = merged(slices.Clone(p.d.Folders), fewFolders); len(p.d.Fewer) > 0 {
			f.Forms[0] = p.folderRows(p.d.Fewer)
		}
	}
	p.c.Add(f)
}

// folderRows are the rows of folders.
func (p *printer) folderRows(folders []folderCount) string {
	var rows strings.Builder
	for i, f := range folders {
		if i > 0 {
			rows.WriteByte('\n')
		}
		rows.WriteString(f.text(p.form == formFiles))
	}
	return rows.String()
}
