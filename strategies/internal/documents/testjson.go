package documents

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// Reports in one line. Jest and vitest print them in one form. If jest --json prints such a line below others, those
// have the same content:
//
//	{"numFailedTestSuites":1,"numFailedTests":1,"numPassedTests":4,"success":false,"testResults":[{"name":"/w/a.js"…
//	{"stats":{"suites":2,"tests":6,"passes":4,"pending":1,"failures":1},"failures":[{"fullTitle":"lantern burns"…
//	{"version":"3.13.6","examples":[{"full_description":"Cart adds","status":"failed",…
var (
	VitestJSON = jsonProgram(jsonLine{name: "vitest", opens: `{"numTotalTestSuites":`, above: 4, decode: jestForm})
	JestJSON   = jsonProgram(jsonLine{name: "jest", opens: `{"numFailedTestSuites":`, above: 4, decode: jestForm})
	MochaLine  = jsonProgram(jsonLine{name: "mocha", opens: `{"stats":{"suites":`, above: 1 << 30, decode: mochaForm})
	RspecJSON  = jsonProgram(jsonLine{
		name: "rspec", opens: `{"version":"`, soon: `","examples":[`, above: 4, decode: rspecForm,
	})
)

// A jsonLine is a report in one line of JSON.
type jsonLine struct {
	name  string
	opens string // how the line begins
	soon  string // texts of which one is among its first 100 bytes
	above int    // how many lines may come before it, such as the echo of a command

	// decode reads a line. It passes the numbers to the run and returns the failures: tests by their names, and files
	// without a name. passed is true if the report states that all is well.
	decode func(line []byte, run *report.Run) (failures []report.Finding, passed, ok bool)
}

// jsonProgram makes the program of a form.
func jsonProgram(j jsonLine) report.Program {
	return report.Program{
		Name: j.name, Begins: []string{j.opens}, Document: j.is,
		New: func(report.Call) report.Parser { return &jsonLineParser{jsonLine: j} },
	}
}

func (j *jsonLine) is(line string) bool {
	return strings.HasPrefix(line, j.opens) && strings.Contains(line[:min(len(line), 100)], j.soon)
}

// jsonLineParser reads one line.
type jsonLineParser struct {
	jsonLine
	over bool
}

// Over implements [report.Ender]: the line was read, or doesn't come any more.
func (p *jsonLineParser) Over() bool { return p.over }

// Line implements [report.Parser].
func (p *jsonLineParser) Line(l report.Line, run *report.Run) {
	p.over = l.N > p.above
	if p.over || !p.is(l.Text) {
		return
	}
	p.over = true
	failures, passed, ok := p.decode([]byte(l.Whole()), run)
	if !ok {
		run.Claim(report.NotOurs)
		return
	}
	run.Belongs(l.N)
	for _, f := range failures {
		f.At = l.N
		f.Text = strings.Trim(f.Name+"\n"+f.Message+"\n"+f.File, "\n")
		for _, n := range []int{f.Row, f.Col} {
			if n > 0 {
				f.Text += ":" + strconv.Itoa(n)
			}
		}
		key := strategies.Failed
		if f.Name == "" {
			key = strategies.Errors
		}
		run.Found(key, f)
	}
	if passed {
		run.Claim(report.Passed)
	}
}

// jestForm reads the form of jest and vitest. A file that failed without a failed test didn't load.
func jestForm(line []byte, run *report.Run) (failures []report.Finding, passed, ok bool) {
	var r struct {
		Success                                                       bool
		NumFailedTests, NumPassedTests, NumPendingTests, NumTodoTests int64
		TestResults                                                   []struct {
			Name, Status, Message string
			AssertionResults      []struct {
				FullName, Status string
				FailureMessages  []string
			}
		}
	}
	if json.Unmarshal(line, &r) != nil {
		return nil, false, false
	}
	report.StateTests(run, map[strategies.Key]int64{
		strategies.Failed: r.NumFailedTests, strategies.Passed: r.NumPassedTests,
		strategies.Skipped: r.NumPendingTests + r.NumTodoTests,
	})
	for _, suite := range r.TestResults {
		before := len(failures)
		for _, t := range suite.AssertionResults {
			if t.Status == "failed" {
				failures = append(failures, traced(t.FullName, suite.Name, append(t.FailureMessages, "")[0]))
			}
		}
		if suite.Status == "failed" && len(failures) == before {
			failures = append(failures, traced("", suite.Name, suite.Message))
		}
	}
	return failures, r.Success, true
}

const tracedLines = 24 // lines of a message above its stack that are kept

// traced returns a failure whose text ends with a stack, with the place from it.
func traced(name, file, text string) report.Finding {
	f := report.Finding{Name: name, File: file}
	stackPlace(&f, text)
	f.Col = 0 // the form has none
	message := slices.DeleteFunc(strings.Split(cleanText(text), "\n"), func(l string) bool {
		_, _, frame := textline.JSFrame(strings.TrimSpace(l))
		return frame
	})
	f.Message = strings.Join(message[:min(tracedLines, len(message))], "\n")
	return f
}

// cleanText returns a text without its empty lines.
func cleanText(s string) string {
	var out []string
	for l := range strings.Lines(s) {
		if l = strings.TrimRight(l, " \r\n"); l != "" {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

// mochaForm reads mocha's form.
func mochaForm(line []byte, run *report.Run) (failures []report.Finding, passed, ok bool) {
	var r struct {
		Stats    struct{ Passes, Failures, Pending int64 }
		Failures []struct {
			FullTitle, File string
			Err             struct{ Message, Stack string }
		}
	}
	if json.Unmarshal(line, &r) != nil {
		return nil, false, false
	}
	s := r.Stats
	run.Skips = "pending"
	report.StateTests(run, map[strategies.Key]int64{
		strategies.Failed: s.Failures, strategies.Passed: s.Passes, strategies.Skipped: s.Pending,
	})
	for _, t := range r.Failures {
		f := report.Finding{Name: t.FullTitle, File: t.File, Message: strings.TrimSpace(cleanText(t.Err.Message))}
		stackPlace(&f, t.Err.Stack)
		failures = append(failures, f)
	}
	return failures, true, true
}

// rspecForm reads rspec's form. Errors outside of the examples are counted there, and not printed.
func rspecForm(line []byte, run *report.Run) (failures []report.Finding, passed, ok bool) {
	var r struct {
		Examples []struct {
			Name    string `json:"full_description"`
			Status  string
			File    string                   `json:"file_path"`
			Line    int                      `json:"line_number"`
			Failure struct{ Message string } `json:"exception"`
		}
		Summary struct {
			Examples int64 `json:"example_count"`
			Failed   int64 `json:"failure_count"`
			Pending  int64 `json:"pending_count"`
			Outside  int64 `json:"errors_outside_of_examples_count"`
		}
	}
	if json.Unmarshal(line, &r) != nil || r.Summary.Outside > 0 || int64(len(r.Examples)) != r.Summary.Examples {
		return nil, false, false
	}
	s := r.Summary
	run.Skips = "pending"
	report.StateTests(run, map[strategies.Key]int64{
		strategies.Failed: s.Failed, strategies.Skipped: s.Pending,
		strategies.Passed: s.Examples - s.Failed - s.Pending,
	})
	for _, e := range r.Examples {
		if e.Status == "failed" {
			failures = append(failures, report.Finding{
				Name: e.Name, File: e.File, Row: e.Line, Message: cleanText(e.Failure.Message),
			})
		}
	}
	return failures, len(r.Examples) > 0, true
}
