package summarize_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"

	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// corpus is the folder of captured outputs.
const corpus = "../testdata/corpus"

// captured is one case of the corpus.
type captured struct {
	ID, Family, Tool, Command, Path, Pattern string
	ExitCode                                 *int `json:"exit_code"`
	Raw                                      string
	Facts                                    [][]string
	Oracle                                   map[string]int // what the tool's own report counts
}

func cases(t testing.TB) []captured {
	b, err := os.ReadFile(filepath.Join(corpus, "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out []captured
	for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
		var c captured
		if err := json.Unmarshal(s.Bytes(), &c); err != nil {
			t.Fatalf("cases.jsonl: %v", err)
		}
		out = append(out, c)
	}
	if len(out) == 0 {
		t.Fatal("cases.jsonl holds no case")
	}
	return out
}

func (c *captured) request(t testing.TB) summarize.Request {
	raw, err := os.ReadFile(filepath.Join(corpus, c.Raw))
	if err != nil {
		t.Fatal(err)
	}
	req := summarize.Request{Tool: c.Tool, Command: c.Command, Path: c.Path, Pattern: c.Pattern, Stdout: raw}
	if c.ExitCode != nil {
		req.Status = result.Status{Known: true, Code: *c.ExitCode}
	}
	return req
}

// shortBytes is the most that an output has which the sweeps over the corpus take in short mode, as with the race
// detector.
const shortBytes = 4000

// small is the request of a case, which in short mode must be small. Others are skipped, and all that aren't in the
// sample: one case of n, by the hash of its name.
func (c *captured) small(t *testing.T, n int) summarize.Request {
	if int(crc32.ChecksumIEEE([]byte(c.ID)))%sweep.Every(n) != 0 {
		t.Skip("not in the sample")
	}
	req := c.request(t)
	if testing.Short() && len(req.Stdout) > shortBytes {
		t.Skip("a large output")
	}
	return req
}

// TestPromises holds the promises on every captured output.
func TestPromises(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			if err := promises(c.small(t, 3)); err != nil {
				t.Error(err)
			}
		})
	}
}
