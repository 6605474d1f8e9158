package cli

import (
	"github.com/spf13/pflag"

	"github.com/toktee/toktee/internal/measure/corpus"
)

// addData adds --data.
func addData(fs *pflag.FlagSet, dir *string) {
	fs.StringVar(dir, "data", "", "the corpus: a folder `DIR` with cases.jsonl and its raw files, or sessions-*.jsonl")
}

// load reads a corpus; one that can't be read is the caller's mistake.
func load(dir string) ([]corpus.Case, error) {
	if dir == "" {
		return nil, usage("--data is missing: want a folder with a corpus")
	}
	cases, err := corpus.Load(dir)
	if err != nil {
		return nil, usageError{err}
	}
	return cases, nil
}

// addAsCommand adds --as-command.
func addAsCommand(fs *pflag.FlagSet, command *string) {
	fs.StringVar(command, "as-command", "",
		"take the cases for what the command line `CMD` printed, none for an unknown one; all else stays")
}

// asCommand gives the cases another command line, unless it is "". "none" is that no command line is known.
func asCommand(cases []corpus.Case, command string) {
	if command == "" {
		return
	}
	if command == "none" {
		command = ""
	}
	for i := range cases {
		cases[i].Command = command
	}
}

// corpusFlags pick cases of a corpus.
type corpusFlags struct{ data, families string }

func (f *corpusFlags) add(fs *pflag.FlagSet) {
	addData(fs, &f.data)
	fs.StringVar(&f.families, "families", "", "measure these families `F,...` alone")
}

// load reads the corpus and keeps the named families.
func (f *corpusFlags) load() ([]corpus.Case, error) {
	cases, err := load(f.data)
	if err != nil {
		return nil, err
	}
	cases, err = corpus.OfFamilies(cases, list(f.families))
	if err != nil {
		return nil, usageError{err}
	}
	return cases, nil
}
