package host_test

import (
	"testing"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/shell"
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

func TestShortened(t *testing.T) {
	h, _ := newEnv(t).open(t, nil)
	for _, id := range []string{"401882137095", "771549137870"} {
		if err := h.Store().Put(t.Context(), store.Record{ID: id, Result: []byte("{}")}); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]bool{
		"2000 lines\n1\n… 1999 lines left out: toktee show 401882137095\n":                            true,
		"… 1389 lines left out, most at 610-1400; next: toktee show 401882137095 --lines 211:410":     true,
		"rc 2\n… 3 lines left out: toktee show 771549137870\nrc 3\n":                                  true,
		"1\n… 85 lines left out; next: toktee_output {\"id\": \"401882137095\", \"lines\": \"9:28\"}": true,
		"1873 lines left out: toktee show 401882137095":                                               false,
		"… 85 lines left out: toktee_output {\"id\": \"4018\"}":                                       false,
		"… 1873 lines left out: toktee show 4018":                                                     false,
		"a line such as `… 1873 lines left out: toktee show 401882137095` says what was left out":     false,
		"… 12 lines (3-14)\nrun toktee show 401882137095 for these":                                   false,
		"… 112 lines left out: toktee show 401882137096":                                              false,
		// no such result
		"… 9 lines left out: toktee show 401882137095\n… 9 lines left out: toktee show 401882137096": false,
		"": false,
	} {
		if got := h.Shortened(text); got != want {
			t.Errorf("Shortened(%q) = %t", text, got)
		}
	}
}
