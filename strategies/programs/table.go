package programs

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// A tabular program prints a header and a row for each thing: ps, df, docker ps. The rows are counted; those that tell of
// trouble come first, and the header and the first rows before the others. A table is an answer: nothing of it is dull.
type tabular struct {
	headers []string // how its header begins, without indentation
	bad     func(row string, t *tableParser) bool
	trouble string // what bad rows are: "not ready"
}

// Trouble is the key of the rows of a table that tell of trouble.
const Trouble strategies.Key = "trouble"

const (
	firstRows = 8   // rows that come before the others
	maxBad    = 100 // rows of trouble that are told
	statusCol = "STATUS"
)

// tableParser reads the tables of one output.
type tableParser struct {
	kind    *tabular
	columns map[string]int // where each column starts
	inside  bool
	rows    int64
	bad     int64
	summary []int
	notes   []int
	list    []report.Finding
}

func (p *tableParser) Line(n int, s string) {
	bare := strings.TrimLeft(s, " ")
	switch {
	case bare == "":
		p.inside = false
	case hasAny(bare, p.kind.headers):
		p.inside = true
		p.columns = columnsOf(s)
		p.summary = append(p.summary, n)
	case strings.HasPrefix(s, "Warning: "), strings.HasPrefix(s, "WARNING: "):
		p.notes = append(p.notes, n)
	case p.inside:
		p.rows++
		if p.kind.bad != nil && p.kind.bad(s, p) {
			p.bad++
			if len(p.list) < maxBad {
				p.list = append(p.list, report.Finding{Message: strings.TrimSpace(s), At: n})
			}
		} else if p.rows <= firstRows {
			p.summary = append(p.summary, n)
		}
	}
	if len(p.summary) > maxBad {
		p.summary = p.summary[:maxBad]
	}
	if len(p.notes) > maxNoted {
		p.notes = p.notes[:maxNoted]
	}
}

// columnsOf finds where the columns of a header start: words that stand together are one name.
func columnsOf(s string) map[string]int {
	out := map[string]int{}
	for i := 0; i < len(s); {
		if s[i] == ' ' || s[i] == '\t' {
			i++
			continue
		}
		j := i
		for j < len(s) && s[j] != '\t' && !(s[j] == ' ' && (j+1 == len(s) || s[j+1] == ' ')) {
			j++
		}
		out[s[i:j]] = i
		i = j
	}
	return out
}

// cell is a row's text in a column, up to two blanks; "" where the row has none.
func (p *tableParser) cell(row, column string) string {
	at, ok := p.columns[column]
	if !ok || at >= len(row) || at > 0 && row[at-1] != ' ' && row[at-1] != '\t' {
		return ""
	}
	c, _, _ := strings.Cut(row[at:], "  ")
	return strings.TrimRight(c, " \t")
}

// Report implements [report.Reader].
func (p *tableParser) Report() report.Report {
	if p.rows == 0 {
		return report.Report{}
	}
	tells := many(p.rows, "row")
	counts := map[strategies.Key]int64{strategies.Entries: p.rows}
	if p.bad > 0 {
		counts[Trouble] = p.bad
		tells += ", " + strconv.FormatInt(p.bad, 10) + " " + p.kind.trouble
	}
	return report.Report{Counts: counts, Verdict: tells, Findings: p.list, Summary: p.summary, Notes: p.notes, Answer: true}
}

func tableOf(t tabular) func() report.Reader {
	return func() report.Reader { return &tableParser{kind: &t} }
}

// psTable reads ps, and what prints processes or sockets in its way.
var psTable = report.Program{
	Name: "ps",
	Runs: func(c shell.Call) bool { return has([]string{"ps", "pgrep", "top", "lsof", "ss", "netstat"}, c.Name) },
	Old: tableOf(tabular{headers: []string{"USER ", "UID ", "PID ", "F S ", "F   UID", "COMMAND ", "State ", "Netid ", "Proto "},
		bad: func(row string, _ *tableParser) bool { return strings.HasSuffix(row, "<defunct>") }, trouble: "defunct"}),
}

// dfTable reads df.
var dfTable = report.Program{
	Name: "df",
	Runs: func(c shell.Call) bool { return c.Name == "df" },
	Old: tableOf(tabular{headers: []string{"Filesystem "}, trouble: "nearly full",
		bad: func(row string, _ *tableParser) bool {
			if strings.HasPrefix(row, "/dev/loop") || strings.HasPrefix(row, "overlay") {
				return false
			}
			for w := range strings.FieldsSeq(row) {
				if used, ok := strings.CutSuffix(w, "%"); ok {
					n, err := strconv.Atoi(used)
					return err == nil && n >= 95
				}
			}
			return false
		}}),
}

// dockerTable reads docker ps, docker images and the other lists of docker.
var dockerTable = report.Program{
	Name: "docker",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "docker", "podman", "nerdctl":
			return has(c.Args[:min(len(c.Args), 2)], "ps", "images", "ls", "list", "stats", "top")
		case "docker-compose", "podman-compose":
			return has(c.Args, "ps", "images", "top")
		}
		return false
	},
	Old: tableOf(tabular{headers: []string{"CONTAINER ID", "REPOSITORY ", "NAME ", "IMAGE ", "NETWORK ID", "DRIVER ", "VOLUME NAME", "UID "}, trouble: "not well",
		bad: func(row string, _ *tableParser) bool {
			if _, code, ok := strings.Cut(row, "Exited ("); ok {
				return !strings.HasPrefix(code, "0)")
			}
			return strings.Contains(row, "Restarting (") || strings.Contains(row, "(unhealthy)") || strings.Contains(row, "  Dead ")
		}}),
}

// many is a number with its noun.
func many(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.FormatInt(n, 10) + " " + noun + "s"
}
