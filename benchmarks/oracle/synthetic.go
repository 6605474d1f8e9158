package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// copied is how many files of a folder are taken into the copy that is edited.
const copied = 300

// synthetic copies a folder's files into dir, and commits as many rounds of edits as asked for. Which edits depends on
// the files alone.
func synthetic(ctx context.Context, r *repo, dir string, rounds int) (*repo, error) {
	files, err := r.files(ctx)
	if err != nil {
		return nil, err
	}
	s := &editor{repo: &repo{dir: dir, ask: r.ask}, rng: rand.New(rand.NewPCG(1, 2))}
	for _, f := range sample(files, copied) {
		b, err := os.ReadFile(filepath.Join(r.dir, f))
		if err != nil || len(b) > maxFile {
			continue
		}
		if err := s.write(f, b); err != nil {
			return nil, err
		}
		s.files = append(s.files, f)
	}
	if len(s.files) == 0 {
		return nil, fmt.Errorf("no file of at most %d bytes is there", maxFile)
	}
	if _, _, err := s.output(ctx, "git", "init", "-q"); err != nil {
		return nil, err
	}
	for i := 0; i <= rounds; i++ {
		if i > 0 {
			if err := s.round(i); err != nil {
				return nil, err
			}
		}
		if _, _, err := s.output(ctx, "git", "add", "-A"); err != nil {
			return nil, err
		}
		if _, _, err := s.output(ctx, "git", "-c", "user.name=oracle", "-c", "user.email=oracle@example.org", "-c",
			"commit.gpgsign=false",
			"commit", "-q", "--allow-empty", "-m", fmt.Sprint("round ", i)); err != nil {
			return nil, err
		}
	}
	return s.repo, nil
}

// editor makes edits of all kinds.
type editor struct {
	*repo
	rng   *rand.Rand
	files []string
}

func (s *editor) write(name string, b []byte) error {
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o644)
}

// round edits up to five files.
func (s *editor) round(n int) error {
	for i := range 1 + s.rng.IntN(5) {
		at := s.rng.IntN(len(s.files))
		name := s.files[at]
		b, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil {
			return err
		}
		switch kind := s.rng.IntN(8); kind {
		case 0: // a new file, with lines that look like a diff's own
			name = fmt.Sprintf("made/%d-%d.txt", n, i)
			s.files = append(s.files, name)
			err = s.write(name, []byte("--- a/old\n+++ b/new\n@@ -1 +1 @@\n-x\n+y\nno line feed at the end"))
		case 1: // a new name
			s.files[at] = name + ".moved"
			err = os.Rename(filepath.Join(s.dir, name), filepath.Join(s.dir, name+".moved"))
		case 2: // another mode
			err = os.Chmod(filepath.Join(s.dir, name), 0o755)
		default:
			err = s.write(name, s.edited(b, kind))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// edited returns a file's content after an edit of a kind.
func (s *editor) edited(b []byte, kind int) []byte {
	lines := bytes.SplitAfter(b, []byte("\n"))
	switch kind {
	case 3: // a line less
		if k := s.rng.IntN(len(lines)); len(lines) > 1 {
			lines = append(lines[:k:k], lines[k+1:]...)
		}
	case 4: // dashes and pluses at the start of lines
		return append(append([]byte("-- a comment\n++ another\n"), b...), "\\ No newline at end of file\n"...)
	case 5: // bytes
		return append(b, 0, 1, 2)
	default: // every seventh line
		for k := 3; k < len(lines); k += 7 {
			lines[k] = []byte(strings.ToUpper(string(lines[k])))
		}
	}
	return bytes.Join(lines, nil)
}
