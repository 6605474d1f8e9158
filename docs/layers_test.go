package docs_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const module = "github.com/toktee/toktee/"

// layers gives each package its layer; docs/design.md shows this list. The most specific line holds for a package.
// "a/b" is that package alone, "a/b/" is it with all packages below it as one group, and "a/b/*" is a group for each
// folder of a/b. A package imports only from lower layers, or from deeper packages of its own group.
var layers = []struct {
	name  string
	layer int
}{
	{"cmd/*", 10}, {"benchmarks/*", 10}, {"agent/examples/*", 10}, {"internal/testing/mcptest/", 10},
	{"internal/desk", 9}, {"internal/desk/*", 9}, {"internal/integrations/*", 9}, {"agent/outputs/", 9},
	{"agent/", 8}, {"agent/tool/", 8}, {"internal/desk/view/", 8}, {"internal/desk/savings/", 8},
	{"internal/desk/session/", 8},
	{"internal/integrations/claimcheck/", 8}, {"internal/integrations/mcpoutput/", 8},
	{"internal/measure/replayrows/", 8},
	{"internal/host", 7}, {"internal/host/pages/", 7}, {"internal/desk/ledger/", 7},
	{"internal/desk/failure/", 7},
	{"internal/measure/experiment/", 7}, {"internal/testing/wiretest/", 7},
	{"agent/session/", 6}, {"internal/host/store/", 6}, {"internal/host/config/", 6}, {"internal/measure/replay/", 6},
	{"summarize/", 5},
	{"strategies/*", 4}, // the programs and the kinds of output
	{"strategies/general/", 3}, {"strategies/internal/documents/", 3},
	{"strategies/report/", 2}, {"internal/host/claims/", 2}, {"internal/host/rules/", 2},
	{"strategies", 1}, {"agent/abort/", 1}, {"internal/integrations/permit/", 1},
	{"internal/host/blobs/blobtest/", 1}, {"internal/host/checks/", 1}, {"internal/host/inputs/", 1},
	{"internal/desk/figures/", 1},
	{"result/", 0}, {"tokens/", 0}, {"internal/syntax/", 0}, {"internal/text/*", 0}, {"internal/run/*", 0},
	{"internal/integrations", 0}, {"internal/measure", 0}, {"internal/run", 0}, {"internal/testing", 0},
	{"internal/text", 0}, // pages of comment
	{"internal/host/blobs/", 0}, {"internal/host/journal/", 0}, {"internal/desk/period/", 0},
	{"internal/integrations/loopback/", 0},
	{"internal/measure/corpus/", 0}, {"internal/measure/cost/", 0}, {"internal/measure/stats/", 0},
	{"internal/measure/transcript/", 0}, {"internal/measure/provenance/", 1},
	{"internal/measure/experiment/assign/", 0}, {"internal/measure/experiment/sequential/", 0},
	{"internal/measure/ablation/", lowest}, {"internal/text/hash/", lowest}, {"internal/text/mask/", lowest},
	{"internal/text/parse/", lowest},
	{"internal/text/words/", lowest}, {"internal/text/writejson/", lowest}, {"internal/run/diskfile/", lowest},
}

// steps are the allowed imports within a layer.
var steps = [][2]string{
	{"agent/", "agent/tool/"},                           // the loop calls the tools
	{"internal/text/toolname/", "internal/text/shell/"}, // the content of a command line follows from its calls
	{"internal/text/envelope/", "result/"},              // an envelope states the exit status
}

const (
	lowest  = -1 // below layer 0: these import nothing of the module, so every package may import them
	noLayer = -2 // the package isn't in the list
)

// TestDesignShowsTheLayers: the table of layers in docs/design.md has the names of the list above, with their layers.
func TestDesignShowsTheLayers(t *testing.T) {
	page, err := os.ReadFile("design.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]int{}
	rows := regexp.MustCompile("(?m)^\\| (\\d+|lowest) \\| (`.*`) \\| .+ \\|$")
	for _, row := range rows.FindAllStringSubmatch(string(page), -1) {
		layer, err := strconv.Atoi(row[1])
		if err != nil {
			layer = lowest
		}
		for _, name := range strings.Split(row[2], ", ") {
			shown[strings.Trim(name, "`")] = layer
		}
	}
	want := map[string]int{}
	for _, l := range layers {
		want[l.name] = l.layer
	}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("docs/design.md shows other layers than this test checks (-want +got):\n%s", diff)
	}
}

// TestLayers fails on an import that goes up or sideways, and on a package without a layer.
func TestLayers(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"...").Output()
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

// TestPrograms fails if the package of a program imports more than a program needs, such as the general engine or the
// package of another ecosystem.
func TestPrograms(t *testing.T) {
	const programs = "strategies/programs/"
	const format = "{{.ImportPath}} {{join .Imports \" \"}}"
	out, err := exec.Command("go", "list", "-f", format, module+programs+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	checked := 0
	for l := range strings.Lines(string(out)) {
		fields := strings.Fields(strings.ReplaceAll(l, module, ""))
		from, inPrograms := strings.CutPrefix(fields[0], programs)
		if !inPrograms {
			continue
		}
		checked++
		ecosystem, _, _ := strings.Cut(from, "/")
		allowed := []string{
			"strategies", "strategies/report", "strategies/internal/documents", "internal/text/",
			programs + "internal/",
			programs + ecosystem + "/",
		}
		for _, to := range fields[1:] {
			ours := strings.HasPrefix(to, "strategies") ||
				strings.Contains(to, "internal/") && !strings.Contains(to, ".")
			fits := func(a string) bool { return to == a || strings.HasSuffix(a, "/") && strings.HasPrefix(to, a) }
			if ours && !slices.ContainsFunc(allowed, fits) {
				t.Errorf("%s%s imports %s: a program imports only %s", programs, from, to, strings.Join(allowed, ", "))
			}
		}
	}
	if checked == 0 {
		t.Error("no package was checked")
	}
}

func TestLayersRule(t *testing.T) {
	for _, c := range []struct {
		from, to string
		ok       bool
	}{
		{"summarize", "strategies", true},
		{"strategies", "summarize", false},
		{"internal/host/rules", "strategies", true},
		{"strategies", "internal/host/rules", false},
		{"strategies", "strategies/general", false},
		{"strategies/general", "strategies", true},
		{"strategies/general", "strategies/report", true},
		{"strategies/general", "strategies/programs", false},
		{"strategies/programs", "strategies/general", true},
		{"strategies/search", "strategies", true},
		{"strategies/search", "strategies/list", false},
		{"internal/host/rules", "strategies/report", false},
		{"agent", "agent/tool", true},
		{"agent/tool", "agent", false},
		{"internal/text/toolname", "internal/text/shell", true},
		{"internal/text/shell", "internal/text/toolname", false},
		{"tokens", "result", false},
		{"tokens", "tokens/internal/gen", true},
		{"cmd/toktee", "cmd/toktee/internal/cli", true},
		{"cmd/tokbench/internal/report", "cmd/tokbench/internal/score", true},
		{"benchmarks/pipeline", "cmd/tokbench/internal/score", false},
		{"internal/measure/replay", "cmd/tokbench/internal/report", false},
		{"agent/internal/call", "agent/model", true},
		{"agent/internal/call", "agent", false},
		{"agent/anthropic", "agent", false},
		{"agent/examples/agent", "agent", true},
		{"agent/tool", "internal/host", true},
		{"internal/host", "internal/host/store", true},
		{"internal/host", "agent/tool", false},
		{"summarize", "internal/host", false},
		{"result", "internal/text/words", true},
		{"internal/text/words", "internal/text/hash", false},
		{"internal/text/words", "result", false},
		{"nowhere", "result", false},
	} {
		if got := allowed(c.from, c.to) == ""; got != c.ok {
			t.Errorf("allowed(%s, %s) = %v, want %v", c.from, c.to, got, c.ok)
		}
	}
}

// allowed returns why a package may not import another, "" if it may.
func allowed(from, to string) string {
	a, group := layerOf(from)
	b, groupTo := layerOf(to)
	switch {
	case a == noLayer:
		return from + " has no layer"
	case b == noLayer:
		return to + " has no layer"
	case b < a, slices.Contains(steps, [2]string{group, groupTo}):
		return ""
	case group == groupTo && strings.Count(to, "/") >= strings.Count(from, "/"):
		return "" // a deeper package of the same group
	case group == groupTo && strings.HasPrefix(from, group+"internal/") && to+"/" != group:
		return "" // the group's internal packages share the types of its public ones
	case b > a:
		return "the import goes up"
	}
	return "the import goes sideways"
}

// layerOf returns the layer of a package and its group, which ends in a slash, by the longest line that fits.
func layerOf(path string) (layer int, group string) {
	layer, longest := noLayer, -1
	for _, l := range layers {
		name, each := strings.CutSuffix(l.name, "*")
		below := strings.HasSuffix(name, "/") && strings.HasPrefix(path+"/", name) && (!each || path+"/" != name)
		if path != name && !below || len(name) <= longest && path != l.name {
			continue
		}
		layer, group, longest = l.layer, strings.TrimSuffix(name, "/")+"/", len(name)
		if each {
			folder, _, _ := strings.Cut(path[len(name):], "/")
			group = name + folder + "/"
		}
		if path == l.name {
			break
		}
	}
	return layer, group
}
