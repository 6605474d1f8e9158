package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestPnpm(t *testing.T) {
	testParser(t, pnpm, []parserCase{
		{
			name: "a lock file that isn't there", id: "build/pnpm-frozen-lockfile",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | Error: ERR_PNPM_NO_LOCKFILE`,
				},
			},
		},
		{
			name: "a version that there is not",
			text: "Progress: resolved 1\n" +
				"\u2009ERR_PNPM_NO_MATCHING_VERSION\u2009 No matching version found for is-odd@99\n\n" +
				"This error happened while installing a direct dependency of /w\n",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | ERR_PNPM_NO_MATCHING_VERSION No matching version found for is-odd@99`,
				},
			},
		},
		{
			name: "what a script's failure adds says nothing", id: "build/pnpm-run-fails",
			want: reported{},
		},
	})
}
