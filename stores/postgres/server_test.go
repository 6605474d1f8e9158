//go:build unix

package postgres

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// A server is a PostgreSQL of the tests' own: a cluster in a temporary folder, on a socket in it alone.
type server struct {
	dir string
	cmd *exec.Cmd
}

// real is the server, and missing why there is none.
var (
	real    *server
	missing error
)

// checks is how many random journals there are, where the flag of rapid names no number.
const checks = "40"

func TestMain(m *testing.M) {
	flag.Set("rapid.checks", checks)
	flag.Parse()
	real, missing = start()
	code := m.Run()
	if real != nil {
		real.stop()
	}
	os.Exit(code)
}

// programs is the folder of the newest PostgreSQL, as Debian installs it.
func programs() (string, error) {
	all, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err == nil && len(all) > 0 {
		return filepath.Dir(all[len(all)-1]), nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", errors.New("no PostgreSQL is installed: apt-get install postgresql")
	}
	return filepath.Dir(path), nil
}

// start makes a cluster and starts its server. PostgreSQL refuses to run as root, so that another user has it then.
func start() (s *server, err error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "toktee-pg")
	if err != nil {
		return nil, err
	}
	s = &server{dir: dir}
	defer func() {
		if err != nil {
			os.RemoveAll(dir)
		}
	}()
	attr := &syscall.SysProcAttr{}
	if os.Geteuid() == 0 {
		if attr.Credential, err = other(); err != nil {
			return nil, err
		}
		if err := os.Chown(dir, int(attr.Credential.Uid), int(attr.Credential.Gid)); err != nil {
			return nil, err
		}
	}
	data := filepath.Join(dir, "data")
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "toktee", "-A", "trust", "-E", "UTF8",
		"--locale=C", "--no-sync")
	initdb.SysProcAttr, initdb.Dir = attr, dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	s.cmd = exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-c", "listen_addresses=",
		"-c", "fsync=off", "-c", "synchronous_commit=off")
	s.cmd.SysProcAttr, s.cmd.Dir = attr, dir
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		c, err := pgx.Connect(context.Background(), s.url("postgres"))
		if err == nil {
			return s, c.Close(context.Background())
		}
		if time.Now().After(deadline) {
			s.stop()
			return nil, fmt.Errorf("the server doesn't answer: %w", err)
		}
	}
}

// other is a user who isn't root.
func other() (*syscall.Credential, error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
		gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, errors.Join(err1, err2)
	}
	return nil, errors.New("there is neither a user postgres nor nobody to run PostgreSQL as")
}

func (s *server) stop() {
	s.cmd.Process.Signal(syscall.SIGINT) // which ends the connections
	s.cmd.Wait()
	os.RemoveAll(s.dir)
}

func (s *server) url(database string) string {
	return "host=" + s.dir + " user=toktee dbname=" + database
}

// database is the address of a new database.
func database(t *testing.T) string {
	t.Helper()
	if missing != nil {
		t.Skip(missing)
	}
	c, err := pgx.Connect(t.Context(), real.url("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	name := "db_" + strings.ToLower(t.Name())
	if _, err := c.Exec(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	return real.url(name)
}
