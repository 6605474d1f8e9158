package shell

import "testing"

// TestHasCall: the result of a shim, which names its program by the path, belongs to the line that ran it.
func TestHasCall(t *testing.T) {
	for _, c := range []struct {
		line, command string
		want          bool
	}{
		{"go test ./... | tail -2", "/usr/local/go/bin/go test ./...", true},
		{"make", "make", true},
		{"echo 'see toktee show 401882137095'", "/usr/local/go/bin/go test ./...", false},
		{"go test ./... | tail -2", "/usr/local/go/bin/go test ./mux", false},
		{"for d in a b; do (cd $d && sudo /usr/bin/make -s 2>&1 | tail -3); done", "make -s", true},
		{"watch 'make -s'", "make -s", true},
		{"if ! make; then ", "make", true}, // a part of a line
		{"grep -n unit make.log", "make", false},
		{"git commit -m 'the files of make'", "make", false},
	} {
		if got := HasCall(c.line, c.command); got != c.want {
			t.Errorf("HasCall(%q, %q) = %v", c.line, c.command, got)
		}
	}
}
