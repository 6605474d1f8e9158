package programs

import (
	"testing"

	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

func TestNpm(t *testing.T) {
	testParser(t, npm, []parserCase{
		{
			name: "a script that there is not", id: "build/npm-missing-script",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | Missing script: "deploy"`,
				},
			},
		},
		{
			name: "no manifest", id: "build/npm-no-manifest",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | enoent Could not read package.json: Error: ENOENT: no such file or directory, open ` +
						`'/home/dev/project/package.json'`,
				},
			},
		},
		{
			name: "what a script's failure adds says nothing", id: "build/npm-workspaces-one-red",
			want: reported{},
		},
		{
			name: "nor what it added before",
			text: "npm ERR! code ELIFECYCLE\nnpm ERR! errno 1\nnpm ERR! shop@1.0.0 test: `jest`\n" +
				"npm ERR! Exit status 1\n",
			want: reported{},
		},
	})
}

func TestNpmInstall(t *testing.T) {
	testCall(t, npm, report.Call{Name: "npm", Args: []string{"install"}}, []parserCase{
		{
			name: "peers that don't agree", id: "build/npm-peer-conflict-installed",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | ERESOLVE unable to resolve dependency tree`,
				},
			},
		},
		{
			name: "no network", id: "build/npm-install-refused",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | FetchError: request to http://127.0.0.1:9/left-of-nowhere failed, reason: connect ` +
						`ECONNREFUSED 127.0.0.1:9`,
				},
			},
		},
		{
			name: "no lock file", id: "build/npm-ci-no-lockfile",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					" |  | The `npm ci` command can only install with an existing package-lock.json or",
				},
			},
		},
		{
			name: "an install script", id: "build/npm-install-script-fails",
			want: reported{
				Outcome: strategies.Fail,
				Counts:  map[strategies.Key]int64{strategies.Errors: 1},
				Findings: []string{
					` |  | make.js: no hemp`,
				},
			},
		},
		{
			name: "green", id: "build/npm-install-green-empty",
			want: reported{
				Outcome: strategies.Pass,
			},
		},
		{
			name: "killed", text: "npm warn deprecated a@1.0.0: gone\n",
			want: reported{},
		},
	})
}

// TestNpmAuditShowsHowMany checks that the number of vulnerabilities comes before all but the first package.
func TestNpmAuditShowsHowMany(t *testing.T) {
	const text = "a  <1.1.0\nSeverity: high\nPollution in a - https://adv.example/1\nb  <2.0.0\nSeverity: low\n" +
		"2 vulnerabilities (1 low, 1 high)\n"
	found := runCall(npm, report.Call{Name: "npm", Args: []string{"audit"}}, text).Findings
	if len(found) != 2 || found[0].Evidence[0] != 6 {
		t.Errorf("findings %+v, want two, and line 6 as the first evidence", found)
	}
}

// TestNpmEnds holds that how an install ended is in its verdict, and that an audit has the gravest package first.
func TestNpmEnds(t *testing.T) {
	installed := runCall(npm, report.Call{Name: "npm", Args: []string{"install"}},
		"npm warn deprecated glob@7.2.3: no longer supported\n\n"+
			"added 312 packages, and audited 313 packages in 14s\n\n"+
			"8 vulnerabilities (1 low, 7 high)\n\nTo address all issues, run:\n  npm audit fix\nnpm notice\n")
	if want := "added 312 packages, 8 vulnerabilities (1 low, 7 high)"; installed.Verdict != want {
		t.Errorf("verdict %q, want %q", installed.Verdict, want)
	}
	if len(installed.Noise) < 2 {
		t.Errorf("noise %v", installed.Noise)
	}
	audited := runCall(npm, report.Call{Name: "npm", Args: []string{"audit"}},
		"a  <=1.0.0\nSeverity: low\nPollution in a - https://advisories.example/1\n\n"+
			"b  <=1.0.0\nSeverity: critical\nPollution in b - https://advisories.example/2\n\n"+
			"2 vulnerabilities (1 low, 1 critical)\n")
	if len(audited.Findings) != 2 || audited.Findings[0].Name != "b" {
		t.Errorf("findings %+v", audited.Findings)
	}
}
