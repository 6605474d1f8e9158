package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestEslint(t *testing.T) {
	testParser(t, eslint, []parserCase{
		{
			name: "errors and warnings", id: "lint/eslint-one-file",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 3, strategies.Warnings: 4},
				Findings: []string{
					` | /home/dev/project/src/part00.js:1:1 | warning | Unexpected var, use let or const instead ` +
						`no-var`,
					` | /home/dev/project/src/part00.js:1:5 | warning | 'total0' is assigned a value but never ` +
						`used no-unused-vars`,
					` | /home/dev/project/src/part00.js:2:10 | warning | 'unused0' is defined but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/part00.js:3:9 | Expected '===' and instead saw '==' eqeqeq`,
					` | /home/dev/project/src/part00.js:4:5 | Unexpected 'debugger' statement no-debugger`,
					` | /home/dev/project/src/part00.js:6:10 | 'missing0' is not defined no-undef`,
					` | /home/dev/project/src/part00.js:9:9 | warning | 'shadow' is assigned a value but never ` +
						`used no-unused-vars`,
				},
			},
		},
		{
			name: "warnings alone", id: "lint/eslint-warnings-only",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Warnings: 12},
				Findings: []string{
					` | /home/dev/project/src/coil0.js:1:1 | warning | Unexpected var, use let or const instead no-var`,
					` | /home/dev/project/src/coil0.js:1:5 | warning | 'turns' is assigned a value but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/coil0.js:3:22 | warning | 'rope' is defined but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/coil1.js:1:1 | warning | Unexpected var, use let or const instead no-var`,
					` | /home/dev/project/src/coil1.js:1:5 | warning | 'turns' is assigned a value but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/coil1.js:3:22 | warning | 'rope' is defined but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/coil2.js:1:1 | warning | Unexpected var, use let or const instead no-var`,
					` | /home/dev/project/src/coil2.js:1:5 | warning | 'turns' is assigned a value but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/coil2.js:3:22 | warning | 'rope' is defined but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/coil3.js:1:1 | warning | Unexpected var, use let or const instead no-var`,
					` | /home/dev/project/src/coil3.js:1:5 | warning | 'turns' is assigned a value but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/coil3.js:3:22 | warning | 'rope' is defined but never used ` +
						`no-unused-vars`,
				},
			},
		},
		{
			name: "too many warnings", id: "lint/eslint-max-warnings",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Warnings: 12},
				Findings: []string{
					` | /home/dev/project/src/coil0.js:1:1 | warning | Unexpected var, use let or const instead no-var`,
					` | /home/dev/project/src/coil0.js:1:5 | warning | 'turns' is assigned a value but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/coil0.js:3:22 | warning | 'rope' is defined but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/coil1.js:1:1 | warning | Unexpected var, use let or const instead no-var`,
					` | /home/dev/project/src/coil1.js:1:5 | warning | 'turns' is assigned a value but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/coil1.js:3:22 | warning | 'rope' is defined but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/coil2.js:1:1 | warning | Unexpected var, use let or const instead no-var`,
					` | /home/dev/project/src/coil2.js:1:5 | warning | 'turns' is assigned a value but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/coil2.js:3:22 | warning | 'rope' is defined but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/coil3.js:1:1 | warning | Unexpected var, use let or const instead no-var`,
					` | /home/dev/project/src/coil3.js:1:5 | warning | 'turns' is assigned a value but never used ` +
						`no-unused-vars`,
					` | /home/dev/project/src/coil3.js:3:22 | warning | 'rope' is defined but never used ` +
						`no-unused-vars`,
					` |  | ESLint found too many warnings (maximum: 3).`,
				},
			},
		},
		{
			name: "a file that can't be read", id: "lint/eslint-parse-error",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` | /home/dev/project/src/rope.js:1:29 | Parsing error: Unexpected token {`,
				},
			},
		},
		{
			name: "no configuration", id: "lint/eslint-no-config",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | ESLint couldn't find an eslint.config.* file.`,
				},
			},
		},
		{
			name: "a rule that there is not", id: "lint/eslint-unknown-rule",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | TypeError: Key "rules": Key "no-knots": Could not find "no-knots" in plugin "@".`,
				},
			},
		},
		{
			name: "JSON", id: "lint/eslint-json-red",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 2},
				Findings: []string{
					` | /home/dev/project/src/rope.js:2:12 | Expected '===' and instead saw '=='.`,
					` | /home/dev/project/src/rope.js:2:23 | 'knot' is not defined.`,
				},
			},
		},
		{
			name: "the numbers don't agree", text: "/w/a.js\n  1:2  error  No boat  boat\n\n✖ 3 problems (3 errors, " +
				"0 warnings)",
			want: reported{Distrust: true},
		},
		{
			name: "another tool's rows", text: "/w/a.js is missing\n  1:2  error  No boat  boat",
			want: reported{},
		},
	})
}
