package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestJavac(t *testing.T) {
	testParser(t, javac, []parserCase{
		{
			name: "javac errors",
			id:   "cc/javac-errors",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 3},
				Findings: []string{
					" | src/main/java/shop/Basket.java:16 | cannot find symbol",
					" | src/main/java/shop/Basket.java:13 | cannot find symbol",
					" | src/main/java/shop/Basket.java:21 | bad operand types for binary operator '-'",
				},
			},
		},
		{
			name: "only warnings",
			text: "A.java:3: warning: [deprecation] stop() in Thread has been deprecated\n        t.stop();\n" +
				"         ^\n1 warning\n",
			want: reported{
				Counts:   map[strategies.Key]int64{strategies.Warnings: 1},
				Findings: []string{" | A.java:3 | warning | [deprecation] stop() in Thread has been deprecated"},
			},
		},
		{
			name: "no such file",
			text: "error: file not found: B.java\nUsage: javac <options> <source files>\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{" |  | file not found: B.java"},
			},
		},
		{
			name: "two calls, of which each leaves errors out",
			text: "A.java:3: error: x\n1 error\nonly showing the first 1 errors, of 12 total\n" +
				"B.java:4: error: y\n1 error\nonly showing the first 1 errors, of 30 total\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 42},
				Findings: []string{" | A.java:3 | x", " | B.java:4 | y"},
			},
		},
		{
			name: "not all are printed",
			text: "A.java:3: error: x\nA.java:4: error: x\n2 errors\n" +
				"only showing the first 2 errors, of 120 total; use -Xmaxerrs if you would like to see more\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 120},
				Findings: []string{" | A.java:3 | x", " | A.java:4 | x"},
			},
		},
		{name: "more are stated than found", text: "A.java:3: error: x\n2 errors\n", want: reported{Distrust: true}},
	})
}
