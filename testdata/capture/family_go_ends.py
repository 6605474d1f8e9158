"""The ways a go test, build or vet run may end besides plain green and red, over the project "ferry": killed, empty, crashed, unbuildable."""

import json
import re
import signal

from corpus import HOME, at, case, project, quiet, report, run, stopped
from family_go import events, less

FILES = {
    "go.mod": "module example.com/ferry\n\ngo 1.24\n",
    "tide/tide.go": '''// Package tide knows when there is water enough under the keel.
package tide

import "fmt"

// A Level is a height of water in centimetres.
type Level int

// Rise adds hours of flood to a level, by the rule of twelfths.
func Rise(low, high Level, hours int) Level {
	parts := []Level{0, 1, 3, 6, 9, 11, 12}
	return low + (high-low)*parts[hours]/12
}

// String prints metres.
func (l Level) String() string {
	return fmt.Sprintf("%d.%02d m", l/100, l%100)
}
''',
    "tide/tide_test.go": '''package tide

import "testing"

func TestRise(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		hours int
		want  Level
	}{{"slack", 0, 80}, {"first_hour", 1, 105}, {"third_hour", 3, 230}, {"high_water", 6, 380}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Rise(80, 380, tt.hours); got != tt.want {
				t.Errorf("Rise(80, 380, %d): got %v, want %v", tt.hours, got, tt.want)
			}
		})
	}
}

func TestString(t *testing.T) {
	t.Parallel()
	if got := Level(305).String(); got != "3.05 m" {
		t.Errorf("got %q", got)
	}
}
''',
    "berth/berth.go": '''// Package berth hands out berths to boats.
package berth

import (
	"errors"
	"sync"
)

// ErrFull says that no berth is free.
var ErrFull = errors.New("harbour is full")

// A Harbour has a fixed number of berths.
type Harbour struct {
	mu    sync.Mutex
	boats map[string]int
	free  []int
}

// Open makes a harbour with n berths.
func Open(n int) *Harbour {
	h := &Harbour{boats: map[string]int{}}
	for i := n; i > 0; i-- {
		h.free = append(h.free, i)
	}
	return h
}

// Moor gives a boat a berth.
func (h *Harbour) Moor(boat string) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.free) == 0 {
		return 0, ErrFull
	}
	b := h.free[len(h.free)-1]
	h.free = h.free[:len(h.free)-1]
	h.boats[boat] = b
	return b, nil
}

// Leave frees the berth of a boat.
func (h *Harbour) Leave(boat string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if b, ok := h.boats[boat]; ok {
		h.free = append(h.free, b)
		delete(h.boats, boat)
	}
}
''',
    "berth/berth_test.go": '''package berth

import (
	"errors"
	"os"
	"testing"
)

func TestMoor(t *testing.T) {
	h := Open(2)
	b, err := h.Moor("Aurora")
	if err != nil || b != 1 {
		t.Fatalf("Moor(Aurora) = %d, %v; want berth 1", b, err)
	}
}

func TestFull(t *testing.T) {
	h := Open(1)
	_, _ = h.Moor("Aurora")
	if _, err := h.Moor("Brise"); !errors.Is(err, ErrFull) {
		t.Errorf("second boat: %v, want ErrFull", err)
	}
}

func TestLeave(t *testing.T) {
	h := Open(1)
	_, _ = h.Moor("Aurora")
	h.Leave("Aurora")
	if _, err := h.Moor("Brise"); err != nil {
		t.Errorf("after Leave: %v", err)
	}
}

func TestCharts(t *testing.T) {
	if os.Getenv("CHARTS") == "" {
		t.Skip("CHARTS is not set")
	}
}
''',
    "cmd/ferry/main.go": '''// Command ferry prints the next hours of flood.
package main

import (
	"fmt"

	"example.com/ferry/tide"
)

func main() {
	for h := range 7 {
		fmt.Println(h, tide.Rise(80, 380, h))
	}
}
''',
}


def ferry(changes=(), files=None):
    root = project("project", {**FILES, **(files or {})})
    for path, old, new in changes:
        text = (root / path).read_text()
        if old not in text:
            raise SystemExit(f"{path} has no {old!r}")
        (root / path).write_text(text.replace(old, new, 1))
    return root


RED = [("tide/tide.go", "{0, 1, 3, 6, 9, 11, 12}", "{0, 1, 3, 5, 9, 11, 12}")]
NAMES = ["Aurora", "Brise", "Calypso", "Dorade", "Elan", "Fathom", "Gull", "Heron", "Isolde", "Juno"]


def soundings(n, red):
    """A test file of n flat tests, of which some fail by an error that names what was sounded; names and messages of those."""
    lines = ["package tide", "", 'import "testing"', ""]
    names, messages = [], []
    for i in range(n):
        name, depth = f"TestSounding{NAMES[i % len(NAMES)]}{i:02d}", 100 + i * 7
        want = depth + (4 if i in red else 0)
        lines += [f"func {name}(t *testing.T) {{", f"\tif got := Rise({depth}, {depth + 120}, 0); got != {want} {{",
                  f'\t\tt.Fatalf("{NAMES[i % len(NAMES)].lower()}: sounded %v, chart says %v", got, Level({want}))', "\t}", "}", ""]
        if i in red:
            names.append(name)
            messages.append(f"{NAMES[i % len(NAMES)].lower()}: sounded {depth // 100}.{depth % 100:02d} m, chart says {want // 100}.{want % 100:02d} m")
    return "\n".join(lines), names, messages


def capture():
    green_and_red()
    crashes()
    killed()
    empty()
    unbuildable()
    build_and_vet()
    wrappers()
    golangci()


def twin(command, root):
    return events(command.replace("go test", "go test -json").replace(" -v", ""), root)


def green_and_red():
    root = ferry()
    _, o = twin("go test -count=1 ./...", root)
    case("gotest/green-json", "go test -count=1 -json ./...", oracle=o)
    case("gotest/green-parallel-verbose", "go test -count=1 -v -parallel 4 ./...", oracle=o, facts=[["CHARTS is not set"]])
    case("gotest/green-short-cached", "go test ./...", shell="go test ./... >/dev/null; go test ./...", oracle={"failed": 0, "packages_passed": 2})
    case("gotest/green-shuffle-race", "go test -count=1 -race -shuffle=7 ./berth/", env={"CGO_ENABLED": "1"}, oracle={"failed": 0, "packages_passed": 1})

    root = ferry(RED)
    leaves, o = twin("go test -count=1 ./...", root)
    assert leaves == ["TestRise/third_hour"], leaves
    facts = ["TestRise/third_hour", "Rise(80, 380, 3): got 2.05 m, want 2.30 m", at("tide/tide_test.go", "t.Errorf(\"Rise")]
    case("gotest/one-red-parallel-verbose", "go test -count=1 -v ./...", exit=1, oracle=o, facts=facts)
    case("gotest/one-red-json", "go test -count=1 -json ./...", exit=1, oracle=o, facts=facts)
    case("gotest/one-red-cover", "go test -count=1 -cover ./...", exit=1, oracle=less(o, "passed", "skipped"), facts=facts)

    text, names, messages = soundings(80, set(range(5, 80, 2)))
    root = ferry(files={"tide/sounding_test.go": text})
    leaves, o = twin("go test -count=1 ./...", root)
    assert leaves == sorted(names), leaves
    first = [names[0], messages[0], at("tide/sounding_test.go", "chart says"), names[-1]]
    first[2] = "sounding_test.go:" + re.search(r"sounding_test\.go:(\d+): " + messages[0], report("go test -count=1 ./tide/", root))[1]
    case("gotest/dozens-red-verbose", "go test -count=1 -v ./...", exit=1, oracle=o, facts=first)
    case("gotest/dozens-red-plain", "go test -count=1 ./...", exit=1, oracle=less(o, "passed", "skipped"), facts=first)
    case("gotest/dozens-red-json", "go test -count=1 -json ./...", exit=1, oracle=o, facts=first)
    _, o = twin("go test -count=1 -failfast ./tide/", root)
    case("gotest/failfast", "go test -count=1 -failfast ./tide/", exit=1, oracle=less(o, "passed", "skipped"), facts=first[:3])

    # A test that prints what another test's failure looks like, and one that says nothing when it fails.
    root = ferry(files={"berth/log_test.go": 'package berth\n\nimport (\n\t"fmt"\n\t"testing"\n)\n\nfunc TestReplaysOldLog(t *testing.T) {\n\tfmt.Println("--- FAIL: TestOfAnotherYear (0.00s)")\n\tfmt.Println("    old_test.go:9: kept in the log of 2019")\n\tfmt.Println("FAIL\\texample.com/old\\t0.003s")\n\tfmt.Println("panic: only quoted")\n}\n'})
    _, o = twin("go test -count=1 ./berth/", root)
    case("gotest/green-quotes-a-failure", "go test -count=1 -v ./berth/", oracle=o)
    root = ferry(files={"berth/quiet_test.go": 'package berth\n\nimport (\n\t"fmt"\n\t"testing"\n)\n\nfunc TestQuiet(t *testing.T) {\n\tfmt.Println("ok  \\texample.com/ferry/other\\t0.002s")\n\tfmt.Println("PASS: 0 failed")\n\tt.Fail()\n}\n'})
    leaves, o = twin("go test -count=1 ./...", root)
    case("gotest/red-says-nothing", "go test -count=1 ./...", exit=1, oracle=less(o, "passed", "skipped"), facts=["TestQuiet", "example.com/ferry/berth"])
    root = ferry(files={"tide/example_test.go": 'package tide_test\n\nimport (\n\t"fmt"\n\n\t"example.com/ferry/tide"\n)\n\nfunc ExampleRise() {\n\tfmt.Println(tide.Rise(80, 380, 3))\n\t// Output: 2.31 m\n}\n'})
    leaves, o = twin("go test -count=1 ./...", root)
    case("gotest/example-red", "go test -count=1 ./...", exit=1, oracle=less(o, "passed", "skipped"), facts=["ExampleRise", "2.30 m", "2.31 m"])
    root = ferry(files={"berth/bench_test.go": 'package berth\n\nimport "testing"\n\nfunc BenchmarkMoor(b *testing.B) {\n\th := Open(1)\n\tfor b.Loop() {\n\t\tif _, err := h.Moor("Aurora"); err != nil {\n\t\t\tb.Fatalf("mooring: %v", err)\n\t\t}\n\t}\n}\n\nfunc BenchmarkOpen(b *testing.B) {\n\tfor b.Loop() {\n\t\tOpen(3)\n\t}\n}\n'})
    case("gotest/bench-red", "go test -run '^$' -bench . -benchtime 200x ./berth/", exit=1, oracle={"packages_failed": 1}, facts=["BenchmarkMoor", "mooring: harbour is full", at("berth/bench_test.go", "b.Fatalf")])


def crashes():
    def crash(name, body, facts, command="go test -count=1 ./berth/ ./tide/", imports="", verbose=False, json_=False, **rest):
        text = f"package berth\n\nimport (\n{imports}\t\"testing\"\n)\n\n{body}"
        root = ferry(files={"berth/zz_test.go": text})
        _, o = twin(command, root)
        facts = [f(root) if callable(f) else f for f in facts]
        flags = " -v" if verbose else " -json" if json_ else ""
        case(f"gotest/{name}", command.replace(" -count", flags + " -count"), exit=1, oracle={"packages_failed": o["packages_failed"]}, facts=facts, **rest)

    here = lambda text: lambda root: at("berth/zz_test.go", text)
    exits = 'func TestShutdown(t *testing.T) {\n\th := Open(1)\n\tif _, err := h.Moor("Aurora"); err == nil {\n\t\tfmt.Println("ferry: closing the harbour")\n\t\tos.Exit(3)\n\t}\n}\n'
    exit_facts = ["ferry: closing the harbour", "FAIL\texample.com/ferry/berth"]
    crash("os-exit", exits, exit_facts, imports='\t"fmt"\n\t"os"\n')
    crash("os-exit-verbose", exits, exit_facts + ["TestShutdown"], imports='\t"fmt"\n\t"os"\n', verbose=True)
    crash("os-exit-zero", 'func TestShutdown(t *testing.T) {\n\tos.Exit(0)\n}\n', ["panic: unexpected call to os.Exit(0) during test", "TestShutdown"], imports='\t"os"\n')
    crash("log-fatal", 'func TestConfig(t *testing.T) {\n\tlog.SetFlags(0)\n\tlog.Fatalf("ferry: reading harbour.toml: line %d: expected %q", 14, "=")\n}\n', ['ferry: reading harbour.toml: line 14: expected "="', "FAIL\texample.com/ferry/berth"], imports='\t"log"\n')
    nil = 'func TestNilHarbour(t *testing.T) {\n\tvar h *Harbour\n\th.Leave("Aurora")\n}\n'
    nil_facts = ["panic: runtime error: invalid memory address or nil pointer dereference", "TestNilHarbour", here('h.Leave("Aurora")')]
    crash("segfault", nil, nil_facts)
    crash("segfault-verbose", nil, nil_facts, verbose=True)
    crash("segfault-json", nil, nil_facts, json_=True)
    crash("panic-in-goroutine", 'func TestWatch(t *testing.T) {\n\tdone := make(chan bool)\n\tgo func() {\n\t\tlights := []string{"red", "green"}\n\t\t_ = lights[len(os.Args)+5]\n\t\tclose(done)\n\t}()\n\t<-done\n}\n', ["panic: runtime error: index out of range", "with length 2", here("lights[len")], imports='\t"os"\n')
    crash("panic-custom-error", 'func TestMust(t *testing.T) {\n\tdefer fmt.Println("deferred: lines coiled")\n\tpanic(fmt.Errorf("berth 9: %w", ErrFull))\n}\n', ["berth 9: harbour is full", "TestMust", here("panic(fmt")], imports='\t"fmt"\n')
    crash("deadlock", 'func TestSignal(t *testing.T) {\n\th := Open(1)\n\th.mu.Lock()\n\th.Leave("Aurora")\n}\n', ["panic: test timed out after 2s", "TestSignal", "sync.Mutex.Lock"], command="go test -count=1 -timeout 2s ./berth/ ./tide/")
    crash("timeout-verbose", 'func TestSlowTide(t *testing.T) {\n\tt.Log("waiting for the flood")\n\ttime.Sleep(time.Minute)\n}\n', ["panic: test timed out after 2s", "TestSlowTide", here("time.Sleep")], command="go test -count=1 -timeout 2s ./berth/ ./tide/", imports='\t"time"\n', verbose=True)
    crash("timeout-json", 'func TestSlowTide(t *testing.T) {\n\tt.Log("waiting for the flood")\n\ttime.Sleep(time.Minute)\n}\n', ["panic: test timed out after 2s", "TestSlowTide", here("time.Sleep")], command="go test -count=1 -timeout 2s ./berth/ ./tide/", imports='\t"time"\n', json_=True)
    crash("map-race-fatal", 'func TestBothShores(t *testing.T) {\n\tseen := map[int]int{}\n\tvar wg sync.WaitGroup\n\tfor w := range 8 {\n\t\twg.Add(1)\n\t\tgo func() {\n\t\t\tdefer wg.Done()\n\t\t\tfor i := range 2_000_000 {\n\t\t\t\tseen[i%64] = w\n\t\t\t}\n\t\t}()\n\t}\n\twg.Wait()\n}\n', ["fatal error: concurrent map writes", here("seen[i%64] = w"), "FAIL\texample.com/ferry/berth"], imports='\t"sync"\n')
    crash("stack-overflow", 'func knots(n int) int { return knots(n+1) + 1 }\n\nfunc TestKnots(t *testing.T) {\n\tt.Log(knots(0))\n}\n', ["fatal error: stack overflow", here("knots(n+1) + 1"), "FAIL\texample.com/ferry/berth"])
    crash("testmain-fails", 'func TestMain(m *testing.M) {\n\tfmt.Fprintln(os.Stderr, "ferry: no database at 127.0.0.1:5544: connection refused")\n\tos.Exit(1)\n}\n', ["ferry: no database at 127.0.0.1:5544: connection refused", "FAIL\texample.com/ferry/berth"], imports='\t"fmt"\n\t"os"\n')
    crash("red-then-panic-verbose", 'func TestCount(t *testing.T) {\n\tt.Errorf("12 boats, want %d", 13)\n}\n\nfunc TestOrder(t *testing.T) {\n\tvar boats []string\n\tt.Log(boats[0])\n}\n', ["TestCount", "12 boats, want 13", "panic: runtime error: index out of range [0] with length 0", "TestOrder", here("boats[0]")], verbose=True)


def killed():
    slow = 'package berth\n\nimport (\n\t"syscall"\n\t"testing"\n\t"time"\n)\n\nfunc TestNightWatch(t *testing.T) {\n\tfor range 600 {\n\t\ttime.Sleep(100 * time.Millisecond)\n\t}\n}\n\nvar _ = syscall.SIGKILL\n'
    ferry(files={"berth/zz_test.go": slow})
    quiet("go test -run '^$' ./...", HOME / "project")
    until = r"=== RUN   TestNightWatch"
    stopped("gotest/killed-sigkill-verbose", "go test -count=1 -v ./berth/", signal.SIGKILL, until, oracle={"passed": 3, "skipped": 1}, facts=["TestNightWatch"])
    stopped("gotest/killed-oom-verbose", "go test -count=1 -v ./berth/", signal.SIGKILL, until, child=True, oracle={"passed": 3, "skipped": 1}, facts=["TestNightWatch", "Killed"])
    stopped("gotest/killed-sigterm-verbose", "go test -count=1 -v ./berth/", signal.SIGTERM, until, exit=(1, 143), oracle={"passed": 3, "skipped": 1}, facts=["TestNightWatch"])
    stopped("gotest/killed-sigint-json", "go test -count=1 -json ./berth/", signal.SIGINT, '"run".*TestNightWatch', exit=(1, 130), oracle={"passed": 3, "skipped": 1}, facts=["TestNightWatch"])
    # With several packages go test holds back what the unfinished one printed.
    _, o = twin("go test -count=1 ./tide/", HOME / "project")
    case("gotest/killed-timeout-command-two", "timeout 4 go test -count=1 -v ./tide/ ./berth/", exit=124, oracle=less(o, "packages_failed"), facts=["example.com/ferry/tide"])
    case("gotest/killed-timeout-command", "timeout 4 go test -count=1 -v ./berth/", exit=124, oracle={"passed": 3, "skipped": 1}, facts=["TestNightWatch"])
    case("gotest/killed-timeout-command-silent", "timeout 4 go test -count=1 ./berth/", exit=124, oracle={}, facts=[])
    ferry(files={"berth/zz_test.go": slow.replace("\tfor range 600 {\n", "\tif err := syscall.Kill(syscall.Getpid(), syscall.SIGKILL); err != nil {\n\t\tt.Fatal(err)\n\t}\n\tfor range 600 {\n")})
    case("gotest/test-binary-killed", "go test -count=1 ./...", exit=1, oracle={"packages_failed": 1}, facts=["signal: killed", "FAIL\texample.com/ferry/berth"])


def empty():
    project("project", {"go.mod": FILES["go.mod"], "tide/tide.go": FILES["tide/tide.go"], "cmd/ferry/main.go": FILES["cmd/ferry/main.go"]})
    case("gotest/empty-no-test-files", "go test ./...", oracle={"passed": 0, "failed": 0}, facts=["no test files"])
    ferry()
    case("gotest/bad-flag", "go test -vv ./berth/", exit=1, oracle={}, facts=["no Go files in /home/dev/project", "[setup failed]"])
    case("gotest/empty-run-matches-nothing", "go test -count=1 -run TestHoist ./...", oracle={"passed": 0, "failed": 0}, facts=["no tests to run"])
    case("gotest/empty-run-matches-nothing-verbose", "go test -count=1 -v -run TestHoist ./berth/", oracle={"passed": 0, "failed": 0}, facts=["no tests to run"])
    case("gotest/empty-run-matches-nothing-json", "go test -count=1 -json -run TestHoist ./berth/", oracle={"passed": 0, "failed": 0}, facts=["no tests to run"])
    case("gotest/no-such-tree", "go test ./harbor/...", exit=1, oracle={}, facts=["pattern ./harbor/...", "no such file or directory"])
    case("gotest/no-such-directory", "go test ./harbor", exit=1, oracle={}, facts=["directory not found", "harbor"])
    project("project", {"go.mod": FILES["go.mod"], "tide/notes.md": "nothing to build here\n"})
    case("gotest/empty-no-packages", "go test ./...", exit=(0, 1), oracle={"passed": 0}, facts=[["matched no packages", "no packages to test"]])
    project("project", {"notes.txt": "nothing here\n"})
    case("gotest/no-module", "go test ./...", exit=1, oracle={}, facts=["directory prefix . does not contain main module"])


def unbuildable():
    root = ferry([("tide/tide_test.go", 'got != "3.05 m"', "got != 3.05")])
    facts = [at("tide/tide_test.go", "got != 3.05"), ["mismatched types", "cannot convert 3.05 (untyped float constant) to type string"]]
    _, o = twin("go test -count=1 ./...", root)
    case("gotest/test-file-unbuildable", "go test -count=1 ./...", exit=1, oracle={"errors": 1, "packages_build_failed": o["packages_failed"]}, facts=facts + ["[build failed]"])
    case("gotest/test-file-unbuildable-verbose", "go test -count=1 -v ./...", exit=1, oracle={"errors": 1, "packages_build_failed": o["packages_failed"], "passed": o["passed"], "skipped": o["skipped"]}, facts=facts)
    case("gotest/test-file-unbuildable-json", "go test -count=1 -json ./...", exit=1, oracle={"errors": 1, "packages_build_failed": o["packages_failed"], "passed": o["passed"], "skipped": o["skipped"]}, facts=facts)
    root = ferry([("berth/berth_test.go", 't.Errorf("after Leave: %v", err)', 't.Errorf("after Leave: %d boats", "no")')])
    case("gotest/vet-fails-in-test", "go test -count=1 ./...", exit=1, oracle={"errors": 1, "packages_build_failed": 1}, facts=[at("berth/berth_test.go", "%d boats"), "of wrong type string", "[build failed]"])
    root = ferry([("berth/berth.go", "h := &Harbour{boats: map[string]int{}}", "h := &Harbour{boats: map[string]int{}")])
    case("gotest/syntax-error", "go test -count=1 ./...", exit=1, oracle={"packages_build_failed": 1}, facts=["berth/berth.go:" + at("berth/berth.go", "h := &Harbour").split(":")[1], "syntax error: unexpected newline"])
    root = ferry([("tide/tide.go", 'import "fmt"\n', 'import (\n\t"fmt"\n\n\t"example.com/ferry/berth"\n)\n\nvar _ = berth.Open\n'), ("berth/berth.go", '"sync"\n', '"sync"\n\n\t"example.com/ferry/tide"\n'), ("berth/berth.go", "// A Harbour", "var _ tide.Level\n\n// A Harbour")])
    case("gotest/import-cycle", "go test ./...", exit=1, oracle={}, facts=["import cycle not allowed", "example.com/ferry/berth"])
    case("build/go-import-cycle", "go build ./...", exit=1, oracle={}, facts=["import cycle not allowed", "example.com/ferry/berth"])
    root = ferry([("tide/tide_test.go", 'import "testing"', 'import (\n\t"testing"\n\n\t"example.com/lantern/assert"\n)\n\nvar _ = assert.Equal')])
    case("gotest/setup-failed", "go test -count=1 ./...", exit=1, oracle={"packages_build_failed": 1}, facts=["no required module provides package example.com/lantern/assert", "tide/tide_test.go:6", "[setup failed]"])


def build_and_vet():
    root = ferry()
    case("build/go-build-green", "go build ./...", oracle={"errors": 0})
    case("build/go-build-green-verbose", "go build -v -o ferry ./cmd/ferry", shell="go clean -cache -fuzzcache 2>/dev/null; GOCACHE=/home/dev/.cache/fresh go build -v -o ferry ./cmd/ferry; s=$?; rm -rf /home/dev/.cache/fresh; exit $s", oracle={"errors": 0}, facts=["example.com/ferry/cmd/ferry"])
    case("lint/go-vet-green", "go vet ./...", oracle={"errors": 0})
    root = ferry([("tide/tide.go", 'import "fmt"', 'import (\n\t"fmt"\n\t"os"\n\t"strings"\n)'), ("tide/tide.go", "parts := ", "unused := 3\n\tparts := "), ("berth/berth.go", "return 0, ErrFull", "return ErrFull"), ("cmd/ferry/main.go", "tide.Rise(80, 380, h)", "tide.Fall(80, 380, h)")])
    rows = re.findall(r"(?m)^(\S+?\.go:\d+):\d+: (.*)$", run("go build ./...", root)[0].decode())
    assert len(rows) == 4, rows
    case("build/go-build-unused", "go build ./...", exit=1, oracle={"errors": len(rows)}, facts=[x for place, text in rows for x in (place.removeprefix("./"), text)])
    case("build/go-build-json", "go build -json ./...", exit=1, oracle={"errors": len(rows)}, facts=[x for place, text in rows for x in (place.removeprefix("./"), [text, text.replace('"', '\\"')])])
    case("lint/go-vet-unbuildable", "go vet ./...", exit=1, oracle={}, facts=[at("tide/tide.go", '"os"', base=False), '"os" imported and not used'])
    case("build/go-run-unbuildable", "go run ./cmd/ferry", exit=1, oracle={}, facts=[at("tide/tide.go", '"os"', base=False), '"os" imported and not used'])
    root = ferry([("cmd/ferry/main.go", "range 7", "range 9")])
    case("misc/go-run-panic", "go run ./cmd/ferry", exit=(1, 2), oracle={}, facts=["panic: runtime error: index out of range [7] with length 7", at("tide/tide.go", "parts[hours]", base=False), ["exit status 2"]])
    root = ferry([("berth/berth.go", "h.mu.Lock()\n\tdefer h.mu.Unlock()\n\tif len", "h.mu.Lock()\n\tdefer h.mu.Unlock()\n\th.free = h.free\n\tif len"), ("tide/tide.go", '"%d.%02d m", l/100, l%100', '"%d.%02d m", l/100')])
    found = json.loads("[" + re.sub(r"(?m)^#.*\n", "", run("go vet -json ./...", root)[0].decode()).replace("}\n{", "},{") + "]")
    rows = [f for package in found for by in package.values() for fs in by.values() for f in fs]
    o = {"errors": len(rows), "files": len({f["posn"].split(":")[0] for f in rows})}
    facts = [at("tide/tide.go", "l/100)", base=False), "reads arg #2, but call has 1 arg", "self-assignment of h.free"]
    case("lint/go-vet-two", "go vet ./...", exit=1, oracle=o, facts=facts)
    case("lint/go-vet-json", "go vet -json ./...", oracle=o, facts=facts)
    root = ferry(files={"cmd/ferry/link.go": "package main\n\nfunc hoist(int) int\n\nvar _ = hoist(3)\n", "cmd/ferry/empty.s": ""})
    case("build/go-link-error", "go build ./cmd/ferry", exit=1, oracle={}, facts=["relocation target main.hoist not defined"])
    root = ferry(files={"berth/cgo.go": "package berth\n\n/*\n#include <harbour.h>\n*/\nimport \"C\"\n\n// Depth asks the old library.\nfunc Depth() int { return int(C.harbour_depth()) }\n"})
    case("build/go-cgo-missing-header", "go build ./...", exit=1, env={"CGO_ENABLED": "1"}, oracle={"errors": 1}, facts=["harbour.h: No such file or directory", "cgo.go:4"])
    project("project", {"go.mod": FILES["go.mod"].replace("go 1.24", "go 1.24\n\nrequire example.com/lantern v1.4.0"), "main.go": 'package main\n\nimport "example.com/lantern"\n\nfunc main() { lantern.Light() }\n'})
    case("build/go-mod-proxy-off", "go mod download", exit=1, oracle={}, facts=["example.com/lantern@v1.4.0", "module lookup disabled by GOPROXY=off"])
    case("build/go-sum-missing", "go build ./...", exit=1, oracle={}, facts=[["missing go.sum entry", "module lookup disabled by GOPROXY=off"], "example.com/lantern"])


def wrappers():
    """gotestsum, whose JUnit file is its twin."""
    root = ferry(RED)
    _, o = twin("go test -count=1 ./...", root)
    facts = ["TestRise/third_hour", "Rise(80, 380, 3): got 2.05 m, want 2.30 m"]
    for form in ("pkgname", "testname", "dots"):
        case(f"gotest/gotestsum-{form}-red", f"gotestsum --format {form} -- -count=1 ./...", exit=1, oracle={k: o[k] for k in ("failed", "skipped")}, facts=facts)
    case("gotest/junit-file-red", "cat report.xml", path="report.xml", shell="gotestsum --junitfile report.xml -- -count=1 ./... >/dev/null 2>&1; cat report.xml", oracle={"failed": o["failed"], "skipped": o["skipped"]}, facts=facts)
    ferry()
    case("gotest/gotestsum-green", "gotestsum -- -count=1 ./...", oracle={"failed": 0, "skipped": 1})
    ferry([("tide/tide_test.go", 'got != "3.05 m"', "got != 3.05")])
    case("gotest/gotestsum-build-failed", "gotestsum -- -count=1 ./...", exit=(1, 2), oracle={"errors": 1}, facts=[at("tide/tide_test.go", "got != 3.05")])


def golangci():
    ferry()
    case("lint/golangci-green", "golangci-lint run", oracle={"errors": 0}, facts=[["0 issues"]])
    ferry([("tide/tide_test.go", 'got != "3.05 m"', "got != 3.05")])
    case("lint/golangci-typecheck", "golangci-lint run", exit=1, oracle={}, facts=[at("tide/tide_test.go", "got != 3.05"), "typecheck"])
    careless = {f"crane/crane_{i}.go": f"package crane\n\nimport (\n\t\"errors\"\n\t\"os\"\n)\n\n// Lower{i} lowers the hook.\nfunc Lower{i}(path string) error {{\n\tos.Remove(path)\n\tif err := errors.New(\"jib stuck\"); path == path {{\n\t\treturn err\n\t}}\n\treturn nil\n}}\n\nfunc idle{i}() int {{\n\tn := 3\n\tn = {i}\n\treturn n\n}}\n" for i in range(6)}
    for name, flags in [("red", ""), ("all-red", " --max-same-issues 0"), ("json", " --output.json.path stdout --show-stats=false"), ("sarif", " --output.sarif.path stdout --show-stats=false")]:
        root = ferry(files=careless)
        twin_flags = " --max-same-issues 0" if name == "all-red" else ""
        found = json.loads(report(f"golangci-lint run{twin_flags} --output.json.path stdout --show-stats=false 2>/dev/null", root))["Issues"]
        first = sorted(found, key=lambda f: (f["Pos"]["Filename"], f["Pos"]["Line"]))[0]
        place = f"{first['Pos']['Filename']}:{first['Pos']['Line']}"
        case(f"lint/golangci-{name}", f"golangci-lint run{flags}", exit=1, oracle={"errors": len(found), "files": len({f["Pos"]["Filename"] for f in found})},
             facts=[first["Text"] if name != "json" else [first["Text"], json.dumps(first["Text"])[1:-1]], place if name not in ("json", "sarif") else first["Pos"]["Filename"]])
