package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

// The texts are those of prove 3.44.
func TestProve(t *testing.T) {
	testParser(t, prove, []parserCase{
		{
			name: "a failed test, and a file that dies",
			text: "#   Failed test 'two is one'\n#   at t/a.t line 1.\n#          got: '1'\n#     expected: '2'\n" +
				"# Looks like you failed 1 test of 3.\nt/a.t .. \nDubious, test returned 1 (wstat 256, 0x100)\n" +
				"Failed 1/3 subtests \nt/b.t .. ok\nno database\nt/c.t .. \n" +
				"Dubious, test returned 255 (wstat 65280, 0xff00)\nNo subtests run \n\nTest Summary Report\n" +
				"-------------------\nt/a.t (Wstat: 256 (exited 1) Tests: 3 Failed: 1)\n  Failed test:  2\n" +
				"  Non-zero exit status: 1\nt/c.t (Wstat: 65280 (exited 255) Tests: 0 Failed: 0)\n" +
				"  Non-zero exit status: 255\n  Parse errors: No plan found in TAP output\n" +
				"Files=3, Tests=4,  0 wallclock secs ( 0.02 usr)\nResult: FAIL",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Failed: 1, strategies.Errors: 1, strategies.Passed: 3},
				Findings: []string{
					`two is one | t/a.t:1 | got: '1'`,
					` | t/c.t | t/c.t (Wstat: 65280 (exited 255) Tests: 0 Failed: 0)`,
				},
			},
		},
		{
			name: "green",
			text: "t/b.t .. ok\nAll tests successful.\nFiles=1, Tests=1,  0 wallclock secs ( 0.01 usr)\nResult: PASS",
			want: reported{
				Outcome: strategies.Pass,
				Counts:  map[strategies.Key]int64{strategies.Passed: 1},
			},
		},
		{
			name: "killed", text: "#   Failed test 'two is one'\n#   at t/a.t line 1.",
			want: reported{},
		},
	})
}
