//go:build unix

// Package pgtest runs a PostgreSQL of the tests' own: a cluster in a temporary folder, on a socket in it alone. It
// needs the server as Debian installs it (apt-get install postgresql); without one, [Start] returns an error, and
// tests skip.
//
//	server, missing := pgtest.Start() // in TestMain
//	...
//	url := server.Database(t)
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
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

// Owner is the role that owns everything.
const Owner = "toktee"

// A Server is a running PostgreSQL.
type Server struct {
	dir string
	cmd *exec.Cmd
}

// programs returns the folder of the newest PostgreSQL, as Debian installs it.
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

// Start makes a cluster and starts its server. PostgreSQL refuses to run as root, so that another user has it then.
func Start() (s *Server, err error) {
	bin, err := programs()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "toktee-pg")
	if err != nil {
		return nil, err
	}
	s = &Server{dir: dir}
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
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", Owner, "-A", "trust", "-E", "UTF8",
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
		c, err := pgx.Connect(context.Background(), s.URL("postgres", Owner))
		if err == nil {
			return s, c.Close(context.Background())
		}
		if time.Now().After(deadline) {
			s.Stop()
			return nil, fmt.Errorf("the server doesn't answer: %w", err)
		}
	}
}

// other returns a user who isn't root.
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

// Stop ends the server and removes the cluster.
func (s *Server) Stop() {
	s.cmd.Process.Signal(syscall.SIGINT) // which ends the connections
	s.cmd.Wait()
	os.RemoveAll(s.dir)
}

// Socket returns the path of the server's socket.
func (s *Server) Socket() string { return filepath.Join(s.dir, ".s.PGSQL.5432") }

// URL returns the address of a database for a role.
func (s *Server) URL(database, role string) string {
	u := url.URL{Scheme: "postgres", Path: "/" + database}
	u.RawQuery = url.Values{"host": {s.dir}, "user": {role}}.Encode()
	return u.String()
}

// Dump returns all that a database has, as pg_dump writes it.
func (s *Server) Dump(t testing.TB, database string) string {
	t.Helper()
	bin, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	dump := exec.Command(filepath.Join(bin, "pg_dump"), s.URL(database, Owner))
	var failure strings.Builder
	dump.Stderr = &failure
	out, err := dump.Output()
	if err != nil {
		t.Fatalf("pg_dump: %v: %s", err, failure.String())
	}
	return string(out)
}

// Database makes a new database with the name of the test, and returns that.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	c, err := pgx.Connect(t.Context(), s.URL("postgres", Owner))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	name := "db_" + strings.ToLower(strings.NewReplacer("/", "_").Replace(t.Name()))
	if _, err := c.Exec(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	return name
}
