package cli

import (
	"runtime"

	"github.com/spf13/pflag"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
)

// dataHelp is the help of --data.
const dataHelp = "the corpus: a folder `DIR` with cases.jsonl and its raw files, or sessions-*.jsonl"

// corpusFlags pick the cases of a corpus.
type corpusFlags struct {
	data, families, command string
	jobs                    int
}

// add adds --data, --families and --jobs.
func (f *corpusFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.data, "data", "", dataHelp)
	fs.StringVar(&f.families, "families", "", "measure only these families `F,...`")
	fs.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "measure `N` outputs at once")
}

// addAsCommand adds --as-command.
func (f *corpusFlags) addAsCommand(fs *pflag.FlagSet) {
	fs.StringVar(&f.command, "as-command", "",
		"treat the outputs as if the command line `CMD` had printed them; \"none\" is an unknown command")
}

// load reads the cases. A corpus that can't be read is a mistake of the caller.
func (f *corpusFlags) load() ([]corpus.Case, error) {
	if f.data == "" {
		return nil, usage("--data is missing: want a folder with a corpus")
	}
	cases, err := corpus.Load(f.data)
	if err == nil {
		cases, err = corpus.OfFamilies(cases, score.List(f.families))
	}
	if err != nil {
		return nil, usageError{err}
	}
	for i := range cases {
		switch f.command {
		case "":
		case "none":
			cases[i].Command = ""
		default:
			cases[i].Command = f.command
		}
	}
	return cases, nil
}

// checkJobs refuses less than one job.
func checkJobs(jobs int) error {
	if jobs < 1 {
		return usage("--jobs %d: want at least 1", jobs)
	}
	return nil
}
