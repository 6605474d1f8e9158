package gradle

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/jvm/javac"
	"github.com/toktee/toktee/strategies/report"
)

// Program reads the build tool Gradle: failed tests, errors of compilers (Java, Kotlin), causes of failures:
//
//	> Task :test FAILED
//
//	FooTest > bar() FAILED
//	    org.opentest4j.AssertionFailedError: expected: <1> but was: <2>
//	        at shop.FooTest.bar(FooTest.java:33)
//
//	5 tests completed, 1 failed, 1 skipped
//
//	* What went wrong:
//	Execution failed for task ':test'.
//	> There were failing tests. See the report at: file:///src/build/reports/tests/test/index.html
//
//	BUILD FAILED in 3s
var Program = report.Program{
	Name:  "gradle",
	Names: []string{"gradle", "gradlew"},
	Begins: []string{
		"> Task :", "> Configure project", "FAILURE: Build failed with an exception", "FAILURE: Build completed with ",
		"* What went wrong:", "Starting a Gradle Daemon", "Welcome to Gradle ",
		"Downloading https://services.gradle.org",
		":", // a task, until version 4; it doesn't prove that it is Gradle
	},
	Extent: report.EachRun,
	New: func(c report.Call) report.Parser {
		return &gradleParser{asked: c.Has("dependencies", "dependencyInsight", "tasks", "projects", "properties",
			"help", "buildEnvironment", "outgoingVariants")}
	},
}

// gradleParser follows one build after the other.
type gradleParser struct {
	asked  bool           // its output was requested
	tested bool           // a task tested or assembled something
	idle   bool           // all tasks for tests had none
	end    javac.BuildEnd // of all builds; what follows is of one

	sure   bool             // it is Gradle: others open lines with a colon, too
	ended  string           // "SUCCESSFUL" or "FAILED"
	totals []int            // "5 tests completed, 1 failed"
	wrong  []report.Finding // below "What went wrong"
	asks   bool             // those lines come now
	where  report.Finding   // the place below "Where:", which comes before
	placed int              // the line in which that is expected

	test   *report.Finding // the failed test whose trace comes now
	method bool            // the frame of its method was read
	gap    bool            // an empty line came since its name
}

const (
	gradleWrong = 12 // lines below "What went wrong" that are kept
	gradleShown = 2  // lines about the failure of a build
)

// Line implements [report.Parser].
func (p *gradleParser) Line(l report.Line, run *report.Run) {
	if l.Text == "" {
		p.gap = true
		return
	}
	if p.test != nil && javac.Indented(l.Text) {
		p.trace(l, run)
		return
	}
	p.test = nil
	if p.asks && p.wrongLine(l, run) {
		return
	}
	if p.placed == l.N {
		p.whereLine(l)
	}
	switch {
	case p.task(l, run), p.outcome(l, run), p.checkstyle(l, run), p.failedTest(l, run), p.counted(l, run):
	default:
		gradleCompiles(l, run)
	}
}

// begin takes a line of a build; if one has ended, it is the next one's.
func (p *gradleParser) begin(n int, run *report.Run) {
	if p.ended != "" {
		p.finish(run)
	}
	run.Belongs(n)
}

// task reads "> Task :compileJava FAILED" and, before version 4, ":core:compileJava UP-TO-DATE". The compiler's first
// line may follow the latter without a line's end: ":compileJava/src/A.java:2: error: text".
func (p *gradleParser) task(l report.Line, run *report.Run) bool {
	if parse.StartsWith(l.Text, "> Task :", "> Configure project") {
		p.begin(l.N, run)
		p.sure = true
		p.tests(l.Text)
		return true
	}
	if l.Text[0] != ':' {
		return false
	}
	task, rest, ok := strings.Cut(l.Text, "/")
	if ok && gradleTask(task) && strings.Contains(rest, ": error: ") {
		p.begin(l.N, run)
		gradleCompiles(report.NewLine(l.N, "/"+rest), run)
		return true
	}
	if gradleTask(l.Text) {
		p.begin(l.N, run)
		return true
	}
	return false
}

// tests notes whether a task tests something: "> Task :core:test", "> Task :test NO-SOURCE". Of a build, the tests are
// only a part.
func (p *gradleParser) tests(s string) {
	task, state, _ := strings.Cut(strings.TrimPrefix(s, "> Task "), " ")
	name := task[strings.LastIndexByte(task, ':')+1:]
	switch isTest := name == "test" || strings.HasSuffix(name, "Test"); {
	case name == "assemble", isTest && state != "NO-SOURCE" && state != "SKIPPED":
		p.idle, p.tested = false, true
	case isTest:
		p.idle = !p.tested
	}
}

// gradleTask reports whether a line names a task: ":core:compileJava UP-TO-DATE".
func gradleTask(s string) bool {
	name, _, _ := strings.Cut(s, " ")
	return len(name) > 3 && javac.Letter(s[1]) && !strings.ContainsAny(name, "/()\"',")
}

// checkstyle reads "[ant:checkstyle] [ERROR] /src/A.java:3:14: text", from the checker that Gradle runs itself.
func (p *gradleParser) checkstyle(l report.Line, run *report.Run) bool {
	rest, ok := strings.CutPrefix(l.Text, "[ant:checkstyle] [ERROR] ")
	if !ok {
		return false
	}
	if at, msg, placed := parse.CutPlace(rest); placed {
		p.begin(l.N, run)
		run.Found(strategies.Errors, report.Finding{
			File: at.File, Row: at.Row, Col: at.Col, Message: report.Clip(msg), At: l.N,
		})
		run.Closes()
	}
	return true
}

// failedTest reads "FooTest > bar() FAILED", and "FooTest > bar() PASSED" for a test that ran again.
func (p *gradleParser) failedTest(l report.Line, run *report.Run) bool {
	if passed, ok := strings.CutSuffix(l.Text, " PASSED"); ok && strings.Contains(passed, " > ") {
		run.PassesNow(func(f *report.Finding) bool {
			again := f.Name == passed
			if again {
				run.Treat(strategies.Failed, report.OneMore)
			}
			return again
		})
		return true
	}
	name, ok := strings.CutSuffix(l.Text, " FAILED")
	if !ok || !strings.Contains(name, " > ") || parse.StartsWith(name, ">", " ") {
		return false
	}
	p.begin(l.N, run)
	p.test = run.Found(strategies.Failed, report.Finding{
		Name: name, At: l.N, Span: strategies.Span{First: l.N, Last: l.N},
	})
	run.Closes() // its trace is read by its own rules
	p.method, p.gap = false, false
	return true
}

// counted reads "1143 tests completed, 1 failed, 4 skipped".
func (p *gradleParser) counted(l report.Line, run *report.Run) bool {
	_, rest, ok := parse.CutNumber(l.Text)
	if !ok || !parse.StartsWith(rest, " tests completed, ", " test completed, ") {
		return false
	}
	p.begin(l.N, run)
	p.sure = true
	if failed := parse.WordCounts(l.Text)["failed"]; failed > 0 {
		run.States(strategies.Failed, failed)
	}
	p.totals = report.AppendLast(p.totals, l.N, report.MaxSummary)
	return true
}

// gradleCompiles reads the diagnostics of the compilers of Java and Kotlin. A build doesn't fail for their warnings.
func gradleCompiles(l report.Line, run *report.Run) {
	f, ok := javac.Diagnostic(l)
	_, _, total := javac.Total(l.Text)
	switch {
	case ok && !f.Warning:
		run.Found(strategies.Errors, f)
	case ok, total:
		run.End(l.N, report.Ending{})
	default:
		javac.Continues(l, run)
	}
}

// finish closes a build. Its region ends with its outcome. The reason of a failure may be among other programs' lines.
func (p *gradleParser) finish(run *report.Run) {
	if !p.sure {
		run.Drop(nil)
	}
	complete := p.sure && p.ended != ""
	for _, w := range p.wrong {
		if !explained(w.Message, run) {
			run.Found("", w)
			complete = false
		} else if len(p.end.Failed) < gradleShown {
			p.end.Failed = append([]int{w.At}, p.end.Failed...) // which task failed
			if strings.Contains(w.Message, " report at: ") && len(w.Evidence) > 0 {
				p.end.Failed = append(p.end.Failed, w.Evidence[0]) // and the report with more details
			}
		}
	}
	switch {
	case p.ended == "FAILED", run.HasFailures():
		run.Claim(report.Failed)
	case p.ended == "SUCCESSFUL":
		run.Claim(report.Passed)
	}
	if !complete {
		run.Claim(report.NoRegion)
	}
	run.EndRun()
	*p = gradleParser{asked: p.asked, end: p.end, tested: p.tested, idle: p.idle}
}

// Close implements [report.Closer].
func (p *gradleParser) Close(run *report.Run) {
	p.finish(run)
	if p.idle {
		run.Claim(report.NoTest)
	}
	p.end.Put(run)
	run.Answer = p.asked && !run.Failing()
}
