package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestPrettier(t *testing.T) {
	testParser(t, prettier, []parserCase{
		{
			name: "two files", id: "lint/prettier-check",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 2},
				Findings: []string{
					` | a.js | not formatted`,
					` | b.json | not formatted`,
				},
			},
		},
		{
			name: "a file that can't be read", id: "lint/prettier-syntax-error",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Errors: 1},
				Findings: []string{
					` | src/a.js:1:18 | SyntaxError: Unexpected token (1:18)`,
					` | src/b.js | not formatted`,
				},
			},
		},
		{
			name: "green", id: "lint/prettier-green",
			want: reported{
				Outcome: strategies.Pass,
			},
		},
		{
			name: "no files",
			text: "Checking formatting...\n[error] No files matching the pattern were found: \"nothing\".\n" +
				"All matched files use Prettier code style!",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | No files matching the pattern were found: "nothing".`,
				},
			},
		},
		{
			name: "killed", text: "Checking formatting...\n[warn] a.js",
			want: reported{
				Counts: map[strategies.Key]int64{strategies.Failed: 1},
				Findings: []string{
					` | a.js | not formatted`,
				},
			},
		},
	})
}
