package edit

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// statLine takes " path | 14 +++++---".
func (p *parser) statLine(t string) bool {
	row, ok := parseStat(t)
	if !ok {
		return p.otherLine(t)
	}
	p.stats.abbreviated = p.stats.abbreviated || strings.HasPrefix(row.name, "...")
	old, path := renameOf(row.name)
	status := ""
	switch {
	case old != "":
		status = renamed
	case row.number == "Unmerged":
		status = unmerged
	}
	f := p.table.open(path, old, status)
	f.binary = f.binary || row.binary()
	if adds := int64(strings.Count(row.graph, "+")); int64(len(row.graph)) == row.changed && !row.binary() {
		f.adds += adds
		f.dels += row.changed - adds
	}
	p.stats.lines++
	p.stats.unsummed++
	p.tableRow(f)
	return true
}

// statRow is a row of a --stat table.
type statRow struct {
	name    string
	number  string // of changed lines, as the row has it; "Bin" and "Unmerged" for none
	changed int64  // the same as a number
	graph   string // a plus or minus for each line, or for several
}

// binary reports whether the row is of a binary file: " logo.png | Bin 0 -> 120 bytes".
func (r statRow) binary() bool { return r.number == "Bin" }

// parseStat reads " path | 14 +++++---".
func parseStat(t string) (r statRow, ok bool) {
	if len(t) < 6 || t[0] != ' ' || t[1] == ' ' {
		return statRow{}, false
	}
	i := strings.LastIndex(t, " | ")
	if i < 0 {
		return statRow{}, false
	}
	r.name = strings.TrimSpace(t[:i])
	r.number, r.graph, _ = strings.Cut(strings.TrimSpace(t[i+3:]), " ")
	var err error
	r.changed, err = strconv.ParseInt(r.number, 10, 62)
	if r.binary() || r.number == "Unmerged" {
		return r, true
	}
	return r, err == nil && strings.Trim(r.graph, "+-") == ""
}

// otherLine takes the other lines in and below a --stat table:
//
//	...
//	create mode 100644 cmd/main.go
func (p *parser) otherLine(t string) bool {
	if t == " ..." && p.stats.lines > 0 {
		p.stats.left = true
		p.line(strategies.Context)
		return true
	}
	for _, word := range [...]string{"create mode ", "delete mode ", "mode change ", "rename ", "copy ", "rewrite "} {
		if strings.HasPrefix(t, " "+word) {
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
	if c := p.commit(); c != nil && c.files == 0 {
		c.files, c.changes = files, changes{adds, dels}
	}
	if p.known != nil && p.known.commits > 1 {
		p.line(strategies.Context) // the commit's line has it
	} else {
		p.lead(strategies.Evidence)
	}
	return true
}

// parseSummary reads the numbers of files, added and deleted lines in " 3 files changed, 12 insertions(+)".
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
		if first := strings.HasSuffix(what, " changed"); first != (i == 0) {
			return 0, 0, 0, false
		}
		switch what {
		case "file changed", "files changed":
			files = n
		case "insertion(+)", "insertions(+)":
			adds = n
		case "deletion(-)", "deletions(-)":
			dels = n
		default:
			return 0, 0, 0, false
		}
	}
	return files, adds, dels, true
}

// isSummary reports whether a line is the summary of a table.
func isSummary(t string) bool {
	_, _, _, ok := parseSummary(t)
	return ok
}
