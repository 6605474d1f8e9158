package general

import (
	"context"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// TestWhatAFailureStandsBelow holds that the title above an error is as critical as the error, and that lines between
// the first line of a test and its verdict are the test's.
func TestWhatAFailureStandsBelow(t *testing.T) {
	rule := strings.Repeat("-", 79)
	boxed := rule + "\nunit is a host application\n" + rule + "\nvectors can be resized\n" + rule +
		"\nvec_test.cpp:24\n....\n\nvec_test.cpp:38: FAILED:\n  REQUIRE( v.capacity() >= 10 )\n1 failed\n"
	begun := "[ RUN      ] A.Other\n[       OK ] A.Other (0 ms)\n[ RUN      ] A.Adds\na_test.cc:40: Failure\n" +
		"Expected equality of these values:\n  parse()\n  3\n[  FAILED  ] A.Adds (1 ms)\n" +
		"[ RUN      ] A.More\n[       OK ] A.More (0 ms)\n"
	tests := []struct{ name, text, want string }{
		{"a title", boxed, "vectors can be resized"},
		{"a scenario", "Scenario: pays by card\nstep 1\nstep 2\nerror: expected 200, got 402\n",
			"Scenario: pays by card"},
		{"a value below a rule", rule + "\nFILE=\"host" + strings.Repeat("/a-long-path", 20) + "\"\n\nerror: got 402\n",
			"error: got 402"},
		{"a test that began", begun, "a_test.cc:40: Failure"},
	}
	for _, tt := range tests {
		in := &strategies.Input{Family: strategies.FamilyExec, Status: result.Status{Known: true, Code: 1}}
		c := strategies.NewCollector(false)
		if err := New(passing).Digest(context.Background(), in, strategies.NewText(tt.text), c); err != nil {
			t.Fatal(err)
		}
		var critical []string
		for _, f := range c.Digest().Facts {
			if f.Rank == strategies.Critical {
				critical = append(critical, f.Text)
			}
		}
		got := strings.Join(critical, "\n")
		if !strings.Contains(got, tt.want) || strings.Contains(got, "host") {
			t.Errorf("%s: %q isn't among the critical lines %q", tt.name, tt.want, critical)
		}
	}
}
