//go:build unix

package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/run/proc/pty"
)

// TestStatsTerminal: on a terminal there are colours, unless something switches them off, and on none is ever waited
// for a status.
func TestStatsTerminal(t *testing.T) {
	p := newStatsPlace(t)
	p.run("", "run", "--", "seq", "1000")
	for _, c := range []struct {
		name, env string
		args      []string
		colours   bool
	}{
		{"terminal", "TERM=xterm", []string{"stats"}, true},
		{"NO_COLOR", "NO_COLOR=1", []string{"stats"}, false},
		{"dumb", "TERM=dumb", []string{"stats"}, false},
		{"JSON", "TERM=xterm", []string{"stats", "--json"}, false},
		{"status line", "TERM=xterm", []string{"stats", "--statusline"}, false},
	} {
		var out bytes.Buffer
		_, err := proc.Run(t.Context(), proc.Command{
			Argv: append([]string{p.program}, c.args...), Stdout: &out, Pty: pty.Open(40, 80),
			Env: append(p.env, c.env),
		})
		if err != nil || out.Len() == 0 || strings.Contains(out.String(), "\x1b[") != c.colours {
			t.Errorf("%s: %v\n%q", c.name, err, out.String())
		}
	}
}
