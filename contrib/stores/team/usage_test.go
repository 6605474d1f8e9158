//go:build unix

package team_test

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestUsage: what is wrong is said in one line, before anything is done.
func TestUsage(t *testing.T) {
	c := &computer{t: t, home: t.TempDir()}
	for _, tt := range []struct {
		settings string
		code     int
		args     []string
		want     string
	}{
		{"", 2, []string{"store", "sync"}, `no team's database is set: want [team] database = ` +
			`"postgres://USER@HOST/DATABASE" in ` + filepath.Join(c.home, "config/toktee/config.toml") +
			", or TOKTEE_TEAM_DATABASE"},
		{"", 2, []string{"stats", "--team"}, "no team's database is set"},
		{`database = "postgres://x/y"`, 2, []string{"store", "sync"},
			"this machine has no name for its team: want [team] machine"},
		{`database = "sqlite:x"`, 2, []string{"store", "sync"}, "team.database: no URL of a database"},
		{"", 2, []string{"store", "sync", "now"}, `unexpected argument "now"`},
		{"", 2, []string{"store", "sync", "--all"}, "unknown flag --all"},
		{"", 2, []string{"store", "share"}, "nothing named"},
		{"", 2, []string{"store", "share", "1", "2"}, `"2"`},
		{"", 2, []string{"store", "share", "1", "--list"}, "--list takes neither an ID nor --undo"},
		{"", 1, []string{"store", "share", "1"}, "no such result"},
		{"", 1, []string{"store", "share", "1", "--undo"}, `"1" isn't shared`},
		{"", 2, []string{"stats", "--by", "machine"}, "--by machine needs --team"},
		{"", 2, []string{"stats", "--team", "--statusline"}, "--statusline can be used only with --after: got --team"},
		{"", 2, []string{"stats", "--team", "--json", "--csv"}, "--json and --csv can't be used together"},
	} {
		c.write("config/toktee/config.toml", "[team]\n"+tt.settings+"\n")
		if out := c.fails(tt.code, tt.args...); !strings.Contains(out, tt.want) {
			t.Errorf("%q: %s\nwant %s", tt.args, out, tt.want)
		}
	}
	if out, err := exec.Command(filepath.Join(programs, "toktee-team")).CombinedOutput(); err == nil ||
		!strings.Contains(string(out), "is a part of toktee, which starts it") {
		t.Errorf("alone, toktee-team prints %s, %v", out, err)
	}
}

// TestMissing: where toktee-team isn't there, toktee says how to get it.
func TestMissing(t *testing.T) {
	c := &computer{t: t, home: t.TempDir()}
	alone := filepath.Join(c.home, "toktee")
	b, err := os.ReadFile(filepath.Join(programs, "toktee"))
	if err == nil {
		err = os.WriteFile(alone, b, 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"store", "sync"}, {"stats", "--team"}} {
		cmd := c.command(args...)
		cmd.Path = alone
		out := c.failed(1, cmd)
		if !strings.Contains(out, "toktee-team is neither in "+c.home) ||
			!strings.Contains(out, "go -C contrib/stores/team build") {
			t.Errorf("%q: %s", args, out)
		}
	}
}

// TestDown: a database or a bucket that isn't there is one line without a password. Without the database, the bucket
// stays as it is; without the bucket, the rows are synced.
func TestDown(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	down := l.Addr().String()
	l.Close()
	database, bucket := newDatabase(t), t.TempDir()
	c := newComputer(t, "anna-laptop", database, bucket)
	c.toktee("store", "share", c.prints("text\n"))
	good := c.team
	c.team.Database = "postgres://anna:geh%C3%A9im@" + down + "/team?sslpassword=auchgeheim"
	c.settings("")
	for _, args := range [][]string{{"store", "sync"}, {"stats", "--team"}} {
		out := c.fails(1, args...)
		if !strings.Contains(out, "opening the team's ledger: ") || strings.Count(out, "connection refused") != 1 ||
			strings.Contains(out, "geh") {
			t.Errorf("%q: %s", args, out)
		}
	}
	if got := files(t, bucket); len(got) != 0 {
		t.Errorf("without the database, the bucket has %q", got)
	}
	if out := c.toktee("config"); strings.Contains(out, "geh") ||
		!strings.Contains(out, "postgres://anna@"+down+"/team ") {
		t.Errorf("toktee config prints %s", out)
	}
	c.team = good
	c.team.Bucket = "file://" + filepath.Join(t.TempDir(), "none")
	c.settings("")
	out := c.fails(1, "store", "sync")
	if !strings.Contains(out, "opening the team's bucket: ") ||
		!strings.Contains(real.Dump(t, database), "anna-laptop") {
		t.Errorf("without the bucket: %s", out)
	}
	c.team.Bucket = ""
	c.settings("")
	c.expect(`(?m)^toktee: outputs are shared, and no bucket is set for them: want \[team\] bucket$`, "store", "sync")
	for _, secret := range []string{"geh", "auchgeheim"} {
		if in := holding(t, c.storeDir(), secret); len(in) > 0 {
			t.Errorf("%q is in %q of the store", secret, in)
		}
	}
}

// holding are the files below a folder that have a text in them.
func holding(t *testing.T, dir, text string) []string {
	t.Helper()
	out, err := exec.Command("grep", "-rlF", text, dir).Output()
	if err != nil && len(out) == 0 {
		return nil // grep has found none
	}
	return strings.Fields(string(out))
}

// TestInterrupt: who waits for a server that doesn't answer can stop, and is told that nothing is lost.
func TestInterrupt(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	met := make(chan net.Conn, 9)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			met <- conn // and say nothing
		}
	}()
	c := newComputer(t, "anna-laptop", newDatabase(t), "")
	c.team.Database = "postgres://anna@" + l.Addr().String() + "/team?sslmode=disable"
	c.settings("")
	for _, args := range [][]string{{"store", "sync"}, {"stats", "--team"}} {
		cmd := c.command(args...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		<-met
		cmd.Process.Signal(syscall.SIGINT)
		at := time.Now()
		cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != 130 || time.Since(at) > 20*time.Second ||
			stderr.String() != "toktee: stopped: what isn't done yet, the next time does\n" {
			t.Errorf("%q: code %d after %v: %s", args, code, time.Since(at), stderr.String())
		}
	}
}
