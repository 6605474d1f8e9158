package general

import (
	"slices"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

func TestPassesOn(t *testing.T) {
	const cause = `process "/bin/sh -c make all" did not complete successfully: exit code: 1`
	tests := []struct {
		name, first, second, adds string
		want                      bool
	}{
		{"another layer", "#72 ERROR: " + cause, "ERROR: failed to solve: " + cause,
			"ERROR: failed to solve: ", true},
		{"two layers", "ERROR: failed to solve: " + cause,
			"##[error]bake failed with: ERROR: failed to solve: " + cause,
			"##[error]bake failed with: ", true},
		{"the same again", "ERROR: " + cause, "ERROR: " + cause, "", true},
		{"another cause", "ERROR: " + cause,
			"ERROR: failed to push: denied: requested access to the resource is denied", "", false},
		{"another name", "Error: Cannot find module 'a' imported from /srv/shop/web/index.js",
			"Error: Cannot find module 'b' imported from /srv/shop/web/index.js", "", false},
		{"another place", "a.c:9:1: error: implicit declaration of function 'reticulate_splines'",
			"b.c:7:3: error: implicit declaration of function 'reticulate_splines'", "", false},
		{"the same place", "..../srv/a.py:215: FutureWarning: the default of this argument will change",
			"../srv/a.py:215: FutureWarning: the default of this argument will change", "", false},
		{"too short", "error: it is broken", "fatal: error: it is broken", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var e echoes
			if e.passesOn(1, tt.first) {
				t.Fatal("the first line passes nothing on")
			}
			if got := e.passesOn(2, tt.second); got != tt.want || e.heads[2] != tt.adds {
				t.Errorf("passesOn = %v, adding %q; want %v, %q", got, e.heads[2], tt.want, tt.adds)
			}
		})
	}
}

// TestWhatPassedIsNoNeighbour holds that lines of passed tests stand behind all others of a failure, though they name
// errors or stand beside one.
func TestWhatPassedIsNoNeighbour(t *testing.T) {
	text := "warning: an old compiler\ntest ui/match-error.rs ... ok\ntest ui/panic.rs ... ignored, only with panic\n" +
		"error: the linker is gone\ntest ui/abort.rs ... ok\nok  \texample.com/fault\t0.2s\n"
	in := &strategies.Input{Status: result.Status{Known: true, Code: 1}}
	got := ranked(t, in, text, strategies.Context)
	if want := []string{"warning: an old compiler", "error: the linker is gone"}; !slices.Equal(got, want) {
		t.Errorf("shown first: %q, want %q", got, want)
	}
}

// TestBodiesOfFailedTests holds that what a failed test printed comes before what else its run did.
func TestBodiesOfFailedTests(t *testing.T) {
	failed := parsed{Report: report.Report{Outcome: strategies.Fail, Region: strategies.Span{First: 1, Last: 9}}}
	for _, tt := range []struct {
		block uint32
		want  strategies.Rank
	}{{0, strategies.Detail}, {1, strategies.Context}} {
		m := mark{line: 5, block: tt.block, rank: strategies.Context}
		if demote(&m, []parsed{failed}, map[uint32]bool{1: true}, false, 9); m.rank != tt.want {
			t.Errorf("a line of block %d has rank %v, want %v", tt.block, m.rank, tt.want)
		}
	}
}
