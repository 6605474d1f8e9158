package main

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// bearer adds the header that the server asks for.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	name, value, _ := strings.Cut(string(b), ": ")
	r.Header.Set(name, value)
	return http.DefaultTransport.RoundTrip(r)
}

// TestHTTP: toktee mcp --http says where it serves and what it wants to be sent, and ends on a signal.
func TestHTTP(t *testing.T) {
	tokenFile := filepath.Join(t.TempDir(), "token")
	for _, args := range [][]string{{}, {"--token-file", tokenFile}, {"--token-file", tokenFile}} {
		args = append([]string{"mcp", "--tools", "--any-client", "--http", "127.0.0.1:0"}, args...)
		c := start(t, t.TempDir(), filepath.Join(programs, "toktee"), args...)
		said := bufio.NewScanner(c.out)
		said.Scan()
		url := said.Text()
		said.Scan()
		header := said.Text()
		if len(args) > 5 {
			b, err := os.ReadFile(tokenFile)
			token := strings.TrimSpace(string(b))
			if err != nil || !strings.Contains(header, tokenFile) || strings.Contains(header, token) {
				t.Errorf("it says %q: want the file and no token, %v", header, err)
			}
			header = "Authorization: Bearer " + token
		}
		client := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil)
		s, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
			Endpoint: url, HTTPClient: &http.Client{Transport: bearer(header)},
		}, nil)
		if err != nil {
			t.Fatalf("%q %q: %v", url, header, err)
		}
		r, err := s.CallTool(t.Context(), &mcp.CallToolParams{
			Name: "exec", Arguments: map[string]any{"command": "seq -f 'line %g' 5000"},
		})
		if err != nil || !strings.Contains(r.Content[0].(*mcp.TextContent).Text, "toktee_output {") {
			t.Errorf("a call is answered by %v, %v", r, err)
		}
		s.Close()
		c.cmd.Process.Signal(syscall.SIGTERM)
		if code := c.ended(); code != 0 || c.stderr.Len() > 0 {
			t.Errorf("the server ended with %d and said %q", code, c.stderr.String())
		}
	}
}

// TestBadHTTP: what can't be served is said in one line, and nothing is served.
func TestBadHTTP(t *testing.T) {
	open := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(open, []byte("secret-of-16-chars\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--http", "0.0.0.0:0"}, 2, "127.0.0.1:0"},
		{[]string{"--http", ":8080"}, 2, "127.0.0.1:0"},
		{[]string{"--http", ""}, 2, "127.0.0.1:0"},
		{[]string{"--token-file", open}, 2, "--http"},
		{[]string{"--http", "127.0.0.1:0", "--token-file", open}, 1, "chmod 600"},
	} {
		cmd := exec.Command(filepath.Join(programs, "toktee"), append([]string{"mcp"}, c.args...)...)
		cmd.Env = environment(t)
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != c.code || strings.Count(string(out), "\n") != 1 ||
			!strings.Contains(string(out), c.want) {
			t.Errorf("%q: exit %d, want %d: %s", c.args, code, c.code, out)
		}
	}
}
