package logs

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/strategies"
)

// TestIsLog holds what is known as a log, and what is left to others.
func TestIsLog(t *testing.T) {
	service := strings.Repeat("2026-03-02 06:41:07 INFO a\n2026-03-02 06:41:08 WARN b\n2026-03-02 06:41:09 INFO c\n", 3)
	plain := strings.Repeat("2026-03-02 06:41:07 the pump runs\n2026-03-02 06:41:08 the pump stops\n", 9)
	traces := strings.Repeat("2026-03-02 06:41:08 ERROR b\njava.io.IOException: c\n\tat d.E.f(E.java:1)\n\t... 3\n", 5)
	syslog := strings.Repeat("Mar  2 06:41:07 combo sshd[12]: check pass\n", 9)
	long := strings.Repeat("2026-03-02 06:41:07 INFO "+strings.Repeat("a long message ", 90)+"\n", 9)
	job := strings.Repeat("2024-05-01T10:11:12.1234567Z INFO a\n", 9)
	maven := "[INFO] Scanning for projects...\n" + service
	build := strings.Repeat("[2026-03-02T06:41:07.3Z] + npm ci\n[2026-03-02T06:41:07.3Z] added 2 packages\n", 9)
	java := strings.Repeat("Mar 02, 2026 6:41:07 AM org.acme.shop.Till open\nINFO: open\n", 9)
	banner := strings.Repeat("=-=-=-=\n", 3) + service + service
	prose := strings.Repeat("It began on 2026-03-02 06:41:07, nobody knows why.\n", 9)
	table := strings.Repeat("2026-03-02 06:41:07,12.5,3,4\n", 9)
	for _, tt := range []struct {
		name, text, command string
		family              strategies.Family
		want                bool
	}{
		{"a service's log", service, "./serve", strategies.FamilyExec, true},
		{"with a banner", banner, "cat a.log", strategies.FamilyRead, true},
		{"long lines", long, "cat a.log", strategies.FamilyRead, true},
		{"stack traces", traces, "docker logs shop", strategies.FamilyExec, true},
		{"a job's log", job, "cat a.log", strategies.FamilyRead, false},
		{"a build with times", build, "cat build.log", strategies.FamilyRead, false},
		{"Java's own logger", java, "cat catalina.out", strategies.FamilyRead, true},
		{"a build", maven, "cat a.log", strategies.FamilyRead, false},
		{"times without levels from a program", plain, "make", strategies.FamilyExec, false},
		{"times without levels in a file", plain, "cat pump.log", strategies.FamilyRead, true},
		{"times without levels from journalctl", plain, "journalctl -u pump", strategies.FamilyExec, true},
		{"a system's log", syslog, "cat messages", strategies.FamilyRead, true},
		{"prose", prose, "cat story.log", strategies.FamilyRead, false},
		{"a table", table, "cat a.csv", strategies.FamilyRead, false},
	} {
		in := &strategies.Input{
			Family: tt.family, Command: tt.command, Shell: strategies.ParseCommand(tt.command),
			Content: tt.family == strategies.FamilyRead, Head: tt.text[:min(len(tt.text), 1<<10)],
		}
		if fields := strings.Fields(tt.command); tt.family == strategies.FamilyRead {
			in.Path = fields[len(fields)-1]
		}
		got := New().Match(in) != strategies.No && isLog(in, strategies.NewText(tt.text))
		if got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestClosingWords: the lines below the last record and an empty line are evidence.
func TestClosingWords(t *testing.T) {
	records := strings.Repeat("2026/11/30 06:46:04 INFO rendered a page in 3 ms\n", 90)
	for _, tt := range []struct {
		name, below string
		want        bool
	}{
		{"a table", "\n  Pages  | 82\n  Images | 0\n\nTotal in 257 ms\n", true},
		{"much text", "\n" + strings.Repeat("one of many lines\n", 40) + "Total in 257 ms\n", false},
	} {
		c := strategies.NewCollector(false)
		out := records + tt.below
		in := &strategies.Input{Head: out}
		if err := New().Digest(context.Background(), in, strategies.NewText(out), c); err != nil {
			t.Fatal(err)
		}
		got := slices.ContainsFunc(c.Digest().Facts, func(f strategies.Fact) bool {
			return f.Text == "Total in 257 ms" && f.Rank == strategies.Evidence
		})
		if got != tt.want {
			t.Errorf("%s: the last line is evidence: %v, want %v", tt.name, got, tt.want)
		}
	}
}
