package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// surefire reads the tests of a Maven build, module by module: the marks of failed tests with their stack traces, the lists
// below "Results", and the counts.
type surefire struct {
	marks, items                  []report.Finding // of the module
	open                          *report.Finding  // the failed test whose stack trace comes now
	class                         string           // of its test
	method                        string           // how a frame names the test's method
	traced                        int              // frames that were read
	list                          bool             // a list of failed tests comes
	findings                      []report.Finding
	run, failed, errored, skipped int64
	counted                       bool
	failing                       int // the last counts with failures
	counts                        int // the last counts
	why                           string
}

// line reads a line; text is without the level that Maven puts before it.
func (t *surefire) line(n int, text, level string) {
	if text == "" {
		return
	}
	switch {
	case strings.HasPrefix(text, "Tests run:"):
		t.tally(n, text)
		return
	case strings.HasSuffix(text, "!") && (strings.HasSuffix(text, "<<< FAILURE!") || strings.HasSuffix(text, "<<< ERROR!")):
		t.mark(n, text)
		return
	case strings.HasPrefix(text, "Running "), strings.HasPrefix(text, "Results:"), strings.HasPrefix(text, "Results :"):
		t.blank()
		return
	case surefireList(text):
		t.blank()
		t.list = true
		if _, item, ok := strings.Cut(text, ":   "); ok { // before version 2.13, the first stands in the same line
			t.item(n, "  "+item)
		}
		return
	}
	if t.list && t.item(n, text) {
		return
	}
	if t.open != nil && level == "" {
		t.trace(n, text)
	}
}

// blank ends a stack trace.
func (t *surefire) blank() {
	if t.open != nil && t.traced == 0 && len(t.open.Evidence) == 0 {
		return
	}
	if t.open != nil && t.traced == 0 { // a message of many lines may have empty ones
		return
	}
	t.open = nil
}

func surefireList(s string) bool {
	switch strings.TrimSpace(s) {
	case "Failures:", "Errors:", "Failed tests:", "Tests in error:", "Failed tests: ", "Flakes:":
		return true
	}
	return strings.HasPrefix(s, "Failed tests:   ") || strings.HasPrefix(s, "Tests in error:   ")
}

// takes reports whether a line marked as an error is one of the tests'.
func (t *surefire) takes(text string) bool {
	return t.list || strings.HasPrefix(text, "Tests run:") || strings.HasSuffix(text, "<<< FAILURE!") || strings.HasSuffix(text, "<<< ERROR!") || surefireList(text)
}

// mark reads "takesDiscount(shop.BasketTest)  Time elapsed: 0.001 s  <<< FAILURE!".
func (t *surefire) mark(n int, text string) {
	t.open, t.list = nil, false
	name, _, ok := strings.Cut(text, "Time elapsed:")
	if !ok || len(t.marks) == MaxFindings {
		return
	}
	name = strings.TrimSuffix(strings.TrimRight(name, " "), " --")
	t.class = surefireClass(name)
	t.traced, t.method = 0, ""
	if method, _, ok := strings.Cut(strings.TrimPrefix(name, t.class+"."), "("); ok || t.class != "" && method != name {
		method, _, _ = strings.Cut(method, "[")
		t.method = t.class[strings.LastIndexByte(t.class, '.')+1:] + "." + method + "("
	}
	t.marks = append(t.marks, report.Finding{Name: name, At: n, Span: strategies.Span{First: n, Last: n}})
	t.open = &t.marks[len(t.marks)-1]
}

// surefireClass is the class of a test: of "takes(shop.BasketTest)", of "shop.BasketTest.takes".
func surefireClass(name string) string {
	if i := strings.LastIndexByte(name, '('); i > 0 && strings.HasSuffix(name, ")") && i+2 < len(name) && strings.Contains(name[i:], ".") {
		return name[i+1 : len(name)-1]
	}
	if i := strings.LastIndexByte(name, '.'); i > 0 && !strings.Contains(name, "(") {
		return name[:i]
	}
	return ""
}

// trace reads the lines below a failed test's mark.
func (t *surefire) trace(n int, s string) {
	f := t.open
	bare := strings.TrimLeft(s, " \t")
	frame, ok := strings.CutPrefix(bare, "at ")
	switch {
	case ok && len(bare) < len(s):
		t.traced++
		if t.method != "" && strings.Contains(frame, t.method) {
			if f.File == "" {
				f.File, f.Row = javaPlace(frame)
			}
			f.Evidence = append(f.Evidence, n)
			f.Span.Last = n
			t.method = ""
			return
		}
		if f.File == "" {
			if own := t.class != "" && strings.HasPrefix(frame, t.class); own || t.class == "" && t.traced == 1 {
				f.File, f.Row = javaPlace(frame)
				f.Evidence = append(f.Evidence, n)
				f.Span.Last = n
			} else if t.traced == 1 {
				f.Evidence = append(f.Evidence, n)
				f.Span.Last = n
			}
		}
	case strings.HasPrefix(bare, "... ") && strings.HasSuffix(bare, " more"):
	case strings.HasPrefix(s, "Caused by: "):
		if len(f.Evidence) < 8 {
			f.Evidence = append(f.Evidence, n)
		}
	case t.traced > 0 && s[0] != ' ' && s[0] != '\t':
		t.open = nil
	case t.traced > 0:
	default:
		if f.Message == "" || strings.HasSuffix(f.Message, ":") {
			f.Message = strings.TrimSpace(f.Message + " " + report.Clip(bare))
		}
		if len(f.Evidence) < 5 {
			f.Evidence = append(f.Evidence, n)
			f.Span.Last = n
		} else if n > f.Span.Last+maxMessageLines {
			t.open = nil
		}
	}
}

// maxMessageLines is how many lines a message has at most.
const maxMessageLines = 60

// javaPlace reads the place of a frame: "shop.BasketTest.takes(BasketTest.java:25)".
func javaPlace(frame string) (file string, row int) {
	i := strings.LastIndexByte(frame, '(')
	if i < 0 {
		return "", 0
	}
	file, rest, ok := strings.Cut(strings.TrimSuffix(frame[i+1:], ")"), ":")
	if !ok {
		return "", 0
	}
	row, _ = parse.CutNumber(rest)
	return file, row
}

// item reads a line of the lists below "Results": "  BasketTest.takesDiscount:25 fifteen percent off expected ...".
func (t *surefire) item(n int, text string) bool {
	rest, ok := strings.CutPrefix(text, "  ")
	if !ok || rest == "" || rest[0] == ' ' || strings.HasPrefix(rest, "Run ") {
		return false
	}
	word, _, _ := strings.Cut(rest, " ")
	if !strings.ContainsAny(word, ".(") && !strings.Contains(rest, "(") || !letter(rest[0]) {
		return false
	}
	if len(t.items) == MaxFindings {
		return true
	}
	name, msg, row := rest, "", 0
	for i := range len(rest) {
		if rest[i] == ':' && i+1 < len(rest) && (parse.Digit(rest[i+1]) || rest[i+1] == ' ') {
			name = rest[:i]
			row, msg = parse.CutNumber(rest[i+1:])
			break
		}
	}
	if i := strings.Index(name, " » "); i > 0 {
		name, msg = name[:i], name[i+len(" » "):]
	}
	t.items = append(t.items, report.Finding{Name: report.Clip(name), Row: row, Message: report.Clip(msg), At: n})
	return true
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80 }

// tally reads the counts of a class, which name it or its time, or those of a module.
func (t *surefire) tally(n int, text string) {
	t.open = nil
	run, _ := parse.NumberAfter(text, "Tests run: ")
	failed, ok1 := parse.NumberAfter(text, "Failures: ")
	errored, ok2 := parse.NumberAfter(text, "Errors: ")
	skipped, ok3 := parse.NumberAfter(text, "Skipped: ")
	if !ok1 || !ok2 || !ok3 || strings.Contains(text, "Time elapsed") {
		return
	}
	t.list = false
	t.counted = true
	t.counts = n
	t.run, t.failed, t.errored, t.skipped = t.run+run, t.failed+failed, t.errored+errored, t.skipped+skipped
	want := int(failed + errored)
	if want > 0 {
		t.failing = n
	}
	switch {
	case want == 0: // what failed was tried again, and passed
	case len(t.marks) == want:
		t.findings = append(t.findings, t.marks...)
	case len(t.items) == want:
		t.findings = append(t.findings, t.items...)
	case want > MaxFindings:
		t.findings = append(t.findings, t.marks...)
	default:
		if t.why == "" {
			t.why = itoa(want) + " failures are counted, " + itoa(max(len(t.marks), len(t.items))) + " are told"
		}
	}
	t.marks, t.items = nil, nil
}

// tallies are the lines that count the tests.
func (t *surefire) tallies() []int {
	if n := max(t.failing, 0); n > 0 {
		return []int{n}
	}
	if t.counts > 0 {
		return []int{t.counts}
	}
	return nil
}

// finish ends the build.
func (t *surefire) finish() (findings []report.Finding, counts map[strategies.Key]int64, why string) {
	findings = append(t.findings, t.marks...) // of a module that didn't end
	counts = map[strategies.Key]int64{}
	for key, n := range map[strategies.Key]int64{strategies.Failed: t.failed, strategies.Errors: t.errored, strategies.Skipped: t.skipped} {
		if n > 0 {
			counts[key] = n
		}
	}
	if t.counted {
		counts[strategies.Passed] = max(t.run-t.failed-t.errored-t.skipped, 0)
	}
	why = t.why
	*t = surefire{}
	return findings, counts, why
}

// surefireTexts are what is shown of the lines that name failed tests, where they are many: the names.
func surefireTexts(list []report.Finding) map[int]string {
	if len(list) <= manySurefire {
		return nil
	}
	out := map[int]string{}
	for _, f := range list[1:] {
		if f.Name != "" {
			out[f.At] = f.Name
		}
	}
	return out
}

// manySurefire is how many failures are told in full; of more, the names come first.
const manySurefire = 4
