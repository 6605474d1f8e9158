package programs

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// A tabular program prints a header and a row for each thing: ps, df, docker ps.
//
//	NAME                  READY   STATUS             RESTARTS   AGE
//	api-7d4b9c6f8b-2xk9q  1/1     Running            0          3d2h
//	web-5f6d7c8b9d-qw4rt  0/1     CrashLoopBackOff   17         65m
//
// The rows are counted; those that report trouble come first, and the header and the first rows before the others. A
// table is an answer: nothing of it is dull.
type tabular struct {
	report.Program
	headers []string                          // how its header begins, without indentation
	bad     func(row string, at columns) bool // reports whether a row reports trouble
	trouble string                            // what bad rows are: "not ready"
}

const (
	firstRows = 8   // rows that come before the others
	maxBad    = 100 // rows of trouble that are shown

	badRows strategies.Key = "trouble" // how many rows report trouble
)

// tableProgram makes the program of a row.
func tableProgram(t tabular) report.Program {
	p := t.Program
	p.Extent = report.Nowhere
	p.New = func(report.Call) report.Parser { return &tableParser{tabular: &t} }
	return p
}

type tableParser struct {
	*tabular
	columns columns
	inside  bool // below a header

	rows, troubles int64
}

// Line implements [report.Parser].
func (p *tableParser) Line(l report.Line, run *report.Run) {
	switch {
	case l.Bare == "":
		p.inside = false
	case parse.StartsWith(strings.TrimLeft(l.Text, " "), p.headers...):
		p.inside = true
		p.columns = columnsOf(l.Text)
		run.Summary = report.AppendFirst(run.Summary, l.N, maxBad)
	case parse.StartsWith(l.Text, "Warning: ", "WARNING: "):
		noteLine(run, l.N)
	case p.inside:
		p.row(l, run)
	}
}

func (p *tableParser) row(l report.Line, run *report.Run) {
	p.rows++
	switch {
	case p.bad(l.Text, p.columns):
		p.troubles++
		run.Adds(badRows, 1, report.Counted)
		if p.troubles <= maxBad {
			run.Found("", report.Finding{Message: l.Bare, At: l.N})
		}
	case p.rows <= firstRows:
		run.Summary = report.AppendFirst(run.Summary, l.N, maxBad)
	}
}

// Close implements [report.Closer].
func (p *tableParser) Close(run *report.Run) {
	if p.rows == 0 {
		run.Claim(report.NotOurs)
		return
	}
	run.Answer = true
	run.Adds(strategies.Entries, p.rows, report.Counted)
	run.Verdict = many(p.rows, "row")
	if p.troubles > 0 {
		run.Verdict += ", " + strconv.FormatInt(p.troubles, 10) + " " + p.trouble
	}
}

// columns are where the columns of a table start.
type columns map[string]int

// columnName is the name of a column: words with one blank between them.
var columnName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\S+( \S+)*`)
})

// columnsOf reads a header.
func columnsOf(header string) columns {
	out := columns{}
	for _, at := range columnName().FindAllStringIndex(header, -1) {
		out[header[at[0]:at[1]]] = at[0]
	}
	return out
}

// cell is a row's text in a column, up to two blanks; "" where the row has none.
func (at columns) cell(row, column string) string {
	i, ok := at[column]
	if !ok || i >= len(row) || i > 0 && row[i-1] != ' ' && row[i-1] != '\t' {
		return ""
	}
	text, _, _ := strings.Cut(row[i:], "  ")
	return strings.TrimRight(text, " \t")
}

// psTable is ps, and what prints processes or sockets as it does.
var psTable = tableProgram(tabular{
	Program: report.Program{Name: "ps", Names: []string{"ps", "pgrep", "top", "lsof", "ss", "netstat"}},
	headers: []string{"USER ", "UID ", "PID ", "F S ", "F   UID", "COMMAND ", "State ", "Netid ", "Proto "},
	bad:     func(row string, _ columns) bool { return strings.HasSuffix(row, "<defunct>") },
	trouble: "defunct",
})

// dfTable is df.
var dfTable = tableProgram(tabular{
	Program: report.Program{Name: "df", Names: []string{"df"}},
	headers: []string{"Filesystem "},
	bad:     nearlyFull,
	trouble: "nearly full",
})

// nearlyFull reports whether a file system is used to 95 % or more: "/dev/sda1  50G  49G  1.0G  98% /". Images that are
// read alone are always full.
func nearlyFull(row string, _ columns) bool {
	if parse.StartsWith(row, "/dev/loop", "overlay") {
		return false
	}
	for word := range strings.FieldsSeq(row) {
		if used, ok := strings.CutSuffix(word, "%"); ok {
			n, err := strconv.Atoi(used)
			return err == nil && n >= 95
		}
	}
	return false
}

// dockerTable is docker ps, docker images and the other lists of docker.
var dockerTable = tableProgram(tabular{
	Program: report.Program{
		Name: "docker",
		Runs: func(c report.Call) bool {
			switch {
			case isDocker(c):
				c.Args = c.Args[:min(len(c.Args), 2)]
				return c.Has("ps", "images", "ls", "list", "stats", "top")
			case isCompose(c):
				return c.Has("ps", "images", "top")
			}
			return false
		},
	},
	headers: []string{"CONTAINER ID", "REPOSITORY ", "NAME ", "IMAGE ", "NETWORK ID", "DRIVER ", "VOLUME NAME", "UID "},
	bad: func(row string, _ columns) bool {
		if _, code, ok := strings.Cut(row, "Exited ("); ok {
			return !strings.HasPrefix(code, "0)")
		}
		return phrases{"…Restarting (…", "…(unhealthy)…", "…  Dead …"}.match(row)
	},
	trouble: "not well",
})

func isDocker(c report.Call) bool { return c.Is("docker", "podman", "nerdctl") }

func isCompose(c report.Call) bool { return c.Is("docker-compose", "podman-compose") }

// many is a number with its noun.
func many(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.FormatInt(n, 10) + " " + noun + "s"
}
