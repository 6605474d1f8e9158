package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/progress"
	"github.com/toktee/toktee/internal/text/words"
)

// newStoreVerify is "toktee store verify".
func newStoreVerify(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Check all kept outputs for damage",
		Long: `Reads every kept result and output, and compares lengths and checksums with the recorded ones. The
command lists damaged files, files of a newer toktee, outputs that belong to no result, and files that killed processes
left. The command changes nothing. The exit status is 1 if a file is damaged.`,
		Example: `  toktee store verify
  toktee store verify --json | jq .findings`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.verify(cmd.Context(), asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	return cmd
}

// verification is what "toktee store verify --json" prints.
type verification struct {
	Store string `json:"store"`
	store.Verified
	Findings []store.Finding `json:"findings"`
}

// verify prints each bad file, then a summary:
//
//	damaged   records/01795402891599801587-01795402891599821607-370580295194: it is damaged
//	unused    payloads/f3895afdbd92….zst: no result needs it
//	1204 results and 31 payloads of their own, 5120 KB, in /home/me/.local/share/toktee: 1 damaged, 1 unused
func (a *app) verify(ctx context.Context, asJSON bool) error {
	h, err := a.open()
	if err != nil {
		return err
	}
	v := verification{Store: h.StoreDir(), Findings: []store.Finding{}}
	var write error
	line := progress.New(a.stderr, a.isTerminal(a.stderr), time.Now)
	each := func(f store.Finding) {
		line.Done() // a finding may go to the same terminal
		if asJSON {
			v.Findings = append(v.Findings, f)
		} else if write == nil {
			_, write = fmt.Fprintf(a.stdout, "%-9s %s\n", f.Fault, words.Printable(explain(f)))
		}
	}
	v.Verified, err = h.Store().Verify(ctx, each, func(done, total int64) {
		line.Report("reading what is kept", done, total)
	})
	line.Done()
	switch {
	case err != nil:
		return failed(err)
	case asJSON:
		write = json.NewEncoder(a.stdout).Encode(v)
	case write == nil:
		_, write = fmt.Fprintln(a.stdout, v.summary())
	}
	if write == nil && v.Damaged > 0 {
		return &exitError{exitFailure, nil}
	}
	return failed(write)
}

// explain returns the fault of a file, and the results that need it.
func explain(f store.Finding) string {
	text := f.File + ": " + f.What
	if len(f.Results) > 0 {
		text += " (" + strings.Join(f.Results, ", ") + ")"
	}
	return text
}

func (v *verification) summary() string {
	var faults []string
	for _, f := range []struct {
		n    int
		name string
	}{
		{v.Damaged, "damaged"}, {v.Newer, "kept by a newer toktee"}, {v.Unused, "unused"}, {v.Leftover, "left over"},
	} {
		if f.n > 0 {
			faults = append(faults, fmt.Sprintf("%d %s", f.n, f.name))
		}
	}
	if len(faults) == 0 {
		faults = []string{"no damage found"}
	}
	return fmt.Sprintf("%s and %s of their own, %d KB, in %s: %s", words.Count(v.Records, "result", "results"),
		words.Count(v.Payloads, "payload", "payloads"), (v.Bytes+512)/1024, words.Printable(v.Store),
		strings.Join(faults, ", "))
}
