package envelope

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/result"
)

func code(n int) result.Status { return result.Status{Known: true, Code: n} }

func TestHeader(t *testing.T) {
	tests := []struct {
		name  string
		agent Agent
		head  string
		want  Envelope
	}{
		{"codex", Codex, "Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 2\nOriginal token count: 3\n" +
			"Output:\nx\n",
			Envelope{FirstLine: 6, Status: code(2), Name: "codex"}},
		{"codex, no output", Codex, "Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 0\n" +
			"Original token count: 0\nOutput:\n",
			Envelope{FirstLine: 6, Status: code(0), Name: "codex"}},
		{"codex, still running", Codex, "Chunk ID: 1f\nWall time: 10.0 seconds\nProcess running with session ID 7\n" +
			"Original token count: 3\nOutput:\nx\n",
			Envelope{FirstLine: 6, Running: true, Name: "codex"}},
		{"codex, cut", Codex, "Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 0\n" +
			"Original token count: 30000\nOutput:\n" +
			"Warning: truncated output (original token count: 30000)\nTotal output lines: 391\n\nx\n",
			Envelope{FirstLine: 9, Status: code(0), Cut: true, Name: "codex"}},
		{"codex, cut, number of lines alone", Codex,
			"Chunk ID: 1f\nWall time: 0.1 seconds\nProcess exited with code 0\n" +
				"Output:\nTotal output lines: 391\n\nx\n",
			Envelope{FirstLine: 7, Status: code(0), Cut: true, Name: "codex"}},
		{"codex, its own text looks like a header", Codex,
			"Wall time: 1 seconds\nProcess exited with code 0\nOutput:\n" +
				"Total output: 3\n",
			Envelope{FirstLine: 4, Status: code(0), Name: "codex"}},
		{"older codex", Codex, "Exit code: 1\nWall time: 0.3 seconds\nTotal output lines: 500\nOutput:\nx\n",
			Envelope{FirstLine: 5, Status: code(1), Cut: true, Name: "codex"}},
		{"claude, failed", Claude, "Exit code 128\nfatal: no such ref\n",
			Envelope{FirstLine: 2, Status: code(128), Name: "claude"}},
		{"claude, persisted", Claude,
			"<persisted-output>\nOutput too large (126.8KB). Full output saved to: /home/a/b.txt\n" +
				"\nPreview (first 2KB):\na.go:1:x\n",
			Envelope{FirstLine: 5, Cut: true, Name: "claude-persisted", Full: "/home/a/b.txt"}},
		{"cursor", Cursor, "Exit code: 0\n\nCommand output:\n\n```\nx\n```\n",
			Envelope{FirstLine: 6, Status: code(0), Name: "cursor"}},
		{"cline", Cline, "Command executed in terminal within '/x'. Exit code: 3\nOutput:\nx\n",
			Envelope{FirstLine: 3, Status: code(3), Name: "cline"}},
		{"tags", SWEAgent, "<returncode>1</returncode>\n<output>\nx\n</output>\n",
			Envelope{FirstLine: 3, Status: code(1), Name: "tags"}},
		{"stdout tag", SWEAgent, "<stdout>\nx\n</stdout>\n", Envelope{FirstLine: 2, Name: "tags"}},
		{"background task", Claude,
			"<retrieval_status>success</retrieval_status>\n\n<task_id>a1</task_id>\n\n<output>\nx\n",
			Envelope{FirstLine: 6, Name: "tags"}},
		{"gemini", Gemini, "Command: make\nDirectory: (root)\nOutput: cc a.c\nExit Code: 0\n",
			Envelope{FirstLine: 3, Label: 8, Name: "gemini-fields"}},
		{"gemini, output below", Gemini, "Command: make\nDirectory: (root)\nStdout:\ncc a.c\n",
			Envelope{FirstLine: 4, Name: "gemini-fields"}},
		{"with carriage returns", Claude, "Exit code 1\r\nx\r\n", Envelope{FirstLine: 2, Status: code(1),
			Name: "claude"}},
		{"codex, script", Codex, "Script completed\nWall time 0.1 seconds\nOutput:\nx\n", Envelope{FirstLine: 4,
			Name: "codex"}},
		{"codex, twice", Codex, "Wall time: 1 seconds\nProcess exited with code 1\nOutput:\n" +
			"Wall time: 1 seconds\nProcess exited with code 0\nOutput:\n",
			Envelope{FirstLine: 4, Status: code(1), Name: "codex"}},
		{"claude, twice", Claude, "Exit code 2\nExit code 1\n", Envelope{FirstLine: 2, Status: code(2),
			Name: "claude"}},
		{"gemini, newest", Gemini, "Output: cc a.c\n", Envelope{FirstLine: 1, Label: 8, Name: "gemini"}},
		{"opencode", OpenCode, "<path>/w/a.go</path>\n<type>file</type>\n<content>\n1: package a\n",
			Envelope{FirstLine: 4, Name: "opencode"}},
		// Not envelopes.
		{"no agent", "", "Exit code 1\nx\n", Envelope{}},
		{"no agent, codex's lines", "", "Exit code: 0\nWall time: 0.3 seconds\nOutput:\nx\n",
			Envelope{FirstLine: 4, Name: "codex"}},
		{"another agent's", Codex, "Exit code 1\nx\n", Envelope{}},
		{"claude, a code that it never writes", Claude, "Exit code 0\nx\n", Envelope{}},
		{"codex, a status out of place", Codex, "Process exited with code 0\nWall time: 1 seconds\nOutput:\n",
			Envelope{}},
		{"codex, two statuses", Codex, "Exit code: 1\nWall time: 1 seconds\nProcess exited with code 0\nOutput:\n",
			Envelope{}},
		{"codex, another line", Codex, "Wall time: 1 seconds\nx\nProcess exited with code 0\nOutput:\n", Envelope{}},
		{"cline, a code that isn't one", Cline, "Command executed. Exit code: zero\nOutput:\n", Envelope{}},
		{"opencode, a folder", OpenCode, "<path>/w</path>\n<type>directory</type>\n<entries>\n", Envelope{}},
		{"empty", Codex, "", Envelope{}},
		{"plain", Codex, "ok  \tpkg\t0.1s\n", Envelope{}},
		{"a program that speaks of its exit code", Claude, "Exit code 1 means that nothing was found\n", Envelope{}},
		{"a label alone", Codex, "Output:\nx\n", Envelope{}},
		{"a program's own header", Codex, "Exit code: 0\nDuration: 3\n", Envelope{}},
		{"an XML file", SWEAgent, "<output>\n<a>1</a>\n</output>\n", Envelope{}},
		{"a list of commands", Gemini, "Command: make\nCommand: test\n", Envelope{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.agent.Header(tt.head)); diff != "" {
				t.Errorf("Header mismatch (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTrailer(t *testing.T) {
	tests := []struct {
		name  string
		agent Agent
		form  string
		tail  string
		want  Trailer
	}{
		{"none", Claude, "", "a\nb", Trailer{}},
		{"openhands", OpenHands, "", "a\n[The command completed with exit code 1.]\n[Current working directory: /w]",
			Trailer{2, code(1)}},
		{"openhands with blanks", OpenHands, "", "a\n\n[The command completed with exit code 0.]\n\n", Trailer{4,
			code(0)}},
		{"copilot", Copilot, "", "a\n<shellId: 12 completed with exit code 3>", Trailer{1, code(3)}},
		{"swe-agent", SWEAgent, "", "a\n(Open file: n/a)\n(Current directory: /r)\nbash-$", Trailer{3,
			result.Status{}}},
		{"pi", Pi, "", "a\n\nCommand exited with code 2", Trailer{2, code(2)}},
		{"reminder", Claude, "", "a\n\n<system-reminder>\nb\nc\n</system-reminder>\n", Trailer{6, result.Status{}}},
		{"two reminders", OpenCode, "",
			"a\n<system-reminder>b</x>\n</system-reminder>\n<system-reminder>\nc\n</system-reminder>",
			Trailer{5, result.Status{}}},
		{"reminder without a start", Claude, "", "b\nc\n</system-reminder>", Trailer{}},
		{"persisted", Claude, "claude-persisted", "a\n...\n</persisted-output>", Trailer{2, result.Status{}}},
		{"tags", SWEAgent, "tags", "a\n</output>", Trailer{1, result.Status{}}},
		{"a closing tag without its envelope", Claude, "", "a\n</output>", Trailer{}},
		{"gemini", Gemini, "gemini-fields", "a\nError: (none)\nExit Code: 4\nSignal: (none)\nBackground PIDs: (none)",
			Trailer{4, code(4)}},
		{"copilot, a number", Copilot, "", "a\n0", Trailer{}},
		{"openhands, a forged line before it", OpenHands, "",
			"[The command completed with exit code 0.]\n[Command finished with exit code 1]", Trailer{2, code(1)}},
		{"gemini, no process group", Gemini, "gemini", "a\nProcess Group PGID: abc", Trailer{}},
		{"copilot, exited", Copilot, "", "a\n<exited with exit code 0>", Trailer{1, code(0)}},
		{"copilot, twice", Copilot, "", "a\n<exited with exit code 0>\n<exited with exit code 1>", Trailer{1, code(1)}},
		{"openhands, twice", OpenHands, "", "[The command completed with exit code 0.]\n" +
			"[Current working directory: /w]\n[The command completed with exit code 1.]\n" +
			"[Current working directory: /w]",
			Trailer{2, code(1)}},
		{"gemini, newest", Gemini, "gemini", "a\nProcess Group PGID: 7", Trailer{1, code(0)}},
		{"gemini, failed", Gemini, "gemini", "a\nExit Code: 0\nExit Code: 3\nProcess Group PGID: 7", Trailer{2,
			code(3)}},
		{"gemini, killed", Gemini, "gemini", "a\nExit Code: 0\nSignal: 15\nProcess Group PGID: 7",
			Trailer{2, result.Status{}}},
		{"gemini, not ended", Gemini, "gemini", "a\nExit Code: 3", Trailer{}},
		{"opencode", OpenCode, "opencode", "2: b\n\n(Showing lines 1-2 of 9. Use offset=3 to continue.)\n</content>",
			Trailer{3, result.Status{}}},
		{"opencode, whole", OpenCode, "opencode", "2: b\n\n(End of file - total 2 lines)\n</content>",
			Trailer{3, result.Status{}}},
		{"pi, a code that it never writes", Pi, "", "a\n\nCommand exited with code 0", Trailer{}},
		{"another agent's", Pi, "", "a\n<exited with exit code 0>", Trailer{}},
		{"no agent", "", "", "a\n<exited with exit code 0>", Trailer{}},
		{"no agent, gemini's lines", "", "gemini-fields", "a\nExit Code: 0\nSignal: 0", Trailer{Lines: 2}},
		{"a sentence", Pi, "", "a\nCommand exited with code 2 as it should", Trailer{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.agent.Trailer(Envelope{Name: tt.form}, strings.Split(tt.tail, "\n"))
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
		OK   bool
	}
	tests := []struct {
		name  string
		agent Agent
		raw   string
		want  want
	}{
		{"output", Codex, `{"output":"a\nb\n","metadata":{"exit_code":1,"duration_seconds":0.2}}`, want{"a\nb\n",
			code(1), true}},
		{"output, flat", Function, ` {"exit_code":0, "output":"a"} `, want{"a", code(0), true}},
		{"streams", Function, `{"stdout":"a","stderr":"b","exit_code":2}`, want{"a\nb", code(2), true}},
		{"claude", Claude, `{"stdout":"a\n","stderr":"","interrupted":false,"isImage":false}`, want{"a\n",
			result.Status{}, true}},
		{"interrupted", Claude, `{"stdout":"a","stderr":"","interrupted":true}`, want{"a",
			result.Status{Aborted: true}, true}},
		{"mcp array", MCP, `[{"type":"text","text":"a"},{"type":"text","text":"b\n"}]`, want{"a\nb\n",
			result.Status{}, true}},
		{"mcp result", MCP, `{"content":[{"type":"text","text":"é"}],"isError":true}`, want{"é",
			result.Status{Reported: result.Fail}, true}},
		{"a function's output", Function, `{"output":"a\nb\n","metadata":{"exit_code":1}}`, want{"a\nb\n", code(1),
			true}},
		// Data.
		{"no agent", "", `{"stdout":"a","stderr":"b","exit_code":0}`, want{}},
		{"another agent's", Codex, `{"stdout":"a","stderr":"b","exit_code":0}`, want{}},
		{"claude, a key that it doesn't write", Claude, `{"stdout":"a","stderr":"b","exit_code":0}`, want{}},
		{"an unknown key", Function, `{"output":"a","metadata":{"exit_code":1},"next":2}`, want{}},
		{"an unknown key inside", Function, `{"output":"a","metadata":{"exit_code":1,"next":2}}`, want{}},
		{"a code beside the metadata", Codex, `{"output":"a","exit_code":1,"metadata":{"exit_code":0}}`, want{}},
		{"no exit code", Function, `{"output":"a"}`, want{}},
		{"not a string", Function, `{"output":{"a":1},"exit_code":0}`, want{}},
		{"a key twice", Function, `{"stdout":"a","stdout":"b","stderr":""}`, want{}},
		{"stdout alone", Function, `{"stdout":"a"}`, want{}},
		{"exit code as text", Function, `{"stdout":"a","exit_code":"zero"}`, want{}},
		{"two documents", Function, `{"stdout":"a","stderr":""}{"stdout":"a","stderr":""}`, want{}},
		{"half a document", Function, `{"stdout":"a","stderr":"`, want{}},
		{"an image", Function, `[{"type":"text","text":"a"},{"type":"image","data":""}]`, want{}},
		{"structured content", Function, `{"content":[{"type":"text","text":"a"}],"structuredContent":{}}`, want{}},
		{"another array", Function, `[{"type":"text","name":"a"}]`, want{}},
		{"empty array", Function, `[]`, want{}},
		{"text", Function, `hello`, want{}},
		{"empty", Function, ``, want{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, st, ok := tt.agent.UnwrapJSON([]byte(tt.raw))
			if diff := cmp.Diff(tt.want, want{string(text), st, ok}); diff != "" {
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
		{"[... output truncated: 508894 chars total. Refine the command to view the elided middle ...]", 0, ""},
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
		for _, a := range append(Agents(), "") {
			e := a.Header(s)
			if e.FirstLine > len(lines)+1 || e.Name == "" && e != (Envelope{}) {
				t.Errorf("%s: Header(%q) = %+v of %d lines", a, s, e, len(lines))
			}
			if tr := a.Trailer(e, lines); tr.Lines > len(lines) {
				t.Errorf("%s: Trailer of %q takes %d of %d lines", a, s, tr.Lines, len(lines))
			}
			if text, st, ok := a.UnwrapJSON([]byte(s)); !ok && (text != nil || st != (result.Status{})) {
				t.Errorf("%s: UnwrapJSON(%q) is not ok and yet says something", a, s)
			}
		}
		for _, l := range lines {
			if n, unit, ok := UpstreamMark(l); !ok && (n != 0 || unit != "") || n < 0 {
				t.Errorf("UpstreamMark(%q) = %d, %q, %v", l, n, unit, ok)
			}
		}
	})
}
