package host_test

import (
	"testing"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/shell"
)

func TestRetrieves(t *testing.T) {
	tests := []struct {
		argv []string
		want bool
	}{
		{[]string{"toktee", "show", "1"}, true},
		{[]string{"/usr/local/bin/toktee", "show"}, true},
		{[]string{"toktee", "ls"}, true},
		{[]string{"bash", "-lc", "toktee show 1 | head -50"}, true},
		{[]string{"sh", "-c", "cd x && toktee show 1"}, true},
		{[]string{"env", "A=b", "toktee", "show", "1"}, true},
		{[]string{"toktee", "run", "--", "toktee", "show"}, true},
		{[]string{"toktee", "run", "--", "make"}, false},
		{[]string{"toktee"}, false},
		{[]string{"echo", "toktee", "show"}, false},
		{[]string{"sh", "-c", "make; toktee show"}, false},
		{[]string{"sh", "-c", "toktee show $("}, false},
		{[]string{"nottoktee", "show"}, false},
		{nil, false},
	}
	for _, tt := range tests {
		if got := host.Retrieves(shell.Quote(tt.argv)); got != tt.want {
			t.Errorf("Retrieves(%q) = %v, want %v", tt.argv, got, tt.want)
		}
	}
}
