package programs

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/strategies/internal/documents"
	"github.com/toktee/toktee/strategies/report"
)

// FuzzJavaScript feeds any text to the programs that read what JavaScript's tools and the Test Anything Protocol print.
func FuzzJavaScript(f *testing.F) {
	for _, id := range []string{
		"jstest/jest-snapshot-and-missing-module", "jstest/vitest-unhandled-rejection",
		"jstest/mocha-uncaught-in-timer", "jstest/node-red",
		"jstest/node-red-tap", "jstest/vitest-one-red-tap", "jstest/playwright-one-red", "lint/eslint-one-file",
		"lint/eslint-json-red",
		"lint/tsc-pretty", "lint/prettier-syntax-error", "build/npm-peer-conflict-installed",
		"build/pnpm-install-refused", "build/yarn-install-refused",
		"jstest/jest-abort", "jstest/mocha-syntax-error", "misc/bats",
	} {
		f.Add(corpusText(f, id))
	}
	f.Add("# npm audit report\n\nlodash  <=4.17.20\nSeverity: high\nCommand Injection in lodash - https://a\n\n" +
		"1 high severity vulnerability\n")
	f.Add("➤ YN0035: │ a@npm:*: Package not found\n➤ YN0000: · Failed with errors in 0s\n")
	f.Add("#   Failed test 'a'\n#   at t/a.t line 1.\nt/a.t (Wstat: 256 Tests: 3 Failed: 1)\nFiles=1, Tests=3,\n" +
		"Result: FAIL\n")
	audit := report.Call{Name: "npm", Args: []string{"audit"}}
	list := []report.Program{
		jest, vitest, mocha, nodeTest, tap, prove, playwright, eslint, tsc, prettier,
		documents.MochaJSON, documents.MochaLine, documents.VitestJSON,
		documents.JestJSON, documents.RspecJSON, npm, pnpm, yarn, node,
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = string(clean.Bytes([]byte(s)))
		total := strings.Count(strings.TrimSuffix(s, "\n"), "\n") + 1
		for _, p := range list {
			checkLines(t, runParser(p, s), total)
		}
		checkLines(t, runCall(npm, audit, s), total)
	})
}

// TestJavaScriptSays checks which lines are shown of the first failure: its name, and what says most of it, in that
// order.
func TestJavaScriptSays(t *testing.T) {
	tests := []struct {
		id      string
		program report.Program
		want    []string
	}{
		{"jstest/jest-red", jest, []string{"● Cart › tax › takes the food rate", "Received: 17", "Expected: 18",
			"at Object.<anonymous> (test/cart.test.js:18:56)", "> 18 |"}},
		{"jstest/vitest-red", vitest, []string{"FAIL  test/cart.test.js > Cart > tax > takes the food rate",
			"AssertionError: expected 17 to be 18", "❯ test/cart.test.js:19:56"}},
		{"jstest/mocha-red", mocha, []string{"prints a receipt:", "+   gross: 1807,", "-   gross: 1808,",
			"at Context.<anonymous> (file:///home/dev/project/test/cart.test.js:25:12)"}},
		{"jstest/node-red", nodeTest, []string{"✖ takes the food rate", "17 !== 18",
			"at TestContext.<anonymous> (file:///home/dev/project/test/cart.test.js:20:14)"}},
		{"jstest/node-red-tap", tap, []string{"not ok 2 - takes the food rate", "17 !== 18",
			"TestContext.<anonymous> (file:///home/dev/project/test/cart.test.js:20:14)"}},
		{"jstest/node-throws-on-load", tap, []string{"not ok 1 - /home/dev/project/test/depth.test.js",
			"# SyntaxError: Unexpected token"}},
		{"jstest/vitest-abort", vitest, []string{"Error: [vitest-pool]: Worker forks emitted error."}},
		{"jstest/playwright-one-red", playwright, []string{"1) test/lantern.spec.js:5:3", "Received: 25",
			"Expected: 20", "at /home/dev/project/test/lantern.spec.js:6:24"}},
		{"build/npm-install-refused", npm, []string{"npm error FetchError: request to",
			"npm error If you are behind a proxy", "npm error code ECONNREFUSED"}},
		{"lint/eslint-no-config", eslint, []string{"ESLint couldn't find an eslint.config.* file."}},
	}
	for _, tt := range tests {
		t.Run(tt.id, func(t *testing.T) {
			text := corpusText(t, tt.id)
			lines := strings.Split(text, "\n")
			r := runParser(tt.program, text)
			if len(r.Findings) == 0 {
				t.Fatal("no failure was found")
			}
			f := r.Findings[0]
			for i, n := range append([]int{f.At}, f.Evidence...) {
				if i == len(tt.want) {
					break
				}
				if got := strings.TrimSpace(lines[n-1]); !strings.HasPrefix(got, tt.want[i]) {
					t.Errorf("line %d of the failure is %q, not %q", i, got, tt.want[i])
				}
			}
			if len(f.Evidence)+1 < len(tt.want) {
				t.Errorf("only %d lines are shown", len(f.Evidence)+1)
			}
		})
	}
}
