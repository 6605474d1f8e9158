package general_test

import (
	"context"
	"strings"
	"testing"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestGeneralTier3: the general engine shows the failures of tools that have no parser. Names and messages of the
// failures are in the text at 250 tokens. The outputs follow the tools' public documentation, among lines of passed
// tests.
func TestGeneralTier3(t *testing.T) {
	many := func(line string, n int) string { return strings.Repeat(line+"\n", n) }
	tests := []struct {
		name, command, text string
		want                []string
	}{
		{"dotnet test", "dotnet test", "  Determining projects to restore...\n" +
			"  All projects are up-to-date for restore.\n  Shelf -> /src/shelf/bin/Debug/net8.0/Shelf.dll\n" +
			many("  Passed Shelf.Tests.BasketTests.Keeps_Order [3 ms]", 60) +
			"  Failed Shelf.Tests.BasketTests.Takes_Discount [12 ms]\n  Error Message:\n" +
			"   Assert.Equal() Failure: Values differ\nExpected: 1275\nActual:   -750\n  Stack Trace:\n" +
			"     at Shelf.Tests.BasketTests.Takes_Discount() in /src/tests/BasketTests.cs:line 25\n" +
			many("  Passed Shelf.Tests.OrderTests.Has_Total [1 ms]", 60) +
			"\nFailed!  - Failed:     1, Passed:   120, Skipped:     0, Total:   121, Duration: 1 s - " +
			"Shelf.Tests.dll (net8.0)\n",
			[]string{"Shelf.Tests.BasketTests.Takes_Discount", "Expected: 1275", "BasketTests.cs:line 25"}},
		{"dotnet build", "dotnet build", many("  Shelf.Core -> /src/core/bin/Debug/net8.0/Shelf.Core.dll", 80) +
			"/src/shelf/Basket.cs(25,13): error CS0103: The name 'percent' does not exist in the current context " +
			"[/src/shelf/Shelf.csproj]\n\nBuild FAILED.\n\n    0 Warning(s)\n    1 Error(s)\n",
			[]string{"Basket.cs(25,13)", "CS0103", "The name 'percent' does not exist"}},
		{"swift test", "swift test", many("Test Case '-[ShelfTests.OrderTests testTotal]' passed (0.001 seconds).",
			60) +
			"Test Case '-[ShelfTests.BasketTests testDiscount]' started.\n" +
			"/src/Tests/ShelfTests/BasketTests.swift:25: error: -[ShelfTests.BasketTests testDiscount] : " +
			"XCTAssertEqual failed: (\"-750\") is not equal to (\"1275\") - fifteen percent off\n" +
			"Test Case '-[ShelfTests.BasketTests testDiscount]' failed (0.012 seconds).\n" +
			many("Test Case '-[ShelfTests.PostageTests testZones]' passed (0.001 seconds).", 60) +
			"Test Suite 'All tests' failed at 2026-11-20 19:21:22.123.\n" +
			"\t Executed 121 tests, with 1 failure (0 unexpected) in 0.412 (0.420) seconds\n",
			[]string{"BasketTests testDiscount", "BasketTests.swift:25", "is not equal to"}},
		{"swift testing", "swift test", many("✔ Test totals() passed after 0.001 seconds.", 80) +
			"✘ Test discount() recorded an issue at BasketTests.swift:25:5: Expectation failed: " +
			"(basket.total → -750) == 1275\n✘ Test discount() failed after 0.002 seconds with 1 issue.\n" +
			"✘ Test run with 81 tests failed after 0.101 seconds with 1 issue.\n",
			[]string{"Test discount()", "BasketTests.swift:25:5", "(basket.total → -750) == 1275"}},
		{"kotlinc", "kotlinc src -d shelf.jar", many("warning: parameter 'unused' is never used, could be renamed to _",
			60) +
			"src/Basket.kt:25:13: error: unresolved reference: percent\n        if (percent < 0) return this\n" +
			"            ^\n",
			[]string{"src/Basket.kt:25:13", "unresolved reference: percent"}},
		{"terraform", "make deploy", many("aws_instance.web: Still creating... [10s elapsed]", 80) +
			"╷\n│ Error: creating EC2 Instance: InvalidAMIID.NotFound: The image id '[ami-0abc]' does not exist\n│ \n" +
			"│   with aws_instance.web,\n│   on main.tf line 12, in resource \"aws_instance\" \"web\":\n" +
			"│   12: resource \"aws_instance\" \"web\" {\n│ \n╵\n",
			[]string{"InvalidAMIID.NotFound", "main.tf line 12"}},
		{"helm", "helm upgrade --install shelf ./chart",
			many("coalesce.go:220: warning: cannot overwrite table with non table for shelf.resources", 60) +
				"Error: UPGRADE FAILED: cannot patch \"shelf-web\" with kind Deployment: Deployment.apps " +
				"\"shelf-web\" is invalid: spec.selector: Invalid value: field is immutable\n",
			[]string{"UPGRADE FAILED", "field is immutable"}},
		{"ansible", "ansible-playbook site.yml",
			"PLAY [web] *********************************************************************\n\n" +
				"TASK [Gathering Facts] *********************************************************\n" +
				many("ok: [web-01.example.com]", 60) +
				"\nTASK [install nginx] ***********************************************************\n" +
				many("changed: [web-01.example.com]", 20) +
				"fatal: [web-02.example.com]: FAILED! => {\"changed\": false, \"msg\": \"No package matching " +
				"'ngins' is available\"}\n\nPLAY RECAP " +
				"*********************************************************************\n" +
				"web-01.example.com         : ok=2    changed=1    unreachable=0    failed=0    skipped=0\n" +
				"web-02.example.com         : ok=1    changed=0    unreachable=0    failed=1    skipped=0\n",
			[]string{"web-02.example.com", "No package matching 'ngins' is available"}},
		{"a runner that nobody knows", "bin/grindstone --all", "grindstone 0.3: 122 wheels\n" +
			many("wheel 'order keeps its total' turned fine", 60) +
			"wheel 'basket takes a discount' JAMMED\n   error: wanted 1275, came out as -750\n" +
			"   near basket.grit:25\n" + many("wheel 'postage has zones' turned fine", 60) +
			"wheel 'labels are printed' JAMMED\n   error: no printer on lpt1\n   near labels.grit:9\n" +
			"done: 120 fine, 2 failed\n",
			[]string{"wanted 1275, came out as -750", "basket.grit:25", "no printer on lpt1", "labels.grit:9",
				"2 failed"}},
		{"a runner with marks", "bin/plumb", many("  ok  walls/upright", 90) +
			"  ✗ floors/level\n      the floor drops by 4 mm (floors.pl:31)\n  ✗ roof/tight\n" +
			"      water came through (roof.pl:8)\n\n2 of 92 checks failed\n",
			[]string{"floors/level", "drops by 4 mm", "roof/tight", "water came through", "2 of 92 checks failed"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := summarize.Summarize(context.Background(), summarize.Config{Enabled: true, Budget: 250},
				summarize.Request{
					Tool: "exec", Command: tt.command, Stdout: []byte(tt.text),
					Status: result.Status{Known: true, Code: 1},
				})
			if err != nil {
				t.Fatal(err)
			}
			if n := r.Metadata().LLMTokens; n > 250 || r.Metadata().UITokens < 500 {
				t.Errorf("%d of %d tokens", n, r.Metadata().UITokens)
			}
			for _, w := range tt.want {
				if !strings.Contains(r.LLMContent(), w) {
					t.Errorf("%q is missing:\n%s", w, r.LLMContent())
				}
			}
		})
	}
}
