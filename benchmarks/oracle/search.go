package main

import (
	"context"
	"encoding/json"
	"fmt"
)

// A query is a search command and the source of its truth.
type query struct {
	line  string // with %s for the quoted pattern
	truth func(ctx context.Context, r *repo, pattern string) (map[string]int64, error)
}

// queries are compared for every pattern. Counts of rg are checked against its JSON events, its lines and JSON against
// its counts, so that no output is held against itself.
var queries = []query{
	{"rg -n --no-heading -e %s", rgCounts},
	{"rg -n --heading -e %s", rgCounts},
	{"rg -c -e %s", rgEvents},
	{"rg --json -e %s", rgCounts},
	{"rg -n --no-heading -C 2 -e %s", rgCounts},
	{"grep -rnIE --exclude-dir=.git -e %s .", grepCounts},
	{"grep -rcIE --exclude-dir=.git -e %s .", grepCounts},
}

// search compares matches, files, and matches by file.
func search(ctx context.Context, r *repo, o options) ([]*part, error) {
	total, files := &part{name: "search, totals"}, &part{name: "search, by file"}
	words, err := patterns(ctx, r, o)
	if err != nil {
		return nil, err
	}
	binaries, done, err := r.withoutBinaries()
	if err != nil {
		return nil, err
	}
	defer done()
	if binaries > 0 {
		total.notes = append(total.notes,
			fmt.Sprintf("%d files with NUL bytes are left out: rg's own counts of them differ", binaries))
	}
	for _, w := range words {
		for _, q := range queries {
			want, err := q.truth(ctx, r, w)
			if err != nil {
				return nil, err
			}
			line := fmt.Sprintf(q.line, quote(w))
			a, err := r.asked(ctx, line)
			if err != nil {
				return nil, err
			}
			var sum int64
			for _, n := range want {
				sum += n
			}
			total.stated(line, a, "matches", sum)
			total.stated(line, a, "files", int64(len(want)))
			byFile(files, line, a, want)
		}
	}
	return []*part{total, files}, nil
}

// byFile compares the counts by file in the details with the true counts. If the list is complete, it also compares the
// number of files.
func byFile(p *part, line string, a answer, want map[string]int64) {
	var d struct {
		Files []struct {
			File  string `json:"file"`
			Count int64  `json:"count"`
		} `json:"files"`
		TotalFiles int64 `json:"total_files"`
	}
	if len(a.details) == 0 || json.Unmarshal(a.details, &d) != nil {
		if len(want) > 0 {
			p.check(line, "files in details", int64(len(want)), 0)
		}
		return
	}
	p.check(line, "total_files", int64(len(want)), d.TotalFiles)
	for _, f := range d.Files {
		p.check(line, "matches in "+f.File, want[f.File], f.Count)
	}
}
