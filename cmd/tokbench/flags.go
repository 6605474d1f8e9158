package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/toktee/toktee/internal/bench"
)

const usage = `usage: tokbench eval --data DIR [flags]
       tokbench show CASE --data DIR [--level L] [--budget N]
       tokbench mix --data DIR [--json FILE] [--min-savings P] [--jobs N]
       tokbench compare OLD NEW [--max-loss P] [--md FILE]
       tokbench replay PATH... [flags]
       tokbench peers --data DIR --peer NAME=TEMPLATE ... [flags]

flags of eval:
  --data DIR        corpus: cases.jsonl with its raw files, sessions-*.jsonl
  --levels L,...    levels to measure, or none (default minimal,balanced,conservative)
  --budgets N,...   budgets to measure, or none (default 32,50,100,250,500,1000,2000,4000,8000)
  --families F,...  families to measure (default all)
  --worst N         list the N cases that lost the most facts
  --html FILE       write the report as a page, with the frontier of recall by budget and the worst cases
  --md FILE         write the tables as Markdown, for a CI job's summary
  --svg DIR         write the frontier of each family
  --texts FILE      write every text with its figures as JSON lines, for benchmarks/recount/eval.py
  --json FILE       write the report as JSON, - for standard output instead of the tables
  --counts          a count that differs from the tool's own is a broken promise
  --no-intent       forget what the callers were after
  --times           report how long the summaries took
  --jobs N          cases that are scored at once (default the number of CPUs)

OLD and NEW are what eval --json wrote, or what go test -bench -benchmem printed.
flags of compare:
  --max-loss P      points of a share, or percent of a number, that may be lost (default 0.5)
  --md FILE         write the table as Markdown

flags of replay, whose PATHs are transcripts or folders of them:
  --levels L,...    levels to measure (default minimal,balanced,conservative)
  --html FILE       write the report as a web page that needs no network
  --md FILE         write it as Markdown
  --json FILE       write it as JSON; - for standard output, with any of the three
  --calls           put every result into the JSON, with the summaries
  --redact          replace sessions, paths, commands and texts by names that tell nothing
  --prices FILE     price table, TOML
  --price-input N   price of a million tokens of input, for all models
  --price-cached N  the same of cached input
  --seed N          of the intervals (default 1)
  --jobs N          files that are read at once (default the number of CPUs)

flags of peers, beside --data, --families, --json, --md and --jobs:
  --peer NAME=TEMPLATE  a program and how a command is run through it, such as 'rtk=rtk {cmd}' or 'last=sh -c "{cmd} | tail -5"'
  --needs PROGRAM,...   programs that the peers themselves start, such as sh; no others are on PATH
  --any-call            score a case too where the peer asked its program for something else than the case did
  --timeout D           time for one case (default 10s)
`

// newFlags returns a silent flag set: run prints the errors.
func newFlags(name string) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	return fs
}

// parse reads flags wherever they stand and returns the other arguments, which must be as many as named.
func parse(fs *flag.FlagSet, args []string, named ...string) ([]string, error) {
	rest, err := parseAny(fs, args)
	if err != nil {
		return nil, err
	}
	switch {
	case len(rest) > len(named):
		return nil, usageError{fmt.Errorf("unexpected argument %q", rest[len(named)])}
	case len(rest) < len(named):
		return nil, usageError{fmt.Errorf("%s wants the argument %s", fs.Name(), named[len(rest)])}
	}
	return rest, nil
}

// parseAny reads flags wherever they stand and returns the other arguments.
func parseAny(fs *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			if strings.HasPrefix(err.Error(), "flag provided but not defined: ") {
				err = fmt.Errorf("%w: %s takes %s", err, fs.Name(), strings.Join(flagNames(fs), ", "))
			}
			return nil, usageError{err}
		}
		if fs.NArg() == 0 {
			return rest, nil
		}
		rest, args = append(rest, fs.Arg(0)), fs.Args()[1:]
	}
}

func flagNames(fs *flag.FlagSet) (names []string) {
	fs.VisitAll(func(f *flag.Flag) { names = append(names, "--"+f.Name) })
	return names
}

// load reads a corpus; one that can't be read is the caller's mistake.
func load(dir string) ([]bench.Case, error) {
	if dir == "" {
		return nil, usageError{errors.New("--data is missing: want a folder with a corpus")}
	}
	cases, err := bench.Load(dir)
	if err != nil {
		return nil, usageError{err}
	}
	return cases, nil
}
