package build

import (
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// cmakeParser reads what cmake prints while it configures: progress, and errors and warnings in paragraphs.
//
//	-- The C compiler identification is GNU 12.2.0
//	CMake Error at CMakeLists.txt:8 (find_package):
//	  By not providing "FindGlaze.cmake" in CMAKE_MODULE_PATH this project has
//	  asked CMake to find a package configuration file provided by "Glaze".
//
//	-- Configuring incomplete, errors occurred!
type cmakeParser struct {
	open   bool  // the indented lines that come belong to the last message
	failed []int // the last line that reports that cmake failed
	wrote  []int // the last line that reports that all is written
}

// line takes a line, and reports whether it is one of cmake's other than those that end it.
func (p *cmakeParser) line(l report.Line, run *report.Run) bool {
	head, isHead := strings.CutPrefix(l.Text, "CMake ")
	switch {
	case isHead && p.message(l.N, head, run):
	case p.open && l.Text[0] == ' ':
		f := run.Open()
		if f.Head == 0 && f.Message == "" { // the message is below its place
			f.Head, f.At, f.Message = f.At, l.N, l.Bare
		} else {
			run.Continues(l.N, maxCCEvidence)
		}
	case p.open && strings.HasPrefix(l.Text, "Call Stack (most recent call first):"):
	case parse.StartsWith(l.Text, "-- "):
		p.close(run)
		return !p.end(l, run)
	case strings.HasPrefix(l.Text, `See also "`):
	default:
		p.close(run)
		return false
	}
	return true
}

// end takes a line that ends cmake.
func (p *cmakeParser) end(l report.Line, run *report.Run) bool {
	switch {
	case strings.HasPrefix(l.Text, "-- Configuring incomplete, errors occurred"):
		p.failed = []int{l.N}
	case strings.HasPrefix(l.Text, "-- Build files have been written to: "):
		p.wrote = []int{l.N}
		run.End(l.N, report.Ending{Part: true})
	default:
		return false
	}
	return true
}

// close ends a message.
func (p *cmakeParser) close(run *report.Run) {
	if p.open {
		run.Closes()
	}
	p.open = false
}

// message reads "Error at CMakeLists.txt:8 (find_package):", "Warning: Manually-specified variables were not used".
func (p *cmakeParser) message(n int, s string, run *report.Run) bool {
	var key strategies.Key
	switch {
	case strings.HasPrefix(s, "Error"):
		key = strategies.Errors
	case strings.HasPrefix(s, "Warning"):
		key = strategies.Warnings
	case !strings.HasPrefix(s, "Deprecation Warning"):
		return false
	}
	f := report.Finding{At: n, Warning: key == ""}
	if _, at, ok := strings.Cut(s, " at "); ok {
		f.File, at, _ = strings.Cut(at, ":")
		f.Row, _, _ = parse.CutNumber(at)
	} else if _, msg, ok := strings.Cut(s, ": "); ok {
		f.Message = msg
	}
	p.open = run.Found(key, f) != nil
	return true
}
