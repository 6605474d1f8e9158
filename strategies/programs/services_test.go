package programs

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

func TestTerraform(t *testing.T) {
	testParser(t, terraform, []parserCase{
		{name: "plan", id: "misc/terraform-plan"},
		{
			name: "validate",
			id:   "misc/terraform-validate",
			want: reported{
				Outcome:  strategies.Fail,
				Findings: []string{" | main.tf:6 | Reference to undeclared input variable"},
			},
		},
		{
			name: "apply",
			text: "aws_instance.web: Creating...\naws_instance.web: Creation complete after 12s [id=i-1]\n\n" +
				"Apply complete! Resources: 1 added, 0 changed, 0 destroyed.\n",
			want: reported{Outcome: strategies.Pass},
		},
		{
			name: "no changes",
			text: "No changes. Your infrastructure matches the configuration.\n",
			want: reported{Outcome: strategies.Pass},
		},
		{
			name: "a warning",
			text: "╷\n│ Warning: Argument is deprecated\n│ \n│   on main.tf line 3, in provider \"aws\":\n╵\n" +
				"Success! The configuration is valid, but there were some\n" +
				"validation warnings as shown above.\n",
			want: reported{
				Outcome:  strategies.Pass,
				Findings: []string{" | main.tf:3 | warning | Argument is deprecated"},
			},
		},
		{
			name: "apply, cut short",
			text: "aws_instance.web: Creating...\naws_instance.web: Still creating... [10s elapsed]\n",
		},
	})
	r := runParser(terraform, "  # a.b will be created\n  # a.c will be destroyed\n  # a.d must be replaced\n"+
		"Plan: 2 to add, 0 to change, 2 to destroy.\n")
	if r.Verdict != "2 to add, 0 to change, 2 to destroy" || len(r.Summary) != 4 || !r.Answer {
		t.Errorf("a plan says %q of lines %v", r.Verdict, r.Summary)
	}
}

func TestCurl(t *testing.T) {
	testParser(t, curl, []parserCase{
		{
			name: "fails",
			id:   "misc/curl-fail",
			want: reported{Outcome: strategies.Fail, Findings: []string{" |  | The requested URL returned error: 404"}},
		},
		{
			name: "refused",
			id:   "misc/curl-refused",
			want: reported{
				Outcome: strategies.Fail,
				Findings: []string{
					" |  | Failed to connect to 127.0.0.1 port 8088 after 0 ms: Couldn't connect to server",
				},
			},
		},
		{name: "headers", id: "misc/curl-headers", want: reported{Findings: []string{" |  | 404 Not Found"}}},
		{name: "a page", id: "misc/curl-404-html"},
		{name: "verbose", id: "misc/curl-verbose"},
		{name: "a body that opens like a header", text: "first\nHTTP/1.1 500 Oops is how it ends\n"},
	})
	for id, want := range map[string]string{
		"misc/curl-verbose": "HTTP 200", "misc/curl-headers": "HTTP 404", "misc/curl-404-html": "",
	} {
		if r := runParser(curl, corpusText(t, id)); r.Verdict != want || !r.Answer {
			t.Errorf("%s: %q, answer %v; want %q", id, r.Verdict, r.Answer, want)
		}
	}
	testParser(t, wget, []parserCase{
		{
			name: "not found",
			text: "--2026-11-20 19:21:22--  http://127.0.0.1:8088/a\n" +
				"Connecting to 127.0.0.1:8088... connected.\n" +
				"HTTP request sent, awaiting response... 404 Not Found\n" +
				"2026-11-20 19:21:22 ERROR 404: Not Found.\n\n",
			want: reported{
				Outcome:  strategies.Fail,
				Findings: []string{" |  | 404 Not Found", " |  | 2026-11-20 19:21:22 ERROR 404: Not Found."},
			},
		},
		{
			name: "saved",
			text: "HTTP request sent, awaiting response... 200 OK\nLength: 19 [text/plain]\nSaving to: ‘a’\n" +
				"\n     0K                                                       100% 1.2M=0s\n\n" +
				"2026-11-20 19:21:22 (1.2 MB/s) - ‘a’ saved [19/19]\n\n",
			want: reported{Outcome: strategies.Pass},
		},
	})
}

// TestAnswersStayWhole checks that what was asked for keeps its rank beside what the program says of itself.
func TestAnswersStayWhole(t *testing.T) {
	body := corpusText(t, "misc/curl-verbose")
	d, lines := digest(t, "curl -v http://127.0.0.1:8088/site.css", body, status(new(int)))
	ranks := map[string]strategies.Rank{}
	for i, f := range d.Facts {
		ranks[lines[i]] = f.Rank
	}
	if got := ranks["h1 { color: teal }"]; got > strategies.Context {
		t.Errorf("the body has rank %d", got)
	}
	if got := ranks["< HTTP/1.1 200 OK"]; got != strategies.Critical {
		t.Errorf("the status has rank %d", got)
	}
	if got := ranks["> Accept: */*"]; got != strategies.Noise {
		t.Errorf("a header that was sent has rank %d", got)
	}
	if d.Verdict[1] != "curl: HTTP 200" {
		t.Errorf("verdict %q", d.Verdict)
	}
}

func TestApt(t *testing.T) {
	testParser(t, apt, []parserCase{
		{
			name: "unknown",
			id:   "build/apt-get-unknown",
			want: reported{Outcome: strategies.Fail, Findings: []string{" |  | Unable to locate package shelf-tools"}},
		},
		{
			name: "unmet",
			id:   "build/apt-get-unmet",
			want: reported{
				Outcome: strategies.Fail,
				Findings: []string{
					" |  | The following packages have unmet dependencies",
					" |  | Unable to correct problems, you have held broken packages.",
				},
			},
		},
		{name: "simulated", id: "build/apt-get-simulate"},
		{
			name: "up to date",
			text: "Reading package lists...\nAll packages are up to date.\n",
			want: reported{Outcome: strategies.Pass},
		},
	})
	text := corpusText(t, "build/apt-get-simulate")
	lines := strings.Split(text, "\n")
	r := runCall(apt, shell.Parse("apt-get -s install gimp").Commands[0], text)
	summary := ""
	for _, n := range r.Summary {
		summary += lines[n-1] + "\n"
	}
	if r.Verdict != "11 upgraded, 165 newly installed" || !strings.Contains(summary, "Inst gimp (") {
		t.Errorf("%q; the summary lacks what was asked for:\n%s", r.Verdict, summary)
	}
}

func TestSystemctl(t *testing.T) {
	testParser(t, systemctl, []parserCase{
		{
			name: "failed",
			text: "× nginx.service - A high performance web server\n" +
				"     Loaded: loaded (/lib/systemd/system/nginx.service; enabled)\n" +
				"     Active: failed (Result: exit-code) since Fri 2026-11-20 19:21:22 UTC; 5s ago\n" +
				"    Process: 812 ExecStartPre=/usr/sbin/nginx -t (code=exited, status=1/FAILURE)\n\n" +
				"Nov 20 19:21:22 host nginx[812]: nginx: [emerg] unknown directive\n",
			want: reported{
				Findings: []string{" |  | failed (Result: exit-code) since Fri 2026-11-20 19:21:22 UTC; 5s ago"},
			},
		},
		{
			name: "active",
			text: "● ssh.service - OpenBSD Secure Shell server\n" +
				"     Active: active (running) since Fri 2026-11-20 19:21:22 UTC; 5s ago\n",
		},
		{
			name: "doesn't start",
			text: "Job for nginx.service failed because the control process exited with error code.\n" +
				"See \"systemctl status nginx.service\" and \"journalctl -xeu nginx.service\" for details.\n",
			want: reported{
				Outcome: strategies.Fail,
				Findings: []string{
					" |  | Job for nginx.service failed because the control process exited with error code.",
				},
			},
		},
	})
}

func TestGh(t *testing.T) {
	testParser(t, gh, []parserCase{
		{
			name: "checks into a pipe",
			text: "build\tpass\t1m2s\thttps://github.com/a/b/actions/runs/1\t\n" +
				"test\tfail\t2m1s\thttps://github.com/a/b/actions/runs/2\t\n" +
				"lint\tskipping\t0\thttps://github.com/a/b/actions/runs/3\t\n",
			want: reported{
				Counts:   counts{strategies.Failed: 1, strategies.Passed: 1, strategies.Skipped: 1},
				Findings: []string{"test |  | "},
			},
		},
		{
			name: "checks on a terminal",
			text: "Some checks were not successful\n" +
				"0 cancelled, 1 failing, 3 successful, 0 skipped, and 0 pending checks\n\n" +
				"X  test  2m1s  https://github.com/a/b/actions/runs/2\n" +
				"✓  build  1m  https://github.com/a/b/actions/runs/1\n",
			want: reported{
				Counts:   counts{strategies.Failed: 1, strategies.Passed: 3},
				Findings: []string{"test  2m1s  https://github.com/a/b/actions/runs/2 |  | "},
			},
		},
		{
			name: "a run",
			text: "X main CI · 123\nTriggered via push about 2 hours ago\n\nJOBS\n✓ build in 1m2s (ID 1)\n" +
				"X test in 2m1s (ID 2)\n  ✓ Set up job\n  X Run go test ./...\n\nANNOTATIONS\n" +
				"X Process completed with exit code 1.\ntest: .github#10\n",
			want: reported{
				Findings: []string{"main CI · 123 |  | ", "test |  | ", "Process completed with exit code 1. |  | "},
			},
		},
		{
			name: "its own totals say otherwise",
			text: "0 cancelled, 0 failing, 3 successful, 0 skipped, and 0 pending checks\n" +
				"X  test  2m1s  https://github.com/a/b\n",
			want: reported{Distrust: true},
		},
	})
}

// FuzzDeeds feeds any text to the programs that do something rather than test something.
func FuzzDeeds(f *testing.F) {
	for _, s := range []string{
		failedBuild,
		"[+] Running 1/2\n ✔ Container a-1  Started\na-1  | ready on 1\n",
		"To a\n ! [rejected] a -> b (c)\nhint: d\nerror: failed to push some refs\n",
		"CONFLICT (content): Merge conflict in a\n",
		"NAME   READY   STATUS\na   0/1   Error\n",
		"╷\n│ Error: a\n│   on b line 1\n╵\nPlan: 1 to add.\n",
		"Name:  a\nEvents:\n  Warning  b\n",
		"* a\n> GET / HTTP/1.1\n< HTTP/1.1 404 Not Found\n",
		"E: a\nThe following packages have unmet dependencies:\n b\n",
		"a\tfail\t1\n1 failing, and 0 pending checks\n",
	} {
		f.Add(s)
	}
	list := []report.Program{
		git, gh, dockerBuild, compose, dockerTable, kubectlGet, kubectl, terraform, apt, curl, wget, systemctl,
		systemTable, psTable, dfTable,
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = string(clean.Bytes([]byte(s)))
		total := strings.Count(strings.TrimSuffix(s, "\n"), "\n") + 1
		for _, p := range list {
			checkLines(t, runParser(p, s), total)
		}
	})
}
