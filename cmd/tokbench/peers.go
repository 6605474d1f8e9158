package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/toktee/toktee/internal/bench"
	"github.com/toktee/toktee/tokens"
)

// peersFlags are the flags of peers.
type peersFlags struct {
	data, families, needs, json, md string
	jobs                            int
	timeout                         time.Duration
	anyCall                         bool
	peers                           []bench.Peer
}

func (f *peersFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&f.data, "data", "", "")
	fs.StringVar(&f.families, "families", "", "")
	fs.StringVar(&f.needs, "needs", "", "")
	fs.StringVar(&f.json, "json", "", "")
	fs.StringVar(&f.md, "md", "", "")
	fs.IntVar(&f.jobs, "jobs", runtime.NumCPU(), "")
	fs.DurationVar(&f.timeout, "timeout", bench.PeerTimeout, "")
	fs.BoolVar(&f.anyCall, "any-call", false, "")
	fs.Func("peer", "", func(s string) error {
		p, err := bench.ParsePeer(s)
		f.peers = append(f.peers, p)
		return err
	})
}

// peers puts a corpus through other programs and prints how they fared, beside ours at as many tokens.
func (a app) peers(ctx context.Context, args []string, stdout io.Writer) error {
	var f peersFlags
	fs := newFlags("peers")
	f.register(fs)
	if _, err := parse(fs, args); err != nil {
		return err
	}
	switch {
	case len(f.peers) == 0:
		return usageError{errors.New("--peer is missing: want NAME=TEMPLATE, such as 'rtk=rtk {cmd}'")}
	case f.jobs < 1:
		return usageError{fmt.Errorf("--jobs %d: want at least 1", f.jobs)}
	case f.timeout <= 0:
		return usageError{fmt.Errorf("--timeout %v: want more than 0", f.timeout)}
	}
	cases, err := load(f.data)
	if err != nil {
		return err
	}
	if cases, err = bench.OfFamilies(cases, list(f.families)); err != nil {
		return usageError{err}
	}
	b := &bench.Bench{Summarise: a.summarise, Clean: cleaned, Encoding: tokens.Default, Jobs: f.jobs}
	r := bench.PeersReport{Encoding: string(b.Encoding), Peers: f.peers}
	r.Cases, err = b.RunPeers(ctx, cases, f.peers, bench.PeerOptions{Timeout: f.timeout, Needs: list(f.needs), AnyCall: f.anyCall})
	if err != nil {
		return err
	}
	js := func(w io.Writer) error {
		text, err := r.JSON()
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}
	if f.md != "" {
		if err := writeFile(f.md, r.Markdown); err != nil {
			return err
		}
	}
	switch f.json {
	case "":
	case "-":
		return js(stdout)
	default:
		if err := writeFile(f.json, js); err != nil {
			return err
		}
	}
	return r.Print(stdout)
}
