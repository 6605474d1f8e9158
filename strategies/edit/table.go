package edit

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/textline"
	"github.com/toktee/toktee/strategies"
)

// stats are the totals of --stat tables.
type stats struct {
	summaries         int64
	files, adds, dels int64
	abbreviated       bool // a path was shortened by its front
	left              bool // a table left files out
	lines             int  // lines of tables
	unsummed          int  // of those, lines whose summary hasn't come
}

// tableLine takes a line of a --stat, --numstat or --name-status table.
func (p *parser) tableLine(t string) bool {
	if p.answer && !p.edit || t == "" {
		return false
	}
	return p.statLine(t) || p.summaryLine(t) || p.edit && (p.numstatLine(t) || p.nameLine(t)) ||
		p.names && p.pathLine(t)
}

// pathLine takes a line of --name-only.
func (p *parser) pathLine(t string) bool {
	if t[0] == ' ' || textline.SeverityOf(t) == textline.Failure || strings.HasPrefix(t, "warning: ") ||
		strings.HasPrefix(t, "hint: ") {
		return false
	}
	p.tableRow(p.table.open(unquote(t), "", ""))
	return true
}

// statLine takes " path | 14 +++++---".
func (p *parser) statLine(t string) bool {
	if len(t) < 6 || t[0] != ' ' || t[1] == ' ' {
		return p.otherLine(t)
	}
	i := strings.LastIndex(t, " | ")
	if i < 0 {
		return p.otherLine(t)
	}
	name, value := strings.TrimSpace(t[:i]), strings.TrimSpace(t[i+3:])
	number, graph, _ := strings.Cut(value, " ")
	n, err := strconv.ParseInt(number, 10, 62)
	bin := number == "Bin"
	if (err != nil || strings.Trim(graph, "+-") != "") && !bin && number != "Unmerged" {
		return p.otherLine(t)
	}
	p.stats.abbreviated = p.stats.abbreviated || strings.HasPrefix(name, "...")
	old, path := renameOf(name)
	status := ""
	switch {
	case old != "":
		status = renamed
	case number == "Unmerged":
		status = unmerged
	}
	f := p.table.open(path, old, status)
	f.binary = f.binary || bin
	if adds := int64(strings.Count(graph, "+")); int64(len(graph)) == n && !bin {
		f.adds += adds
		f.dels += n - adds
	}
	p.stats.lines++
	p.stats.unsummed++
	rank := strategies.Evidence
	if f.bulk {
		rank = strategies.Context
	}
	p.c.Line(rank, strategies.KindLine, "", p.win[p.at])
	return true
}

// otherLine takes what else stands in and below a --stat table.
func (p *parser) otherLine(t string) bool {
	if t == " ..." && p.stats.lines > 0 {
		p.stats.left = true
		p.line(strategies.Context)
		return true
	}
	for _, prefix := range [...]string{" create mode ", " delete mode ", " mode change ", " rename ", " copy ",
		" rewrite "} {
		if strings.HasPrefix(t, prefix) {
			p.line(strategies.Context)
			return true
		}
	}
	return false
}

// summaryLine takes " 3 files changed, 12 insertions(+), 4 deletions(-)".
func (p *parser) summaryLine(t string) bool {
	files, adds, dels, ok := parseSummary(t)
	if !ok {
		return false
	}
	p.stats.summaries++
	p.stats.unsummed = 0
	p.stats.files += files
	p.stats.adds += adds
	p.stats.dels += dels
	p.file = nil
	p.lead(strategies.Evidence)
	return true
}

func parseSummary(t string) (files, adds, dels int64, ok bool) {
	if !strings.HasPrefix(t, " ") || !strings.Contains(t, " changed") {
		return 0, 0, 0, false
	}
	for i, item := range strings.Split(t[1:], ", ") {
		number, what, _ := strings.Cut(item, " ")
		n, err := strconv.ParseInt(number, 10, 62)
		if err != nil {
			return 0, 0, 0, false
		}
		switch {
		case i == 0 && (what == "file changed" || what == "files changed"):
			files = n
		case i > 0 && (what == "insertion(+)" || what == "insertions(+)"):
			adds = n
		case i > 0 && (what == "deletion(-)" || what == "deletions(-)"):
			dels = n
		default:
			return 0, 0, 0, false
		}
	}
	return files, adds, dels, true
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
	old, path := renameOf(unquote(name))
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
	if !ok || letter == "" || rest == "" || len(letter) > 1 && strings.Trim(letter[1:], "0123456789") != "" {
		return false
	}
	n := names{path: unquote(rest)}
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
		n = names{path: unquote(new), old: unquote(old), status: renamed}
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
	rank := strategies.Evidence
	if f.bulk {
		rank = strategies.Context
	}
	p.c.Line(rank, strategies.KindLine, "", p.win[p.at])
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
