package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/transcript"
)

func TestBar(t *testing.T) {
	var out bytes.Buffer
	silent := newBar(&out, []transcript.Source{{Size: 4 << 20}})
	silent.add(1 << 20)
	silent.done()
	if out.Len() > 0 {
		t.Errorf("it draws %q where there is no terminal", out.String())
	}
	b := &bar{w: &out, total: 8 << 20}
	b.add(2 << 20)
	if got, want := out.String(), "\r[#######                       ]  25% 1 MB"; got != want {
		t.Errorf("it draws %q, want %q", got, want)
	}
	b.add(100 << 20)
	if l := b.line(); !strings.Contains(l, "100%") {
		t.Errorf("it goes past its end: %q", l)
	}
	out.Reset()
	if b.done(); strings.TrimSpace(out.String()) != "" {
		t.Errorf("it leaves %q", out.String())
	}
}
