package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

func TestGoTest(t *testing.T) {
	testParser(t, goTest, []parserCase{
		{
			name: "one red", id: "gotest/one-red",
			want: reported{
				Outcome: strategies.Fail,
				Counts: map[strategies.Key]int64{
					strategies.Failed: 1, strategies.BadPackages: 1, strategies.Packages: 3,
				},
				Findings: []string{"TestDiscount | money_test.go:43 | Discount(1000, 15) = -5.00, want 8.50"},
			},
		},
		{
			name: "a failed subtest says all of its parent", id: "gotest/one-red-parallel-verbose",
			want: reported{
				Outcome: strategies.Fail,
				Counts: map[strategies.Key]int64{
					strategies.Failed: 2, strategies.Passed: 7, strategies.Skipped: 1,
					strategies.BadPackages: 1, strategies.Packages: 1,
				},
				Findings: []string{
					"TestRise |  | parent | ",
					"TestRise/third_hour | tide_test.go:15 | Rise(80, 380, 3): got 2.05 m, want 2.30 m",
				},
			},
		},
		{
			name: "a panic belongs to the test that failed", id: "gotest/segfault",
			want: reported{
				Outcome: strategies.Fail,
				Counts: map[strategies.Key]int64{
					strategies.Failed: 1, strategies.BadPackages: 1, strategies.Packages: 1,
				},
				Findings: []string{
					"TestNilHarbour | /home/dev/project/berth/berth.go:43 | panic: runtime error: " +
						"invalid memory address or nil pointer dereference [recovered, repanicked]",
				},
			},
		},
		{
			name: "a deadlock is placed in the goroutine that hangs", id: "gotest/deadlock",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.BadPackages: 1, strategies.Packages: 1},
				Findings: []string{"TestSignal | /home/dev/project/berth/berth.go:43 | panic: test timed out after 2s"},
			},
		},
		{
			name: "a package that ends without a test's failure", id: "gotest/log-fatal",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.BadPackages: 1, strategies.Packages: 1},
				Findings: []string{"example.com/ferry/berth |  | "},
			},
		},
		{
			name: "what a passing test quotes is no failure", id: "gotest/green-quotes-a-failure",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 4, strategies.Skipped: 1, strategies.Packages: 1},
			},
		},
		{
			name: "killed while a test ran", id: "gotest/killed-sigkill-verbose",
			want: reported{
				Counts: map[strategies.Key]int64{strategies.Passed: 3, strategies.Skipped: 1},
				Part:   true,
			},
		},
		{
			name: "gotestsum", id: "gotest/gotestsum-pkgname-red",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 2, strategies.Skipped: 1, strategies.Passed: 7},
				Findings: []string{
					"TestRise/third_hour | tide_test.go:15 | Rise(80, 380, 3): got 2.05 m, want 2.30 m",
					"TestRise |  | ",
				},
			},
		},
		{
			name: "a data race",
			text: "==================\nWARNING: DATA RACE\nWrite at 0x00c1 by goroutine 8:\n" +
				"  runtime.mapassign()\n      /usr/local/go/src/runtime/map.go:1 +0x1\n" +
				"  example.com/a.F()\n      /w/a.go:9 +0x39\n\n" +
				"Previous read at 0x00c1 by goroutine 7:\n  example.com/a.G()\n      /w/a.go:12 +0x2\n" +
				"==================\n--- FAIL: TestRace (0.00s)\n" +
				"    testing.go:1712: race detected during execution of test\nFAIL\texample.com/a\t0.1s\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.BadPackages: 1},
				Findings: []string{
					" | /w/a.go:9 | DATA RACE", "TestRace | testing.go:1712 | race detected during execution of test",
				},
			},
		},
		{
			name: "compile errors",
			text: "# example.com/a\n./a.go:5:2: undefined: x\n./a.go:6:9: cannot use y\n" +
				"\thave (int)\n\twant (string)\nFAIL\texample.com/a [build failed]\n",
			want: reported{
				Outcome:  strategies.Fail,
				Counts:   map[strategies.Key]int64{strategies.Errors: 2, strategies.BadPackages: 1},
				Findings: []string{" | ./a.go:5:2 | undefined: x", " | ./a.go:6:9 | cannot use y"},
			},
		},
		{name: "the start is missing", text: "    a_test.go:3: boom\nFAIL\nFAIL\tp\t0.1s\n", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.BadPackages: 1},
			Findings: []string{"p |  | "},
		}},
		{name: "nothing", text: "", want: reported{}},
		{name: "foreign", text: "hello\nok then\nFAIL whale\n", want: reported{}},
	})
}

// TestGoVet reads what opens with a place as a diagnostic where the command line says that vet ran.
func TestGoVet(t *testing.T) {
	testCall(t, goTest, report.Call{Name: "go", Args: []string{"vet", "./..."}}, []parserCase{
		{name: "without headings", id: "lint/go-vet-two", want: reported{
			Outcome: strategies.Fail, Counts: map[strategies.Key]int64{strategies.Errors: 2},
			Findings: []string{
				" | berth/berth.go:32:2 | self-assignment of h.free",
				" | tide/tide.go:17:25 | fmt.Sprintf format %02d reads arg #2, but call has 1 arg",
			},
		}},
		{name: "json is an answer and no failure", id: "lint/go-vet-json", want: reported{
			Counts: map[strategies.Key]int64{strategies.Errors: 2},
			Findings: []string{
				" | /home/dev/project/tide/tide.go:17:25 | fmt.Sprintf format %02d reads arg #2, but call has 1 arg",
				" | /home/dev/project/berth/berth.go:32:2 | self-assignment of h.free",
			},
		}},
		{name: "an import cycle", id: "build/go-import-cycle", want: reported{
			Outcome:  strategies.Fail,
			Findings: []string{" |  | imports example.com/ferry/berth from tide.go: import cycle not allowed"},
		}},
	})
}
