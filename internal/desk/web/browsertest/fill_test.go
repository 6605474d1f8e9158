package browsertest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/host/journal"
)

// ids are the results that tests open.
var ids struct{ tests, diff, search, log, hostile string }

// shop is a small program whose tests fail.
var shop = map[string]string{
	"go.mod": "module example.com/shop\n\ngo 1.26\n",
	"price.go": `package shop

// Price is what so many pieces cost, in cents. From ten on, a piece costs a tenth less.
func Price(unit, pieces int) int {
	total := unit * pieces
	if pieces > 10 {
		total -= total / 10
	}
	return total
}
`,
	"price_test.go": `package shop

import (
	"fmt"
	"testing"
)

func TestPrice(t *testing.T) {
	for pieces := 1; pieces <= 80; pieces++ {
		t.Run(fmt.Sprintf("pieces %d", pieces), func(t *testing.T) {
			want := 250 * pieces
			if pieces >= 10 {
				want -= want / 10
			}
			if got := Price(250, pieces); got != want {
				t.Errorf("Price(250, %d) = %d, want %d", pieces, got, want)
			}
		})
	}
}

func TestFree(t *testing.T) {
	if got := Price(0, 3); got != 0 {
		t.Errorf("Price(0, 3) = %d", got)
	}
}
`,
}

// fill makes the store: what earlier days noted, then results of real commands.
func (l *lab) fill() error {
	if err := l.past(time.Now().UTC()); err != nil {
		return err
	}
	dir := filepath.Join(l.dir, "home", "shop")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, text := range shop {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	git := func(args ...string) error {
		args = append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"},
			args...)
		cmd := exec.Command("git", args...)
		cmd.Dir, cmd.Env = dir, l.env
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %v: %w\n%s", args, err, out)
		}
		return nil
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"commit", "-q", "-m", "The shop"}} {
		if err := git(args...); err != nil {
			return err
		}
	}
	if err := l.agent(dir, time.Now().UTC()); err != nil {
		return err
	}
	source, err := filepath.Abs(filepath.Join(root, "internal"))
	if err != nil {
		return err
	}
	logs := `i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo "$i"; done | awk '{
		printf "\033[32mINFO\033[0m  step %d of 3000 took %d ms\n", $1, $1*7%97
		if ($1 % 900 == 0) printf "\033[1;31mERROR\033[0m connection refused by db-%d.internal:5432\n", $1
	}'; exit 3`
	const session = agentSession
	for _, c := range []struct {
		id   *string
		dir  string
		args []string
	}{
		{nil, source, []string{"--session", session, "--", "ls", "-la", "host/store"}},
		{&ids.log, dir, []string{"--session", session, "--", "sh", "-c", logs}},
		{&ids.search, source, []string{"--session", session, "--", "grep", "-rn", "context.Context", "."}},
		{nil, source, []string{"--session", session, "--", "cat", "host/store/find.go"}},
		{&ids.tests, dir, []string{"--session", session, "--budget", "300", "--", "go", "test", "-v", "./..."}},
	} {
		id, err := l.run(c.dir, c.args...)
		if err != nil {
			return err
		}
		if c.id != nil {
			*c.id = id
		}
	}
	fixed := strings.Replace(shop["price.go"], "pieces > 10", "pieces >= 10", 1)
	fixed = strings.Replace(fixed, "// Price is what",
		"// Discount is what a tenth less means.\nconst Discount = 10\n\n// Price is what", 1)
	fixed = strings.Replace(fixed, "total / 10", "total / Discount", 1)
	if err := os.WriteFile(filepath.Join(dir, "price.go"), []byte(fixed), 0o644); err != nil {
		return err
	}
	if ids.diff, err = l.run(dir, "--session", session, "--level", "minimal", "--", "git", "diff"); err != nil {
		return err
	}
	show := exec.Command(filepath.Join(l.bin, "toktee"), "show", ids.tests, "--lines", "40:70")
	show.Env = l.env
	return show.Run()
}

// past notes what was done in the last weeks: its outputs aren't kept any more, its numbers are.
func (l *lab) past(now time.Time) error {
	calls := []struct {
		tool, command, strategy, outcome string
		raw, given                       int
	}{
		{"Bash", "go test ./...", "general", "pass", 5410, 96},
		{"Bash", "npx jest --verbose", "general", "fail", 8120, 640},
		{"Read", "internal/host/store/find.go", "read", "unknown", 2100, 1450},
		{"Grep", "context.Context", "search", "pass", 6900, 1180},
		{"Bash", "git diff main", "diff", "pass", 4300, 1900},
		{"Bash", "git status", "status", "pass", 60, 64},
		{"Bash", "docker compose logs", "logs", "unknown", 18200, 870},
		{"mcp__github__list_issues", "", "data", "pass", 9100, 2200},
	}
	programs := []string{"claude", "codex", "claude", "gemini"}
	dir := filepath.Join(l.store(), "journal")
	for day := 26; day >= 1; day-- {
		if day%7 < 2 {
			continue
		}
		for i := range 2 + day*5%7 {
			c := calls[(day+i*3)%len(calls)]
			e := journal.Event{
				Kind: journal.Result, Time: now.AddDate(0, 0, -day).Add(time.Duration(i) * time.Minute), Door: "hook",
				Program: programs[day%4], Session: fmt.Sprintf("%08x-past", day/3*2654435761%0xffffffff),
				ID: fmt.Sprintf("%012d", day*1000+i), Tool: c.tool, Command: c.command, Strategy: c.strategy,
				Level: "balanced", Outcome: c.outcome, Encoding: "o200k_base", Raw: c.raw + 17*day, Given: c.given + i,
				Bytes: int64(4 * c.raw), Fallback: day == 9 && i == 1,
			}
			if err := journal.Append(dir, e); err != nil {
				return err
			}
			if (day+i)%9 == 0 {
				f := journal.Event{
					Kind: journal.Fetched, Time: e.Time.Add(time.Second), Door: "show", Program: e.Program,
					Session: e.Session, ID: e.ID, Given: 700, Lines: [2]int{120, 180},
				}
				if err := journal.Append(dir, f); err != nil {
					return err
				}
			}
		}
		if day == 12 { // a day on which it cost more than it saved
			f := journal.Event{
				Kind: journal.Fetched, Time: now.AddDate(0, 0, -day).Add(time.Hour), Door: "show", Program: "claude",
				ID: fmt.Sprintf("%012d", day*1000), Given: 34_000, Lines: [2]int{1, 0},
			}
			if err := journal.Append(dir, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// agentSession is a session of 60 calls whose transcript is there.
const agentSession = "5e0c1a7e-77aa-4a5b-9d51-2f8f1c9ae301"

// prompt is what the person asked for in it.
const prompt = "Customers who buy ten lamps pay the full price. Find out why, and mend it with a test."

// agent writes what an agent did before the commands that the tests run in its session: journal and transcript.
func (l *lab) agent(dir string, now time.Time) error {
	calls := []struct {
		tool, command, outcome string
		raw, given             int
	}{
		{"Read", "price.go", "pass", 410, 410}, {"Read", "price_test.go", "pass", 520, 520},
		{"Grep", "Price", "pass", 2900, 640}, {"Bash", "go vet ./...", "pass", 12, 12},
		{"Bash", "npm run lint", "fail", 5200, 800}, {"Bash", "git log --stat -30", "pass", 6800, 900},
	}
	begin := now.Add(-40 * time.Minute)
	folder := filepath.Join(l.dir, "home", ".claude", "projects", "shop")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var lines []string
	add := func(at time.Time, kind string, content any) error {
		message := map[string]any{"role": kind, "content": content}
		if kind == "assistant" {
			message["id"], message["model"] = fmt.Sprint("msg_", len(lines)), "claude-x"
			message["usage"] = map[string]int{
				"input_tokens": 4, "cache_read_input_tokens": 14_000 + 900*len(lines),
				"cache_creation_input_tokens": 900, "output_tokens": 240,
			}
		}
		line, err := json.Marshal(map[string]any{
			"type": kind, "sessionId": agentSession, "cwd": dir, "gitBranch": "mend-discount",
			"uuid": fmt.Sprint(len(lines)), "timestamp": at,
			"message": message,
		})
		lines = append(lines, string(line))
		return err
	}
	err := add(begin, "user", prompt)
	call := func(at time.Time, id, tool string, input map[string]string) error {
		block := map[string]any{"type": "tool_use", "id": id, "name": tool, "input": input}
		return errors.Join(err, add(at, "assistant", []any{block}))
	}
	for i := range 52 {
		c := calls[i%len(calls)]
		at := begin.Add(time.Duration(i+1) * 40 * time.Second)
		e := journal.Event{
			Kind: journal.Result, Time: at, Door: "hook", Program: "claude", Session: agentSession, Dir: dir,
			ID: fmt.Sprintf("%012d", 900000+i), Tool: c.tool, Command: c.command,
			Strategy: "general", Level: "balanced", Outcome: c.outcome, Encoding: "o200k_base", Raw: c.raw,
			Given: c.given, Bytes: int64(4 * c.raw),
		}
		if i > 30 && c.outcome == "fail" {
			e.Outcome = "pass" // it was mended
		}
		switch {
		case i%9 == 4:
			e.Kind, e.Outcome = journal.Passed, ""
		case i > 20 && i < 25:
			e.Session += "/explore"
		}
		err = errors.Join(err, journal.Append(filepath.Join(l.store(), "journal"), e),
			call(at.Add(-time.Second), fmt.Sprint("toolu_", i), c.tool, map[string]string{"command": c.command}))
	}
	err = errors.Join(err,
		call(begin.Add(21*time.Minute), "toolu_e0", "Edit",
			map[string]string{"file_path": filepath.Join(dir, "web", "cart.js")}),
		call(now.Add(-4*time.Minute), "toolu_e1", "Edit",
			map[string]string{"file_path": filepath.Join(dir, "price.go")}),
		call(now.Add(-3*time.Minute), "toolu_w1", "WebFetch", map[string]string{"url": "https://go.dev/doc"}),
		journal.Append(filepath.Join(l.store(), "journal"), journal.Event{
			Kind: journal.Compacted, Time: begin.Add(25 * time.Minute), Session: agentSession,
		}),
		journal.Append(filepath.Join(l.store(), "journal"), journal.Event{
			Kind: journal.Claimed, Time: now.Add(time.Minute), Session: agentSession, Claim: "all tests pass",
			Verdict: "red", Line: "claimed: all tests pass; last go test: exit 1: TestPrice",
		}),
		os.WriteFile(filepath.Join(folder, agentSession+".jsonl"), []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	return err
}
