package mcpserver_test

import (
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/mcpserver"
)

// TestHTTPGuard sends requests that may not call tools.
func TestHTTPGuard(t *testing.T) {
	s := serveHTTP(t)
	address := strings.TrimSuffix(strings.TrimPrefix(s.url, "http://"), mcpserver.Path)
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	const bearer = "Bearer " + serverToken
	for _, c := range []struct {
		name, host, origin, authorization, method, path string
		want                                            int
	}{
		{"as it should be", address, "", bearer, "POST", "/mcp", 200},
		{"any case of the scheme", address, "", "bearer " + serverToken, "POST", "/mcp", 200},
		{"by name", "localhost:" + port, "", bearer, "POST", "/mcp", 200},
		{"without a port", "127.0.0.1", "", bearer, "POST", "/mcp", 200},
		{"IPv6", "[::1]:" + port, "", bearer, "POST", "/mcp", 200},
		{"IPv6 without a port", "[::1]", "", bearer, "POST", "/mcp", 200},
		{"a forwarded port", "localhost:9", "", bearer, "POST", "/mcp", 200},
		{"a name that leads here", "rebind.example:" + port, "", bearer, "POST", "/mcp", 403},
		{"a name that begins like ours", "localhost.rebind.example", "", bearer, "POST", "/mcp", 403},
		{"an address that begins like ours", "127.0.0.1.rebind.example:" + port, "", bearer, "POST", "/mcp", 403},
		{"an address of another machine", "192.0.2.1:" + port, "", bearer, "POST", "/mcp", 403},
		{"a host without a token", "rebind.example", "", "", "POST", "/mcp", 403},
		{"its own page", address, "http://" + address, bearer, "POST", "/mcp", 200},
		{"a page of a site", address, "https://site.example", bearer, "POST", "/mcp", 403},
		{"a page of another server here", address, "http://127.0.0.1:3000", bearer, "POST", "/mcp", 403},
		{"a page over TLS", address, "https://" + address, bearer, "POST", "/mcp", 403},
		{"a page of a file", address, "null", bearer, "POST", "/mcp", 403},
		{"a page that asks first", address, "https://site.example", "", "OPTIONS", "/mcp", 403},
		{"no token", address, "", "", "POST", "/mcp", 401},
		{"an empty token", address, "", "Bearer ", "POST", "/mcp", 401},
		{"a token that is wrong", address, "", bearer + "x", "POST", "/mcp", 401},
		{"the beginning of the token", address, "", bearer[:len(bearer)-1], "POST", "/mcp", 401},
		{"another scheme", address, "", "Basic " + serverToken, "POST", "/mcp", 401},
		{"no scheme", address, "", serverToken, "POST", "/mcp", 401},
		{"no token, to begin a stream", address, "", "", "GET", "/mcp", 401},
		{"no token, to end a session", address, "", "", "DELETE", "/mcp", 401},
		{"another path", address, "", bearer, "POST", "/", 404},
		{"a path below", address, "", bearer, "POST", "/mcp/x", 404},
		{"the token in the path", address, "", "", "POST", "/mcp?token=" + serverToken, 401},
	} {
		t.Run(c.name, func(t *testing.T) {
			const ask = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",` +
				`"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
			url := "http://" + address + c.path
			req, err := http.NewRequestWithContext(t.Context(), c.method, url, strings.NewReader(ask))
			if err != nil {
				t.Fatal(err)
			}
			req.Host = c.host
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Accept", "application/json, text/event-stream")
			for name, value := range map[string]string{"Origin": c.origin, "Authorization": c.authorization} {
				if value != "" {
					req.Header.Set(name, value)
				}
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			b, err := io.ReadAll(res.Body)
			if err != nil || res.StatusCode != c.want {
				t.Errorf("%s, want %d: %s", res.Status, c.want, b)
			}
			for name := range res.Header {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("pages are told that they may call: %s", name)
				}
			}
		})
	}
}

func TestToken(t *testing.T) {
	one, err := mcpserver.Token("")
	two, _ := mcpserver.Token("")
	if err != nil || one == two || len(one) < 20 {
		t.Errorf("new tokens are %q and %q, %v", one, two, err)
	}
	path := filepath.Join(t.TempDir(), "token")
	made, err := mcpserver.Token(path)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the new file has mode %v, %v", info.Mode(), err)
	}
	if again, err := mcpserver.Token(path); again != made || err != nil {
		t.Errorf("then the token is %q, %v: want %q", again, err, made)
	}
	for _, c := range []struct {
		name, text string
		mode       os.FileMode
		want       string // in the error
	}{
		{"of a person", "  secret-of-16-char\r\n", 0o600, ""},
		{"read-only", "secret-of-16-chars\n", 0o400, ""},
		{"that others can read", "secret-of-16-chars\n", 0o644, "chmod 600"},
		{"that the group can write", "secret-of-16-chars\n", 0o620, "chmod 600"},
		{"that is empty", "\n", 0o600, "16 or more"},
		{"that can be guessed", "secret\n", 0o600, "16 or more"},
		{"of two lines", "secret-of-16-chars\nsecret-of-16-chars\n", 0o600, "16 or more"},
		{"that a header can't carry", "secret\x00of-16-chars\n", 0o600, "16 or more"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if runtime.GOOS == "windows" && c.mode&0o077 != 0 {
				t.Skip("modes mean nothing here")
			}
			path := filepath.Join(t.TempDir(), "token")
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, c.mode); err != nil {
				t.Fatal(err)
			}
			token, err := mcpserver.Token(path)
			switch {
			case c.want == "" && (err != nil || token != strings.TrimSpace(c.text)):
				t.Errorf("%q, %v", token, err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("the error is %v, want one with %q", err, c.want)
			case c.want != "" && strings.Contains(err.Error(), "secret-of"):
				t.Errorf("the error tells the token: %v", err)
			}
		})
	}
}
