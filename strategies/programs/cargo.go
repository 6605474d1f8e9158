package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// cargo reads cargo build, check, clippy, test and nextest, and rustc: diagnostics with their excerpts, and tests.
var cargo = report.Program{
	Name: "cargo",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "cargo", "cross":
			switch c.Sub() {
			case "test", "t", "build", "b", "check", "c", "clippy", "bench", "doc", "d", "nextest", "fix", "install", "publish", "package", "rustc", "llvm-cov", "miri", "add", "update", "fetch":
				return true
			}
		case "rustc", "rustdoc", "cargo-clippy", "cargo-nextest", "clippy-driver":
			return true
		}
		return false
	},
	Begins: []string{"error[E", "error: could not compile `", "Running unittests ", "Running tests/", "Doc-tests ", "Finished `", "Finished test [", "Finished dev [", "Finished release [",
		"test result: ok. ", "test result: FAILED. ", "Nextest run ID ", "thread 'main' panicked at ", "thread 'main' ("},
	Old: func() report.Reader { return &cargoParser{} },
}

// cargoParser follows the compiler, then the targets whose tests run.
type cargoParser struct {
	rust  rustDiagnostics
	tests rustTests
	next  nextest

	first, last int
	finished    int // the line that says that all is built
	runs        bool
	summary     []int
	counted     []int // lines that count warnings
	failing     int   // lines by which cargo says that it failed
	progress    spans
}

// Line implements [report.Reader].
func (p *cargoParser) Line(n int, s string) {
	bare := strings.TrimLeft(s, " \t")
	if bare == "" {
		p.rust.blank()
		return
	}
	switch {
	case s[0] == '{' && p.event(n, s):
		p.rust.close()
	case p.next.line(n, s, bare), p.tests.line(n, s, bare):
		p.rust.close()
	case p.status(n, s, bare), p.ends(n, s):
		p.rust.close()
	case p.rust.line(n, s, bare):
	default:
		p.tests.other(n, bare)
		return
	}
	if p.first == 0 {
		p.first = n
	}
	p.last = n
}

// event reads a line of JSON: of cargo, with its option --message-format, or of the test harness.
func (p *cargoParser) event(n int, s string) bool {
	if strings.HasPrefix(s, `{"reason":"`) {
		switch rest := s[len(`{"reason":"`):]; {
		case strings.HasPrefix(rest, `compiler-message"`):
			return p.rust.message(n, s)
		case strings.HasPrefix(rest, `build-finished","success":true`):
			p.finished = n
		case strings.HasPrefix(rest, `build-finished"`):
			p.failing++
		}
		return true
	}
	return strings.HasPrefix(s, `{ "type": "`) && p.tests.event(n, s)
}

// status reads what cargo does: a verb, set flush right in twelve columns.
func (p *cargoParser) status(n int, s, bare string) bool {
	verb, rest, ok := strings.Cut(bare, " ")
	if !ok || len(s) == len(bare) || len(s)-len(bare)+len(verb) != 12 {
		return false
	}
	switch verb {
	case "Finished":
		p.finished = n
	case "Running", "Doc-tests":
		p.runs = p.runs || strings.HasPrefix(rest, "`")
		p.tests.target(n)
	case "Compiling", "Checking", "Building", "Downloading", "Downloaded", "Updating", "Locking", "Adding", "Blocking", "Fresh", "Dirty",
		"Documenting", "Installing", "Installed", "Replacing", "Replaced", "Packaging", "Packaged", "Verifying", "Uploading", "Fetch", "Fixed", "Generated", "Removed":
		p.progress.add(n)
	case "Executable":
	default:
		return false
	}
	return true
}

// ends reads the lines that tell how a target or the whole ended.
func (p *cargoParser) ends(n int, s string) bool {
	switch {
	case strings.HasPrefix(s, "error: could not compile "), strings.HasPrefix(s, "error: aborting due to "), strings.HasPrefix(s, "error: build failed"),
		strings.HasPrefix(s, "error: test run failed"):
		p.failing++
		if len(p.summary) < maxSummary {
			p.summary = append(p.summary, n)
		}
	case strings.HasPrefix(s, "error: test failed, to rerun pass "), strings.HasPrefix(s, "error: doctest failed, to rerun pass "), strings.HasPrefix(s, "error: bench failed, to rerun pass "):
		if !p.tests.rerun(n, s) {
			p.failing++
		}
	case strings.HasPrefix(s, "error: ") && (strings.HasSuffix(s, " target failed:") || strings.HasSuffix(s, " targets failed:")):
		p.failing++
	case strings.HasPrefix(s, "warning: `") && strings.Contains(s, " generated ") && strings.Contains(s, " warning"):
		if len(p.counted) < maxSummary {
			p.counted = append(p.counted, n)
		}
	case strings.HasPrefix(s, "warning: build failed, waiting for other jobs"), strings.HasPrefix(s, "Some errors have detailed explanations: "), strings.HasPrefix(s, "For more information about "),
		strings.HasPrefix(s, "error: ") && strings.HasSuffix(s, " emitted") && strings.Contains(s, " warning"):
	case strings.HasPrefix(s, "warning: ") && strings.HasSuffix(s, " emitted"):
		if len(p.counted) < maxSummary {
			p.counted = append(p.counted, n)
		}
	default:
		return false
	}
	return true
}

// Report implements [report.Reader].
func (p *cargoParser) Report() report.Report {
	if p.first == 0 && p.tests.main == nil {
		return report.Report{}
	}
	r := report.Report{Counts: map[strategies.Key]int64{}, Region: strategies.Span{First: p.first, Last: p.last}, Noise: p.progress.list}
	r.Findings = p.rust.findings
	count := func(k strategies.Key, n int64) {
		if n > 0 {
			r.Counts[k] = n
		}
	}
	count(strategies.Errors, p.rust.errors)
	count(strategies.Warnings, p.rust.warnings)
	open := p.next.report(&r) || p.tests.report(&r)
	if r.Distrust != "" {
		return r
	}
	switch {
	case p.rust.errors > 0 || p.failing > 0 || len(p.tests.crashes) > 0 || r.Counts[strategies.Failed] > 0 || p.tests.main != nil:
		r.Outcome = strategies.Fail
		r.Summary = append(r.Summary, p.summary...)
	case open || p.runs:
	case p.finished > 0 || p.tests.results > 0 || p.next.summary > 0:
		r.Outcome = strategies.Pass
		if len(r.Summary) == 0 && p.tests.results == 0 {
			r.Summary = append(r.Summary, p.finished)
		}
		if p.rust.warnings == 0 { // else each is told, and the verdict counts them
			r.Notes = append(r.Notes, p.counted...)
		}
	}
	if p.runs || p.tests.main != nil {
		r.Hosts = true // the program's own output follows
	}
	return r
}
