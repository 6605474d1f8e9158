package maven

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/programs/jvm/javac"
	"github.com/toktee/toktee/strategies/report"
)

// Program reads the build tool Maven: its tests, errors of compilers, the failed goal, the modules:
//
//	[INFO] Scanning for projects...
//	[ERROR] /src/main/java/shop/Basket.java:[16,31] cannot find symbol
//	[INFO] 1 error
//	[INFO] BUILD FAILURE
//	[ERROR] Failed to execute goal org.apache...:compile (default-compile) on project shop: Compilation failure
var Program = report.Program{
	Name:  "maven",
	Names: []string{"mvn", "mvnw", "mvnd"},
	Begins: []string{
		"[INFO] Scanning for projects", "[INFO] BUILD FAILURE", "[INFO] BUILD SUCCESS",
		"[ERROR] Failed to execute goal ",
		"[ERROR] COMPILATION ERROR", "[INFO]  T E S T S", "T E S T S", "[INFO] Reactor Summary",
		"[INFO] Reactor Build Order",
	},
	Extent: report.EachRun,
	New:    func(report.Call) report.Parser { return new(mavenParser) },
}

// mavenAdvice lists the advice that Maven prints below every failure.
var mavenAdvice = []string{
	"-> [Help", "[Help ", "For more information about the errors", "To see the full stack trace", "Re-run Maven",
	mavenReports, "After correcting the problems", "  mvn <",
}

// mavenReports opens advice after which a goal's own message goes on.
const mavenReports = "Please refer to"

const (
	mavenTail   = 120 // lines below the end of a build that are still its own
	mavenGoals  = 64  // goals that failed
	mavenOthers = 20  // other errors, and modules that failed
	mavenWords  = 6   // further lines of a goal or of a diagnostic that are kept
)

// mavenParser follows one build after the other.
type mavenParser struct {
	end javac.BuildEnd // of all builds; what follows is of one

	tests    surefire
	result   string // "SUCCESS" or "FAILURE"
	resultAt int
	untested int   // the first line about a module that ran no tests
	archives []int // the last lines that name an archive

	compiler mavenCompiler
	goals    []report.Finding // goals that failed
	broken   bool             // a goal's own words follow
	errors   []report.Finding // other lines marked as errors
	modules  []report.Finding // modules that failed
}

// mavenLevel takes the level off a line: "[ERROR]   text" is "[ERROR]" and "  text".
func mavenLevel(s string) (level, text string) {
	if s == "" || s[0] != '[' {
		return "", s
	}
	for _, l := range [...]string{"[INFO]", "[ERROR]", "[WARNING]", "[WARN]", "[FATAL]"} {
		if rest, ok := strings.CutPrefix(s, l); ok {
			return l, strings.TrimPrefix(rest, " ")
		}
	}
	return "", s
}

// Line implements [report.Parser].
func (p *mavenParser) Line(l report.Line, run *report.Run) {
	level, text := mavenLevel(l.Text)
	if strings.HasPrefix(text, "Scanning for projects") {
		run.Start(l.N)
		p.finish(run)
	}
	if level != "" && (p.result == "" || l.N < p.resultAt+mavenTail) || strings.HasPrefix(l.Text, "Tests run:") {
		run.Belongs(l.N)
	}
	taken := false
	switch {
	case strings.TrimSpace(text) == "":
		p.tests.blank()
		return
	case level == "[INFO]":
		taken = p.info(l.N, text, run)
	case level == "[ERROR]", level == "[FATAL]":
		taken = p.error(l.N, text)
	case level == "":
		taken = p.compiler.detail(l.N, text)
	}
	if !taken {
		p.tests.line(l.N, text, level, run)
	}
}

// info reads Maven's lines about the build.
func (p *mavenParser) info(n int, text string, run *report.Run) bool {
	switch {
	case parse.StartsWith(text, "BUILD SUCCESS", "BUILD FAILURE"):
		p.built(n, strings.TrimSpace(strings.TrimPrefix(text, "BUILD ")), run)
	case parse.StartsWith(text, "No tests to run", "Tests are skipped"):
		if p.untested == 0 {
			p.untested = n
		}
	case parse.StartsWith(text, "Building jar: ", "Building war: "):
		p.archives = report.AppendLast(p.archives, n, report.MaxSummary)
	case strings.Contains(text, " FAILURE ["): // "shop-web .............. FAILURE [  0.4 s]"
		run.Notes = report.AppendFirst(run.Notes, n, javac.BuildNotes)
		if len(p.modules) < mavenOthers {
			p.modules = append(p.modules, report.Finding{Message: report.Clip(text), At: n})
		}
	default:
		return p.compiler.total(text)
	}
	return true
}

// built takes the line that ends the build.
func (p *mavenParser) built(n int, result string, run *report.Run) {
	p.result, p.resultAt = result, n
	run.End(n, report.Ending{})
	failed := result == "FAILURE"
	p.end.Ends(n, !failed, p.tests.totalLines())
	if failed {
		return
	}
	if p.untested > 0 {
		p.end.Totals = append(p.end.Totals, p.untested)
		if len(p.archives) == 0 { // else it was asked for a package
			run.Claim(report.NoTest)
		}
	}
	for _, line := range p.archives {
		run.Notes = report.AppendFirst(run.Notes, line, javac.BuildNotes)
	}
}

// error reads a line marked as an error. It reports whether it is none of the tests'.
func (p *mavenParser) error(n int, text string) bool {
	if at, msg, ok := mavenPlace(text); ok && msg != "" {
		p.tests.blank()
		p.compiler.diagnostic(n, at, msg)
		return true
	}
	switch {
	case p.compiler.detail(n, text):
	case strings.HasPrefix(text, "COMPILATION ERROR"):
		p.compiler.heading = n
	case parse.StartsWith(text, mavenAdvice...):
		p.broken = p.broken && strings.HasPrefix(text, mavenReports)
	case strings.HasPrefix(text, "Failed to execute goal "):
		p.goal(n, text)
	case p.broken:
		g := &p.goals[len(p.goals)-1]
		g.Evidence = report.AppendFirst(g.Evidence, n, mavenWords)
	default:
		if !p.tests.takes(text) && len(p.errors) < mavenOthers {
			p.errors = append(p.errors, report.Finding{Message: report.Clip(text), At: n})
		}
		return false
	}
	return true
}

// goal reads "Failed to execute goal org.apache...:test (default-test) on project shop: There are test failures."
func (p *mavenParser) goal(n int, text string) {
	p.tests.blank()
	if len(p.goals) == mavenGoals {
		return
	}
	_, why, _ := strings.Cut(text, ": ")
	p.goals = append(p.goals, report.Finding{Message: report.Clip(why), At: n})
	p.broken = true
}

// finish closes a build.
func (p *mavenParser) finish(run *report.Run) {
	foundAll(p.tests.traced, run) // of a module that didn't end
	passed := p.result == "SUCCESS" && len(run.Pending()) == 0 && len(p.goals) == 0
	if !passed { // else they are a checker's that don't count
		p.compiler.put(run)
	}
	explained := p.reasons(run)
	switch {
	case passed:
		run.Claim(report.Passed)
	case p.result == "FAILURE", len(run.Pending()) > 0:
		run.Claim(report.Failed)
	}
	if !explained {
		run.Claim(report.NoRegion)
	}
	run.EndRun()
	*p = mavenParser{end: p.end}
}

// reasons passes the causes of a failed build to the run, unless tests or a compiler explain it. It reports whether
// that is all: otherwise the cause may be among other programs' lines.
func (p *mavenParser) reasons(run *report.Run) (explained bool) {
	found := len(run.Pending()) > 0 // failed tests, or what doesn't compile
	for _, g := range p.goals {
		if !found || !parse.StartsWith(g.Message, "There are test failures", "Compilation failure") {
			run.Found("", g)
		}
	}
	switch {
	case found, len(p.goals) > 0:
		return found
	case p.result == "FAILURE":
		foundAll(p.errors, run)
		return false
	case p.result == "" && len(p.modules) > 0: // the end is cut off, or -q left it out
		foundAll(p.modules, run)
		return false
	}
	return true
}

// Close implements [report.Closer].
func (p *mavenParser) Close(run *report.Run) {
	p.finish(run)
	p.end.Put(run)
	run.Texts = surefireTexts(run.Findings)
}
