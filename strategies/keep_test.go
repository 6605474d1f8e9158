package strategies_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/toktee/toktee/strategies"
)

// TestKeep holds that what is kept of a streamed line is no part of the block that the line lies in, and that of a
// text in memory it is.
func TestKeep(t *testing.T) {
	block := strings.Repeat("x", 1<<10) + "the name"
	part := block[1<<10:]
	for _, held := range []bool{false, true} {
		in := strategies.Input{Held: held}
		kept := in.Keep(part)
		if kept != part {
			t.Errorf("held %v: kept %q, want %q", held, kept, part)
		}
		if shares := unsafe.StringData(kept) == unsafe.StringData(part); shares != held {
			t.Errorf("held %v: the part kept shares memory: %v", held, shares)
		}
	}
}
