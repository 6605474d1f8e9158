package rules

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"github.com/BurntSushi/toml"

	"github.com/toktee/toktee/internal/run/diskfile"
	"github.com/toktee/toktee/internal/text/words"
)

// Origin is the author of a file.
type Origin string

// The origins, the strongest first.
const (
	Project Origin = "project"
	User    Origin = "user"
	BuiltIn Origin = "built-in"
)

// State is the state of a file. The rules of active files count.
type State string

// The states.
const (
	Active    State = "active"
	untrusted State = "not trusted"
	changed   State = "changed since it was trusted"
	Broken    State = "broken"
)

// File is a file of rules.
type File struct {
	Path   string // absolute; the name of a built-in one
	Origin Origin
	State  State
	Err    error // why it is broken: one line, with the path and the line
	Sum    [32]byte
	Text   string // its content, as its hash has it
	Rules  []*Rule
	Tests  []Test
}

// Test is an inline test: an output, and the text that the rules must make of it.
type Test struct {
	Name          string
	Command, Tool string
	Input         string
	ExitCode      int
	Level         string
	Budget        int
	Want          string // the whole text, if HasWant
	HasWant       bool
	WantContains  []string
	WantMissing   []string
}

// TestLine returns the first line of test i.
func (f *File) TestLine(i int) int { return lineOf(locate(f.Text), "test."+strconv.Itoa(i)) }

// ReadFile reads a file and checks its content. An error is in File.Err too; it is one line that names the file and, if
// known, the line.
func ReadFile(path string, origin Origin) (*File, error) {
	f := &File{Path: path, Origin: origin, State: Active}
	if err := f.slurp(); err != nil {
		return f, err
	}
	return f, f.parse()
}

// Parse checks the text of a file without reading the file. Its error has the form of [ReadFile]'s.
func Parse(path, text string, origin Origin) (*File, error) {
	f := &File{Path: path, Origin: origin, State: Active, Text: text}
	if len(text) > maxFile {
		return f, f.broken(fmt.Errorf("%s: larger than %d bytes", path, maxFile))
	}
	return f, f.parse()
}

func (f *File) broken(err error) error {
	f.State, f.Err = Broken, err
	f.Rules, f.Tests = nil, nil
	return err
}

// slurp reads the text.
func (f *File) slurp() error {
	text, err := diskfile.Read(f.Path, maxFile)
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		err = reason(f.Path, err)
	}
	if err != nil {
		return f.broken(err)
	}
	f.Text, f.Sum = text, sha256.Sum256([]byte(text))
	return nil
}

// parse reads the rules and the tests from the text.
func (f *File) parse() error {
	var tree map[string]any
	if _, err := toml.Decode(f.Text, &tree); err != nil {
		var p toml.ParseError
		if !errors.As(err, &p) {
			return f.broken(fmt.Errorf("%s: %s", f.Path, words.OneLine(err.Error())))
		}
		return f.broken(fmt.Errorf("%s:%d: %s", f.Path, p.Position.Line, words.OneLine(p.Message)))
	}
	r := reader{file: f, text: f.Text}
	r.top(tree)
	if r.first != nil {
		return f.broken(r.first)
	}
	return nil
}

// reason puts the path before the system's error.
func reason(path string, err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}
