//go:build unix

package team_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/toktee/toktee/contrib/stores/postgres/pgtest"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
)

// programs is a folder with toktee, toktee-desk and toktee-team. real is the server, and missing why there is none.
var (
	programs string
	real     *pgtest.Server
	missing  error
)

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "toktee-team")
	if err != nil {
		panic(err)
	}
	programs = dir
	code := 1
	err = errors.Join(build("../../..", "./cmd/toktee", "./cmd/toktee-desk"), build(".", "./cmd/toktee-team"))
	if err == nil {
		real, missing = pgtest.Start()
		code = m.Run()
	}
	if real != nil {
		real.Stop()
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// build builds commands of the module in a folder.
func build(module string, commands ...string) error {
	cmd := exec.Command("go", append([]string{"build", "-C", module, "-o", programs}, commands...)...)
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// A computer is one of a team's, with a person who works at it.
type computer struct {
	t    *testing.T
	home string
	team config.Team
	env  []string // besides
}

// newDatabase is the name of a new database.
func newDatabase(t *testing.T) string {
	t.Helper()
	if missing != nil {
		t.Skip(missing)
	}
	return real.Database(t)
}

// newComputer has a store, and settings for the database and the bucket.
func newComputer(t *testing.T, name, database, bucket string) *computer {
	t.Helper()
	c := &computer{t: t, home: t.TempDir(), team: config.Team{
		Machine: name, Database: real.URL(database, pgtest.Owner),
	}}
	if bucket != "" {
		c.team.Bucket = "file://" + bucket
	}
	c.settings("")
	return c
}

// settings writes the user's file, with more lines below [team].
func (c *computer) settings(more string) {
	c.t.Helper()
	text := fmt.Sprintf("[team]\ndatabase = %q\nmachine = %q\n%s", c.team.Database, c.team.Machine, more)
	if c.team.Bucket != "" {
		text += fmt.Sprintf("bucket = %q\n", c.team.Bucket)
	}
	c.write("config/toktee/config.toml", text)
}

func (c *computer) write(name, text string) string {
	c.t.Helper()
	path := filepath.Join(c.home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		c.t.Fatal(err)
	}
	return path
}

// command is toktee on this computer.
func (c *computer) command(args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(programs, "toktee"), args...)
	cmd.Dir = c.home
	cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + c.home, "XDG_CONFIG_HOME=" + filepath.Join(c.home, "config"),
		"TOKTEE_STORE=" + c.storeDir(),
	}, c.env...)
	return cmd
}

func (c *computer) storeDir() string { return filepath.Join(c.home, "store") }

// toktee runs a command that succeeds, and returns what it printed.
func (c *computer) toktee(args ...string) string {
	c.t.Helper()
	out, err := c.command(args...).CombinedOutput()
	if err != nil {
		c.t.Fatalf("toktee %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// expect runs a command, whose output a regular expression must match.
func (c *computer) expect(want string, args ...string) {
	c.t.Helper()
	if out := c.toktee(args...); !regexp.MustCompile(want).MatchString(out) {
		c.t.Errorf("toktee %q printed\n%s\nwant %s", args, out, want)
	}
}

// fails runs a command that exits with a code after one line on standard error, and returns that.
func (c *computer) fails(code int, args ...string) string {
	c.t.Helper()
	return c.failed(code, c.command(args...))
}

func (c *computer) failed(code int, cmd *exec.Cmd) string {
	c.t.Helper()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	if got := cmd.ProcessState.ExitCode(); got != code || strings.Count(stderr.String(), "\n") != 1 {
		c.t.Errorf("%q: %v, want exit code %d and one line: %s", cmd.Args[1:], err, code, stderr.String())
	}
	return stderr.String()
}

// prints makes a result whose output is a text, and returns its id.
func (c *computer) prints(text string) string {
	c.t.Helper()
	c.write("text", text)
	c.toktee("run", "--session", "s", "--", "cat", "text")
	return strings.Fields(c.toktee("ls", "--limit", "1"))[0]
}

// note appends events to the journal.
func (c *computer) note(events ...journal.Event) {
	c.t.Helper()
	for _, e := range events {
		if err := journal.Append(filepath.Join(c.storeDir(), "journal"), e); err != nil {
			c.t.Fatal(err)
		}
	}
}

// ledger opens the computer's ledger, as new as its journal.
func (c *computer) ledger() *ledger.Ledger {
	c.t.Helper()
	st := store.Open(store.Options{Dir: c.storeDir()})
	l, err := ledger.Open(c.t.Context(), ledger.Options{
		Path: filepath.Join(c.storeDir(), ledger.Name), Journal: st.JournalDir(), Store: st,
	})
	if err == nil {
		_, err = l.IndexCalls(context.Background(), nil)
	}
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { l.Close() })
	return l
}

// files are those of a bucket by their names, each decompressed.
func files(t *testing.T, bucket string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(bucket, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		z, err := zstd.NewReader(f)
		if err != nil {
			return err
		}
		defer z.Close()
		b, err := io.ReadAll(z)
		name, _ := filepath.Rel(bucket, path)
		all[name] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
