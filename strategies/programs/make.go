package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// build reads make, ninja and cmake with the compilers that they run, and those compilers alone.
var build = report.Program{
	Name: "build",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "make", "gmake", "bmake", "ninja", "cmake", "meson", "samu", "emmake":
			return c.Name != "meson" || c.Sub() == "compile" || c.Sub() == "setup"
		}
		return compiler(c.Name)
	},
	Begins: []string{"make: Entering directory ", "make[1]: Entering directory ", "make[1]: *** [", "make: *** [", "ninja: Entering directory ", "ninja: build stopped", "CMake Error at ", "-- The C compiler identification is ", "-- The CXX compiler identification is ",
		"collect2: error: ld returned "},
	Old:    func() report.Reader { return &buildParser{} },
	OldFor: func(shell.Call) report.Reader { return &buildParser{named: true} },
}

// buildParser follows recipes: what they run, what compilers say, and which of them failed.
type buildParser struct {
	cc    ccDiagnostics
	cmake cmakeMessages

	progress spans
	stops    []int // lines by which make and ninja say that they failed
	stopped  int64
	untold   []report.Finding // failures of make itself
	failed   int              // "FAILED: target", of which the lines below tell
	step     int              // the last step that was taken, 0 for none
	nothing  []int            // lines that say that there is nothing to do
	named    bool             // the command line names what is read
	seen     bool
	first    int
	last     int
}

// Line implements [report.Reader].
func (p *buildParser) Line(n int, s string) {
	bare := strings.TrimLeft(s, " \t")
	if bare == "" {
		p.cmake.blank()
		return
	}
	if len(s) == len(bare) && p.maker(n, s) || p.cmake.line(n, s, bare) || p.cc.line(n, s, bare) {
		p.seen = true
		if p.first == 0 {
			p.first = n
		}
		p.last = n
		return
	}
	if len(s) == len(bare) && command(s) {
		p.progress.add(n)
		p.step = n
	}
}

// maker reads the lines of make and ninja.
func (p *buildParser) maker(n int, s string) bool {
	switch s[0] {
	case 'm', 'g':
		i := strings.Index(s, ": ")
		if i < 0 || i > 40 || !strings.HasPrefix(strings.TrimPrefix(s, "g"), "make") {
			return false
		}
		switch rest := s[i+2:]; {
		case strings.HasPrefix(rest, "*** "):
			p.stop(n, rest[len("*** "):])
		case strings.HasPrefix(rest, "Entering directory"), strings.HasPrefix(rest, "Leaving directory"), strings.HasPrefix(rest, "warning: jobserver unavailable"):
			p.progress.add(n)
		case strings.HasPrefix(rest, "Nothing to be done for "), strings.HasSuffix(rest, " is up to date."):
			p.nothing = appendLast(p.nothing, n)
		case strings.HasPrefix(rest, "Target ") && strings.HasSuffix(rest, " not remade because of errors."):
			p.stopped++
		default:
			return false
		}
		return true
	case 'n':
		rest, ok := strings.CutPrefix(s, "ninja: ")
		if !ok {
			return false
		}
		switch {
		case strings.HasPrefix(rest, "build stopped: "):
			p.stopped++
			p.stops = appendLast(p.stops, n)
		case strings.HasPrefix(rest, "error: "), strings.HasPrefix(rest, "fatal: "):
			p.untold = append(p.untold, report.Finding{Message: rest, At: n})
			p.stopped++
		case strings.HasPrefix(rest, "no work to do."):
			p.nothing = appendLast(p.nothing, n)
		default:
			p.progress.add(n)
		}
		return true
	case 'F':
		if strings.HasPrefix(s, "FAILED: ") {
			p.failed = n
			p.stopped++
			if len(p.stops) < maxSummary {
				p.stops = append(p.stops, n)
			}
			return true
		}
	case '[':
		if ninjaStep(s) {
			p.progress.add(n)
			p.step = n
			return true
		}
	}
	return false
}

// stop reads "make: *** [Makefile:11: build/ring.o] Error 1" and "make: *** No rule to make target 'x'.  Stop.".
func (p *buildParser) stop(n int, why string) {
	p.stopped++
	if strings.HasPrefix(why, "[") || strings.HasPrefix(why, "Waiting for unfinished jobs") {
		if len(p.stops) < maxSummary && why[0] == '[' {
			p.stops = append(p.stops, n)
		}
		return
	}
	if len(p.untold) < MaxFindings {
		p.untold = append(p.untold, report.Finding{Message: strings.TrimSuffix(strings.TrimSuffix(why, "  Stop."), "."), At: n})
	}
}

// ninjaStep reports whether a line is a step that succeeded or began: "[3/13] Building C object", "[ 10%] Linking C executable".
func ninjaStep(s string) bool {
	in, rest, ok := strings.Cut(s[1:], "] ")
	if !ok || len(in) > 16 || rest == "" {
		return false
	}
	digits := false
	for _, c := range []byte(in) {
		if !parse.Digit(c) && c != '/' && c != ' ' && c != '%' && c != '.' {
			return false
		}
		digits = digits || parse.Digit(c)
	}
	return digits && strings.ContainsAny(in, "/%")
}

// command reports whether a line is the call of a compiler for one file, as make prints it.
func command(s string) bool {
	name, rest, ok := strings.Cut(s, " ")
	if !ok || strings.HasSuffix(name, ":") {
		return false
	}
	return compiler(name[strings.LastIndexByte(name, '/')+1:]) && strings.Contains(rest, "-c ")
}

// Report implements [report.Reader]. What other programs print that a recipe runs is left to others.
func (p *buildParser) Report() report.Report {
	if !p.seen && p.step == 0 {
		return report.Report{}
	}
	if !p.named && (p.stopped == 0 || p.cc.errors+p.cmake.errors == 0) {
		return report.Report{} // a compiler that fails in a job's middle may have been asked whether it can
	}
	r := report.Report{Counts: map[strategies.Key]int64{}, Hosts: true, Regions: merged(p.cc.told.list, p.cmake.told.list), Noise: p.progress.list}
	r.Findings = append(r.Findings, p.cmake.findings...)
	r.Findings = append(r.Findings, p.cc.findings...)
	r.Findings = append(r.Findings, p.untold...)
	if n := p.cc.errors + p.cmake.errors + int64(len(p.untold)); n > 0 {
		r.Counts[strategies.Errors] = n
	}
	if n := p.cc.warnings + p.cmake.warnings; n > 0 {
		r.Counts[strategies.Warnings] = n
	}
	switch {
	case p.cc.errors > 0 || p.cmake.errors > 0 || p.stopped > 0 || p.cc.cuts > 0:
		r.Outcome = strategies.Fail
		r.Summary = append(append(append(r.Summary, p.cc.totals...), p.stops...), p.cmake.ends...)
	case p.cmake.wrote > 0:
		r.Outcome = strategies.Pass
		r.Summary = append(r.Summary, p.cmake.wrote)
	case len(p.nothing) > 0:
		r.Summary = p.nothing
	default:
		r.Notes = p.cc.totals
		if p.step > 0 && len(r.Findings) == 0 {
			r.Summary = []int{p.step} // how far it got
		}
	}
	return r
}
