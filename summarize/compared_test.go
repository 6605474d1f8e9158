package summarize_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestComparedValues: a text has both values of a comparison or none, whichever is the more striking line.
func TestComparedValues(t *testing.T) {
	for _, tt := range []struct{ name, command, form string }{
		{"a runner without a parser", "./check", "FAILED: harbor %d has a depth\n" +
			"    at lib/harbor.x line %[1]d\n    expected: depth-%[1]d\n    got: shoal-%[1]d\n\n"},
		{"actual before expected", "./check", "FAILED: harbor %d has a depth\n" +
			"    received = shoal-%[1]d\n    expected = depth-%[1]d\n    at lib/harbor.x line %[1]d\n\n"},
		{"RSpec", "rspec", "  %d) Harbor has a depth\n     Failure/Error: expect(depth).to eq \"depth-%[1]d\"\n\n" +
			"       expected: \"depth-%[1]d\"\n            got: \"shoal-%[1]d\"\n\n" +
			"       (compared using ==)\n     # ./spec/harbor_spec.rb:%[1]d:in `block (2 levels)'\n\n"},
		{"a change", "./check", "FAILED: harbor %d is drawn\n    @@ -1,3 +1,3 @@\n      name: north\n" +
			"    - the depth is depth-%[1]d\n    + the depth is shoal-%[1]d\n      quay: 4\n\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			if tt.command == "rspec" {
				out.WriteString("Failures:\n\n")
			}
			for i := range 12 {
				fmt.Fprintf(&out, tt.form, i+1)
			}
			if tt.command == "rspec" {
				out.WriteString("Finished in 0.2 seconds\n12 examples, 12 failures\n")
			}
			pairs := 0
			for budget := 60; budget <= 600; budget += 10 {
				r, err := summarize.Summarize(t.Context(), summarize.Config{Enabled: true, Budget: budget},
					summarize.Request{
						Tool: "exec", Command: tt.command, Stdout: []byte(out.String()),
						Status: result.Status{Known: true, Code: 1},
					})
				if err != nil {
					t.Fatal(err)
				}
				lines := strings.Split(r.LLMContent(), "\n")
				for i := 1; i <= 12; i++ {
					has := func(word string) bool {
						word = fmt.Sprintf("%s-%d", word, i)
						for _, l := range lines {
							s := strings.Trim(l, ` "`)
							if strings.HasSuffix(s, word) && !strings.Contains(s, "Failure/Error") {
								return true
							}
						}
						return false
					}
					if has("depth") != has("shoal") {
						t.Fatalf("at %d, one value of comparison %d is missing:\n%s", budget, i, r.LLMContent())
					}
					if has("depth") {
						pairs++
					}
				}
			}
			if pairs < 50 {
				t.Errorf("%d comparisons were shown", pairs)
			}
		})
	}
}
