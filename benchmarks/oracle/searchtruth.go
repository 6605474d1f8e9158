package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// rgCounts counts matching lines by file with rg's own counter.
func rgCounts(ctx context.Context, r *repo, pattern string) (map[string]int64, error) {
	out, _, err := r.output(ctx, "rg", "-c", "--null", "--with-filename", "-e", pattern)
	if err != nil {
		return nil, err
	}
	return nullCounts(out)
}

// grepCounts does it with grep's.
func grepCounts(ctx context.Context, r *repo, pattern string) (map[string]int64, error) {
	out, _, err := r.output(ctx, "grep", "-rcIE", "--null", "--exclude-dir=.git", "-e", pattern, ".")
	if err != nil {
		return nil, err
	}
	return nullCounts(out)
}

// nullCounts reads lines of a file, a NUL and a number; files without a match are left out.
func nullCounts(out []byte) (map[string]int64, error) {
	counts := map[string]int64{}
	for line := range strings.Lines(string(out)) {
		file, n, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\x00")
		k, err := strconv.ParseInt(n, 10, 64)
		if !ok || err != nil {
			return nil, fmt.Errorf("reading counts: %.80q has no file and number", line)
		}
		if k > 0 {
			counts[file] = k
		}
	}
	return counts, nil
}

// An event is a line of rg --json at the end of a file.
type event struct {
	Type string `json:"type"`
	Data struct {
		Path struct {
			Text string `json:"text"`
		} `json:"path"`
		Stats struct {
			MatchedLines int64 `json:"matched_lines"`
		} `json:"stats"`
	} `json:"data"`
}

// rgEvents counts matching lines by file from the events that rg prints for programs.
func rgEvents(ctx context.Context, r *repo, pattern string) (map[string]int64, error) {
	out, _, err := r.output(ctx, "rg", "--json", "-e", pattern)
	if err != nil {
		return nil, err
	}
	counts := map[string]int64{}
	s := bufio.NewScanner(bytes.NewReader(out))
	s.Buffer(nil, len(out)+1)
	for s.Scan() {
		if !bytes.HasPrefix(s.Bytes(), []byte(`{"type":"end"`)) {
			continue
		}
		var e event
		if err := json.Unmarshal(s.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("reading rg's events: %w", err)
		}
		if e.Data.Path.Text == "" {
			return nil, errors.New("reading rg's events: a file has no name in UTF-8")
		}
		if e.Data.Stats.MatchedLines > 0 {
			counts[e.Data.Path.Text] = e.Data.Stats.MatchedLines
		}
	}
	return counts, s.Err()
}
