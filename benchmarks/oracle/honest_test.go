package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// honest answers with what the independent tools say. The folder of a call isn't known to an asker, so the test says
// where the truth is to be found; a synthetic repository's is in its own folder and not asked for.
func honest(dir string) asker {
	r := &repo{dir: dir}
	return func(ctx context.Context, c call) (answer, error) {
		switch {
		case c.tool == "Read":
			g, err := r.ctags(ctx, c.path, byExtension[filepath.Ext(c.path)])
			if err != nil {
				return answer{}, err
			}
			var symbols []symbol
			var text strings.Builder
			for _, n := range g.wanted() {
				kind := "function"
				if slices.Contains(g.types, n) {
					kind = "type"
				}
				symbols = append(symbols, symbol{"T." + n.Name, kind, n.Line, n.Line, max(n.End, n.Line)})
				fmt.Fprintf(&text, "%d-%d→%s\n", n.Line, max(n.End, n.Line), n.Name)
			}
			a, err := made(map[string]int64{"functions": int64(len(g.functions)), "types": int64(len(g.types))},
				map[string]any{"symbols": symbols})
			a.text = text.String()
			return a, err
		case strings.HasPrefix(c.command, "rg") || strings.HasPrefix(c.command, "grep"):
			_, rest, _ := strings.Cut(c.command, "-e '")
			pattern, _, _ := strings.Cut(rest, "'")
			counts := rgEvents
			if c.command[0] == 'g' {
				counts = grepCounts
			}
			want, err := counts(ctx, r, pattern)
			if err != nil {
				return answer{}, err
			}
			var sum int64
			var files []map[string]any
			for f, n := range want {
				sum += n
				files = append(files, map[string]any{"file": f, "count": n})
			}
			return made(map[string]int64{"matches": sum, "files": int64(len(want))},
				map[string]any{"files": files, "total_files": len(want)})
		case strings.HasPrefix(c.command, "git show"), strings.HasPrefix(c.command, "git diff"):
			s, err := numstatOf(c.out)
			return answer{
				data: map[string]int64{"additions": s.additions, "deletions": s.deletions, "files": s.files},
				text: string(c.out), whole: c.budget > 0,
			}, err
		case c.command == "git ls-files":
			n := int64(bytes.Count(c.out, []byte("\n")))
			return answer{data: map[string]int64{"entries": n, "files": n}}, nil
		}
		for _, l := range lists {
			if l.line == c.command {
				types, _, err := r.output(ctx, "find", append([]string{"."}, l.truth...)...)
				dirs := int64(bytes.Count(types, []byte("d\n")))
				n := int64(bytes.Count(types, []byte("\n")))
				return answer{data: map[string]int64{"entries": n, "dirs": dirs, "files": n - dirs}}, err
			}
		}
		return answer{}, fmt.Errorf("no truth for %q", c.command)
	}
}

func made(data map[string]int64, details any) (answer, error) {
	b, err := json.Marshal(details)
	return answer{data: data, details: b}, err
}

// numstatOf counts a diff of text files by git's own rules, by having git read it.
func numstatOf(diff []byte) (stat, error) {
	if i := bytes.Index(diff, []byte("diff --git ")); i >= 0 {
		diff = diff[i:]
	} else {
		return stat{}, nil
	}
	f, err := os.CreateTemp("", "diff")
	if err != nil {
		return stat{}, err
	}
	defer os.Remove(f.Name())
	if _, err := f.Write(diff); err != nil {
		return stat{}, err
	}
	f.Close()
	out, _, err := (&repo{dir: os.TempDir()}).output(context.Background(), "git", "apply", "--numstat", f.Name())
	if err != nil {
		return stat{}, err
	}
	return numstat(string(out))
}
