package build

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Program reads make, ninja and cmake with the compilers that they run, and those compilers alone. It finds the recipes
// that failed and the errors of compilers and linkers. Lines of other programs that a recipe runs are left to others.
//
//	cc -c -o build/ring.o src/ring.c
//	make: *** [Makefile:11: build/ring.o] Error 1
//
//	[3/13] Building C object src/ring.o
//	FAILED: src/ring.o
//	ninja: build stopped: subcommand failed.
var Program = report.Program{
	Name: "build",
	Runs: func(c report.Call) bool {
		if c.Name == "meson" {
			return c.Sub() == "compile" || c.Sub() == "setup"
		}
		return c.Is("make", "gmake", "bmake", "ninja", "cmake", "samu", "emmake") || compiler(c.Name)
	},
	Begins: []string{
		"make: Entering directory ", "make[1]: Entering directory ", "make[1]: *** [", "make: *** [",
		"ninja: Entering directory ", "ninja: build stopped", "CMake Error at ",
		"-- The C compiler identification is ", "-- The CXX compiler identification is ",
		"collect2: error: ld returned ",
	},
	Host:   true,
	Extent: report.Nowhere, Interleaved: true,
	New: func(c report.Call) report.Parser { return &buildParser{named: c.Name != ""} },
}

// buildParser follows recipes: their commands, the errors of compilers, and their failures.
type buildParser struct {
	cc    ccParser
	cmake cmakeParser

	named   bool // the command line names the program
	stopped bool // make or ninja reported that they failed
	stops   []int
	step    int   // the last step that was taken, 0 for none
	nothing []int // lines that report that there is nothing to do
	last    int   // the last line of the output that isn't blank
	wrong   int   // the last line of a diagnostic
}

// Line implements [report.Parser].
func (p *buildParser) Line(l report.Line, run *report.Run) {
	if l.Bare == "" {
		return
	}
	p.last = l.N
	indented := l.Text[0] != l.Bare[0]
	switch {
	case !indented && p.maker(l, run), p.cc.total(l, run):
	case p.cmake.line(l, run), p.cc.line(l, run):
		run.Regions = report.AppendRange(run.Regions, l.N)
		p.wrong = l.N
	default:
		run.Closes()
		if !indented && compileCommand(l.Text) {
			p.step = l.N
			run.Noise(l.N)
		}
	}
}

// maker takes the lines of make and ninja themselves.
func (p *buildParser) maker(l report.Line, run *report.Run) bool {
	who, what, ok := l.CutColon()
	switch {
	case ok && strings.HasPrefix(l.Text, "FAILED: "):
		p.stop(l.N)
	case ninjaStep(l.Text):
		p.step = l.N
		run.Noise(l.N)
	case ok && who == "ninja":
		p.ninja(l.N, what, run)
	case ok && len(who) <= 40 && parse.StartsWith(who, "make", "gmake"):
		return p.make(l.N, what, run)
	default:
		return false
	}
	return true
}

// stop takes a line that reports the failure of a recipe.
func (p *buildParser) stop(n int) {
	p.stopped = true
	p.stops = report.AppendFirst(p.stops, n, report.MaxSummary)
}

// fails takes a failure of make or ninja itself: no compiler's error.
func (p *buildParser) fails(n int, message string, run *report.Run) {
	p.stopped = true
	run.Found("", report.Finding{Message: message, At: n})
	run.Closes()
	run.Adds(strategies.Errors, 1, report.Counted)
}

// make reads what follows "make[1]: ": "*** [Makefile:11: build/ring.o] Error 1", "*** No rule to make target
// 'deploy'.  Stop.".
func (p *buildParser) make(n int, s string, run *report.Run) bool {
	why, failed := strings.CutPrefix(s, "*** ")
	switch {
	case failed && strings.HasPrefix(why, "["):
		p.stop(n)
	case strings.HasPrefix(s, "[") && strings.HasSuffix(s, " (ignored)"):
		run.Noise(n)
		run.Excuse(func(f *report.Finding) bool { return !p.stopped }) // those of the recipe
	case strings.HasPrefix(why, "Waiting for unfinished jobs"):
		p.stopped = p.stopped || failed
	case failed:
		p.fails(n, strings.TrimSuffix(strings.TrimSuffix(why, "  Stop."), "."), run)
	case parse.StartsWith(s, "Entering directory", "Leaving directory", "warning: jobserver unavailable"):
		run.Noise(n)
	case strings.HasPrefix(s, "Nothing to be done for "), strings.HasSuffix(s, " is up to date."):
		p.nothing = report.AppendLast(p.nothing, n, report.MaxSummary)
	case strings.HasPrefix(s, "Target ") && strings.HasSuffix(s, " not remade because of errors."):
		p.stopped = true
	default:
		return false
	}
	return true
}

// ninja reads what follows "ninja: ": "build stopped: subcommand failed.", "error: loading 'build.ninja'".
func (p *buildParser) ninja(n int, s string, run *report.Run) {
	switch {
	case strings.HasPrefix(s, "build stopped: "):
		p.stopped = true
		p.stops = report.AppendLast(p.stops, n, report.MaxSummary)
	case parse.StartsWith(s, "error: ", "fatal: "):
		p.fails(n, s, run)
	case strings.HasPrefix(s, "no work to do."):
		p.nothing = report.AppendLast(p.nothing, n, report.MaxSummary)
	default:
		run.Noise(n)
	}
}

// ninjaStep reports whether a line is a step that succeeded or began: "[3/13] Building C object", "[ 10%] Linking C
// executable".
func ninjaStep(s string) bool {
	in, opens := strings.CutPrefix(s, "[")
	if !opens {
		return false
	}
	in, _, ok := strings.Cut(in, "] ")
	if !ok || len(in) > 16 {
		return false
	}
	return strings.Trim(in, digits+"/ %.") == "" && strings.ContainsAny(in, digits) && strings.ContainsAny(in, "/%")
}

const digits = "0123456789"

// compileCommand reports whether a line is the call of a compiler for one file, as make prints it.
func compileCommand(s string) bool {
	path, args, ok := strings.Cut(s, " ")
	return ok && compiler(baseName(path)) && strings.Contains(args, "-c ")
}

// maxAftermath bounds the lines after the last diagnostic of a build that doesn't report a failure. A build
// that goes on for longer didn't fail by it.
const maxAftermath = 40

// Close implements [report.Closer].
func (p *buildParser) Close(run *report.Run) {
	errors := run.Counted(strategies.Errors) > 0
	wentOn := errors && !p.stopped && p.last > p.wrong+maxAftermath
	if wentOn || !p.named && !(p.stopped && errors) {
		run.Claim(report.NotOurs) // a compiler that fails in a job's middle may have been asked whether it can
		return
	}
	run.Hosts = true
	if p.stopped {
		run.Claim(report.Failed)
	}
	switch {
	case run.Failing():
		run.Summary = slices.Concat(p.cc.totals, p.stops, p.cmake.failed)
	case len(p.cmake.wrote) > 0:
		run.Claim(report.Passed)
		run.Summary = p.cmake.wrote
	case len(p.nothing) > 0:
		run.Summary = p.nothing
	default:
		run.Notes = p.cc.totals
		if p.step > 0 && len(run.Pending()) == 0 {
			run.Summary = []int{p.step} // how far it got
		}
	}
}
