package corpus

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// casesFile has cases with the raw text in files, sessionFiles cases that hold it themselves.
const (
	casesFile    = "cases.jsonl"
	sessions     = "sessions-" // and the agent
	sessionFiles = sessions + "*.jsonl"
)

// record is a line of either kind of file. In [casesFile], raw is a file's name and facts the labels; in
// [sessionFiles], raw is the text itself and evidence the labels.
type record struct {
	Case
	Raw      string                 `json:"raw"`
	Stderr   string                 `json:"stderr"`
	Pass     string                 `json:"pass"`
	Evidence []string               `json:"evidence"`
	Oracle   map[string]json.Number `json:"oracle"`
}

// Load reads the corpus in dir: cases.jsonl with its raw files, and every sessions-*.jsonl, whose cases get
// the family "sessions-*". Cases come in the order of the files. An error names the file and the line.
func Load(dir string) ([]Case, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("reading the corpus: %w", err)
	}
	defer root.Close()
	names, err := fs.Glob(root.FS(), sessionFiles)
	if err != nil {
		return nil, fmt.Errorf("reading the corpus: %w", err)
	}
	slices.Sort(names)
	if _, err := root.Stat(casesFile); err == nil {
		names = append([]string{casesFile}, names...)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("reading the corpus: %s has neither %s nor %s", dir, casesFile, sessionFiles)
	}
	var cases []Case
	seen := map[string]string{}
	for _, name := range names {
		if cases, err = loadFile(root, name, cases, seen); err != nil {
			return nil, err
		}
	}
	return cases, nil
}

// loadFile appends the cases of one file. seen maps the ids so far to the file and line that has each.
func loadFile(root *os.Root, name string, cases []Case, seen map[string]string) ([]Case, error) {
	err := eachLine(root, name, func(where string, line []byte) error {
		c, err := parse(root, name, line)
		if err != nil {
			return err
		}
		if at, ok := seen[c.ID]; ok {
			return fmt.Errorf("id %q stands already in %s", c.ID, at)
		}
		seen[c.ID] = where
		pass := c.Pass
		c.Pass = nil
		cases = append(cases, c)
		if pass != nil { // the same case with the output of an earlier pass is a case of its own
			c.ID, c.Family, c.Pass = c.ID+"+pass", c.Family+"+pass", pass
			cases = append(cases, c)
		}
		return nil
	})
	return cases, err
}

// eachLine calls f with every line of a file that isn't empty, and its place for errors: "FILE:LINE".
func eachLine(root *os.Root, name string, f func(where string, line []byte) error) error {
	file, err := root.Open(name)
	if err != nil {
		return fmt.Errorf("reading the corpus: %w", err)
	}
	defer file.Close()
	r := bufio.NewReader(file)
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("reading %s: %w", name, err)
		}
		if len(bytes.TrimSpace(line)) > 0 {
			where := fmt.Sprintf("%s:%d", name, n)
			if err := f(where, line); err != nil {
				return fmt.Errorf("%s: %w", where, err)
			}
		}
		if err != nil {
			return nil
		}
	}
}

// parse reads one line of the named file.
func parse(root *os.Root, name string, line []byte) (Case, error) {
	var r record
	if err := json.Unmarshal(line, &r); err != nil {
		return Case{}, err
	}
	if r.ID == "" {
		return Case{}, errors.New("the case has no id")
	}
	c := r.Case
	c.Stdout, c.Stderr = []byte(r.Raw), []byte(r.Stderr)
	if name == casesFile {
		raw, err := root.ReadFile(filepath.FromSlash(r.Raw))
		if err != nil {
			return Case{}, fmt.Errorf("case %s: %w", r.ID, err)
		}
		c.Stdout = raw
		if r.Pass != "" {
			if c.Pass, err = root.ReadFile(filepath.FromSlash(r.Pass)); err != nil {
				return Case{}, fmt.Errorf("case %s: %w", r.ID, err)
			}
		}
	}
	if c.Family == "" {
		c.Family = strings.TrimSuffix(name, ".jsonl")
	}
	if agent, ok := strings.CutPrefix(name, sessions); ok && c.Agent == "" {
		c.Agent = strings.TrimSuffix(agent, ".jsonl")
	}
	if err := c.label(&r); err != nil {
		return Case{}, fmt.Errorf("case %s: %w", r.ID, err)
	}
	return c, nil
}

// label takes the counts and the facts of a line over into the case, and checks them.
func (c *Case) label(r *record) error {
	for k, n := range r.Oracle {
		v, err := n.Int64()
		if err != nil {
			return fmt.Errorf("oracle %q: %w", k, err)
		}
		if c.Counts == nil {
			c.Counts = map[string]int64{}
		}
		c.Counts[k] = v
	}
	for _, e := range r.Evidence {
		c.Facts = append(c.Facts, []string{e})
	}
	for _, f := range c.Facts {
		if len(f) == 0 || slices.Contains(f, "") {
			return errors.New("a fact without a spelling, or with an empty one, is always kept")
		}
	}
	return nil
}
