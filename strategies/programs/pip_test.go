package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
)

func TestPip(t *testing.T) {
	fails := func(findings ...string) reported { return reported{Outcome: strategies.Fail, Findings: findings} }
	testParser(t, pip, []parserCase{
		{name: "two requirements that exclude each other", id: "build/pip-conflict", want: fails(
			" |  | Cannot install pytest==7.1.0 and pytest==7.2.1 because " +
				"these package versions have conflicting dependencies.",
		)},
		{name: "a Python of the system", id: "build/pip-externally-managed", want: fails(
			" |  | externally-managed-environment",
		)},
		{name: "a build that fails", id: "build/pip-install-build-fails", want: fails(
			" |  | RuntimeError: observatory needs cfitsio 4.1 or newer",
		)},
		{name: "no network", id: "build/pip-refused", want: fails(
			" |  | Could not find a version that satisfies the requirement left-of-nowhere (from versions: none)",
			" |  | No matching distribution found for left-of-nowhere",
		)},
		{name: "nothing to uninstall", id: "build/pip-uninstall-unknown", want: reported{}},
		{name: "green", id: "build/pip-install-local", want: reported{
			Outcome: strategies.Pass, Counts: map[strategies.Key]int64{strategies.Entries: 1},
		}},
		{
			name: "what failed stands above the end of what another program printed",
			text: "Collecting psycopg2\n  error: subprocess-exited-with-error\n  ╰─> [5 lines of output]\n" +
				"      running egg_info\n      Error: pg_config executable not found.\n" +
				"      pg_config is required to build psycopg2 from source.\n      Please add the folder\n" +
				"      that contains it to the $PATH.\n      [end of output]\n",
			want: fails(" |  | Error: pg_config executable not found."),
		},
		{
			name: "a conflict that doesn't stop it",
			text: "ERROR: pip's dependency resolver does not currently take into account all the packages.\n" +
				"a 1.0 requires b<2, but you have b 2.0 which is incompatible.\nSuccessfully installed b-2.0\n",
			want: reported{Outcome: strategies.Pass, Counts: map[strategies.Key]int64{
				strategies.Entries: 1,
			}, Findings: []string{
				" |  | warning | pip's dependency resolver does not currently take into account all the packages.",
			}},
		},
	})
}

// The texts are those of uv's documentation.
func TestUv(t *testing.T) {
	testParser(t, uv, []parserCase{
		{
			name: "green",
			text: "Resolved 2 packages in 170ms\nInstalled 2 packages in 4ms\n + a==1.0\n + b==2.0\n",
			want: reported{Outcome: strategies.Pass},
		},
		{
			name: "no solution",
			text: "  × No solution found when resolving dependencies:\n" +
				"  ╰─▶ Because you require a>=2 and a<2, we can conclude that your\n" +
				"      requirements are unsatisfiable.\n",
			want: reported{
				Outcome:  strategies.Fail,
				Findings: []string{" |  | No solution found when resolving dependencies:"},
			},
		},
		{
			name: "error",
			text: "Resolved 2 packages in 170ms\nerror: Failed to fetch: `https://modules.example/a`\n" +
				"  Caused by: Connection refused\n",
			want: reported{
				Outcome:  strategies.Fail,
				Findings: []string{" |  | Failed to fetch: `https://modules.example/a`"},
			},
		},
		{name: "killed", text: "Resolved 2 packages in 170ms\n", want: reported{}},
	})
}
