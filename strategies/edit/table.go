package edit

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
)

// stats are the totals of --stat tables.
type stats struct {
	summaries         int64 // summary lines
	files, adds, dels int64 // by the summaries
	abbreviated       bool  // a path was shortened by its front
	left              bool  // a table left files out
	lines             int   // lines of tables
	unsummed          int   // of those, lines whose summary hasn't come
}

// tableLine takes a line of a --stat, --numstat, --name-status or --name-only table.
func (p *parser) tableLine(t string) bool {
	if p.answer && !p.edit || t == "" {
		return false
	}
	if p.statLine(t) || p.summaryLine(t) {
		return true
	}
	return p.edit && (p.numstatLine(t) || p.nameLine(t)) || p.names && p.pathLine(t)
}

// pathLine takes a line of --name-only.
func (p *parser) pathLine(t string) bool {
	if t[0] == ' ' || textline.SeverityOf(t) == textline.Failure || strings.HasPrefix(t, "warning: ") ||
		strings.HasPrefix(t, "hint: ") {
		return false
	}
	p.tableRow(p.table.open(parse.GitPath(t), "", ""))
	return true
}

// numstatLine takes "3\t1\tpath".
func (p *parser) numstatLine(t string) bool {
	a, rest, ok1 := strings.Cut(t, "\t")
	d, name, ok2 := strings.Cut(rest, "\t")
	if !ok1 || !ok2 || name == "" {
		return false
	}
	adds, err1 := strconv.ParseInt(a, 10, 62)
	dels, err2 := strconv.ParseInt(d, 10, 62)
	bin := a == "-" && d == "-"
	if (err1 != nil || err2 != nil) && !bin {
		return false
	}
	old, path := renameOf(parse.GitPath(name))
	status := ""
	if old != "" {
		status = renamed
	}
	f := p.table.open(path, old, status)
	f.binary = f.binary || bin
	f.adds += adds
	f.dels += dels
	p.table.adds += adds
	p.table.dels += dels
	p.numstat = true
	p.tableRow(f)
	return true
}

// nameLine takes "M\tpath" and "R090\told\tnew".
func (p *parser) nameLine(t string) bool {
	letter, rest, ok := strings.Cut(t, "\t")
	if !ok || letter == "" || rest == "" {
		return false
	}
	if score := letter[1:]; strings.Trim(score, "0123456789") != "" {
		return false
	}
	n := names{path: parse.GitPath(rest)}
	switch letter[0] {
	case 'M', 'X', 'B':
	case 'A':
		n.status = added
	case 'D':
		n.status = deleted
	case 'T':
		n.status = mode
	case 'U':
		n.status = unmerged
	case 'R', 'C':
		old, new, ok := strings.Cut(rest, "\t")
		if !ok {
			return false
		}
		n = names{path: parse.GitPath(new), old: parse.GitPath(old), status: renamed}
		if letter[0] == 'C' {
			n.status = copied
		}
	default:
		return false
	}
	p.tableRow(p.table.open(n.path, n.old, n.status))
	return true
}

// tableRow gives a row to the collector.
func (p *parser) tableRow(f *file) {
	fact := p.fact(rankOf(f.bulk))
	fact.Group, fact.Turn = "", int32(min(p.commits, maxFiles))
	p.add(fact)
}

// renameOf reads "old => new" and "dir/{old => new}/file".
func renameOf(t string) (old, path string) {
	i := strings.Index(t, " => ")
	if i < 0 {
		return "", t
	}
	open, end := strings.LastIndexByte(t[:i], '{'), strings.IndexByte(t[i:], '}')
	if open < 0 || end < 0 {
		return t[:i], t[i+4:]
	}
	end += i
	join := func(mid string) string {
		if mid == "" {
			return strings.TrimPrefix(strings.TrimSuffix(t[:open], "/")+t[end+1:], "/")
		}
		return t[:open] + mid + t[end+1:]
	}
	return join(t[open+1 : i]), join(t[i+4 : end])
}
