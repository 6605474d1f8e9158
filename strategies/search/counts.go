package search

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// A list of counts is one table, those with the most first. Each form has more rows, and counts the files it doesn't
// name:
//
//	encoding/xml/xml_test.go 42
//	encoding/gob/encoder_test.go 41
//	49 more files
//	30 files 0

// firstCounts is how many files the shortest form names, countSteps how many times more each of the next has, in
// tenths, maxCounts how many the longest has at most.
const (
	firstCounts = 2
	countSteps  = 15
	maxCounts   = 1000
)

// foldsCounts reports whether the output is nothing but a list of counts, of more files than the verdict names.
func (p *printer) foldsCounts() bool {
	if p.form != formCounts || p.q.oneFile || p.t.over || p.t.lines != p.t.read {
		return false
	}
	_, named := p.keyFiles(0)
	return named < len(p.t.files)
}

// addCounts adds the table of the counts.
func (p *printer) addCounts() {
	all := p.t.top(maxCounts)
	var forms []string
	for n := firstCounts; n < len(all); n = max(n+1, n*countSteps/10) {
		forms = append(forms, p.countRows(all[:n]))
	}
	p.c.Plain = true
	p.c.Add(strategies.Fact{
		Kind: kindFile, Rank: strategies.Critical, Rest: strategies.Evidence, Count: p.t.lines,
		Span: strategies.Span{First: p.first, Last: p.printed}, Forms: forms, Text: p.countRows(all),
	})
}

// countRows are the rows of some files, and what all others have.
func (p *printer) countRows(files []fileCount) string {
	var rows strings.Builder
	for _, f := range files {
		rows.WriteString(f.File + " " + strconv.Itoa(f.Count) + "\n")
	}
	if more := len(p.t.files) - len(files); more > 0 {
		rows.WriteString(words.Count(more, "more file", "more files") + "\n")
	}
	if n := p.t.zeros; n > 0 {
		rows.WriteString(words.Count(n, "file", "files") + " 0\n")
	}
	return strings.TrimSuffix(rows.String(), "\n")
}
