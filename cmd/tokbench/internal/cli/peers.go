package cli

import (
	"context"
	"runtime"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/toktee/toktee/cmd/tokbench/internal/peers"
	"github.com/toktee/toktee/cmd/tokbench/internal/subject"
	"github.com/toktee/toktee/tokens"
)

// peersFlags are the flags of peers.
type peersFlags struct {
	corpusFlags
	needs, json, md string
	jobs            int
	timeout         time.Duration
	anyCall         bool
	peers           []peers.Peer
}

// newPeers is "tokbench peers".
func newPeers(a *app) *cobra.Command {
	var f peersFlags
	cmd := &cobra.Command{
		Use:   "peers --data DIR --peer NAME=TEMPLATE ...",
		Short: "Put a corpus through other programs, beside toktee at as many tokens",
		Long: `peers runs each case's command through other programs that make outputs shorter, and prints a table for
each of them by family, beside toktee at as many tokens. A shim in place of the case's program prints the recorded
output; nothing else is on PATH but what --needs names. "tokbench table" has them in one table, on the same outputs.

In: a folder with recorded outputs, and the programs, which must be on PATH. In a template, {cmd} is the command.
Out: the tables on standard output; --md and --json write them as files, the JSON with every case.
Exit codes: 0; 1 where a run failed; 2 for a mistake in the call, such as a program that isn't there.`,
		Example: `  tokbench peers --data testdata/corpus --peer 'rtk=rtk {cmd}'
  tokbench peers --data testdata/corpus --peer 'last=sh -c "{cmd} | tail -5"' --needs tail`,
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.peers(cmd.Context(), &f) },
	}
	fs := cmd.Flags()
	f.add(fs)
	addPeers(fs, &f.peers)
	addNeeds(fs, &f.needs)
	fs.BoolVar(&f.anyCall, "any-call", false,
		"score a case too where the peer asked its program for something else than the case did")
	fs.DurationVar(&f.timeout, "timeout", peers.DefaultTimeout, "time `D` for one case")
	fs.StringVar(&f.json, "json", "", "write the report as JSON `FILE`, - for standard output instead of the tables")
	fs.StringVar(&f.md, "md", "", "write the tables as Markdown `FILE`")
	fs.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "run `N` cases at once")
	return cmd
}

// addPeers adds --peer.
func addPeers(fs *pflag.FlagSet, list *[]peers.Peer) {
	fs.Func("peer", "a program and how a command is run through it, `NAME=TEMPLATE`; may be repeated",
		func(s string) error {
			p, err := peers.Parse(s)
			*list = append(*list, p)
			return err
		})
}

// addNeeds adds --needs.
func addNeeds(fs *pflag.FlagSet, needs *string) {
	fs.StringVar(needs, "needs", "",
		"programs `P,...` that the peers themselves start, such as sh; no others are on PATH")
}

// check refuses flags that make no sense.
func (f *peersFlags) check() error {
	if len(f.peers) == 0 {
		return usage("--peer is missing: want NAME=TEMPLATE, such as 'rtk=rtk {cmd}'")
	}
	if f.timeout <= 0 {
		return usage("--timeout %v: want more than 0", f.timeout)
	}
	return checkJobs(f.jobs)
}

// peers puts a corpus through other programs and prints how they fared, beside toktee at as many tokens.
func (a *app) peers(ctx context.Context, f *peersFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	cases, err := f.load()
	if err != nil {
		return err
	}
	r := peers.Report{Encoding: string(tokens.Default), Peers: f.peers}
	o := peers.Options{Timeout: f.timeout, Needs: list(f.needs), AnyCall: f.anyCall}
	ctx = subject.WithRecovery(ctx)
	if r.Cases, err = peers.Run(ctx, a.bench(nil, f.jobs), cases, f.peers, o); err != nil {
		return err
	}
	if f.md != "" {
		if err := writeFile(f.md, r.Markdown); err != nil {
			return err
		}
	}
	js := jsonForm(r.JSON)
	switch f.json {
	case "":
	case "-":
		return js(a.stdout)
	default:
		if err := writeFile(f.json, js); err != nil {
			return err
		}
	}
	return r.Print(a.stdout)
}
