package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// gradle reads Gradle: tests that failed, what doesn't compile (Java, Kotlin), what went wrong.
var gradle = report.Program{
	Name: "gradle",
	Runs: func(c shell.Call) bool { return c.Name == "gradle" || c.Name == "gradlew" },
	Begins: []string{"> Task :", "> Configure project", "FAILURE: Build failed with an exception", "FAILURE: Build completed with ", "* What went wrong:", "Starting a Gradle Daemon",
		"Welcome to Gradle ", "Downloading https://services.gradle.org", ":"}, // a task, until version 4; it says nothing by itself
	Old: func() report.Reader { return &gradleParser{} },
	OldFor: func(c shell.Call) report.Reader {
		return &gradleParser{asked: has(c.Args, "dependencies", "dependencyInsight", "tasks", "projects", "properties", "help", "buildEnvironment", "outgoingVariants")}
	},
}

// gradleParser follows one build after the other.
type gradleParser struct {
	runs
	asked   bool // what it prints was asked for
	javac   javacLines
	tests   []report.Finding
	open    *report.Finding // the test whose lines come now
	method  int             // the frame of its method
	gap     bool            // an empty line came since its name
	failed  int64           // as Gradle counts them
	dropped int64
	wrong   []report.Finding // below "What went wrong"
	where   gradleWhere      // below "Where", which comes before
	whereAt int              // the line in which it is expected
	asks    bool             // those lines come now
	ended   string           // SUCCESSFUL or FAILED
	tally   []int
	sure    bool             // it is Gradle: others open lines with a colon, too
	checked []report.Finding // what checkers that Gradle runs itself say
}

func (p *gradleParser) Line(n int, s string) {
	if s == "" {
		p.gap = true
		return
	}
	if p.open != nil {
		if s[0] == ' ' || s[0] == '\t' {
			p.trace(n, s)
			return
		}
		p.open = nil
	}
	if p.asks && p.wrongLine(n, s) {
		return
	}
	if p.whereAt == n {
		p.whereLine(n, s)
	}
	switch s[0] {
	case ':', '>':
		if strings.HasPrefix(s, "> Task :") || strings.HasPrefix(s, "> Configure project") {
			p.begin(n)
			p.sure = true
			return
		}
		if i := strings.IndexByte(s, '/'); i > 0 && strings.Contains(s[i:], ": error: ") && gradleTask(s[:i]) { // the compiler's first line follows without a line's end
			p.begin(n)
			p.javac.line(n, s[i:])
			return
		}
		if gradleTask(s) {
			p.begin(n)
			return
		}
	case '*', 'F', 'B':
		if p.outcome(n, s) {
			return
		}
	case '[':
		if rest, ok := strings.CutPrefix(s, "[ant:checkstyle] [ERROR] "); ok {
			if at, msg, ok := parse.CutPlace(rest); ok {
				p.begin(n)
				p.checked = appendFinding(p.checked, report.Finding{File: at.File, Row: at.Row, Col: at.Col, Message: report.Clip(msg), At: n})
			}
			return
		}
	}
	if strings.HasSuffix(s, " FAILED") && strings.Contains(s, " > ") && s[0] != '>' && s[0] != ' ' {
		p.test(n, strings.TrimSuffix(s, " FAILED"))
		return
	}
	if parse.Digit(s[0]) && p.counted(n, s) {
		return
	}
	if p.javac.line(n, s) {
		p.seen(n)
	}
}

// gradleTask reports whether a line names a task, as Gradle did before its version 4: ":core:compileJava UP-TO-DATE".
func gradleTask(s string) bool {
	name, _, _ := strings.Cut(s, " ")
	return len(name) > 3 && s[0] == ':' && letter(s[1]) && !strings.ContainsAny(name, "/()\"',")
}

// begin notes a line of a build; where one has ended, it is the next one's.
func (p *gradleParser) begin(n int) {
	if p.ended != "" {
		p.finish()
	}
	p.seen(n)
}

// test reads "FooTest > bar() FAILED".
func (p *gradleParser) test(n int, name string) {
	p.begin(n)
	if len(p.tests) == MaxFindings {
		p.dropped++
		return
	}
	p.tests = append(p.tests, report.Finding{Name: name, At: n, Span: strategies.Span{First: n, Last: n}})
	p.open, p.method, p.gap = &p.tests[len(p.tests)-1], 0, false
}

// counted reads "1143 tests completed, 1 failed, 4 skipped".
func (p *gradleParser) counted(n int, s string) bool {
	_, rest := parse.CutNumber(s)
	if !strings.HasPrefix(rest, " tests completed, ") && !strings.HasPrefix(rest, " test completed, ") {
		return false
	}
	p.begin(n)
	p.sure = true
	p.failed += parse.WordCounts(s)["failed"]
	p.tally = append(p.tally, n)
	p.tally = p.tally[max(0, len(p.tally)-maxSummary):]
	return true
}

// outcome reads how a build ended, and what went wrong.
func (p *gradleParser) outcome(n int, s string) bool {
	switch {
	case strings.HasPrefix(s, "* What went wrong:"):
		p.begin(n)
		p.sure = true
		p.asks = true
		p.wrong = appendFinding(p.wrong, report.Finding{At: n, File: p.where.file, Row: p.where.row, Head: p.where.at})
		p.where = gradleWhere{}
	case strings.HasPrefix(s, "* Where:"):
		p.begin(n)
		p.whereAt = n + 1
	case strings.HasPrefix(s, "* "), strings.HasPrefix(s, "FAILURE: Build "):
		p.begin(n)
	case strings.HasPrefix(s, "BUILD SUCCESSFUL"), strings.HasPrefix(s, "BUILD FAILED"):
		p.begin(n)
		p.sure = true
		p.ended, _, _ = strings.Cut(strings.TrimPrefix(s, "BUILD "), " ")
		p.summary = p.tally
		if p.ended == "FAILED" {
			p.ends = []int{n}
		} else {
			p.summary = append(p.summary, n)
		}
	default:
		return false
	}
	return true
}

// gradleWhere is where a script fails, and the line that tells it.
type gradleWhere struct {
	file    string
	row, at int
}

// whereLine reads "Build file '/p/build.gradle' line: 7".
func (p *gradleParser) whereLine(n int, s string) {
	_, rest, ok := strings.Cut(s, "'")
	file, rest, closed := strings.Cut(rest, "'")
	if !ok || !closed {
		return
	}
	row, _ := parse.CutNumber(strings.TrimPrefix(rest, " line: "))
	p.where = gradleWhere{file, row, n}
}

// wrongLine reads a line below "What went wrong".
func (p *gradleParser) wrongLine(n int, s string) bool {
	if strings.HasPrefix(s, "* ") || strings.HasPrefix(s, "BUILD ") || strings.HasPrefix(s, "=====") {
		p.asks = false
		return false
	}
	p.seen(n)
	f := &p.wrong[len(p.wrong)-1]
	if f.Message == "" {
		f.At = n
	}
	if text := strings.TrimLeft(s, "> "); f.Message == "" || strings.HasPrefix(f.Message, "Execution failed for task") || strings.HasPrefix(f.Message, "A problem occurred") {
		f.Message = report.Clip(text)
	}
	if n > f.At && len(f.Evidence) < 12 {
		f.Evidence = append(f.Evidence, n)
	}
	f.Span = strategies.Span{First: f.At, Last: n}
	return true
}

// explained reports whether the findings tell why a task failed.
func (p *gradleParser) explained(msg string) bool {
	switch {
	case strings.HasPrefix(msg, "There were failing tests"):
		return len(p.tests) > 0
	case strings.HasPrefix(msg, "Compilation failed"), strings.HasPrefix(msg, "Compilation error"), strings.HasPrefix(msg, "A failure occurred while executing org.jetbrains.kotlin"):
		return p.javac.failed() > 0
	case strings.HasPrefix(msg, "Checkstyle rule violations were found"):
		return len(p.checked) > 0
	}
	return false
}

// finish closes a build.
func (p *gradleParser) finish() {
	if !p.sure {
		*p = gradleParser{runs: p.runs, asked: p.asked}
		p.first = 0
		return
	}
	findings := append(p.tests, p.checked...)
	counts := map[strategies.Key]int64{}
	told := int64(len(p.tests)) + p.dropped
	if p.failed > 0 {
		counts[strategies.Failed] = p.failed
		if told != p.failed {
			p.disagree(p.failed, told)
		}
	} else if told > 0 {
		counts[strategies.Failed] = told
	}
	if n := p.javac.failed() + int64(len(p.checked)); n > 0 && n < MaxFindings {
		counts[strategies.Errors] = n
	}
	for _, f := range p.javac.findings {
		if !f.Warning {
			findings = append(findings, f)
		}
	}
	foreign := false // why it failed may stand among lines that aren't Gradle's
	for _, w := range p.wrong {
		if !p.explained(w.Message) {
			findings = append(findings, w)
			foreign = true
		} else if len(p.ends) < maxSummary {
			p.ends = append([]int{w.At}, p.ends...) // which task failed
		}
	}
	switch {
	case p.ended == "FAILED", len(findings) > 0:
		p.bad = true
	case p.ended == "SUCCESSFUL":
		p.pass = true
	}
	p.add(findings, counts)
	if foreign || p.ended == "" {
		p.first = 0
	}
	p.end()
	*p = gradleParser{runs: p.runs, asked: p.asked}
}

// Report implements [report.Reader].
func (p *gradleParser) Report() report.Report {
	p.finish()
	r := p.report()
	r.Answer = p.asked && r.Outcome != strategies.Fail
	return r
}
