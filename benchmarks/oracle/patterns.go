package main

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	maxSampled  = 600       // files that are looked at for identifiers
	maxFile     = 512 << 10 // bytes of a file that is looked at
	minWord     = 4
	maxWord     = 40
	ownPatterns = 12
	absent      = "no_such_word_anywhere"
)

// patterns returns words to search for: the repository's own identifiers, from frequent to rare, one that isn't there,
// and the caller's own patterns.
func patterns(ctx context.Context, r *repo, o options) ([]string, error) {
	files, err := r.files(ctx)
	if err != nil {
		return nil, err
	}
	freq := map[string]int{}
	for _, f := range sample(files, maxSampled) {
		b, err := os.ReadFile(filepath.Join(r.dir, f))
		if err != nil || len(b) > maxFile || isBinary(b) {
			continue
		}
		words(string(b), func(w string) { freq[w]++ })
	}
	all := make([]string, 0, len(freq))
	for w := range freq {
		all = append(all, w)
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(freq[b], freq[a]), cmp.Compare(a, b)) })
	picked := slices.Clone(o.patterns)
	for _, w := range append(steps(all, ownPatterns), absent) {
		if !slices.Contains(picked, w) {
			picked = append(picked, w)
		}
	}
	return picked, nil
}

// isBinary reports whether a file has a zero byte near its start, as rg and git decide it.
func isBinary(b []byte) bool { return bytes.IndexByte(b[:min(len(b), 8000)], 0) >= 0 }

// words calls f for every identifier of a fair length.
func words(s string, f func(string)) {
	start := -1
	for i := 0; i <= len(s); i++ {
		within := start >= 0
		if i < len(s) && (startsName(s[i]) || within && isDigit(s[i])) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 && i-start >= minWord && i-start <= maxWord {
			f(s[start:i])
		}
		start = -1
	}
}

func startsName(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// steps takes n of a list whose distances double, so that both its start and its end are represented.
func steps(list []string, n int) []string {
	var picked []string
	for i := 0; len(picked) < n && i < len(list); i = i*2 + 1 {
		picked = append(picked, list[i])
	}
	return picked
}

// files lists the files that rg would search, sorted.
func (r *repo) files(ctx context.Context) ([]string, error) {
	out, _, err := r.output(ctx, "rg", "--files", "--null", "--sort", "path")
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"), nil
}

// sample takes at most n of a list, evenly spread.
func sample(list []string, n int) []string {
	if len(list) <= n {
		return list
	}
	picked := make([]string, n)
	for i := range picked {
		picked[i] = list[i*len(list)/n]
	}
	return picked
}
