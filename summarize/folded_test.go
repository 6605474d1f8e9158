package summarize_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestRepeatedRoundsFollowTheirFirst: "the same 3 lines" comes only below these lines, although an error comes
// between the rounds, or the rounds are frames of a stack.
func TestRepeatedRoundsFollowTheirFirst(t *testing.T) {
	migrations := func(from, to int) string {
		var sb strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&sb, "(1 rows affected)\nmigration %03d applied\n\n", i)
		}
		return sb.String()
	}
	retry := strings.Repeat("waiting for db\nwaiting for cache\nnot yet there\n", 40)
	recursion := strings.Repeat("    at even (a.js:1:22)\n    at odd (a.js:2:22)\n", 60)
	for name, output := range map[string]string{
		"numbered": "Changed context\n\n" + migrations(0, 60) + "Msg 207, Level 16\nInvalid name\n" +
			migrations(60, 100),
		"equal": retry + "error: no answer\n" + retry + "done\n",
		"recursion": "RangeError: too deep\n" + recursion + "    at main (a.js:9:1)\nretry\n" +
			"RangeError: too deep\n" + recursion,
	} {
		for _, status := range []result.Status{{Known: true}, {Known: true, Code: 1}, {}} {
			req := summarize.Request{Tool: "exec", Command: "./run", Stdout: []byte(output), Status: status}
			if err := promises(req); err != nil {
				t.Errorf("%s, exit %d: %v", name, status.Code, err)
			}
		}
	}
}

// TestFoldedDiagnosticsKeepThePromises: outputs that are told in the dense form, with code below some of the lines,
// with lines of other kinds, and with texts that look like the form's own.
func TestFoldedDiagnosticsKeepThePromises(t *testing.T) {
	sweep.OneGoroutine(t)
	messages := []string{
		"[W] TrailingWhitespace: Line contains trailing whitespace",
		"warning: unused variable 'left' [-Wunused-variable]",
		"error TS2322: Type 'string' is not assignable to type 'number'.",
		"… 12 lines: not a marker",
		"E501 line too long (109 > 79 characters)",
		strings.Repeat("a message that goes on and on, ", 12),
	}
	folded, drawn := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		drawn++
		var sb strings.Builder
		n := rapid.IntRange(10, 80).Draw(t, "diagnostics")
		kinds := rapid.IntRange(1, len(messages)).Draw(t, "kinds")
		code := rapid.Bool().Draw(t, "code")
		for i := range n {
			fmt.Fprintf(
				&sb,
				"app/models/m%d.rb:%d:%d: %s\n",
				i%7,
				3*i+1,
				i%40,
				messages[rapid.IntRange(0, kinds-1).Draw(t, "kind")],
			)
			if code {
				sb.WriteString("    let x = 1\n        ^\n")
			}
		}
		sb.WriteString(rapid.SampledFrom([]string{"", "82 files inspected\n", "\n… 3 diagnostics\n"}).Draw(t, "end"))
		req := summarize.Request{
			Tool:    "exec",
			Command: "lint-all",
			Stdout:  []byte(sb.String()),
			Status:  result.Status{Known: true, Code: 1},
		}
		if err := promises(req); err != nil {
			t.Fatalf("%v\n%s", err, sb.String())
		}
		r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: 250}, req)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(r.Metadata().Sources, func(s result.Source) bool { return s.Composed }) {
			folded++
		}
	})
	if folded == 0 { // two of five are; a share of the twenty that short runs draw is missed by chance
		t.Errorf("none of %d outputs was told in the dense form", drawn)
	}
}
