// Package loopback is what servers share that only this machine may reach.
//
// A loopback address keeps out neither other users of the machine nor pages in the user's browser. Besides a token, a
// server therefore looks at the headers that a browser sends and a page can't forge:
//
//	if !loopback.Host(r.Host) || !loopback.OwnOrigin(r) { ... refuse ... }
package loopback

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
)

// ErrAddr is in the error of [Listen] for an address that it doesn't listen at.
var ErrAddr = errors.New("want an address that other machines don't reach, such as 127.0.0.1:0 or [::1]:8080")

// Listen listens at an address of this machine that no other machine reaches, such as 127.0.0.1:0 or [::1]:8080.
// Port 0 is one that is free.
func Listen(addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err == nil && host == "localhost" {
		host = "127.0.0.1"
	}
	ip, ipErr := netip.ParseAddr(host)
	_, portErr := strconv.ParseUint(port, 10, 16)
	if err != nil || ipErr != nil || portErr != nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("%q: %w", addr, ErrAddr)
	}
	return net.Listen("tcp", net.JoinHostPort(host, port))
}

// Host reports whether a Host header names this machine: a foreign name may be made to resolve to this machine. Any
// port will do: it may be forwarded.
func Host(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = strings.TrimSuffix(strings.TrimPrefix(hostport, "["), "]")
	}
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// OwnOrigin reports whether a request comes from the server's own page, or from no page at all: no page of another site
// may call, not even to try.
func OwnOrigin(r *http.Request) bool {
	for _, origin := range r.Header.Values("Origin") {
		if !strings.EqualFold(origin, "http://"+r.Host) {
			return false
		}
	}
	return true
}
