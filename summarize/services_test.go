package summarize_test

import (
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestServicesTell: what fails in a job stands in the text at minimal, in whatever form the CI service wrote the log,
// and whether or not the exit status is known.
func TestServicesTell(t *testing.T) {
	noise := func(before string) string {
		return strings.Repeat(
			before+"Setting up libfoo (1.2.3) ...\n"+before+"Get:1 http://distro.example/ubuntu focal/main amd64 foo\n",
			60,
		)
	}
	const stamp = "[2021-09-01T10:11:12.123Z] "
	tests := []struct {
		name, log string
		unknown   bool
		want      []string
	}{
		{
			"Buildkite, whose time stamps end with a bell",
			noise(
				"\x1b_bk;t=1630491000123\x07",
			) + "\x1b_bk;t=1630491000124\x07curl: (6) Could not resolve host: artifacts.acme.dev\n" +
				"\x1b_bk;t=1630491000125\x07user command error: exit status 6\n",
			false,
			[]string{"Could not resolve host: artifacts.acme.dev"},
		},
		{
			"Jenkins, whose step failed before those that close the job",
			noise(
				stamp,
			) + stamp + "[Pipeline] { (Test)\n" + stamp + "[Pipeline] sh\n" + stamp + "+ ./ci.sh build\n" +
				stamp + "go: github.com/acme/core@v9.9.9: unknown revision v9.9.9\n" +
				stamp + "[Pipeline] }\n" + stamp + "[Pipeline] // stage\n" +
				stamp + "[Pipeline] junit\n" + stamp + "Recording test results\n" +
				stamp + "[Pipeline] // node\n" + stamp + "[Pipeline] End of Pipeline\n" +
				stamp + "ERROR: script returned exit code 1\n" + stamp + "Finished: FAILURE\n",
			false,
			[]string{"unknown revision v9.9.9"},
		},
		{
			"Travis, and nobody knows how it ended",
			"travis_fold:start:install\n" + noise(
				"",
			) + "travis_fold:end:install\n$ ./ci.sh build\n" +
				"Bundler could not find compatible versions for gem \"rails\":\n  In Gemfile:\n" +
				"    rails (~> 6.1.0)\n\nThe command \"./ci.sh build\" exited with 1.\n" +
				"travis_fold:start:after_failure\n" + noise(
				"",
			) + "travis_fold:end:after_failure\n\nDone. Your build exited with 1.\n",
			true,
			[]string{"could not find compatible versions for gem \"rails\""},
		},
		{
			"Azure, and nobody knows how it ended",
			"##[section]Starting: Test\n" + noise(
				"",
			) + "src/a.c:14:3: error: 'foo' undeclared (first use in this function)\n" +
				"##[error]Bash exited with code '1'.\n##[section]Finishing: Test\n" + noise(
				"",
			),
			true,
			[]string{"src/a.c:14:3: error: 'foo' undeclared"},
		},
		{
			"tests of one browser",
			noise(
				"",
			) + "Chrome Headless 90.0 (Linux x86_64) Order total sums up FAILED\n\tError: Expected 41 to be 42.\n" +
				"Chrome Headless 90.0 (Linux x86_64) Order ships when paid FAILED\n" +
				"\tTypeError: Cannot read property 'ship' of null\nTOTAL: 2 FAILED, 5 SUCCESS\n",
			false,
			[]string{"Order total sums up", "Order ships when paid"},
		},
		{
			"scalatest",
			noise(
				"",
			) + "[info] - should add items\n[info] - should have a total *** FAILED ***\n" +
				"[info]   41 did not equal 42 (OrderSpec.scala:14)\n[info] - should ship *** FAILED ***\n" +
				"[info]   2 did not equal 3 (OrderSpec.scala:19)\n[info] *** 2 TESTS FAILED ***\n",
			false,
			[]string{"should have a total", "should ship"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := ran("", tt.log, 1)
			if tt.unknown {
				req.Status = result.Status{}
			}
			got := summary(t, summarize.Minimal, req).LLMContent()
			for _, w := range tt.want {
				if !strings.Contains(got, w) {
					t.Errorf("%q is not in the text:\n%s", w, got)
				}
			}
		})
	}
}
