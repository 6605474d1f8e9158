package result

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wordCount counts tokens as runs without a space: any counter will do here.
func wordCount(s string) int { return len(strings.Fields(s)) }

func TestSimple(t *testing.T) {
	long := strings.Repeat("log line\n", inlineLimit/8)
	tests := []struct {
		name, text, want string
		tokens           int
		warnings         []string
	}{
		{"text", "hello\n", "hello\n", 2, nil},
		{"nothing", "", "", 0, nil},
		{"long", long, long, 9000, nil},
		{"not UTF-8", "a\xff\xfeb", "a\uFFFD\uFFFDb", 4, []string{notUTF8}},
		{"negative count", "x", "x", -1, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Simple("weather", tt.text, tt.tokens)
			n := max(tt.tokens, 0)
			want := mustNew(t, Parts{Tool: "weather", LLM: tt.want, UI: []byte(tt.want),
				Metadata: Metadata{LLMTokens: n, UITokens: n, Warnings: tt.warnings}})
			if diff := cmp.Diff(want, r); diff != "" {
				t.Errorf("mismatch (-want +got):\n%s", diff)
			}
			ui, inline := r.UIContent()
			if ui != r.LLMContent() || !inline || r.Metadata().SavingsTokens != 0 || r.Outcome() != Unknown {
				t.Errorf("the channels differ: %+v", r)
			}
			if b := record1(t, r); strings.Contains(b, `"details"`) {
				t.Errorf("a simple result has details: %s", b)
			}
			if back := load(t, record1(t, r)); !back.Equal(r) {
				t.Errorf("reloaded as %+v", back)
			}
		})
	}
}

func TestSimpleLongRecordSaysItOnce(t *testing.T) {
	text := strings.Repeat("x", 2*inlineLimit)
	b := record1(t, Simple("x", text, 1))
	if strings.Contains(b, `"ui_content"`) || len(b) > len(text)+1000 {
		t.Errorf("a text of %d bytes makes a record of %d", len(text), len(b))
	}
}

func TestFailure(t *testing.T) {
	trace := "Traceback:\n  a.py, line 1\n  b.py, line 2\nValueError: no such color here\nsee the log for more " +
		"about it\n"
	tests := []struct {
		name      string
		e         ToolError
		full      string
		want      string
		shown     [][2]int
		omissions []Omission
	}{
		{"in the middle of the error", ToolError{KindExit, "ValueError: no such color here"}, trace + trace,
			"… 3 lines (1-3)\nerror: ValueError: no such color here\n… 6 lines (5-10)", [][2]int{{4, 4}},
			[]Omission{{Kind: "line", Count: 3, Lines: [2]int{1, 3}}, {Kind: "line", Count: 6, Lines: [2]int{5, 10}}}},
		{"not in the error", ToolError{KindSpawn, "cannot start"}, trace,
			"error: cannot start\n… 5 lines (1-5)", nil, []Omission{{Kind: "line", Count: 5, Lines: [2]int{1, 5}}}},
		{"no longer than the message", ToolError{KindSpawn, "exec: nosuch: not found"}, "exec: nosuch: not found",
			"exec: nosuch: not found", nil, nil},
		{"nothing but the message", ToolError{KindInput, "want a number"}, "", "want a number", nil, nil},
		{"nothing but the kind", ToolError{KindAborted, ""}, "", "tool error: aborted", nil, nil},
		{"a long line", ToolError{KindInput, strings.Repeat("äö ", 50)},
			strings.Repeat("äö ", 50) + "\nsome more words of it",
			"error: " + strings.Repeat("äö ", 33) + "ä… 49 characters\n… 1 line (2)", nil,
			[]Omission{{Kind: "character", Count: 49, Lines: [2]int{1, 1}},
				{Kind: "line", Count: 1, Lines: [2]int{2, 2}}}},
		{"escapes in the message", ToolError{KindInput, "\x1b[31mred\x07 "},
			"\x1b[31mred\x07 \nand what else there is to say about it",
			"error:  [31mred \n… 1 line (2)", nil, []Omission{{Kind: "line", Count: 1, Lines: [2]int{2, 2}}}},
		{"a direction and a line separator in the message", ToolError{KindInput, "no \u202Efdp.exe\u2028here"},
			"no \u202Efdp.exe\u2028here\nand what else there is to say about it",
			"error: no fdp.exe here\n… 1 line (2)", nil, []Omission{{Kind: "line", Count: 1, Lines: [2]int{2, 2}}}},
		{"an unknown kind", ToolError{"odd", "m"}, "", "m", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Failure("x", tt.e, tt.full, wordCount)
			if diff := cmp.Diff(tt.want, r.LLMContent()); diff != "" {
				t.Errorf("model's text mismatch (-want +got):\n%s", diff)
			}
			full := tt.full
			if full == "" {
				full = tt.want
			}
			if ui, inline := r.UIContent(); ui != full || !inline {
				t.Errorf("the person gets %q, %v, want %q", ui, inline, full)
			}
			m := r.Metadata()
			if diff := cmp.Diff(tt.shown, m.Shown); diff != "" {
				t.Errorf("shown mismatch (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.omissions, m.Omissions); diff != "" {
				t.Errorf("omissions mismatch (-want +got):\n%s", diff)
			}
			if m.LLMTokens != wordCount(r.LLMContent()) || m.UITokens != wordCount(full) || m.LLMTokens > m.UITokens {
				t.Errorf("counted %d of %d tokens", m.LLMTokens, m.UITokens)
			}
			if r.Passed() || !r.Failed() || r.Error().Message != tt.e.Message {
				t.Errorf("success %v, error %+v", r.Passed(), r.Error())
			}
			promised(t, r)
			if back := load(t, record1(t, r)); !back.Equal(r) {
				t.Errorf("reloaded as %+v", back)
			}
		})
	}
}

func TestFailureNeverWorse(t *testing.T) {
	oneWord := strings.Repeat("x", 80)
	tests := []struct {
		name, message, full string
		count               func(string) int
	}{
		{"shorter, but more tokens", "a b c d", oneWord, wordCount},
		{"fewer tokens, but longer", oneWord, "a b c d e f", wordCount},
		{"longer, uncounted", "boom", "boom", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Failure("x", ToolError{KindInput, tt.message}, tt.full, tt.count)
			if m := r.Metadata(); r.LLMContent() != tt.full || m.SavingsTokens != 0 || m.Omissions != nil {
				t.Errorf("the model gets %q, with %+v, want the full error %q", r.LLMContent(), m, tt.full)
			}
		})
	}
}

func TestFailureUncounted(t *testing.T) {
	r := Failure("x", ToolError{KindSpawn, "boom"}, "boom\n"+strings.Repeat("y\n", 40), nil)
	if got, want := r.LLMContent(), "error: boom\n… 40 lines (2-41)"; got != want {
		t.Errorf("model's text %q, want %q", got, want)
	}
	if m := r.Metadata(); m.LLMTokens != 0 || m.UITokens != 0 {
		t.Errorf("counted %d of %d tokens without a counter", m.LLMTokens, m.UITokens)
	}
}

func TestFailureKeepsLongErrors(t *testing.T) {
	full := strings.Repeat("deep in the stack\n", inlineLimit/8)
	r := Failure("x", ToolError{KindInput, "a bad call"}, full, wordCount)
	if ui, inline := load(t, record1(t, r)).UIContent(); ui != full || !inline {
		t.Errorf("of %d bytes, %d are left, %v", len(full), len(ui), inline)
	}
}
