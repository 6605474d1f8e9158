package envelope

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/result"
)

func code(n int) result.Status { return result.Status{Known: true, Code: n} }

func TestFind(t *testing.T) {
	tests := []struct {
		name, head string
		want       Envelope
	}{
		{"codex", "Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 2\nOriginal token count: 3\n" +
			"Output:\nx\n",
			Envelope{FirstLine: 6, Status: code(2), Name: "codex"}},
		{"codex, no output", "Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 0\n" +
			"Original token count: 0\nOutput:\n",
			Envelope{FirstLine: 6, Status: code(0), Name: "codex"}},
		{"codex, still running", "Chunk ID: 1f\nWall time: 10.0 seconds\nProcess running with session ID 7\n" +
			"Original token count: 3\nOutput:\nx\n",
			Envelope{FirstLine: 6, Running: true, Name: "codex"}},
		{"codex, cut", "Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 0\n" +
			"Original token count: 30000\nOutput:\n" +
			"Warning: truncated output (original token count: 30000)\nTotal output lines: 391\n\nx\n",
			Envelope{FirstLine: 9, Status: code(0), Cut: true, Name: "codex"}},
		{"codex, cut, number of lines alone", "Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 0\n" +
			"Output:\nTotal output lines: 391\n\nx\n",
			Envelope{FirstLine: 7, Status: code(0), Cut: true, Name: "codex"}},
		{"codex, its own text looks like a header", "Wall time: 1 seconds\nProcess exited with code 0\nOutput:\n" +
			"Total output: 3\n",
			Envelope{FirstLine: 4, Status: code(0), Name: "codex"}},
		{"older codex", "Exit code: 1\nWall time: 0.3 seconds\nTotal output lines: 500\nOutput:\nx\n",
			Envelope{FirstLine: 5, Status: code(1), Cut: true, Name: "codex"}},
		{"claude, failed", "Exit code 128\nfatal: no such ref\n",
			Envelope{FirstLine: 2, Status: code(128), Name: "claude"}},
		{"claude, persisted", "<persisted-output>\nOutput too large (126.8KB). Full output saved to: /home/a/b.txt\n" +
			"\nPreview (first 2KB):\na.go:1:x\n",
			Envelope{FirstLine: 5, Cut: true, Name: "claude-persisted", Full: "/home/a/b.txt"}},
		{"cursor", "Exit code: 0\n\nCommand output:\n\n```\nx\n```\n",
			Envelope{FirstLine: 6, Status: code(0), Name: "cursor"}},
		{"cline", "Command executed in terminal within '/x'. Exit code: 3\nOutput:\nx\n",
			Envelope{FirstLine: 3, Status: code(3), Name: "cline"}},
		{"tags", "<returncode>1</returncode>\n<output>\nx\n</output>\n",
			Envelope{FirstLine: 3, Status: code(1), Name: "tags"}},
		{"stdout tag", "<stdout>\nx\n</stdout>\n", Envelope{FirstLine: 2, Name: "tags"}},
		{"background task", "<retrieval_status>success</retrieval_status>\n\n<task_id>a1</task_id>\n\n<output>\nx\n",
			Envelope{FirstLine: 6, Name: "tags"}},
		{"gemini", "Command: make\nDirectory: (root)\nOutput: cc a.c\nExit Code: 0\n",
			Envelope{FirstLine: 3, Name: "gemini"}},
		{"gemini, output below", "Command: make\nDirectory: (root)\nStdout:\ncc a.c\n",
			Envelope{FirstLine: 4, Name: "gemini"}},
		{"with carriage returns", "Exit code 1\r\nx\r\n", Envelope{FirstLine: 2, Status: code(1), Name: "claude"}},
		// Not envelopes.
		{"empty", "", Envelope{}},
		{"plain", "ok  \tpkg\t0.1s\n", Envelope{}},
		{"a program that speaks of its exit code", "Exit code 1 means that nothing was found\n", Envelope{}},
		{"a label alone", "Output:\nx\n", Envelope{}},
		{"a program's own header", "Exit code: 0\nDuration: 3\n", Envelope{}},
		{"an XML file", "<output>\n<a>1</a>\n</output>\n", Envelope{}},
		{"a list of commands", "Command: make\nCommand: test\n", Envelope{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Find(tt.head)); diff != "" {
				t.Errorf("Find mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTrailer(t *testing.T) {
	tests := []struct {
		name string
		env  string
		tail string
		want Trailer
	}{
		{"none", "", "a\nb", Trailer{}},
		{"openhands", "", "a\n[The command completed with exit code 1.]\n[Current working directory: /w]",
			Trailer{2, code(1)}},
		{"openhands with blanks", "", "a\n\n[The command completed with exit code 0.]\n\n", Trailer{4, code(0)}},
		{"copilot", "", "a\n<shellId: 12 completed with exit code 3>", Trailer{1, code(3)}},
		{"swe-agent", "", "a\n(Open file: n/a)\n(Current directory: /r)\nbash-$", Trailer{3, result.Status{}}},
		{"pi", "", "a\n\nCommand exited with code 2", Trailer{2, code(2)}},
		{"reminder", "", "a\n\n<system-reminder>\nb\nc\n</system-reminder>\n", Trailer{6, result.Status{}}},
		{"two reminders", "", "a\n<system-reminder>b</x>\n</system-reminder>\n<system-reminder>\nc\n</system-reminder>",
			Trailer{5, result.Status{}}},
		{"reminder without a start", "", "b\nc\n</system-reminder>", Trailer{}},
		{"persisted", "claude-persisted", "a\n...\n</persisted-output>", Trailer{2, result.Status{}}},
		{"tags", "tags", "a\n</output>", Trailer{1, result.Status{}}},
		{"a closing tag without its envelope", "", "a\n</output>", Trailer{}},
		{"gemini", "gemini", "a\nError: (none)\nExit Code: 4\nSignal: (none)\nBackground PIDs: (none)",
			Trailer{4, code(4)}},
		{"a sentence", "", "a\nCommand exited with code 2 as it should", Trailer{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Envelope{Name: tt.env}.Trailer(strings.Split(tt.tail, "\n"))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Trailer mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUnwrapJSON(t *testing.T) {
	type want struct {
		Text string
		St   result.Status
		Name string
		OK   bool
	}
	tests := []struct {
		name, raw string
		want      want
	}{
		{"output", `{"output":"a\nb\n","metadata":{"exit_code":1,"duration_seconds":0.2}}`, want{"a\nb\n", code(1),
			"output", true}},
		{"output, flat", ` {"exit_code":0, "output":"a"} `, want{"a", code(0), "output", true}},
		{"streams", `{"stdout":"a","stderr":"b","exit_code":2}`, want{"a\nb", code(2), "streams", true}},
		{"claude", `{"stdout":"a\n","stderr":"","interrupted":false,"isImage":false}`, want{"a\n", result.Status{},
			"streams", true}},
		{"interrupted", `{"stdout":"a","stderr":"","interrupted":true}`, want{"a", result.Status{Aborted: true},
			"streams", true}},
		{"mcp array", `[{"type":"text","text":"a"},{"type":"text","text":"b\n"}]`, want{"a\nb\n", result.Status{},
			"mcp", true}},
		{"mcp result", `{"content":[{"type":"text","text":"é"}],"isError":true}`, want{"é",
			result.Status{Reported: result.Fail},
			"mcp", true}},
		// Data.
		{"an unknown key", `{"output":"a","metadata":{"exit_code":1},"next":2}`, want{}},
		{"an unknown key inside", `{"output":"a","metadata":{"exit_code":1,"next":2}}`, want{}},
		{"no exit code", `{"output":"a"}`, want{}},
		{"not a string", `{"output":{"a":1},"exit_code":0}`, want{}},
		{"a key twice", `{"stdout":"a","stdout":"b","stderr":""}`, want{}},
		{"stdout alone", `{"stdout":"a"}`, want{}},
		{"exit code as text", `{"stdout":"a","exit_code":"zero"}`, want{}},
		{"two documents", `{"stdout":"a","stderr":""}{"stdout":"a","stderr":""}`, want{}},
		{"half a document", `{"stdout":"a","stderr":"`, want{}},
		{"an image", `[{"type":"text","text":"a"},{"type":"image","data":""}]`, want{}},
		{"structured content", `{"content":[{"type":"text","text":"a"}],"structuredContent":{}}`, want{}},
		{"another array", `[{"type":"text","name":"a"}]`, want{}},
		{"empty array", `[]`, want{}},
		{"text", `hello`, want{}},
		{"empty", ``, want{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, st, name, ok := UnwrapJSON([]byte(tt.raw))
			if diff := cmp.Diff(tt.want, want{string(text), st, name, ok}); diff != "" {
				t.Errorf("UnwrapJSON mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUpstreamMark(t *testing.T) {
	marks := []struct {
		line string
		n    int
		unit string
	}{
		{`examples/showcase/…1649 tokens truncated…k"}'`, 1649, "token"},
		{"…12 lines truncated…", 12, "line"},
		{"... [12345 characters truncated] ...", 12345, "character"},
		{"... [285 lines truncated] ...", 285, "line"},
		{"[285 lines truncated]", 285, "line"},
		{"[... omitted 123 of 456 lines ...]", 123, "line"},
		{"[... truncated 12 lines ...]", 12, "line"},
		{"... (123 more lines)", 123, "line"},
		{"(12 more lines below)", 12, "line"},
		{"... and 1,204 more files", 1204, "file"},
		{"… +23 lines (ctrl+r to expand)", 23, "line"},
		{"--- 40 lines omitted ---", 40, "line"},
		{"[120 more lines in file. Use offset=201 to continue.]", 120, "line"},
		{"[Showing lines 1-2000 of 5000. Full output: /x/y]", 3000, "line"},
		{"(Results are truncated. Consider using a more specific path or pattern.)", 0, ""},
		{"[Showing results with pagination = limit: 20, offset: 0]", 0, ""},
		{"(File has more lines. Use 'offset' parameter to read beyond line 2000)", 0, ""},
		{"[Output truncated at 30000 characters]", 0, ""},
		{"<response clipped><NOTE>To save on context only part of this file has been shown to you.</NOTE>", 0, ""},
		{"  ... [3 lines omitted] ...", 3, "line"},
		{"[12 matches not shown]", 12, "match"},
	}
	for _, m := range marks {
		if n, unit, ok := UpstreamMark(m.line); n != m.n || unit != m.unit || !ok {
			t.Errorf("UpstreamMark(%q) = %d, %q, %v, want %d, %q, true", m.line, n, unit, ok, m.n, m.unit)
		}
	}
	plain := []string{
		"", "   ", "...", "[]", "// Truncate long prompts for display", "func truncatePrompt(s string) string {",
		"diff = diff[:max] + \"... (diff truncated at 50KB)\"", "(pass) formatToolCalls > truncates long input values",
		"[12 lines shown]", "- 12 lines removed", "12 lines truncated", "12 lines truncated.", "... 3 files " +
			"skipped", "[3 tests skipped]",
		"(3 more tests)", "[error] 3 lines", "(see 12 more)", "...]", "[warn] truncated 3 words here", "=== RUN   " +
			"TestTruncateTranscriptAtUUID/truncate_at_u1",
		"[ 12 items hidden ]", "… 112 lines (210-321)",
	}
	plain = append(plain, "[... omitted 1 o")
	for _, l := range plain {
		if n, unit, ok := UpstreamMark(l); ok {
			t.Errorf("UpstreamMark(%q) = %d, %q, true, want no mark", l, n, unit)
		}
	}
}

func FuzzEnvelope(f *testing.F) {
	f.Add("Chunk ID: 1f\nWall time: 0.1 seconds\nOutput:\nx\n")
	f.Add(`{"stdout":"a","stderr":"b","exit_code":2}`)
	f.Add("a\n<system-reminder>\n</system-reminder>\n[... omitted 1 of 2 lines ...]")
	f.Fuzz(func(t *testing.T, s string) {
		lines := strings.Split(s, "\n")
		e := Find(s)
		if e.FirstLine > len(lines)+1 || e.Name == "" && e != (Envelope{}) {
			t.Errorf("Find(%q) = %+v of %d lines", s, e, len(lines))
		}
		if tr := e.Trailer(lines); tr.Lines > len(lines) {
			t.Errorf("Trailer of %q takes %d of %d lines", s, tr.Lines, len(lines))
		}
		if text, st, name, ok := UnwrapJSON([]byte(s)); !ok && (text != nil || st != (result.Status{}) || name != "") {
			t.Errorf("UnwrapJSON(%q) is not ok and yet says something", s)
		}
		for _, l := range lines {
			if n, unit, ok := UpstreamMark(l); !ok && (n != 0 || unit != "") || n < 0 {
				t.Errorf("UpstreamMark(%q) = %d, %q, %v", l, n, unit, ok)
			}
		}
	})
}
