package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/toktee/toktee/internal/testing/wiretest"
)

// A task is something to do, and the answers of a model that does it.
type task struct {
	prompt string
	files  map[string]string
	turns  []wiretest.Turn
}

func taskNames() []string { return slices.Sorted(maps.Keys(tasks)) }

var tasks = map[string]task{
	// fix is a failing test: run it, find the bug, fix it, run it again.
	"fix": {
		prompt: "The test fails. Find out why and fix it.",
		files: map[string]string{
			"sum.sh": "# adds its two arguments\nsum() {\n  echo $(($1 - $2))\n}\n",
			"test.sh": ". ./sum.sh\n" +
				"got=$(sum 2 3)\n" +
				"if [ \"$got\" != 5 ]; then\n" +
				"  echo \"FAIL: sum 2 3 is $got, want 5\"\n" +
				"  exit 1\n" +
				"fi\n" +
				"echo \"PASS: sum 2 3 is 5\"\n",
		},
		turns: []wiretest.Turn{
			{Text: "I'll run the test first.", Calls: commands("sh test.sh")},
			{Text: "It says that the sum is wrong. I'll read both files.", Calls: []wiretest.Call{
				{Name: "read", Arguments: `{"path":"sum.sh"}`},
				{Name: "grep", Arguments: `{"pattern":"sum ","path":"."}`},
			}},
			{Text: "It subtracts.", Calls: []wiretest.Call{
				{Name: "edit", Arguments: `{"path":"sum.sh","old_string":"$1 - $2","new_string":"$1 + $2"}`},
			}},
			{Calls: commands("sh test.sh")},
			{Text: "The test passes: sum subtracted its second argument, and now adds it."},
		},
	},
	// count is many small steps, each of which leaves a trace.
	"count": {prompt: "Count to 100, one command a number.", turns: counting(100)},
	// wait is a command that takes a minute, to try how a run is stopped.
	"wait": {
		prompt: "Wait for a minute.",
		turns: []wiretest.Turn{
			{Text: "I'll note the start, and wait.", Calls: commands("echo started > started.txt; echo started")},
			{Calls: commands("echo waiting; sleep 60; echo done", "trap '' INT TERM; echo deaf; sleep 60; sleep 60")},
			{Text: "A minute is over."},
		},
	},
}

// commands returns calls that run commands, which have no character that JSON escapes.
func commands(lines ...string) []wiretest.Call {
	var calls []wiretest.Call
	for _, line := range lines {
		calls = append(calls, wiretest.Call{Name: "exec", Arguments: `{"command":"` + line + `"}`})
	}
	return calls
}

// counting returns the turns that write the numbers from 1 to n to a file, by one or two commands a step.
func counting(n int) []wiretest.Turn {
	var turns []wiretest.Turn
	for i := 1; i <= n; {
		var t wiretest.Turn
		for range 1 + i%2 {
			call := commands(fmt.Sprintf("echo %d >> numbers.txt; echo %d", i, i))[0]
			call.ID = fmt.Sprintf("call_%d", i)
			t.Calls = append(t.Calls, call)
			i++
		}
		t.Text = fmt.Sprintf("Number %d is next.", i)
		turns = append(turns, t)
	}
	return append(turns, wiretest.Turn{Text: "That's all."})
}
