package search

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
)

// folderCount is a folder with what matches below it.
type folderCount struct {
	Folder string `json:"folder"` // with a slash at its end; "" for the files that are in none of the others
	Files  int    `json:"files"`
	Count  int    `json:"count"`

	paths []string
}

// text is the folder's row in the table: "net/http/ 1264 in 43 files", or, of paths alone, "net/http/ 43 files".
func (f folderCount) text(onlyPaths bool) string {
	name, files := cmp.Or(f.Folder, "elsewhere"), words.Count(f.Files, "file", "files")
	if onlyPaths {
		return name + " " + files
	}
	return name + " " + strconv.Itoa(f.Count) + " in " + files
}

// folders divides files among a limited number of folders, none of which lies in another, those with the most matches
// first. It starts from the folder that all share, and divides the largest until the limit. It returns none if fewer
// than two folders have most of the files.
func folders(files map[string]int, most int) []folderCount {
	all := slices.Sorted(maps.Keys(files))
	shared := sharedFolder(all[0], all[len(all)-1])
	groups := divided(folderCount{Folder: shared, paths: all}, files)
	for len(groups) < most {
		slices.SortFunc(groups, byFiles)
		i := slices.IndexFunc(groups, func(g folderCount) bool {
			parts := divided(g, files)
			mostlyBelow := parts[0].Folder != "" || parts[0].Files*2 <= g.Files
			return g.Folder != "" && mostlyBelow && len(parts) > 1 && len(groups)-1+len(parts) <= most+1
		})
		if i < 0 {
			break
		}
		groups = slices.Concat(groups[:i], groups[i+1:], divided(groups[i], files))
	}
	slices.SortFunc(groups, func(a, b folderCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Folder, b.Folder))
	})
	return merged(groups, most)
}

// byFiles sorts the largest folder first; files that lie in none come last, as they can't be divided.
func byFiles(a, b folderCount) int {
	if none := cmp.Compare(b.Folder, a.Folder); a.Folder == "" || b.Folder == "" {
		return none
	}
	return cmp.Or(cmp.Compare(b.Files, a.Files), cmp.Compare(a.Folder, b.Folder))
}

// merged joins the groups beyond the limit with the files that lie in no folder.
func merged(groups []folderCount, most int) []folderCount {
	all, rest := 0, folderCount{}
	kept := groups[:0]
	for i, g := range groups {
		all += g.Files
		if g.Folder == "" || i >= most-1 && len(groups) > most {
			rest.Files += g.Files
			rest.Count += g.Count
			continue
		}
		kept = append(kept, g)
	}
	if len(kept) < 2 || rest.Files*2 > all {
		return nil
	}
	if rest.Files > 0 {
		kept = append(kept, rest)
	}
	return kept
}

// sharedFolder is the folder that two paths share, with its slash.
func sharedFolder(a, b string) string {
	n := 0
	for i := 0; i < min(len(a), len(b)) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			n = i + 1
		}
	}
	return a[:n]
}

// divided is the folders below one, each as deep as its files share it. The files that lie in itself, if there are any,
// come first, as a folder without a name.
func divided(f folderCount, files map[string]int) []folderCount {
	var parts []folderCount
	at := map[string]int{}
	for _, path := range f.paths {
		name := ""
		if i := strings.IndexByte(path[len(f.Folder):], '/'); i >= 0 {
			name = path[:len(f.Folder)+i+1]
		}
		i, ok := at[name]
		if !ok {
			i = len(parts)
			at[name] = i
			parts = append(parts, folderCount{Folder: name})
		}
		parts[i].Files++
		parts[i].Count += files[path]
		parts[i].paths = append(parts[i].paths, path)
	}
	for i := range parts {
		if g := &parts[i]; g.Folder != "" && g.Files > 1 {
			g.Folder = sharedFolder(g.paths[0], g.paths[len(g.paths)-1])
		}
	}
	slices.SortStableFunc(parts, func(a, b folderCount) int { return cmp.Compare(a.Folder, b.Folder) })
	return parts
}
