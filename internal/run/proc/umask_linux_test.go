package proc

import (
	"syscall"
	"testing"
)

func TestUmask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	if got := Umask(); got != "0027" {
		t.Errorf("Umask() = %q, want 0027", got)
	}
}
