package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/toktee/toktee/strategies/programs"
)

// A part is a stretch of the pipeline that is disabled at once.
type part struct {
	name     string
	disabled []string // names of package ablation
	lines    int      // lines of Go, without tests
}

// listed are the parts except the programs, each with its files. "*" in a file's name matches any characters.
var listed = []struct{ name, files string }{
	{"strategy/search", "strategies/search/*.go"},
	{"strategy/list", "strategies/list/*.go"},
	{"strategy/log", "strategies/logs/*.go"},
	{"strategy/edit", "strategies/edit/*.go"},
	{"strategy/git", "strategies/git/*.go"},
	{"strategy/page", "strategies/web/*.go"},
	{"strategy/report", "strategies/general/document.go"},
	{"strategy/read", "strategies/read/*.go"},
	{"strategy/prose", "strategies/read/prose.go"},
	{"strategy/data", "strategies/data/*.go"},
	{"strategy/outline", "strategies/outline/*.go"},
	{"strategy/compound", "strategies/compound/*.go"},
	{"strategy/general", "strategies/general/*.go"},
	{"general/totals", "strategies/general/totals.go"},
	{"general/stray", "strategies/general/stray.go"},
	{"general/alarms", "strategies/general/red.go"},
	{"general/warnings", "strategies/general/warnings.go"},
	{"general/contradicted", "strategies/general/contradicted.go"},
	{"general/end", ""},
	{"general/fold", "strategies/general/folded*.go"},
	{"general/surroundings", "strategies/general/near.go"},
	{"general/cycles", "strategies/general/cycles*.go"},
	{"program/diagnostics", "strategies/genericdiag/*.go"},
	{"genericdiag/place", ""},
	{"genericdiag/spaced", ""},
	{"genericdiag/named", ""},
	{"genericdiag/worded", ""},
	{"genericdiag/bracketed", ""},
	{"genericdiag/levelled", "strategies/genericdiag/level_place.go"},
	{"genericdiag/apart", ""},
	{"genericdiag/attributes", ""},
	{"genericdiag/linenumber", ""},
	{"genericdiag/atend", ""},
	{"genericdiag/anywhere", "strategies/genericdiag/anywhere.go"},
	{"genericdiag/row", "strategies/genericdiag/row.go"},
	{"genericdiag/placeless", "strategies/genericdiag/placeless.go"},
	{"genericdiag/record", "strategies/genericdiag/record.go"},
	{"genericdiag/tag", ""},
	{"genericdiag/level", "strategies/genericdiag/level.go strategies/genericdiag/sign.go"},
	{"genericdiag/tally", "strategies/genericdiag/tally.go"},
	{"summarize/before", "summarize/before.go summarize/fresh.go"},
	{"summarize/lossless", "internal/text/lossless/*.go summarize/lossless.go"},
}

// allParts returns all parts of the module below root.
func allParts(root string) ([]part, error) {
	var parts []part
	for _, l := range listed {
		p := part{name: l.name, disabled: []string{l.name}}
		for _, pattern := range strings.Fields(l.files) {
			n, err := countLines(filepath.Join(root, pattern))
			if err != nil {
				return nil, err
			}
			p.lines += n
		}
		parts = append(parts, p)
	}
	groups, err := programParts(root)
	return append(parts, groups...), err
}

// countLines counts the lines of files without tests.
func countLines(pattern string) (n int, err error) {
	files, err := filepath.Glob(pattern)
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			return 0, err
		}
		n += bytes.Count(b, []byte("\n"))
	}
	return n, err
}

// programName matches the name of a program in its declaration.
var programName = regexp.MustCompile(`\bName:\s+"([^"]+)"`)

// programParts returns a part for the programs of each file. Its lines are those of the file, such as gotest.go, and of
// the files named after it, such as gotest_json.go.
func programParts(root string) (parts []part, err error) {
	known := map[string]bool{}
	for _, p := range programs.All() {
		known[p.Name] = true
	}
	taken := map[string]bool{}
	for _, folder := range []string{"strategies/programs", "strategies/internal/documents"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(file string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			b, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			p := part{}
			var names []string
			for _, m := range programName.FindAllSubmatch(b, -1) {
				if name := string(m[1]); known[name] && !taken[name] {
					taken[name] = true
					names = append(names, name)
					p.disabled = append(p.disabled, "program/"+name)
				}
			}
			if len(names) == 0 {
				return nil
			}
			p.name = "program/" + strings.Join(names, ",")
			p.lines, err = countLines(file)
			if err == nil {
				var more int
				more, err = countLines(strings.TrimSuffix(file, ".go") + "_*.go")
				p.lines += more
			}
			parts = append(parts, p)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	var rest []string
	for name := range known {
		if !taken[name] {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	for _, name := range rest {
		parts = append(parts, part{name: "program/" + name, disabled: []string{"program/" + name}})
	}
	return parts, nil
}
