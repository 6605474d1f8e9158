package loopback_test

import (
	"net"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/loopback"
)

func TestListen(t *testing.T) {
	for _, addr := range []string{
		"", ":0", ":8080", "8080", "0.0.0.0:0", "[::]:0", "192.0.2.1:0", "server.example:80", "127.0.0.1", "::1",
	} {
		if l, err := loopback.Listen(addr); err == nil {
			l.Close()
			t.Errorf("it listens at %q", addr)
		} else if !strings.Contains(err.Error(), "127.0.0.1:0") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error doesn't say what is allowed: %v", addr, err)
		}
	}
	for _, addr := range []string{"127.0.0.1:0", "localhost:0"} {
		l, err := loopback.Listen(addr)
		if err != nil {
			t.Errorf("%q: %v", addr, err)
			continue
		}
		if got := l.Addr().(*net.TCPAddr); !got.IP.IsLoopback() {
			t.Errorf("%q: it listens at %v", addr, got)
		}
		l.Close()
	}
}

func TestHost(t *testing.T) {
	for host, want := range map[string]bool{
		"127.0.0.1:8080": true, "localhost": true, "localhost:1": true, "[::1]:80": true, "127.1.2.3": true,
		"": false, "evil.example": false, "127.0.0.1.evil.example": false, "localhost.evil.example:80": false,
		"10.0.0.1:80": false, "0.0.0.0": false, "[::]:1": false,
	} {
		if got := loopback.Host(host); got != want {
			t.Errorf("Host(%q) = %v, want %v", host, got, want)
		}
	}
}

func TestOwnOrigin(t *testing.T) {
	for origin, want := range map[string]bool{
		"": true, "http://127.0.0.1:8080": true, "https://127.0.0.1:8080": false, "http://127.0.0.1:8081": false,
		"null": false, "http://evil.example": false,
	} {
		r := httptest.NewRequest("GET", "http://127.0.0.1:8080/", nil)
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		if got := loopback.OwnOrigin(r); got != want {
			t.Errorf("OwnOrigin(%q) = %v, want %v", origin, got, want)
		}
	}
}
