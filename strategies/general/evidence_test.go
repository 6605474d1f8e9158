package general

import (
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// TestEvidenceWithoutWords holds that lines which show what failed, without a word for it, come before other lines.
func TestEvidenceWithoutWords(t *testing.T) {
	progress := strings.Repeat("compiling another module of this project\nall is well with it\n", 40)
	for _, c := range []struct {
		name, text string
		rank       strategies.Rank
		want       []string
	}{
		{"a place without its message, which is the next line",
			"ERROR: /home/dev/test_all.pl:45:\n\ttest routes_3: wrong answer\n", strategies.Critical,
			[]string{"ERROR: /home/dev/test_all.pl:45:", "\ttest routes_3: wrong answer"}},
		{"a numbered list of errors, but not the one of warnings",
			"Errors:\n1. main is dist/main.cjs, which isn't there.\n2. types should be first.\n" +
				"Warnings:\n1. name is short\n", strategies.Critical,
			[]string{"1. main is dist/main.cjs, which isn't there.", "2. types should be first."}},
		{"the reason of a test below its frames",
			"cart_tests: add_test...*failed*\nin function cart_tests:add_test/0 (test/cart_tests.erl, line 20)\n" +
				"in call from eunit_proc:run/1 (eunit_proc.erl, line 71)\n**error:{badkey,sku_7731}\n",
			strategies.Critical,
			[]string{"cart_tests: add_test...*failed*", "**error:{badkey,sku_7731}",
				"in function cart_tests:add_test/0 (test/cart_tests.erl, line 20)"}},
		{"the innermost frame that isn't a library's",
			"Traceback (most recent call last):\n  File \"/usr/bin/migrate\", line 8, in <module>\n    main()\n" +
				"  File \"db/add_currency.py\", line 12, in up\n    add(column)\n" +
				"  File \"<string>\", line 3, in add\n" +
				"  File \"/usr/lib/python3/dist-packages/orm/base.py\", line 9, in add\n" +
				"    raise self.Missing(table)\n" +
				"orm.base.Missing: invoice\n", strategies.Evidence,
			[]string{"orm.base.Missing: invoice", "  File \"db/add_currency.py\", line 12, in up", "    add(column)"}},
		{"the thread that crashed",
			"Fatal Python error: Segmentation fault\n\nThread 0x00007fbbea (most recent call first):\n" +
				"  File \"run.py\", line 24 in wait\n\nCurrent thread 0x00007fbbeb (most recent call first):\n" +
				"  File \"/usr/lib/python3.13/ctypes/__init__.py\", line 519 in string_at\n" +
				"  File \"decode.py\", line 7 in decode\n  File \"decode.py\", line 9 in main\n", strategies.Evidence,
			[]string{"Fatal Python error: Segmentation fault", "Current thread 0x00007fbbeb (most recent call first):",
				"  File \"decode.py\", line 7 in decode"}},
		{"the place of code that can't be compiled",
			"  File \"shop/cart.py\", line 20\n    def add(a, b)\n                 ^\nSyntaxError: expected ':'\n",
			strategies.Evidence, []string{"SyntaxError: expected ':'", "  File \"shop/cart.py\", line 20"}},
		{"messages at places", "nb.po:144: entries do not both end with a line feed\n", strategies.Evidence,
			[]string{"nb.po:144: entries do not both end with a line feed"}},
		{"the changes that a check of formats wants",
			"--- shop/cart.py\n+++ shop/cart.py\n@@ -1,3 +1,3 @@\n import a\n-import c\n+import b\n",
			strategies.Evidence, []string{"@@ -1,3 +1,3 @@", "-import c", "+import b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ranked(t, failedCommand(), progress+c.text+progress+"the\nlast\nlines\n", c.rank)
			for _, want := range c.want {
				if !slices.Contains(got, want) {
					t.Errorf("%q isn't there: %q", want, got)
				}
			}
			for _, line := range got {
				if strings.Contains(line, "name is short") {
					t.Errorf("%q is there", line)
				}
			}
		})
	}
}

// TestReportOfACrash: if a program ended itself by a signal, its report of the crash comes before its last lines.
func TestReportOfACrash(t *testing.T) {
	text := "Fatal Python error: Segmentation fault\n" + strings.Repeat("a thread waits\n", 20) + "the\nlast\nlines\n"
	for _, tt := range []struct {
		status result.Status
		last   bool
	}{
		{result.Status{Known: true, Code: 139}, false},
		{result.Status{Known: true, Code: 0, Signal: "SIGABRT"}, false},
		{result.Status{Known: true, Code: 137}, true},
		{result.Status{Signal: "SIGTERM"}, true},
	} {
		got := ranked(t, &strategies.Input{Status: tt.status}, text, strategies.Critical)
		if slices.Contains(got, "lines") != tt.last {
			t.Errorf("%+v: the last lines are critical: %v, want %v", tt.status, !tt.last, tt.last)
		}
	}
}
