package toktee_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/toktee/toktee/"

// floors are the packages by floor, as docs/design.md draws them. A package imports only from lower floors. A name that
// ends in a slash stands for the packages below it, unless one of them has a line of its own.
var floors = []struct {
	name  string
	floor int
}{
	{"cmd/", 10}, {"benchmarks/", 10}, {"examples/", 10}, {"internal/mcptest/", 10},
	{"internal/desk/", 9}, {"internal/mcpserver/", 9}, {"internal/mcpproxy/", 9}, {"internal/mcpremote/", 9},
	{"internal/hook/", 9}, {"internal/setup/", 9}, {"internal/shim/", 9}, {"internal/ui/", 9}, {"outputs/", 9},
	{"internal/telemetry/", 9},
	{"agent/", 8}, {"internal/mcpoutput/", 8}, {"internal/replayrows/", 8}, {"internal/view/", 8}, {"tool/", 8},
	{"internal/experiment/", 7}, {"internal/host/", 7}, {"internal/ledger/", 7}, {"internal/pages/", 7},
	{"internal/wiretest/", 7},
	{"session/", 6}, {"internal/store/", 6}, {"internal/config/", 6}, {"internal/replay/", 6},
	{"summarize/", 5},
	{"strategies/", 4}, // the programs and the kinds of output
	{"strategies/general/", 3}, {"strategies/internal/documents/", 3},
	{"strategies/report/", 2}, {"internal/rules/", 2},
	{"strategies", 1}, {"abort/", 1}, {"internal/permit/", 1}, {"internal/blobs/blobtest/", 1},
	{"result/", 0}, {"tokens/", 0},
	{"internal/blobs/", 0}, {"internal/clean/", 0}, {"internal/corpus/", 0}, {"internal/cost/", 0},
	{"internal/crash/", 0}, {"internal/diff/", 0}, {"internal/envelope/", 0}, {"internal/experiment/arms/", 0},
	{"internal/experiment/sequential/", 0},
	{"internal/halt/", 0},
	{"internal/journal/", 0}, {"internal/live/", 0}, {"internal/loopback/", 0}, {"internal/lossless/", 0},
	{"internal/parallel/", 0}, {"internal/proc/", 0}, {"internal/progress/", 0}, {"internal/secrets/", 0},
	{"internal/shell/", 0}, {"internal/spool/", 0}, {"internal/stats/", 0}, {"internal/syntax/", 0},
	{"internal/textline/", 0}, {"internal/toolname/", 0}, {"internal/transcript/", 0},
	{"internal/hash/", ground}, {"internal/mask/", ground}, {"internal/parse/", ground}, {"internal/words/", ground},
}

// steps are the imports that stay on a floor: each of these packages is above its one neighbour.
var steps = [][2]string{
	{"agent/", "tool/"},                       // the loop calls the tools
	{"internal/toolname/", "internal/shell/"}, // what a command line reads and prints follows from its calls
	{"internal/envelope/", "result/"},         // an envelope states the exit status
}

const (
	ground  = -1 // below floor 0: these import nothing of the module, so every package may import them
	noFloor = -2 // the package isn't in the list
)

// TestLayers fails on an import that climbs a floor or runs sideways, and on a package that stands on no floor.
func TestLayers(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	checked := 0
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		from, ok := strings.CutPrefix(p.ImportPath, module)
		if !ok {
			continue
		}
		for _, imp := range p.Imports {
			to, ok := strings.CutPrefix(imp, module)
			if !ok {
				continue
			}
			checked++
			if err := allowed(from, to); err != "" {
				t.Errorf("%s imports %s: %s", from, to, err)
			}
		}
	}
	if checked == 0 {
		t.Error("no import was checked")
	}
}

func TestLayersRule(t *testing.T) {
	for _, c := range []struct {
		from, to string
		ok       bool
	}{
		{"summarize", "strategies", true},
		{"strategies", "summarize", false},
		{"internal/rules", "strategies", true},
		{"strategies", "internal/rules", false},
		{"strategies", "strategies/general", false},
		{"strategies/general", "strategies", true},
		{"strategies/general", "strategies/report", true},
		{"strategies/general", "strategies/programs", false},
		{"strategies/programs", "strategies/general", true},
		{"strategies/search", "strategies", true},
		{"strategies/search", "strategies/list", false},
		{"internal/rules", "strategies/report", false},
		{"agent", "tool", true},
		{"tool", "agent", false},
		{"internal/toolname", "internal/shell", true},
		{"internal/shell", "internal/toolname", false},
		{"tokens", "result", false},
		{"tokens", "tokens/internal/gen", true},
		{"cmd/toktee", "cmd/toktee/internal/cli", true},
		{"cmd/tokbench/internal/report", "cmd/tokbench/internal/figures", true},
		{"benchmarks/pipeline", "cmd/tokbench/internal/figures", false},
		{"internal/replay", "cmd/tokbench/internal/sheet", false},
		{"agent/internal/call", "agent/model", true},
		{"agent/internal/call", "agent", false},
		{"agent/anthropic", "agent", false},
		{"examples/agent", "agent", true},
		{"tool", "internal/host", true},
		{"internal/host", "internal/store", true},
		{"internal/host", "tool", false},
		{"summarize", "internal/host", false},
		{"result", "internal/words", true},
		{"internal/words", "internal/hash", false},
		{"internal/words", "result", false},
		{"nowhere", "result", false},
	} {
		if got := allowed(c.from, c.to) == ""; got != c.ok {
			t.Errorf("allowed(%s, %s) = %v, want %v", c.from, c.to, got, c.ok)
		}
	}
}

// allowed says what is wrong with an import, "" for nothing.
func allowed(from, to string) string {
	a, house := floorOf(from)
	b, houseTo := floorOf(to)
	switch {
	case a == noFloor:
		return from + " is on no floor"
	case b == noFloor:
		return to + " is on no floor"
	case b < a:
		return ""
	case slices.Contains(steps, [2]string{house, houseTo}):
		return ""
	case house == houseTo && house != "strategies/" && strings.Count(to, "/") >= strings.Count(from, "/"):
		return "" // a part of the same package
	case house == houseTo && strings.HasPrefix(from, house+"internal/") && strings.Contains(to, "/"):
		return "" // what its parts share, in the terms of one of them
	case b > a:
		return "the import climbs a floor"
	}
	return "the import runs sideways"
}

// floorOf is the floor of a package, -1 for none, and the line of the table that says so: the longest that fits.
func floorOf(path string) (floor int, house string) {
	floor = -1
	for _, f := range floors {
		fits := path == f.name || strings.HasSuffix(f.name, "/") && strings.HasPrefix(path+"/", f.name)
		if fits && len(f.name) > len(house) || path == f.name {
			floor, house = f.floor, f.name
			if path == f.name {
				break
			}
		}
	}
	if house == "cmd/" || house == "benchmarks/" || house == "examples/" { // commands don't share code sideways
		parts := strings.SplitN(path, "/", 3)
		house = strings.Join(parts[:min(2, len(parts))], "/")
	}
	return floor, house
}
