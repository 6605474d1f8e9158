package summarize_test

import (
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// FuzzSummarize holds the promises against any bytes from any tool.
func FuzzSummarize(f *testing.F) {
	seeds := []struct{ tool, command, out string }{
		{
			"Bash",
			"go test ./...",
			"--- FAIL: TestA (0.00s)\n    a_test.go:3: got 1, want 2\nFAIL\nFAIL\tx/a\t0.01s\nFAIL\n",
		},
		{"Grep", "", "a.go:1:x\na.go:2:y\nb.go:10:z\n"},
		{"Bash", "ls -la", "total 8\ndrwxr-xr-x 2 u u 4096 Jan  1 10:00 .\n-rw-r--r-- 1 u u 12 Jan  1 10:00 a b\n"},
		{"Bash", "git diff", "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"},
		{"Read", "", "     1→package a\n     2→\n     3→func F() {\n     4→}\n"},
		{"Bash", "x", "\x1b[31m10%\r\x1b[K100%\xff\x00\n… 12 lines (3-14)\n"},
		{
			"exec_command",
			"x",
			"Chunk ID: a\nWall time: 1 seconds\nProcess exited with code 1\nOriginal token count: 3\nOutput:\nboom\n",
		},
		{"shell", "x", `{"output":"a\nb\n","metadata":{"exit_code":1,"duration_seconds":0.1}}`},
		{"Task", "", "# Head\n\ntext\n// a\n\n\n//b\n/c\n"},
	}
	for _, s := range seeds {
		f.Add(s.tool, s.command, 1, 1, []byte(s.out))
		f.Add(s.tool, s.command, 0, 40, []byte(s.out))
	}
	f.Fuzz(func(t *testing.T, tool, command string, exit, times int, out []byte) {
		// Repetition is what makes an output long, which the fuzzer alone seldom does.
		whole := make([]byte, 0, len(out)*2)
		for i := 0; i < max(1, times%64) && len(whole) < 64<<10; i++ {
			whole = append(whole, out...)
		}
		req := summarize.Request{Tool: tool, Command: command, Stdout: whole}
		if exit >= 0 && exit < 256 {
			req.Status = result.Status{Known: true, Code: exit}
		}
		if err := promises(req); err != nil {
			t.Fatal(err)
		}
	})
}
