package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// maven reads Maven: its tests (surefire, failsafe), what doesn't compile, the goal that failed, the modules.
var maven = report.Program{
	Name: "maven",
	Runs: func(c shell.Call) bool { return c.Name == "mvn" || c.Name == "mvnw" || c.Name == "mvnd" },
	Begins: []string{"[INFO] Scanning for projects", "[INFO] BUILD FAILURE", "[INFO] BUILD SUCCESS", "[ERROR] Failed to execute goal ", "[ERROR] COMPILATION ERROR",
		"[INFO]  T E S T S", "T E S T S", "[INFO] Reactor Summary", "[INFO] Reactor Build Order"},
	Old: func() report.Reader { return &mavenParser{} },
}

// mavenParser follows one build after the other.
type mavenParser struct {
	runs
	tests    surefire
	build    string // SUCCESS or FAILURE, once it is told
	builtAt  int
	untested int              // the first line that says that a module has run no tests
	built    []int            // the last archives
	compiler []report.Finding // diagnostics
	open     *report.Finding  // the diagnostic whose lines come now
	diags    map[string]bool
	declared int64 // the errors that the compiler counts
	goals    []mavenGoal
	errs     []report.Finding // other lines marked as errors
	modules  []report.Finding // modules that failed
	broken   bool             // "Failed to execute goal" is open: its details follow

	uncompiled int // the heading above the compiler's diagnostics
}

// mavenGoal is a goal that failed.
type mavenGoal struct {
	report.Finding
	explained bool // tests that failed, or what didn't compile, tell why
}

// mavenMark takes the level off a line: "[ERROR]   text" is "  text".
func mavenMark(s string) (level, text string) {
	if s[0] != '[' {
		return "", s
	}
	for _, l := range [...]string{"[INFO]", "[ERROR]", "[WARNING]", "[WARN]", "[FATAL]"} {
		if rest, ok := strings.CutPrefix(s, l); ok {
			return l, strings.TrimPrefix(rest, " ")
		}
	}
	return "", s
}

func (p *mavenParser) Line(n int, s string) {
	if strings.TrimSpace(s) == "" {
		p.tests.blank()
		return
	}
	level, text := mavenMark(s)
	if strings.HasPrefix(text, "Scanning for projects") {
		p.finish()
	}
	if level != "" && (p.build == "" || n-p.builtAt < 120) {
		p.seen(n)
	}
	switch level {
	case "[INFO]":
		if p.info(n, text) {
			return
		}
	case "[ERROR]", "[FATAL]":
		if strings.TrimSpace(text) == "" {
			p.tests.blank()
			return
		}
		if p.failed(n, text) {
			return
		}
	case "":
		if p.open != nil && p.detail(n, s) {
			return
		}
		if s[0] == 'T' && strings.HasPrefix(s, "Tests run:") {
			p.seen(n)
		}
	}
	p.tests.line(n, text, level)
}

// info reads what Maven says of its own.
func (p *mavenParser) info(n int, text string) bool {
	switch {
	case strings.HasPrefix(text, "BUILD SUCCESS"), strings.HasPrefix(text, "BUILD FAILURE"):
		p.build, p.builtAt = strings.TrimPrefix(text, "BUILD "), n
		p.build = strings.TrimSpace(p.build)
		p.summary = p.tests.tallies()
		if p.build == "FAILURE" {
			p.ends = []int{n}
		} else {
			p.summary = append(p.summary, n)
			if p.untested > 0 {
				p.summary = append(p.summary, p.untested)
			}
			for _, line := range p.built {
				p.notes = report.AppendFirst(p.notes, line, maxNotes)
			}
		}
	case strings.HasPrefix(text, "No tests to run"), strings.HasPrefix(text, "Tests are skipped"):
		if p.untested == 0 {
			p.untested = n
		}
	case strings.HasPrefix(text, "Building jar: "), strings.HasPrefix(text, "Building war: "):
		p.built = appendLast(p.built, n)
	case strings.Contains(text, " FAILURE ["): // a module
		p.notes = report.AppendFirst(p.notes, n, maxNotes)
		if len(p.modules) < 20 {
			p.modules = append(p.modules, report.Finding{Message: report.Clip(text), At: n})
		}
	case text != "" && parse.Digit(text[0]) && (strings.HasSuffix(strings.TrimSpace(text), " errors") || strings.HasSuffix(strings.TrimSpace(text), " error")):
		if c, rest := parse.CutNumber(text); strings.HasPrefix(rest, " error") {
			p.declared += int64(c)
			p.open = nil
		}
	default:
		return false
	}
	return true
}

// failed reads a line marked as an error.
func (p *mavenParser) failed(n int, text string) bool {
	if at, msg, ok := mavenPlace(text); ok && msg != "" {
		p.tests.blank()
		p.diagnostic(n, at, msg)
		return true
	}
	if p.open != nil && p.detail(n, text) {
		return true
	}
	switch {
	case strings.HasPrefix(text, "COMPILATION ERROR"):
		p.uncompiled = n
		return true
	case strings.HasPrefix(text, "-> [Help"), strings.HasPrefix(text, "[Help "), strings.HasPrefix(text, "For more information about the errors"),
		strings.HasPrefix(text, "To see the full stack trace"), strings.HasPrefix(text, "Re-run Maven"), strings.HasPrefix(text, "Please refer to"), strings.HasPrefix(text, "After correcting the problems"),
		strings.HasPrefix(text, "  mvn <"):
		p.broken = p.broken && strings.HasPrefix(text, "Please refer to")
		return true
	case strings.HasPrefix(text, "Failed to execute goal "):
		p.tests.blank()
		_, why, _ := strings.Cut(strings.TrimPrefix(text, "Failed to execute goal "), ": ")
		if len(p.goals) < 64 {
			p.goals = append(p.goals, mavenGoal{report.Finding{Message: report.Clip(why), At: n}, strings.Contains(text, "There are test failures") || strings.Contains(text, "Compilation failure")})
			p.broken = true
		}
		return true
	case p.broken:
		if g := &p.goals[len(p.goals)-1]; len(g.Evidence) < 6 {
			g.Evidence = append(g.Evidence, n)
		}
		return true
	}
	if p.tests.takes(text) {
		return false
	}
	if len(p.errs) < 20 {
		p.errs = append(p.errs, report.Finding{Message: report.Clip(text), At: n})
	}
	return false
}

// finish closes a build.
func (p *mavenParser) finish() {
	findings, counts, why := p.tests.finish()
	if why != "" && p.unparsed == "" {
		p.unparsed = why
	}
	failing := len(findings) > 0
	findings = append(findings, p.compiler...)
	if n := max(p.declared, 0); n > 0 {
		counts[strategies.Errors] += n
	} else if len(p.compiler) > 0 && len(p.compiler) < MaxFindings {
		counts[strategies.Errors] += int64(len(p.compiler))
	}
	told := len(findings) > 0
	foreign := false // what made the build fail may stand among the other lines
	for _, g := range p.goals {
		if !g.explained || !told {
			findings = append(findings, g.Finding)
			foreign = foreign || !told
		}
	}
	if p.build == "FAILURE" && len(findings) == 0 {
		findings = p.errs
		foreign = true
	}
	if p.build == "" && len(findings) == 0 && len(p.modules) > 0 { // the end is cut off, or -q left it out
		findings = p.modules
		foreign, failing = true, true
	}
	switch {
	case p.build == "FAILURE", len(p.goals) > 0, failing, len(p.compiler) > 0 && p.build == "":
		p.bad = true
	case p.build == "SUCCESS":
		p.pass = true
		if len(p.compiler) > 0 { // a checker's that don't count
			findings, counts[strategies.Errors] = findings[:len(findings)-len(p.compiler)], 0
			delete(counts, strategies.Errors)
		}
	}
	p.add(findings, counts)
	if foreign {
		p.first = 0
	}
	p.end()
	p.build, p.builtAt, p.untested, p.built = "", 0, 0, nil
	p.uncompiled = 0
	p.compiler, p.open, p.diags, p.declared, p.goals, p.errs, p.modules, p.broken = nil, nil, nil, 0, nil, nil, nil, false
}

// Report implements [report.Reader].
func (p *mavenParser) Report() report.Report {
	p.finish()
	r := p.report()
	r.Texts = surefireTexts(r.Findings)
	return r
}
