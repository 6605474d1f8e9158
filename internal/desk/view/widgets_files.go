package view

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/words"
)

// change shows a change of files, and of the commits that it is made of.
func (b *builder) change() []Widget {
	var d detailChange
	b.decode(&d)
	h := &Hunks{Additions: d.Additions, Deletions: d.Deletions, More: max(d.MoreFiles, 0)}
	files, more := listed(d.Files)
	if more {
		h.More += len(d.Files) - len(files)
	}
	for _, f := range files {
		c := ChangedFile{
			Path: Text(f.Path), OldPath: Text(f.OldPath), Status: Text(f.Status), Binary: f.Binary,
			Additions: f.Additions, Deletions: f.Deletions,
		}
		c.Link = b.links.resolve(parse.Place{File: f.Path})
		h.Files = append(h.Files, c)
	}
	if len(h.Files) == 0 && d.FilePath != "" {
		c := ChangedFile{Path: Text(d.FilePath), Status: "modified", Additions: d.Additions, Deletions: d.Deletions}
		c.Link = b.links.resolve(parse.Place{File: d.FilePath})
		h.Files = append(h.Files, c)
	}
	b.diffLines(h, d.Diff)
	h.Title = Title(words.Count(len(h.Files)+h.More, "file", "files") + " changed")
	out := []Widget{h}
	if len(d.CommitList) > 0 {
		t := &Table{
			Title:   Title(words.Count(len(d.CommitList), "commit", "commits")),
			Columns: []string{"commit", "files", "added", "deleted"}, Right: []bool{false, true, true, true},
		}
		commits, _ := listed(d.CommitList)
		for _, c := range commits {
			t.Rows = append(t.Rows, []string{Text(c.Hash), number(c.Files), number(c.Additions), number(c.Deletions)})
		}
		t.More = len(d.CommitList) - len(commits)
		out = append(out, t)
	}
	return out
}

// diffLines gives each file the lines of its diff.
func (b *builder) diffLines(h *Hunks, diff string) {
	if diff == "" || len(diff) > maxCode || len(h.Files) == 0 {
		return
	}
	var state diffState
	var lines []Line
	var paths []string
	for i, text := range strings.Split(strings.TrimSuffix(diff, "\n"), "\n") {
		kind := state.next([]byte(text))
		lines = append(lines, Line{Number: i + 1, Gap: -1, Diff: kind, Spans: flat(text)})
		paths = append(paths, state.path)
	}
	markChanges(lines)
	if b.opts.Syntax {
		c := &code{on: true, byExt: lexerCache{}}
		c.classify(lines, paths)
	}
	file := -1
	for i := range lines {
		l := lines[i]
		if l.Diff == Header && strings.HasPrefix(l.Text(), "--- ") || file < 0 {
			file = min(file+1, len(h.Files)-1)
		}
		f := &h.Files[file]
		l.Number = len(f.Lines) + 1
		f.Lines = append(f.Lines, l)
	}
}

// search shows the matches of a search by file.
func (b *builder) search() []Widget {
	var d detailSearch
	b.decode(&d)
	m := &Matches{Pattern: Text(d.Pattern), Total: d.TotalMatches, More: d.Truncated}
	at := map[string]int{}
	file := func(name string) *MatchedFile {
		i, ok := at[name]
		if !ok {
			i = len(m.Files)
			at[name] = i
			m.Files = append(m.Files, MatchedFile{Path: Text(name), Link: b.links.resolve(parse.Place{File: name})})
		}
		return &m.Files[i]
	}
	files, more := listed(d.Files)
	for _, f := range files {
		file(f.File).Count = f.Count
	}
	matches, more2 := listed(d.Matches)
	m.More = m.More || more || more2
	for _, found := range matches {
		f := file(found.File)
		first := found.LineNumber - len(found.ContextBefore)
		add := func(text string, number int, context bool) {
			if found.LineNumber <= 0 {
				number = 0
			}
			f.Lines = append(f.Lines, MatchedLine{
				Number: number, Context: context, Spans: flat(text),
				Link: b.links.resolve(parse.Place{File: found.File, Row: max(number, 0)}),
			})
		}
		for i, text := range found.ContextBefore {
			add(text, first+i, true)
		}
		add(found.LineContent, found.LineNumber, false)
		for i, text := range found.ContextAfter {
			add(text, found.LineNumber+1+i, true)
		}
	}
	m.Title = Title(words.Count(d.TotalMatches, "match", "matches") + " in " +
		words.Count(d.TotalFiles, "file", "files"))
	return []Widget{m}
}

// read shows the structure of a file.
func (b *builder) read() []Widget {
	var d detailRead
	b.decode(&d)
	o := &Outline{Path: Text(d.Path)}
	symbols, more := listed(d.Symbols)
	o.More = more || d.Truncated
	for _, s := range symbols {
		o.Symbols = append(o.Symbols, Symbol{
			Name: Text(s.Name), Kind: Text(s.Kind), Depth: min(max(s.Depth, 0), 20), First: s.First, Last: s.Last,
			Link: b.links.resolve(parse.Place{File: d.Path, Row: max(s.First, 0)}),
		})
	}
	title := words.Count(d.Lines, "line", "lines")
	if d.Language != "" {
		title = Text(d.Language) + ", " + title
	}
	o.Title = Title(title)
	return []Widget{o}
}
