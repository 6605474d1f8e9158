package main

import (
	"bufio"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestUI: toktee ui prints a link that opens the page, hands it to the browser in a file and not by an argument, and
// ends on a signal.
func TestUI(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the program that opens a browser is another one")
	}
	bin := t.TempDir()
	opened := filepath.Join(bin, "opened")
	script := "#!/bin/sh\necho \"$@\" >" + opened + ".args\n" +
		"cp \"$1\" " + opened + ".new && mv " + opened + ".new " + opened + "\n"
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	c := start(t, t.TempDir(), filepath.Join(programs, "toktee"), "ui", "--open")
	said := bufio.NewScanner(c.out)
	said.Scan()
	link, err := url.Parse(said.Text())
	token := link.Query().Get("token")
	if err != nil || len(token) != 43 {
		t.Fatalf("it says %q, %v: %s", said.Text(), err, c.stderr.String())
	}
	var page []byte
	for end := time.Now().Add(30 * time.Second); page == nil; time.Sleep(10 * time.Millisecond) {
		page, _ = os.ReadFile(opened)
		if time.Now().After(end) {
			t.Fatal("no browser is opened")
		}
	}
	args, err := os.ReadFile(opened + ".args")
	if err != nil || strings.Contains(string(args), token) || !strings.Contains(string(page), token) {
		t.Errorf("the browser gets the arguments %q and a page that leads to %s, %v", args, page, err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	for _, step := range []struct {
		url  string
		code int
		want string
	}{
		{"http://" + link.Host + "/", 401, "toktee ui prints"},
		{link.String(), 200, "url=/"},
		{"http://" + link.Host + "/", 200, "There are no sessions yet"},
		{"http://" + link.Host + "/savings", 200, "No calls in this period"},
		{"http://" + link.Host + "/search?q=x", 200, "No kept output"},
		{"http://" + link.Host + "/r/123456789012", 404, "There is no result"},
	} {
		r, err := browser.Get(step.url)
		if err != nil {
			t.Fatal(err)
		}
		var body strings.Builder
		_, _ = bufio.NewReader(r.Body).WriteTo(&body)
		r.Body.Close()
		if r.StatusCode != step.code || !strings.Contains(body.String(), step.want) {
			t.Errorf("%s: status %d, want %d and %q: %s", step.url, r.StatusCode, step.code, step.want, body.String())
		}
	}
	c.cmd.Process.Signal(syscall.SIGTERM)
	if code := c.ended(); code != 0 || c.stderr.Len() > 0 {
		t.Errorf("it ended with %d and said %q", code, c.stderr.String())
	}
	if _, err := os.Stat(strings.TrimSpace(string(args))); err == nil {
		t.Error("the file with the link is still there")
	}
}

// TestBadUI: an address that others reach is refused in one line.
func TestBadUI(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":8080", "example.com:80", "127.0.0.1", ""} {
		cmd := exec.Command(filepath.Join(programs, "toktee"), "ui", "--addr", addr)
		cmd.Env = environment(t)
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != 2 || strings.Count(string(out), "\n") != 1 ||
			!strings.Contains(string(out), "127.0.0.1:0") {
			t.Errorf("%q: exit %d: %s", addr, code, out)
		}
	}
}
