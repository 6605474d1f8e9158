package git

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// Bounds of the summary of many untracked files.
const (
	maxPaths = 1 << 17 // that are looked at
	maxTops  = 40      // folders right in the root that have a line of their own
	maxExts  = 3       // kinds of files that a line names
)

// A pile counts the untracked files in one top-level folder, or those in no folder.
type pile struct {
	Path    string `json:"path"` // with a slash at its end; "./" for the files in no folder
	Files   int    `json:"files"`
	Folders int    `json:"folders,omitempty"` // that hold files, below it
	Each    int    `json:"each,omitempty"`    // files of each folder, if all have as many
	Kinds   []kind `json:"kinds"`             // most first
}

// A kind is how many files end alike.
type kind struct {
	Ext   string `json:"ext"`
	Files int    `json:"files"`
}

// pilesOf sorts untracked paths by folder and extension.
func pilesOf(paths []string) []pile {
	type counts struct{ exts, dirs map[string]int }
	index := map[string]counts{}
	for _, p := range paths {
		top, rest, in := strings.Cut(p, "/")
		if !in || rest == "" && strings.HasSuffix(p, "/") {
			top, rest = ".", p
		}
		c, ok := index[top]
		if !ok {
			c = counts{map[string]int{}, map[string]int{}}
			index[top] = c
		}
		ext := path.Ext(p)
		if strings.HasSuffix(p, "/") {
			ext = "/" // a folder that git doesn't look into
		}
		c.exts[ext]++
		c.dirs[path.Dir(rest)]++
	}
	var list []pile
	for _, top := range slices.Sorted(maps.Keys(index)) {
		c := index[top]
		p := pile{Path: top + "/"}
		for ext, n := range c.exts {
			p.Kinds = append(p.Kinds, kind{ext, n})
			p.Files += n
		}
		slices.SortFunc(p.Kinds, func(a, b kind) int {
			return cmp.Or(cmp.Compare(b.Files, a.Files), cmp.Compare(a.Ext, b.Ext))
		})
		if top != "." && len(c.dirs) > 1 {
			p.Folders = len(c.dirs)
			p.Each = slices.Collect(maps.Values(c.dirs))[0]
			for _, n := range c.dirs {
				if n != p.Each {
					p.Each = 0
					break
				}
			}
		}
		list = append(list, p)
	}
	return list
}

// String is a pile in a few words: "build/ 12 folders × 25 .o", "src/ 31 files in 4 folders: 28 .go, 3 .md".
func (p pile) String() string {
	if p.Each > 0 && len(p.Kinds) == 1 {
		return fmt.Sprintf("%s %d folders × %d %s", p.Path, p.Folders, p.Each, p.Kinds[0].name(p.Each))
	}
	if p.Folders == 0 && len(p.Kinds) == 1 {
		return fmt.Sprintf("%s %d %s", p.Path, p.Files, p.Kinds[0].name(p.Files))
	}
	s := p.Path + " " + words.Count(p.Files, "file", "files")
	if p.Folders > 0 {
		s += " in " + words.Count(p.Folders, "folder", "folders")
	}
	for i, k := range p.Kinds[:min(len(p.Kinds), maxExts)] {
		s += []string{": ", ", "}[min(i, 1)] + fmt.Sprintf("%d %s", k.Files, k.name(k.Files))
	}
	return s
}

// name is the noun for n files of a kind.
func (k kind) name(n int) string {
	switch k.Ext {
	case "":
		return map[bool]string{true: "file", false: "files"}[n == 1]
	case "/":
		return map[bool]string{true: "folder", false: "folders"}[n == 1]
	}
	return k.Ext
}

// pilesFact sums up many untracked files in one fact above them.
func pilesFact(list []pile) strategies.Fact {
	var short, lines []string
	for _, p := range list[:min(len(list), maxTops)] {
		short = append(short, fmt.Sprintf("%s %d", p.Path, p.Files))
		lines = append(lines, "\t"+words.Printable(p.String()))
	}
	if more := len(list) - maxTops; more > 0 {
		short = append(short, fmt.Sprintf("… %d more", more))
		lines = append(lines, fmt.Sprintf("\t… %d more", more))
	}
	return strategies.Fact{
		Kind: strategies.KindEntry, Group: groupOf(untracked), Rank: strategies.Evidence, Extra: true,
		Text:  strings.Join(lines, "\n"),
		Forms: []string{"\t" + words.Printable(strings.Join(short, ", "))},
	}
}

// givePiles hands the numbers of a fact on piles to the collector.
func givePiles(list []pile, c *strategies.Collector) {
	d, err := result.NewDetails("status", map[string]any{"untracked": list})
	if err == nil {
		c.Details(d)
	}
}
