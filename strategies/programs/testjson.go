package programs

import (
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// vitestJSON and jestJSON read the reports that jest and vitest print in one form and one line; rspecJSON that of rspec. Where
// such a line comes below others, as jest --json prints it, those tell the same.
var (
	vitestJSON = jsonProgram("vitest", `{"numTotalTestSuites":`, "", jestForm)
	jestJSON   = jsonProgram("jest", `{"numFailedTestSuites":`, "", jestForm)
	rspecJSON  = jsonProgram("rspec", `{"version":"`, `","examples":[`, rspecForm)
)

// lineForm decodes a report in one line: what failed, the numbers, and whether it says that all is well.
type lineForm func(s string) (findings []report.Finding, counts tally, pass, ok bool)

// jsonProgram reads a report that opens with a text and soon goes on with another.
func jsonProgram(name, opens, soon string, form lineForm) report.Program {
	is := func(line string) bool {
		return strings.HasPrefix(line, opens) && strings.Contains(line[:min(len(line), 100)], soon)
	}
	return report.Program{Name: name, Begins: []string{opens}, Document: is, Old: func() report.Reader { return &lineParser{is: is, form: form} }}
}

// lineParser reads one line.
type lineParser struct {
	is     func(string) bool
	form   lineForm
	over   bool
	report report.Report
}

// maxAbove is how many lines may stand above a report that is all there is, such as the echo of a command.
const maxAbove = 4

// Over reports whether the line was read.
func (p *lineParser) Over() bool { return p.over }

// Line implements [report.Reader].
func (p *lineParser) Line(n int, s string) {
	if p.over = p.over || n > maxAbove; p.over || !p.is(s) {
		return
	}
	p.over = true
	findings, counts, pass, ok := p.form(s)
	if !ok {
		return
	}
	p.report = report.Report{Counts: counts.counts(), Region: strategies.Span{First: n, Last: n}, Findings: findings[:min(len(findings), MaxFindings)]}
	for i := range findings {
		f := &findings[i]
		f.At = n
		f.Text = strings.TrimLeft(f.Name+"\n"+f.Message, "\n")
		if f.Row > 0 {
			f.Text += "\n" + f.File + ":" + itoa(f.Row)
		} else if f.File != "" {
			f.Text += "\n" + f.File
		}
	}
	switch {
	case pass && len(findings) == 0:
		p.report.Outcome = strategies.Pass
	case len(findings) > 0:
		p.report.Outcome = strategies.Fail
	}
}

// Report implements [report.Reader].
func (p *lineParser) Report() report.Report { return p.report }

func jestForm(s string) (findings []report.Finding, counts tally, pass, ok bool) {
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
	if json.Unmarshal([]byte(s), &r) != nil {
		return nil, nil, false, false
	}
	counts = tally{strategies.Failed: r.NumFailedTests, strategies.Passed: r.NumPassedTests, strategies.Skipped: r.NumPendingTests + r.NumTodoTests}
	for _, suite := range r.TestResults {
		had := len(findings)
		for _, t := range suite.AssertionResults {
			if t.Status != "failed" {
				continue
			}
			f := report.Finding{Name: t.FullName, File: suite.Name}
			if len(t.FailureMessages) > 0 {
				f.Message = traced(&f, t.FailureMessages[0])
			}
			findings = append(findings, f)
		}
		if suite.Status == "failed" && len(findings) == had { // it didn't load
			counts[strategies.Errors]++
			f := report.Finding{File: suite.Name}
			f.Message = traced(&f, suite.Message)
			findings = append(findings, f)
		}
	}
	if told := int64(len(findings)) - counts[strategies.Errors]; told != r.NumFailedTests {
		return nil, nil, false, false
	}
	return findings, counts, r.Success, true
}

// traced takes the place of a failure from its text, and returns what stands above the stack.
func traced(f *report.Finding, text string) string {
	var out []string
	for l := range strings.Lines(text) {
		bare := strings.TrimSpace(l)
		if at, own, ok := jsFrame(bare); ok {
			if own && f.Row == 0 {
				f.File, f.Row = at.File, at.Row
			}
			continue
		}
		if bare != "" && len(out) < maxTold {
			out = append(out, strings.TrimRight(l, " \r\n"))
		}
	}
	return strings.Join(out, "\n")
}

func rspecForm(s string) (findings []report.Finding, counts tally, pass, ok bool) {
	var r struct {
		Examples []struct {
			Name    string `json:"full_description"`
			Status  string
			File    string `json:"file_path"`
			Line    int    `json:"line_number"`
			Failure struct {
				Class, Message string
			} `json:"exception"`
		}
		Summary struct {
			Examples int64 `json:"example_count"`
			Failed   int64 `json:"failure_count"`
			Pending  int64 `json:"pending_count"`
			Outside  int64 `json:"errors_outside_of_examples_count"`
		}
	}
	if json.Unmarshal([]byte(s), &r) != nil || r.Summary.Outside > 0 {
		return nil, nil, false, false
	}
	t := &r.Summary
	counts = tally{strategies.Failed: t.Failed, strategies.Passed: t.Examples - t.Failed - t.Pending, strategies.Skipped: t.Pending}
	for _, e := range r.Examples {
		if e.Status == "failed" {
			findings = append(findings, report.Finding{Name: e.Name, File: e.File, Row: e.Line, Message: cleanText(e.Failure.Message)})
		}
	}
	return findings, counts, t.Examples > 0, int64(len(findings)) == t.Failed && int64(len(r.Examples)) == t.Examples
}
