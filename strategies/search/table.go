package search

import (
	"strconv"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// If many files match, a table at the top names those with the most matches.
//
//	Found 1355 matches in 59 files, most in:
//	net/http/serve_test.go 301
//	net/http/transport_test.go 207
const (
	topRows      = 5    // rows of files that come before all matches,
	criticalRows = 2    // and of these, the rows that are shown in the smallest texts too
	maxRows      = 20   // of files
	fewFiles     = 7    // so many are named by the headings of their matches,
	fewBytes     = 6000 // in an output of less than that
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
}
