// Package failure finds the causes in the output of a failed command, for a person: the names of failed tests, places,
// and messages in the program's own words.
//
//	causes, err := failure.Find(ctx, r, "go test ./...", output)
//	for _, c := range causes {
//		fmt.Println(c.Name, c.File, c.Message) // TestPrice/pieces_10 price_test.go Price(250, 10) = 2500, want 2250
//	}
//
// Failed tests and errors come from the reports in the details of the result. Each has the lines of the output that it
// was found on. If no program reported any, the lines are those that the general engine puts first.
//
// # Limits and cost
//
// A list has at most [MaxCauses] causes of [MaxLines] lines. Warnings are left out if anything else is known. Without
// reports, the engine reads the output again, at 20 MB/s: callers bound it. Texts have their secrets masked, but aren't
// safe to print.
package failure

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies/general"
	"github.com/toktee/toktee/summarize"
)

// Bounds of what [Find] returns.
const (
	MaxCauses = 20
	MaxLines  = 40 // of a cause
)

// engineBudget is how many tokens of lines the general engine chooses.
const engineBudget = 300

// fewCauses is the number of causes up to which lines that the engine chooses are added, if no cause has a block of
// lines.
const fewCauses = 6

// wholeLines is the most lines of a failure that are all shown.
const wholeLines = 12

// A Cause is one reason for a failure. Empty fields are unknown.
type Cause struct {
	Name, Package, Message string
	File                   string
	Line, Column           int    // in the file
	Lines                  []Line // of the output, in its order
	More                   int    // lines between the first and the last of them that aren't listed
	Shown                  int    // of Lines, those that the model's text has word for word

	chosen bool // by the engine
	isNew  bool // chosen, and the message states a reason that no reported cause has
}

// Seen states how many of the lines the model was sent, "" without lines.
func (c *Cause) Seen() string {
	switch n := len(c.Lines); {
	case n == 0:
		return ""
	case c.Shown == n:
		return "sent to the model"
	case c.Shown == 0:
		return "not sent to the model word for word"
	}
	return fmt.Sprintf("%d of %d lines sent to the model", c.Shown, len(c.Lines))
}

// A Line is one of the clean output.
type Line struct {
	Number int // from 1; 0 for a line of the model's text
	Text   string
	Beside bool // it isn't what the engine takes for the failure

	step      int  // of the engine's page, 0 for none
	isFailure bool // by the lines around it
}

// Find returns the causes in the output of a failed command, those with a message first. Output is its full output, or
// nil if it isn't kept: then causes have no lines, or those of the text for the model.
func Find(ctx context.Context, r result.ToolResult, command string, output []byte) ([]Cause, error) {
	causes, err := find(ctx, r, command, output)
	shown := r.Metadata().Shown
	for i := range causes {
		c := &causes[i]
		for _, l := range c.Lines {
			if l.Number == 0 || slices.ContainsFunc(shown, func(s [2]int) bool {
				return s[0] <= l.Number && l.Number <= s[1]
			}) {
				c.Shown++
			}
		}
	}
	return causes, err
}

func find(ctx context.Context, r result.ToolResult, command string, output []byte) ([]Cause, error) {
	var m secrets.Masker
	output = m.Text(clean.Bytes(output)) // in this order: a secret may be in two colors
	causes := reported(r, linesOf(output), &m)
	explains := func(c Cause) bool { return c.rank() == 0 && len(c.Lines) > 1 }
	if slices.ContainsFunc(causes, explains) || len(causes) > fewCauses || len(causes) > 0 && len(output) == 0 {
		return causes, nil
	}
	text := output
	if len(output) == 0 {
		text = m.Text(clean.Bytes([]byte(r.LLMContent())))
	}
	more, err := chosen(ctx, r, command, text)
	if err != nil || len(more.Lines) == 0 {
		return causes, err
	}
	for i := range more.Lines {
		if len(output) == 0 {
			more.Lines[i].Number = 0
		}
	}
	if only := strings.TrimSpace(string(output)); more.Message == "" && isMessage(only) {
		more.Message = only // the whole output
	}
	for i := range causes {
		c := &causes[i]
		if c.Message == "" && more.isNew && c.has(more.Message) && !strings.Contains(more.Message, c.Name) {
			c.Message = more.Message
		}
	}
	more.isNew = more.isNew && !slices.ContainsFunc(causes, func(c Cause) bool { return c.has(more.Message) })
	causes = append(causes, more)
	slices.SortStableFunc(causes, func(a, b Cause) int { return cmp.Compare(a.rank(), b.rank()) })
	return causes, nil
}

// isMessage reports whether an output is one line of words that neither warns nor sums up.
func isMessage(output string) bool {
	return strings.Contains(output, " ") && !strings.Contains(output, "\n") &&
		general.SeverityOf(output) == textline.Plain && textline.SeverityOf(output) == textline.Plain &&
		!textline.PassedTest(output) && !textline.Succeeds(output) && !strings.HasSuffix(strings.ToLower(output), " ok")
}

func linesOf(output []byte) []string {
	return strings.Split(strings.TrimSuffix(string(output), "\n"), "\n")
}

// reported returns the failed tests and errors of the reports.
func reported(r result.ToolResult, lines []string, m *secrets.Masker) (all []Cause) {
	reports, _ := r.Details().Runs() // details of another type list none
	for _, run := range reports {
		for _, f := range run.Failures {
			if !f.Warning {
				all = append(all, causeOf(&f, lines, m))
			}
		}
	}
	hasParts := func(c Cause) bool { // a test whose parts failed has no message of its own
		return c.Message == "" && c.Name != "" && slices.ContainsFunc(all, func(o Cause) bool {
			return o.Package == c.Package && strings.HasPrefix(o.Name, c.Name+"/")
		})
	}
	all = slices.DeleteFunc(slices.Clone(all), hasParts)
	slices.SortStableFunc(all, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.weight(), b.weight()))
	})
	if len(all) > MaxCauses {
		all = distinctFirst(all)[:MaxCauses]
	}
	return all
}

// distinctFirst returns the causes with those last whose message an earlier one has, such as the 200 places of one rule
// of a linter.
func distinctFirst(all []Cause) []Cause {
	seen := map[string]bool{}
	var first, repeated []Cause
	for _, c := range all {
		if c.Message != "" && seen[c.Message] {
			repeated = append(repeated, c)
		} else {
			first = append(first, c)
		}
		seen[c.Message] = true
	}
	return append(first, repeated...)
}

// has reports whether a message is a line of the cause.
func (c *Cause) has(message string) bool {
	return slices.ContainsFunc(c.Lines, func(l Line) bool { return strings.TrimSpace(l.Text) == message })
}

// rank orders causes: those with a message and a place or a name first, and a message of the engine that no report has;
// then those without a message, then the engine's other lines, and last those with a message alone, such as a summary.
func (c *Cause) rank() int {
	switch {
	case c.isNew:
		return 0
	case c.chosen:
		return 2
	case c.Name == "" && c.File == "":
		return 3
	case c.Message == "":
		return 1
	}
	return 0
}

// weight orders causes of a rank: diagnostics that call themselves less than an error come after the others, and files
// of libraries after one's own.
func (c *Cause) weight() (w int) {
	if textline.LibraryFrame(c.File) {
		w = 2
	}
	isLess := func(l Line) bool {
		return slices.ContainsFunc(lesser, func(level string) bool { return strings.Contains(l.Text, level) })
	}
	if c.Name == "" && slices.ContainsFunc(c.Lines, isLess) {
		w++
	}
	return w
}

// lesser are levels below that of an error, as linters write them.
var lesser = []string{
	": warning: ", ": note: ", ": info: ", ": style: ", " (warning): ", " (note): ", " (info): ", " (style): ",
}

// causeOf makes a cause of a finding, with its lines.
func causeOf(f *result.Finding, lines []string, m *secrets.Masker) Cause {
	mask := func(text string) string { return string(m.Text(clean.Bytes([]byte(text)))) }
	c := Cause{
		Name: mask(f.Name), Package: mask(f.Package),
		Message: strings.TrimPrefix(mask(f.Message), "[warn] "), // of Prettier, for what it fails for
		File:    mask(f.File), Line: f.Line,
		Column: f.Column,
	}
	isPlace := strings.HasPrefix(c.Message, "at ") && strings.Contains(c.Message, " line ") // of Raku's tests
	if c.Message == "Exception:" || strings.Contains(c.Message, " (Wstat: ") || isPlace {
		c.Message = "" // an outcome of ctest or prove, whose reason is elsewhere
	}
	if len(f.Lines) != 2 || f.Lines[0] < 1 || f.Lines[1] > len(lines) {
		return c
	}
	for n := f.Lines[0]; n <= f.Lines[1]; n++ {
		c.Lines = append(c.Lines, Line{Number: n, Text: lines[n-1]})
	}
	announces := strings.HasSuffix(c.Message, ":") // the values below
	if len(c.Lines) == 1 && (c.Message == "" || announces) {
		c.Lines = withIndented(c.Lines, lines)
	}
	if c.Message == "" || announces {
		c.Message = strings.TrimSpace(c.Message + "\n" + values(c.Lines))
	}
	if announces && strings.HasSuffix(c.Message, ":") {
		c.Message += announced(lines, f.Lines[1])
	}
	c.compare()
	c.Message = cmp.Or(c.Message, c.above(lines))
	if len(c.Lines) > wholeLines {
		c.Lines = c.telling()
	}
	c.Lines = c.Lines[:min(len(c.Lines), MaxLines)]
	c.More = max(0, f.Lines[1]-f.Lines[0]+1-len(c.Lines))
	return c
}

// announced returns " " and the line below line n that is indented further, if any, perhaps with a blank line between.
func announced(lines []string, n int) string {
	for _, l := range lines[n:min(len(lines), n+2)] {
		if text := strings.TrimSpace(l); text != "" {
			if parse.Indent(l) > parse.Indent(lines[n-1]) {
				return " " + text
			}
			return ""
		}
	}
	return ""
}

// compare makes the message of a test the line that compares values, if a plain line of the same file comes first: a
// test may log before it fails.
//
//	rates_test.go:84: zone price for 36439: 730
//	rates_test.go:86: Quote("36439", 4765) = 730 cents, want 850
func (c *Cause) compare() {
	isPlain := textline.SeverityOf(c.Message) < textline.Suspect && general.SeverityOf(c.Message) < textline.Suspect &&
		!strings.Contains(c.Message, ": no such ") && !strings.Contains(c.Message, "\n")
	if c.Name == "" || c.Message == "" || !isPlain || wanted().MatchString(c.Message) {
		return
	}
	for i, l := range c.Lines {
		at, message, ok := parse.CutPlace(strings.TrimSpace(l.Text))
		if ok && i > 0 && i < wholeLines && at.File == path.Base(c.File) && wanted().MatchString(message) {
			c.Message, c.Line, c.Column = strings.TrimSpace(message), at.Row, at.Col
			return
		}
	}
}

// wanted is the word before a value that a test wants.
var wanted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(want|wanted|[Ee]xpected)\b`) })

// above returns the line directly above the verdict of a test in ctest if it is of that test and states a reason.
//
//	3: test_log: test_log.c:4: main: Assertion `len <= 12' failed.
//	1/1 Test #3: log ..............................Subprocess aborted***Exception:   0.00 sec
func (c *Cause) above(lines []string) string {
	if len(c.Lines) == 0 || c.Lines[0].Number < 2 {
		return ""
	}
	_, verdict, ok := strings.Cut(c.Lines[0].Text, " Test #")
	number, _, _ := strings.Cut(verdict, ":")
	l := Line{Number: c.Lines[0].Number - 1, Text: lines[c.Lines[0].Number-2]}
	if !ok || !strings.HasPrefix(l.Text, number+": ") {
		return ""
	}
	text, _, _ := headline(candidates([]Line{l}, lines), lines)
	return text
}

// values returns the lines with an expected or an actual value, one below the other.
func values(lines []Line) string {
	var list []string
	for _, l := range lines {
		s := strings.TrimLeft(strings.TrimSpace(l.Text), "# ")
		if general.HasValue(s) && !opensBlock(s) && len(list) < maxDetails {
			list = append(list, s)
		}
	}
	return strings.Join(list, "\n")
}

// opensBlock reports whether a value of YAML is in the lines below: "expected: |-".
func opensBlock(line string) bool { return strings.HasSuffix(strings.TrimRight(line, "-+"), ": |") }

// withIndented returns a line with those below it that are indented further, up to a blank one.
func withIndented(first []Line, lines []string) []Line {
	indent := func(s string) int { return parse.Indent(strings.TrimPrefix(s, "#")) } // of TAP
	from := indent(first[0].Text)
	for n := first[0].Number + 1; n <= len(lines) && len(first) < wholeLines; n++ {
		if text := lines[n-1]; strings.Trim(text, "# \t") == "" || indent(text) <= from {
			break
		}
		first = append(first, Line{Number: n, Text: lines[n-1]})
	}
	return first
}

// telling returns the lines that have the message, a place, the file, or the form of a failure, and the line above the
// message: that often is the statement.
func (c *Cause) telling() (list []Line) {
	added := 0 // lines
	for i, l := range c.Lines {
		text := strings.TrimSpace(l.Text)
		_, _, placed := parse.CutPlace(text)
		placed = placed || c.File != "" && strings.Contains(text, path.Base(c.File))
		switch {
		case text == "":
		case c.says(text):
			list = append(list, c.Lines[max(added, i-1):i+1]...)
			added = i + 1
		case placed || general.SeverityOf(l.Text) == textline.Failure:
			list = append(list, l)
			added = i + 1
		}
	}
	if len(list) == 0 {
		return c.Lines
	}
	return list
}

// says reports whether a line has a part of the message.
func (c *Cause) says(line string) bool {
	for part := range strings.Lines(c.Message) {
		if part = strings.TrimSpace(part); part != "" && strings.Contains(line, part) {
			return true
		}
	}
	return false
}

// chosen returns the lines that the general engine shows first, with the one that most likely states the reason.
func chosen(ctx context.Context, r result.ToolResult, command string, output []byte) (c Cause, err error) {
	c.chosen = true
	shown, all, err := candidatesOf(ctx, r, command, output)
	if err != nil {
		return c, err
	}
	lines := linesOf(output)
	c.Lines = shown
	text, at, below := headline(all, lines)
	switch end := ending(r); {
	case end != "" && general.SeverityOf(text) != textline.Failure:
		text, at, below = "", 0, ""
	case end == "" && text == "":
		text = lastWords(lines)
	}
	c.isNew = at > 0 && !announces(text) // below an announcement, any line may be the cause
	isFailure := map[int]bool{}
	for i := range all {
		isFailure[all[i].Number] = all[i].statesReason() || all[i].severity == textline.Failure
	}
	for i := range c.Lines {
		l := &c.Lines[i]
		l.Beside = (c.isNew || l.Number < at) && !isFailure[l.Number]
	}
	c.Message = strings.TrimSpace(text + below)
	c.dropAbove(at)
	c.Message = cmp.Or(c.Message, ending(r))
	return c, nil
}

// candidatesOf returns the lines that the general engine shows first, in the order of the output, and those of them
// that aren't blank, in the order in which the engine adds them to a page.
func candidatesOf(ctx context.Context, r result.ToolResult, command string, output []byte) (
	shown []Line, all []candidate, err error,
) {
	code, known := r.ExitCode()
	var page summarize.Page
	short, err := summarize.Summarize(ctx, summarize.Config{
		Enabled: true, Budget: engineBudget, Explain: func(p summarize.Page) { page = p },
	}, summarize.Request{
		Tool: r.ToolName(), Command: command, Stdout: output, StatusStated: true,
		Status: result.Status{Known: known, Code: code, Signal: r.Signal()},
	})
	if err != nil {
		return nil, nil, err
	}
	lines := linesOf(output)
	for _, s := range short.Metadata().Sources {
		for _, span := range s.Lines {
			for n := span[0]; n <= min(span[1], len(lines)); n++ {
				shown = append(shown, Line{Number: n, Text: lines[n-1]})
			}
		}
	}
	slices.SortFunc(shown, func(a, b Line) int { return a.Number - b.Number })
	shown = slices.Compact(shown)
	return shown, candidates(inOrder(shown, &page), lines), nil
}

// inOrder returns lines in the order in which the engine adds them to a page. It notes in both which of them state a
// failure. The lines of a text that is shown whole stay as they are.
func inOrder(lines []Line, page *summarize.Page) []Line {
	for i := range lines {
		l := &lines[i]
		if at := slices.IndexFunc(page.Parts, func(p summarize.Part) bool {
			return p.First <= l.Number && l.Number <= p.Last
		}); at >= 0 {
			l.step, l.isFailure = page.Parts[at].Step, page.Parts[at].Failure
		}
	}
	ordered := slices.Clone(lines)
	slices.SortStableFunc(ordered, func(a, b Line) int { return cmp.Compare(a.step, b.step) })
	return ordered
}

// dropAbove drops the lines far above the one with the message that state no reason, such as the first ones of a log.
func (c *Cause) dropAbove(message int) {
	const near = 3
	all := len(c.Lines)
	c.Lines = slices.DeleteFunc(c.Lines, func(l Line) bool { return l.Beside && l.Number < message-near })
	c.More += all - len(c.Lines)
}

// ending returns how a command ended that didn't end by itself, "" if it did.
func ending(r result.ToolResult) string {
	const timedOut, signalled, lastSignal = 124, 128, 31
	switch code, known := r.ExitCode(); {
	case r.Signal() != "":
		return "ended by " + r.Signal()
	case known && code == timedOut:
		return fmt.Sprintf("ended by a time limit (exit code %d)", code)
	case known && code > signalled && code <= signalled+lastSignal:
		return fmt.Sprintf("ended by signal %d (exit code %d)", code-signalled, code)
	}
	return ""
}
