package cargo

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Program reads cargo build, check, clippy, test and nextest, and rustc: diagnostics with their excerpts, and tests.
//
//	   Compiling mill v0.3.0 (/src/mill)
//	    Finished `test` profile [unoptimized + debuginfo] target(s) in 0.31s
//	     Running unittests src/lib.rs (target/debug/deps/mill-1f2e)
//	error: test failed, to rerun pass `--lib`
var Program = report.Program{
	Name: "cargo",
	Runs: func(c report.Call) bool {
		if c.Name == "cargo" || c.Name == "cross" {
			return slices.Contains(cargoCommands, c.Sub())
		}
		return c.Is("rustc", "rustdoc", "cargo-clippy", "cargo-nextest", "clippy-driver")
	},
	Begins: []string{
		"error[E", "error: could not compile `", "Running unittests ", "Running tests/", "Doc-tests ", "Finished `",
		"Finished test [", "Finished dev [", "Finished release [", "test result: ok. ", "test result: FAILED. ",
		"Nextest run ID ", "thread 'main' panicked at ", "thread 'main' (",
	},
	Extent:   report.FirstToLast,
	IdleExit: 4, // of nextest
	New: func(c report.Call) report.Parser {
		asked := c.Sub() == "test" || c.Sub() == "t" || c.Sub() == "nextest"
		return &cargoParser{tested: asked && !c.Has("--no-run", "list", "--list")}
	},
}

var (
	// cargoCommands lists the commands that compile, test, or fetch sources.
	cargoCommands = strings.Fields(`test t build b check c clippy bench doc d nextest fix install publish package rustc
		llvm-cov miri add update fetch`)

	// cargoProgress lists the verbs of lines without use once cargo has ended.
	cargoProgress = strings.Fields(`Compiling Checking Building Downloading Downloaded Updating Locking Adding Blocking
		Fresh Dirty Documenting Installing Installed Replacing Replaced Packaging Packaged Verifying Uploading Fetch
		Fixed Generated Removed`)
)

// cargoParser follows the compiler, then the targets whose tests run.
type cargoParser struct {
	rust  rustDiagnostics
	tests rustTests
	next  nextest

	tested   bool  // tests were asked for: it isn't done when all is built
	finished int   // the line that ends the build
	runs     bool  // Program runs a program, whose own output follows
	failed   []int // lines that report a failure
	counted  []int // lines that count warnings
}

// Line implements [report.Parser].
func (p *cargoParser) Line(l report.Line, run *report.Run) {
	switch {
	case l.Bare == "":
		if f := run.Open(); f == nil || f.Head > 0 { // cargo's own errors have paragraphs
			run.Closes()
		}
		return
	case p.event(l, run), p.next.line(l), p.tests.line(l, run), p.status(l, run), p.ends(l, run):
		run.Closes()
	case p.rust.line(l, run):
	default:
		p.tests.other(l)
		return
	}
	if run.Belongs(l.N); p.next.summary == l.N {
		run.End(l.N, report.Ending{Part: true})
	}
}

// event reads a line of JSON: of cargo, with its option --message-format, or of the test harness.
func (p *cargoParser) event(l report.Line, run *report.Run) bool {
	rest, ok := strings.CutPrefix(l.Text, `{"reason":"`)
	switch {
	case !ok:
		return strings.HasPrefix(l.Text, `{ "type": "`) && p.tests.event(l, run)
	case strings.HasPrefix(rest, `compiler-message"`):
		return p.rust.message(l, run)
	case strings.HasPrefix(rest, `build-finished","success":true`):
		p.finished = l.N
	case strings.HasPrefix(rest, `build-finished"`):
		run.Claim(report.Failed)
	}
	return true
}

// status reads what cargo does: a verb, set flush right in twelve columns.
//
//	Compiling mill v0.3.0 (/src/mill)
func (p *cargoParser) status(l report.Line, run *report.Run) bool {
	verb, rest, ok := strings.Cut(l.Bare, " ")
	indent := parse.Indent(l.Text)
	switch {
	case !ok || indent == 0 || indent+len(verb) != 12:
		return false
	case verb == "Finished":
		p.finished = l.N
		run.End(l.N, report.Ending{Part: true})
	case verb == "Running", verb == "Doc-tests":
		p.runs = p.runs || strings.HasPrefix(rest, "`")
		if !p.runs {
			p.tests.target(l.N, run)
		}
	case slices.Contains(cargoProgress, verb):
		run.Noise(l.N)
	default:
		return verb == "Executable"
	}
	return true
}

// ends reads the lines that end a target or the whole.
func (p *cargoParser) ends(l report.Line, run *report.Run) bool {
	if strings.HasPrefix(l.Text, "error: ") {
		return p.endsBadly(l, run)
	}
	if isWarningCount(l.Text) {
		p.counted = report.AppendFirst(p.counted, l.N, report.MaxSummary)
		return true
	}
	return parse.StartsWith(l.Text, "Some errors have detailed explanations: ", "For more information about ",
		"warning: build failed, waiting for other jobs")
}

// isWarningCount recognises "warning: `mill` (lib) generated 2 warnings" and "warning: 2 warnings emitted".
func isWarningCount(s string) bool {
	generated := strings.HasPrefix(s, "warning: `") && strings.Contains(s, " generated ")
	return generated || strings.HasPrefix(s, "warning: ") && strings.HasSuffix(s, " emitted")
}

// endsBadly reads "error: could not compile `mill` (lib) due to 1 previous error", "error: test failed, to rerun pass
// `--lib`", "error: 2 targets failed:".
func (p *cargoParser) endsBadly(l report.Line, run *report.Run) bool {
	msg := strings.TrimPrefix(l.Text, "error: ")
	switch {
	case parse.StartsWith(msg, "could not compile ", "aborting due to ", "build failed", "test run failed"):
		p.failed = report.AppendFirst(p.failed, l.N, report.MaxSummary)
		run.Claim(report.Failed)
	case parse.StartsWith(msg, "test failed, to rerun ", "doctest failed, to rerun ", "bench failed, to rerun "):
		if !p.tests.crash(l.N, msg) {
			run.Claim(report.Failed)
			p.failed = report.AppendFirst(p.failed, l.N, report.MaxSummary)
		}
	case msg == "no tests to run": // of nextest
		run.Claim(report.NoTest)
	case strings.HasSuffix(msg, " target failed:"), strings.HasSuffix(msg, " targets failed:"):
		run.Claim(report.Failed)
	default:
		return strings.HasSuffix(msg, " emitted") && strings.Contains(msg, " warning")
	}
	return true
}

// Close implements [report.Closer].
func (p *cargoParser) Close(run *report.Run) {
	open := p.next.close(run) || p.tests.close(run)
	run.Hosts = p.runs || p.tests.main != nil
	switch {
	case run.Failing():
		run.Summary = append(run.Summary, p.failed...)
	case open, p.runs:
	case p.finished > 0 || p.tests.results > 0 || p.next.summary > 0:
		if run.Claim(report.Passed); p.tested && p.tests.results == 0 && p.next.summary == 0 {
			run.Claim(report.Unproven)
		}
		if len(run.Summary) == 0 && p.tests.results == 0 {
			run.Summary = append(run.Summary, p.finished)
		}
		if run.Counted(strategies.Warnings) == 0 { // else each is shown, and the verdict counts them
			run.Notes = p.counted
		}
	}
}
