package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestNode(t *testing.T) {
	testParser(t, node, []parserCase{
		{
			name: "an abort", id: "jstest/jest-abort",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` | /home/dev/project/test/gale.test.js:4:13 | aborted`,
				},
			},
		},
		{
			name: "an exception", id: "build/npm-prebuild-throws",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` | /home/dev/project/check.js:1 | Error: assets/light.svg is missing`,
				},
			},
		},
		{
			name: "what a test printed long before the end",
			text: "node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: no boat\n" +
				"    at f (/w/a.js:1:2)\n\nNode.js v20.1.0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17",
			want: reported{},
		},
	})
}
