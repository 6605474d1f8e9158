package main

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
)

// The least shares at which outlines agree with ctags. Two parsers of a language never agree wholly: they differ on what
// macros, nested functions and declarations without a body are.
const (
	leastFunctions = 0.90
	leastTypes     = 0.90
	leastNames     = 0.90
)

// outline compares the symbols of source files.
func outline(ctx context.Context, r *repo, o options) ([]*part, error) {
	files, err := r.files(ctx)
	if err != nil {
		return nil, err
	}
	var sources []string
	for _, f := range files {
		if _, ok := byExtension[filepath.Ext(f)]; ok {
			sources = append(sources, f)
		}
	}
	c := newOutlines()
	for _, f := range sample(sources, o.files) {
		b, err := os.ReadFile(filepath.Join(r.dir, f))
		if err != nil || len(b) > maxFile {
			continue
		}
		want, err := r.ctags(ctx, f, byExtension[filepath.Ext(f)])
		if err != nil {
			return nil, err
		}
		a, err := r.ask(ctx, call{tool: "Read", path: f, out: b})
		if err != nil {
			return nil, err
		}
		c.add(f, want, a)
	}
	return c.parts(), nil
}

// outlines compares counts by how much of the larger the smaller is, over all files, and names by how many are found.
type outlines struct {
	functions, types, names *part
	common, larger          [2]int64 // of functions and of types: sums of the smaller and the larger counts
	found, wanted           int
}

func newOutlines() *outlines {
	return &outlines{functions: &part{name: "outline, functions"}, types: &part{name: "outline, types"}, names: &part{name: "outline, names"}}
}

func (c *outlines) add(file string, want tags, a answer) {
	for i, k := range []struct {
		p    *part
		key  string
		want int
	}{{c.functions, "functions", len(want.functions)}, {c.types, "types", len(want.types)}} {
		got := a.data[k.key]
		k.p.check(file, k.key, int64(k.want), got)
		c.common[i] += min(int64(k.want), got)
		c.larger[i] += max(int64(k.want), got)
	}
	names, whole := outlined(a.details)
	if !whole {
		return
	}
	for _, list := range [][]string{want.functions, want.types} {
		for _, n := range list {
			c.wanted++
			c.names.checked++
			if names[lastName(n)] {
				c.found++
				c.names.equal++
				continue
			}
			c.names.differ = append(c.names.differ, difference{file, "symbol", n, "nothing"})
		}
	}
}

func (c *outlines) parts() []*part {
	c.functions.score = &score{ratio(c.common[0], c.larger[0]), leastFunctions}
	c.types.score = &score{ratio(c.common[1], c.larger[1]), leastTypes}
	c.names.score = &score{ratio(int64(c.found), int64(c.wanted)), leastNames}
	c.functions.worst(gap)
	c.types.worst(gap)
	return []*part{c.functions, c.types, c.names}
}

// ratio is a share; of nothing, all.
func ratio(part, whole int64) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// gap is how far apart two counts are; counts are numbers, as check prints them.
func gap(d difference) int {
	want, _ := strconv.Atoi(d.want)
	got, _ := strconv.Atoi(d.got)
	return max(want-got, got-want)
}
