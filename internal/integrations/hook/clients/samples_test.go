package clients

import (
	"encoding/base64"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
)

// A sample is a call that each agent makes without toktee, with it, and after it.
type sample struct {
	name  string // in [client.gets]
	title string // in the tables
	call  func(c *client, s *site) fakemodel.Call
	// hides is a line of the output, and none of the text in its place. It is left out of samples that agents shorten
	// themselves, each as it likes.
	hides string
	// says is what any text in its place says.
	says []string
	// never is what no text in its place says.
	never string
	// prints is what the command prints, where that is known: "toktee show" has it.
	prints string
	// exit is the command's exit code.
	exit int
}

// rows are the lines that "seq -f FORMAT N" prints.
func rows(format string, n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		b.WriteString(strings.Replace(format, "%g", fmt.Sprint(i), 1) + "\n")
	}
	return b.String()
}

const (
	listFormat = "line %g of a listing"
	jobFormat  = "line %g of a job"
	hugeFormat = "row %g of a huge table"
	hugeRows   = 20000
	// hugeCommand pauses before its last 77 KB. From 100 KB on, opencode forgets an output by the chunks that it reads
	// from the pipe, up to the last one, and then sends up to 50 KB of what is left. Without the pause, the chunks and
	// what is left differ from run to run.
	hugeCommand = "seq -f '" + hugeFormat + "' 17000; sleep 1; seq -f '" + hugeFormat + "' 17001 20000"
	noteFormat  = "line %g of the notes, which say a little of everything"
	hayFormat   = "needle %g in the haystack, which is a stack of hay in a barn behind the old house of a farmer"
)

func shell(command string) func(*client, *site) fakemodel.Call {
	return func(c *client, _ *site) fakemodel.Call { return c.shell(command) }
}

func reads(path string) func(*client, *site) fakemodel.Call {
	return func(c *client, s *site) fakemodel.Call { return c.read(filepath.Join(s.project, path)) }
}

func mcpCall(tool string) func(*client, *site) fakemodel.Call {
	return func(c *client, _ *site) fakemodel.Call { return c.mcp(tool) }
}

// has reports whether the client has the tool of a sample.
func (sm *sample) has(c *client) bool {
	switch {
	case strings.HasPrefix(sm.name, "mcp"):
		return c.mcp != nil
	case sm.name == "read" || sm.name == "long read":
		return c.read != nil
	case sm.name == "search":
		return c.search != nil
	}
	return true
}

const (
	greenCommand = "go test -count=1 -v ./green"
	redCommand   = "go test -count=1 -v ./red"
	redSays      = "got 137, want 138"

	// rawCommand counts what reaches a pipe, a file, and a file into which the shell redirects itself.
	rawCommand = redCommand + " | " + countPassed + "; " + redCommand + " >a.out; " + countPassed + " <a.out; " +
		"{ " + redCommand + "; } >b.out; " + countPassed + " <b.out"
	// hiddenCommand shows nothing of the tests that fail but their number of lines.
	hiddenCommand = redCommand + " 2>&1 | wc -l"
	hiddenSays    = ": 2 failed: TestRed/case_137"
	countPassed   = "grep -c 'PASS: TestRed/case'"
	rawCounts     = "299\n299\n299"
)

// redAt is where the tests that fail are among the samples, of which every client has the first ones.
const redAt = 1

func samples() []sample {
	return []sample{
		{
			name: "green", title: "tests that pass", call: shell(greenCommand), hides: "--- PASS: TestGreen/case_150",
			says: []string{"30[01] passed"}, never: "(?i)fail",
		},
		{
			name: "red", title: "tests that fail", call: shell(redCommand), hides: "--- PASS: TestRed/case_150",
			says: []string{"TestRed/case_137", redSays, "(?i)fail"}, exit: 1,
		},
		{
			name: "list", title: "another command, 9 KB", call: shell("seq -f '" + listFormat + "' 400"),
			hides: "line 200 of a listing", prints: rows(listFormat, 400),
		},
		{
			name: "exit", title: "another command that fails", call: shell("seq -f '" + jobFormat + "' 400; exit 3"),
			hides: "line 200 of a job", prints: rows(jobFormat, 400), exit: 3,
		},
		{
			name: "huge", title: "a huge output, 500 KB",
			call: shell(hugeCommand), hides: "row 1000 of a huge table",
			says: []string{"20,?000"}, prints: rows(hugeFormat, hugeRows),
		},
		{name: "read", title: "a read, 11 KB", call: reads("notes.txt"), hides: "line 100 of the notes"},
		{name: "long read", title: "a read, 60 KB", call: reads("long.txt"), hides: "line 900 of the notes"},
		{
			name: "search", title: "a search",
			call: func(c *client, s *site) fakemodel.Call { return c.search("needle", s.project) },
		},
		{name: "mcp", title: "an MCP result", call: mcpCall("rows"), hides: "row 200 of the table", prints: mcpRows()},
		{name: "mcp error", title: "an MCP error", call: mcpCall("fails"), hides: "row 200 of the table"},
		{
			name: "mcp structured", title: "an MCP result with structured content", call: mcpCall("structured"),
			hides: "row 200 of the table",
		},
	}
}

// refused is the file that the commands make which the user's rules refuse. The second is of a program with a shim.
const refused = "refused.txt"

var refusedCommands = []string{"touch " + refused, "go generate ./..."}

// projectFiles are the files of a project: a Go module with tests that pass and tests that fail, and texts.
func projectFiles() map[string]string {
	png, err := base64.StdEncoding.DecodeString(pixel)
	if err != nil {
		panic(err) // it is a constant
	}
	return map[string]string{
		"go.mod":              "module example.com/shop\n\ngo 1.21\n",
		"gen.go":              "package shop\n\n//go:generate touch " + refused + "\n",
		"green/green_test.go": goTest("green", "TestGreen", 0),
		"red/red_test.go":     goTest("red", "TestRed", 137),
		"notes.txt":           rows(noteFormat, 200),
		"long.txt":            rows(noteFormat, 1100),
		"hay.txt":             rows(hayFormat, 400),
		"pixel.png":           string(png),
	}
}

// projectHistory makes a repository of the project, with 40 commits.
const projectHistory = `git init -q . && git config user.name Ann && git config user.email ann@example.com
for i in $(seq 10 49); do
	GIT_AUTHOR_DATE="2026-01-01T00:00:$i" GIT_COMMITTER_DATE="2026-01-01T00:00:$i" git commit -q --allow-empty \
		-m "Step $i of the shop" -m "It is a step to a better shop." || exit 1
done`

// goTest is a test with 300 cases, of which one may fail.
func goTest(pkg, name string, fails int) string {
	return fmt.Sprintf(`package %s

import (
	"fmt"
	"testing"
)

func %s(t *testing.T) {
	for i := 1; i <= 300; i++ {
		t.Run(fmt.Sprintf("case_%%03d", i), func(t *testing.T) {
			if i == %d {
				t.Errorf("got %%d, want %%d", i, i+1)
			}
		})
	}
}
`, pkg, name, fails)
}
