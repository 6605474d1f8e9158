package result

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func mustNew(t *testing.T, p Parts) ToolResult {
	t.Helper()
	r, err := New(p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestNewOutcome(t *testing.T) {
	exit := func(c int) Status { return Status{Known: true, Code: c} }
	tests := []struct {
		name    string
		p       Parts
		outcome Outcome
		want    *ToolError
	}{
		{"nothing known", Parts{}, Unknown, nil},
		{"exit 0 of whomever", Parts{Status: exit(0)}, Unknown, nil},
		{"exit 0 that proves it", Parts{Status: exit(0), Outcome: Pass}, Pass, nil},
		{"exit 1", Parts{Status: exit(1)}, Fail, &ToolError{KindExit, "exit status 1"}},
		{"exit 1 is an answer", Parts{Status: exit(1), Answer: true, Outcome: Pass}, Pass, nil},
		{"answer that speaks of failure", Parts{Status: exit(1), Answer: true, Outcome: Fail}, Fail,
			&ToolError{KindExit, "the output reports a failure"}},
		{"green exit, red output", Parts{Status: exit(0), Outcome: Fail}, Fail,
			&ToolError{KindExit, "the output reports a failure"}},
		{"green exit, red output, with a message",
			Parts{Status: exit(0), Outcome: Fail, Err: &ToolError{Message: "2 failed"}}, Fail,
			&ToolError{KindExit, "2 failed"}},
		{"a bad exit isn't unknown", Parts{Status: exit(1), Outcome: Pass}, Fail, &ToolError{KindExit,
			"exit status 1"}},
		{"reported without a code", Parts{Status: Status{Reported: Fail}}, Fail, &ToolError{KindExit,
			"the tool failed"}},
		{"signal", Parts{Status: Status{Signal: "SIGKILL"}}, Fail,
			&ToolError{KindSignal, "command ended by SIGKILL"}},
		{"no answer excuses a signal", Parts{Status: Status{Signal: "SIGKILL"}, Answer: true}, Fail,
			&ToolError{KindSignal, "command ended by SIGKILL"}},
		{"timeout goes before its signal", Parts{Status: Status{Signal: "SIGTERM", Timeout: 2 * time.Second}}, Fail,
			&ToolError{KindTimeout, "command timed out after 2s"}},
		{"no answer excuses a timeout", Parts{Status: Status{Known: true, Code: 1, Timeout: time.Second},
			Answer: true}, Fail, &ToolError{KindTimeout, "command timed out after 1s"}},
		{"abort goes before all",
			Parts{Status: Status{Known: true, Code: 143, Signal: "SIGTERM", Timeout: time.Second, Aborted: true,
				Reason: "enough"}}, Fail, &ToolError{KindAborted, "command stopped on request: enough"}},
		{"abort with exit 0", Parts{Status: Status{Known: true, Aborted: true}}, Fail,
			&ToolError{KindAborted, "command stopped on request"}},
		{"given message, kind filled in", Parts{Status: exit(1), Err: &ToolError{Message: "2 tests failed"}}, Fail,
			&ToolError{KindExit, "2 tests failed"}},
		{"given kind, message filled in", Parts{Status: exit(127), Err: &ToolError{Kind: KindSpawn}}, Fail,
			&ToolError{KindSpawn, "exit status 127"}},
		{"error without a status", Parts{Err: &ToolError{KindInput, "no such tool"}}, Fail,
			&ToolError{KindInput, "no such tool"}},
		{"error outdoes an answer", Parts{Status: exit(1), Answer: true, Err: &ToolError{KindExit, "bad"}}, Fail,
			&ToolError{KindExit, "bad"}},
		{"invalid bytes in a message", Parts{Err: &ToolError{KindInput, "a\xff\xfeb"}}, Fail,
			&ToolError{KindInput, "a\uFFFD\uFFFDb"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := mustNew(t, tt.p)
			if r.Outcome() != tt.outcome || r.Passed() != (tt.outcome == Pass) || r.Failed() != (tt.outcome == Fail) {
				t.Errorf("outcome %v, passed %v, failed %v, want %v", r.Outcome(), r.Passed(), r.Failed(), tt.outcome)
			}
			if diff := cmp.Diff(tt.want, r.Error()); diff != "" {
				t.Errorf("Error() mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	meta := func(m Metadata) Parts { return Parts{Tool: "x", Metadata: m} }
	tests := []struct {
		name string
		p    Parts
		want string // named in the error
	}{
		{"text not UTF-8", Parts{LLM: "a\xffb"}, `"a\xffb"`},
		{"text block not UTF-8", Parts{Blocks: []Block{textBlock("a"), textBlock("\xff")}}, `block 1: text "\xff"`},
		{"text and image in a block", Parts{Blocks: []Block{{Text: "a", MediaType: "image/png", Data: png}}},
			`block 0: text "a"`},
		{"image of no media type", Parts{Blocks: []Block{imageBlock("", png)}}, `media type ""`},
		{"image that is text", Parts{Blocks: []Block{imageBlock("text/html", png)}}, `"text/html"`},
		{"image without data", Parts{Blocks: []Block{imageBlock("image/png", "")}}, "data is empty"},
		{"image not base64", Parts{Blocks: []Block{imageBlock("image/png", "%%%%")}}, `"%%%%"`},
		{"text unlike its blocks", Parts{LLM: "b", Blocks: []Block{textBlock("a")}}, `"b"`},
		{"unknown error kind", Parts{Err: &ToolError{Kind: "oops"}}, `"oops"`},
		{"error without a kind", Parts{Err: &ToolError{Message: "m"}}, `unknown error kind ""`},
		{"exit error of exit 0", Parts{Status: Status{Known: true}, Err: &ToolError{Kind: KindExit}}, "exit code 0"},
		{"kind hides an abort", Parts{Status: Status{Aborted: true}, Err: &ToolError{Kind: KindExit}}, `"aborted"`},
		{"kind hides a timeout", Parts{Status: Status{Timeout: 1}, Err: &ToolError{Kind: KindSignal}}, `"timeout"`},
		{"kind hides both",
			Parts{Status: Status{Known: true, Aborted: true, Timeout: 1}, Err: &ToolError{Kind: KindExit}},
			`"aborted"`},
		{"short hash", Parts{Payload: Payload{SHA256: "abc", Bytes: 3}}, `"abc"`},
		{"hash of other digits", Parts{Payload: Payload{SHA256: strings.Repeat("g", 64), Bytes: 3}},
			"want 64 hex digits"},
		{"negative size", Parts{Payload: Payload{Bytes: -1}}, "-1 bytes"},
		{"size unlike the bytes", Parts{UI: []byte("abc"), Payload: Payload{SHA256: strings.Repeat("a", 64), Bytes: 4}},
			"4 bytes"},
		{"hash of nothing", Parts{Payload: Payload{SHA256: strings.Repeat("a", 64)}}, "0 bytes"},
		{"more tokens than raw", meta(Metadata{LLMTokens: 11, UITokens: 10}),
			"llm_tokens is 11, above ui_tokens, which is 10"},
		{"negative tokens", meta(Metadata{LLMTokens: -1}), "llm_tokens is -1"},
		{"negative raw tokens", meta(Metadata{UITokens: -3}), "-3"},
		{"negative budget", meta(Metadata{Budget: -5}), "budget is -5"},
		{"line 0", meta(Metadata{Shown: [][2]int{{0, 2}}}), "[0 2]"},
		{"range backwards", meta(Metadata{Shown: [][2]int{{4, 2}}}), "[4 2]"},
		{"ranges unsorted", meta(Metadata{Shown: [][2]int{{4, 5}, {1, 2}}}), "[1 2]"},
		{"ranges overlap", meta(Metadata{Shown: [][2]int{{1, 5}, {5, 9}}}), "[5 9]"},
		{"ranges not merged", meta(Metadata{Shown: [][2]int{{1, 5}, {6, 9}}}), "[6 9]"},
		{"range after the last line there can be", meta(Metadata{Shown: [][2]int{{1, math.MaxInt}, {7, 9}}}), "[7 9]"},
		{"omission of no kind", meta(Metadata{Omissions: []Omission{{Count: 7}}}), "Count:7"},
		{"negative omission", meta(Metadata{Omissions: []Omission{{Kind: "line", Count: -7}}}), "Count:-7"},
		{"omission elsewhere, of other length", meta(Metadata{Omissions: []Omission{{
			Kind: "line", Count: 2, Lines: [2]int{3, 4}, As: Elsewhere{"1", [2]int{5, 7}},
		}}}), "want as many lines elsewhere"},
		{"omission elsewhere, nowhere", meta(Metadata{Omissions: []Omission{{
			Kind: "line", Count: 2, Lines: [2]int{3, 4}, As: Elsewhere{"", [2]int{5, 6}},
		}}}), "the result that has them"},
		{"omission backwards", meta(Metadata{Omissions: []Omission{{Kind: "line", Count: 1, Lines: [2]int{3, 2}}}}),
			"[3 2]"},
		{"omission from line 0", meta(Metadata{Omissions: []Omission{{Kind: "line", Count: 1, Lines: [2]int{0, 2}}}}),
			"[0 2]"},
		{"negative duration", Parts{Duration: -time.Second}, "-1s"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := New(tt.p)
			if err == nil {
				t.Fatalf("New took it: %+v", r)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %q doesn't name %q", err, tt.want)
			}
			if !r.Equal(ToolResult{}) {
				t.Errorf("there is a result besides the error: %+v", r)
			}
		})
	}
}

func TestNewPayload(t *testing.T) {
	sum := func(b []byte) string { return fmt.Sprintf("%x", sha256.Sum256(b)) }
	big := bytes.Repeat([]byte("abcdefgh"), inlineLimit/8)
	bigger := append(bytes.Clone(big), 'x')
	tests := []struct {
		name   string
		p      Parts
		inline bool
		ui     string
		want   Payload
	}{
		{"nothing", Parts{LLM: "(no output)"}, true, "", Payload{sum(nil), 0}},
		{"empty", Parts{UI: []byte{}}, true, "", Payload{sum(nil), 0}},
		{"text", Parts{UI: []byte("a\x1b[1m\x00\r\n")}, true, "a\x1b[1m\x00\r\n",
			Payload{sum([]byte("a\x1b[1m\x00\r\n")), 8}},
		{"at the limit", Parts{UI: big}, true, string(big), Payload{sum(big), inlineLimit}},
		{"above the limit", Parts{UI: bigger}, false, "", Payload{sum(bigger), inlineLimit + 1}},
		{"above the limit, but the model's own", Parts{LLM: string(bigger), UI: bigger}, true, string(bigger),
			Payload{sum(bigger), inlineLimit + 1}},
		{"not text", Parts{UI: []byte("a\xff")}, false, "", Payload{sum([]byte("a\xff")), 2}},
		{"only named", Parts{Payload: Payload{sum(big), inlineLimit}}, false, "", Payload{sum(big), inlineLimit}},
		{"only a size", Parts{Payload: Payload{"", 7}}, false, "", Payload{"", 7}},
		{"named, and the model's own", Parts{LLM: "hello", Payload: Payload{sum([]byte("hello")), 5}}, true, "hello",
			Payload{sum([]byte("hello")), 5}},
		{"of the same length as the model's", Parts{LLM: "hello", Payload: Payload{sum([]byte("world")), 5}}, false, "",
			Payload{sum([]byte("world")), 5}},
		{"capital digits", Parts{Payload: Payload{strings.ToUpper(sum(big)), inlineLimit}}, false, "",
			Payload{sum(big), inlineLimit}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := mustNew(t, tt.p)
			if ui, inline := r.UIContent(); ui != tt.ui || inline != tt.inline {
				t.Errorf("UIContent() = %.20q... of %d bytes, %v, want %d bytes, %v", ui, len(ui), inline, len(tt.ui),
					tt.inline)
			}
			if diff := cmp.Diff(tt.want, r.Payload()); diff != "" {
				t.Errorf("Payload() mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestNewDuration(t *testing.T) {
	for in, want := range map[time.Duration]time.Duration{
		0:                                 0,
		1499 * time.Microsecond:           time.Millisecond,
		1500 * time.Microsecond:           2 * time.Millisecond,
		time.Duration(math.MaxInt64):      time.Duration(math.MaxInt64).Truncate(time.Millisecond),
		90*time.Minute + time.Microsecond: 90 * time.Minute,
	} {
		if got := mustNew(t, Parts{Duration: in}).Duration(); got != want {
			t.Errorf("duration %v became %v, want %v", in, got, want)
		}
	}
}

func TestStatusErrorIsTyped(t *testing.T) {
	r := mustNew(t, Parts{Status: Status{Signal: "SIGTERM", Aborted: true}})
	err := fmt.Errorf("step 3: %w", r.Error())
	var te *ToolError
	if !errors.As(err, &te) || te.Kind != KindAborted {
		t.Errorf("errors.As found %v", te)
	}
	if !errors.Is(err, ErrAborted) || errors.Is(err, ErrTimeout) {
		t.Errorf("%v: is aborted %v, is timeout %v", err, errors.Is(err, ErrAborted), errors.Is(err, ErrTimeout))
	}
	if e := mustNew(t, Parts{}).Error(); e != nil || errors.Is(e, ErrAborted) {
		t.Errorf("the error of a good result is %#v, want nil", e)
	}
}
