package maven

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/jvm/javac"
	"github.com/toktee/toktee/strategies/report"
)

// mavenCompiler gathers the diagnostics of a compiler or a checker. Maven prints them twice: as it comes, and in the
// message of the goal that failed.
type mavenCompiler struct {
	heading int // the line "COMPILATION ERROR" above the diagnostics
	found   []report.Finding
	known   map[mavenDiagnostic]bool
	stated  int64           // how many errors the compiler states
	open    *report.Finding // the diagnostic whose lines come now
}

type mavenDiagnostic struct {
	parse.Place
	message string
}

// mavenPlace reads "/src/A.java:[12,34] text", "/src/A.kt: (12, 34) text", "/src/A.scala:12: text", and, from
// Checkstyle, "/src/A.java:[12] (sizes) text".
func mavenPlace(s string) (at parse.Place, msg string, ok bool) {
	if javac.Indented(s) {
		return parse.Place{}, s, false
	}
	file, rest, found := strings.Cut(s, ":[")
	if found && parse.FileLike(file) && !strings.ContainsAny(file, "[(") {
		numbers, msg, closed := strings.Cut(rest, "]")
		row, col, _ := strings.Cut(numbers, ",")
		at.File = file
		at.Row, row, _ = parse.CutNumber(row)
		at.Col, col, _ = parse.CutNumber(col)
		return at, strings.TrimSpace(msg), closed && at.Row > 0 && row+col == ""
	}
	if at, msg, ok = javac.ApartPlace(s); !ok {
		at, msg, ok = parse.CutPlace(s)
	}
	return at, strings.TrimSpace(msg), ok && !strings.Contains(at.File, " ")
}

// diagnostic takes a diagnostic that opens with its place.
func (c *mavenCompiler) diagnostic(n int, at parse.Place, msg string) {
	c.open = nil
	d := mavenDiagnostic{at, msg}
	if c.known[d] || len(c.found) == report.MaxFindings {
		return
	}
	if c.known == nil {
		c.known = map[mavenDiagnostic]bool{}
	}
	c.known[d] = true
	c.found = append(c.found, report.NewFinding(at.File, at.Row, at.Col, n, msg))
	c.open = &c.found[len(c.found)-1]
	c.open.Head = c.heading
}

// detail takes a line below a diagnostic, which is indented: "  symbol:   variable cent".
func (c *mavenCompiler) detail(n int, s string) bool {
	if c.open == nil {
		return false
	}
	if !javac.Indented(s) || len(c.open.Evidence) == mavenWords {
		c.open = nil
		return false
	}
	javac.TracedTo(c.open, n)
	return true
}

// total reads "3 errors".
func (c *mavenCompiler) total(s string) bool {
	key, n, ok := javac.Total(s)
	if !ok || key != strategies.Errors {
		return false
	}
	c.stated += n
	c.open = nil
	return true
}

// put hands over the diagnostics.
func (c *mavenCompiler) put(run *report.Run) {
	foundAll(c.found, run)
	errors := c.stated
	if errors == 0 {
		errors = int64(len(c.found))
	}
	run.Adds(strategies.Errors, errors, report.Printed)
}
