package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// The text of Yarn 4 is that of its documentation.
func TestYarn(t *testing.T) {
	testParser(t, yarn, []parserCase{
		{
			name: "no network", id: "build/yarn-install-refused",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | Error: connect ECONNREFUSED 127.0.0.1:9`,
				},
			},
		},
		{
			name: "a script that there is not", id: "build/yarn-missing-script",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | Command "deploy" not found.`,
				},
			},
		},
		{
			name: "what a script's failure adds says nothing", id: "build/yarn-run-fails",
			want: reported{},
		},
		{
			name: "since Yarn 2",
			text: "➤ YN0000: · Yarn 4.5.0\n➤ YN0000: ┌ Resolution step\n" +
				"➤ YN0035: │ left-of-nowhere@npm:*: Package not found\n➤ YN0000: └ Completed\n" +
				"➤ YN0000: · Failed with errors in 0s 50ms",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | left-of-nowhere@npm:*: Package not found`,
				},
			},
		},
	})
}

// TestYarnInstall checks that an install which changes nothing is a pass: Yarn 1 then only says how long it took.
func TestYarnInstall(t *testing.T) {
	testCall(t, yarn, report.Call{Name: "yarn", Args: []string{"install"}}, []parserCase{
		{
			name: "nothing to save",
			text: "yarn install v1.22.22\n[1/4] Resolving packages...\n[4/4] Building fresh packages...\n" +
				"Done in 0.21s.\n",
			want: reported{Outcome: strategies.Pass},
		},
		{
			name: "killed",
			text: "yarn install v1.22.22\n[1/4] Resolving packages...\n",
			want: reported{},
		},
	})
}
