package toktee_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/toktee/toktee/"

// floors are the packages by floor, as docs/design.md tells them. A package imports only from lower floors. A name that
// ends in a slash stands for the packages below it.
var floors = []struct {
	name  string
	floor int
}{
	{"cmd/", 7}, {"benchmarks/", 7}, {"examples/", 7},
	{"internal/mcpserver/", 6}, {"internal/mcpproxy/", 6}, {"internal/hook/", 6}, {"internal/ui/", 6}, {"internal/bench/", 6}, {"internal/replay/", 6},
	{"agent/", 5},
	{"tool/", 4}, {"session/", 4}, {"internal/store/", 4}, {"internal/config/", 4},
	{"summarize/", 3},
	{"internal/rules/", 2},
	{"strategies/", 1},
	{"result/", 0}, {"tokens/", 0}, {"abort/", 0}, {"internal/proc/", 0}, {"internal/spool/", 0}, {"internal/clean/", 0},
	{"internal/diff/", 0}, {"internal/syntax/", 0}, {"internal/shell/", 0}, {"internal/stats/", 0},
	{"internal/transcript/", 0}, {"internal/sheet/", 0},
}

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
		{"strategies/search", "strategies", true},
		{"strategies/search", "strategies/list", false},
		{"strategies", "strategies/list", false},
		{"tokens", "result", false},
		{"tokens", "tokens/internal/gen", true},
		{"cmd/toktee", "cmd/toktee/internal/cli", true},
		{"agent/internal/call", "agent/model", true},
		{"agent/internal/call", "agent", false},
		{"agent/anthropic", "agent", false},
		{"examples/agent", "agent", true},
		{"nowhere", "result", false},
	} {
		if got := allowed(c.from, c.to) == ""; got != c.ok {
			t.Errorf("allowed(%s, %s) = %v, want %v", c.from, c.to, got, c.ok)
		}
	}
}

// allowed says what is wrong with an import, "" for nothing.
func allowed(from, to string) string {
	a, top := floorOf(from)
	b, topTo := floorOf(to)
	switch {
	case a < 0:
		return from + " stands on no floor"
	case b < 0:
		return to + " stands on no floor"
	case b < a:
		return ""
	case top == topTo && top != "strategies/" && strings.Count(to, "/") >= strings.Count(from, "/"):
		return "" // a part of the same package
	case top == topTo && strings.HasPrefix(from, top+"internal/") && strings.Contains(to, "/"):
		return "" // what its parts share, in the terms of one of them
	case top == "strategies/" && to == "strategies" && from != to:
		return ""
	case b > a:
		return "the import climbs a floor"
	}
	return "the import runs sideways"
}

func floorOf(path string) (floor int, top string) {
	for _, f := range floors {
		if strings.HasPrefix(path+"/", f.name) {
			if f.name == "cmd/" || f.name == "benchmarks/" || f.name == "examples/" { // commands don't share code sideways
				parts := strings.SplitN(path, "/", 3)
				return f.floor, strings.Join(parts[:min(2, len(parts))], "/")
			}
			return f.floor, f.name
		}
	}
	return -1, ""
}
