package python

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/python/py"
	"github.com/toktee/toktee/strategies/report"
)

// pip is Python's installer. If a program that it runs fails, pip repeats the end of that program's output:
//
//	  error: subprocess-exited-with-error
//	  × Getting requirements to build wheel did not run successfully.
//	  │ exit code: 1
//	  ╰─> [18 lines of output]
//	      RuntimeError: observatory needs cfitsio 4.1 or newer
//	      [end of output]
//	ERROR: Failed to build 'observatory' when getting requirements to build wheel
//	Successfully installed requests-2.32.3
var pip = report.Program{
	Name: "pip",
	Runs: func(c report.Call) bool {
		runs := c.Is("pip", "pip3") || strings.HasPrefix(c.Name, "pip3.") || py.Runs(c, "pip")
		return runs && c.Has("install", "uninstall", "download", "wheel")
	},
	Extent: report.FirstToLast,
	New:    func(report.Call) report.Parser { return new(pipParser) },
}

type pipParser struct {
	inner   bool  // in the output of a program that pip ran
	lines   []int // the last lines of that
	last    string
	cause   int    // the last of its lines with words of a failure
	why     string // the text of that line
	done    string // "installed 3 packages"
	retried int    // the line of the last retry of a download, which names the reason
	passed  bool
}

const (
	maxPipEvidence  = 8 // lines of an error; those of another program come besides
	maxPipInner     = 3 // last lines of another program
	maxInstallNotes = 8 // warnings of an installer that are shown for a pass
)

// pipProgress lists how pip's lines of progress begin.
var pipProgress = []string{
	"Collecting ", "Processing ", "Preparing metadata", "Getting requirements", "Installing ", "Requirement already ",
	"Using cached ", "Downloading ", "Building wheel", "Created wheel", "Stored in ", "Attempting uninstall",
	"Found existing installation", "Uninstalling ", "Looking in ", "Obtaining ", "Checking if build backend",
}

// pipGetsOver are errors after which pip may install all the same.
var pipGetsOver = []string{"pip's dependency resolver", "Failed building wheel ", "Command errored out ",
	"Failed cleaning "}

// Line implements [report.Parser].
func (p *pipParser) Line(l report.Line, run *report.Run) {
	if l.Bare == "" {
		return
	}
	switch {
	case p.inner:
		p.innerLine(l, run)
	case p.passed && strings.HasPrefix(l.Text, "ERROR: "): // another program's error
	case strings.HasPrefix(l.Text, "ERROR: "), strings.HasPrefix(l.Bare, "error: "):
		pipFailure(l.N, l.Bare[len("error: "):], run)
	case strings.HasPrefix(l.Bare, "╰─> [") && strings.HasSuffix(l.Bare, "lines of output]"):
		p.inner, p.lines, p.cause = true, nil, 0
	case parse.StartsWith(l.Bare, "Successfully installed ", "Successfully uninstalled ", "Successfully downloaded "):
		p.passed = true
		verb, names, _ := strings.Cut(strings.TrimPrefix(l.Bare, "Successfully "), " ")
		run.Adds(strategies.Entries, int64(len(strings.Fields(names))), report.Printed)
		p.done = verb + " " + words.Count(len(strings.Fields(names)), "package", "packages")
		run.End(l.N, report.Ending{Shown: true})
	case strings.Contains(l.Text, " requires ") &&
		(strings.HasSuffix(l.Text, "which is incompatible.") || strings.HasSuffix(l.Text, "which is not installed.")):
		continueInstallError(l.N, maxPipEvidence, run)
	case parse.StartsWith(l.Text, "[notice] ", "     ━", "   ━", "     |█"):
		run.Noise(l.N)
	case strings.HasPrefix(l.Text, "Successfully built "):
		run.Summary = report.AppendLast(run.Summary, l.N, report.MaxSummary)
	case strings.HasPrefix(l.Text, "WARNING: Retrying "):
		p.retried = l.N
		run.Closes()
	case strings.HasPrefix(l.Text, "WARNING: "):
		run.Notes = report.AppendFirst(run.Notes, l.N, maxInstallNotes)
		run.Closes()
	case parse.StartsWith(l.Bare, pipProgress...):
		p.passed = p.passed && !strings.HasPrefix(l.Bare, "Collecting ")
		run.Noise(l.N)
	case parse.StartsWith(l.Text, " ", "× ", "│ ", "╰─> ", "The conflict is caused by:"):
		continueInstallError(l.N, maxPipEvidence, run)
	}
}

// continueInstallError adds a line to the last error until that has limit lines; those that follow are the general
// engine's to judge.
func continueInstallError(n, limit int, run *report.Run) {
	if run.Continues(n, limit) && len(run.Open().Evidence) >= limit {
		run.Closes()
	}
}

// innerLine reads a line of the output of a program that pip ran. Its last lines name the error.
func (p *pipParser) innerLine(l report.Line, run *report.Run) {
	run.Belongs(l.N)
	if l.Bare != "[end of output]" {
		p.lines, p.last = report.AppendLast(p.lines, l.N, maxPipInner), l.Bare
		if textline.SeverityOf(l.Bare) == textline.Failure {
			p.cause, p.why = l.N, l.Bare
		}
		return
	}
	p.inner = false
	if f := run.Open(); f != nil && len(p.lines) > 0 {
		f.Message = report.Clip(p.last)
		f.Span.Last = p.lines[len(p.lines)-1]
		slices.Reverse(p.lines)
		if p.cause > 0 && !slices.Contains(p.lines, p.cause) {
			f.Message = report.Clip(p.why)
			p.lines = slices.Insert(p.lines, 0, p.cause)
		}
		f.Evidence = slices.Concat(p.lines, f.Evidence)
	}
}

// pipFailure adds a finding for "ERROR: No matching distribution found for a" or "  error:
// externally-managed-environment". msg is the part after "ERROR: ". If pip reports an error in several lines, the first
// names the reason.
func pipFailure(n int, msg string, run *report.Run) {
	run.Closes()
	repeated := msg == "metadata-generation-failed" && len(run.Pending()) > 0
	if !repeated && !strings.HasPrefix(msg, "ResolutionImpossible:") {
		run.Found("", report.NewFinding("", 0, 0, n, msg))
	}
}

// Close implements [report.Closer].
func (p *pipParser) Close(run *report.Run) {
	found := run.Pending()
	switch {
	case p.passed: // errors before it may be of packages that were there already
		run.Claim(report.Passed)
		run.Verdict = p.done
		for i := range found {
			found[i].Warning = parse.StartsWith(found[i].Message, pipGetsOver...)
			if !found[i].Warning {
				run.Claim(report.OnlyFindings) // it may be another program's
			}
		}
	case len(found) > 0:
		run.Claim(report.Failed)
		if p.retried > 0 {
			found[0].Evidence = append(found[0].Evidence, p.retried)
		}
	}
}
