package edit

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/strategies"
)

// A folder sums up a diff of many files for those in one folder.
type folder struct {
	Path      string `json:"path"` // with a slash at its end; "" for the files in no folder
	Files     int64  `json:"files"`
	Additions int64  `json:"additions"`
	Deletions int64  `json:"deletions"`
}

// With more files than manyFiles, the folders are named first, as many as foldersNamed.
const (
	manyFiles    = headsFirst * 2
	foldersNamed = 6
)

// folders returns the folders of a diff of many files, the ones with most changes first. They are all directly in the
// folder that all files share.
func (p *parser) folders() []folder {
	files := p.patch.files
	if len(files) <= manyFiles {
		return nil
	}
	root := rootOf(files)
	index := map[string]int{}
	var list []folder
	for _, f := range files {
		file, name := path.Clean(f.path), root
		if i := strings.IndexByte(file[len(root):], '/'); i >= 0 {
			name = file[:len(root)+i+1]
		}
		at, ok := index[name]
		if !ok {
			at = len(list)
			index[name] = at
			list = append(list, folder{Path: name})
		}
		list[at].Files++
		list[at].Additions += f.adds
		list[at].Deletions += f.dels
	}
	slices.SortStableFunc(list, func(a, b folder) int {
		return cmp.Compare(b.Additions+b.Deletions, a.Additions+a.Deletions)
	})
	return list[:min(len(list), maxDetailFiles)]
}

// rootOf is the folder that all files share, with a slash at its end.
func rootOf(files []*file) string {
	first := path.Clean(files[0].path)
	root := first[:strings.LastIndexByte(first, '/')+1]
	for _, f := range files {
		for !strings.HasPrefix(path.Clean(f.path), root) {
			root = root[:strings.LastIndexByte(root[:len(root)-1], '/')+1]
		}
	}
	return root
}

// giveFolders gives the collector the folders with most changes in a diff of many files:
//
//	api/ 40 files +231 -1, docs/ 20 files +64 -0, … 3 more
func (p *parser) giveFolders(c *strategies.Collector) {
	list := p.folders()
	if len(list) < 2 {
		return
	}
	var texts []string
	for _, f := range list[:min(len(list), foldersNamed)] {
		text := cmp.Or(f.Path, "./") + " " + words.Count(f.Files, "file", "files")
		if n := (changes{f.Additions, f.Deletions}); n != (changes{}) {
			text += " " + n.String()
		}
		texts = append(texts, text)
	}
	if more := len(list) - foldersNamed; more > 0 {
		texts = append(texts, fmt.Sprintf("… %d more", more))
	}
	c.Add(strategies.Fact{
		Rank: strategies.Evidence, Lead: true, Turn: turnHeads, Extra: true,
		Text:  words.Printable(strings.Join(texts, ", ")),
		Short: words.Printable(strings.Join(texts[:min(len(texts), 2)], ", ")) + more(len(list)-2),
	})
}

// more counts the items of a list that aren't named.
func more(n int) string {
	if n <= 0 {
		return ""
	}
	return fmt.Sprintf(", … %d more", n)
}
