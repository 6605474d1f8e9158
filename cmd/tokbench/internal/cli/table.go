package cli

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/cmd/tokbench/internal/table"
)

// tableFlags are the flags of table.
type tableFlags struct {
	corpusFlags
	toktee, needs string
	from, like    string
	json, md      string
	timeout       time.Duration
	noTimes       bool
	peers         []table.Peer
}

// newTable is "tokbench table".
func newTable(a *app) *cobra.Command {
	var f tableFlags
	cmd := &cobra.Command{
		Use:   "table --data DIR",
		Short: "Compare toktee, plain cuts and other programs on the same outputs",
		Long: `table compares toktee at each level with other programs, with pipes ("| tail -n 50") and with plain
cuts. The other programs are rtk, snip, tokf and gortk if they are in PATH, and those of --peer. Each program runs
every command of a corpus. A shim takes the place of the command and prints the recorded output, so the command itself
isn't executed. All rows use the same outputs. If a program runs another command than the recorded one, the table leaves
out the command's output in every row.

In: a folder with recorded outputs, and toktee in PATH or at --toktee; with --from, only a file that --json wrote.
Out: the table on standard output; --json writes it to a file, --md writes it as Markdown and explains its columns.
Exit codes: 0 for success; 1 if a run failed or a file can't be written; 2 for wrong arguments.`,
		Example: `  tokbench table --data testdata/corpus --json table.json --md table.md
  tokbench table --data testdata/corpus --peer 'mine=mine run -- {cmd}' --no-times
  tokbench table --data testdata/corpus --like table.json --json now.json
  tokbench table --from table.json --md table.md`,
		Args: exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error { return a.table(cmd.Context(), &f) },
	}
	fs := cmd.Flags()
	f.add(fs)
	fs.StringVar(&f.toktee, "toktee", "toktee", "the `PATH` of the toktee that is measured")
	fs.Func("peer",
		"`NAME=TEMPLATE`: add a program, with the command line that runs a command through it; may be repeated",
		func(s string) error {
			p, err := table.Parse(s)
			f.peers = append(f.peers, p)
			return err
		})
	fs.StringVar(&f.needs, "needs", "",
		"the programs `P,...` that the programs of --peer start themselves; PATH contains no others")
	fs.DurationVar(&f.timeout, "timeout", table.DefaultTimeout, "time limit `D` for one output and program")
	fs.BoolVar(&f.noTimes, "no-times", false, "measure no times; all other figures are the same on every run")
	fs.StringVar(&f.from, "from", "", "print the table in the JSON `FILE` without measuring")
	fs.StringVar(&f.like, "like", "",
		"measure only toktee, without times, on the same outputs as the table in the JSON `FILE`, for tokbench compare")
	fs.StringVar(&f.md, "md", "", "write the table as Markdown `FILE`")
	fs.StringVar(&f.json, "json", "", "write the table as JSON to `FILE`; with -, print it instead of the table")
	return cmd
}

// table measures or reads the table and writes it.
func (a *app) table(ctx context.Context, f *tableFlags) error {
	d, err := a.tableOf(ctx, f)
	if err != nil {
		return err
	}
	md := func() ([]byte, error) { return d.Markdown(), nil }
	return writeReports(a.stdout, 0o644, d.Report(), target{f.md, md}, target{f.json, d.JSON})
}

// tableOf is the table of --from, or one that is measured.
func (a *app) tableOf(ctx context.Context, f *tableFlags) (*table.Doc, error) {
	if f.from != "" {
		if f.data != "" {
			return nil, usage("--from and --data can't be used together")
		}
		return readTable("--from", f.from)
	}
	if f.like != "" && len(f.peers) > 0 {
		return nil, usage("--like and --peer can't be used together")
	}
	if f.timeout <= 0 {
		return nil, usage("--timeout %v: want more than 0", f.timeout)
	}
	if err := checkJobs(f.jobs); err != nil {
		return nil, err
	}
	toktee, err := table.Parse("toktee='" + f.toktee + "' {cmd}")
	if err != nil {
		return nil, usage("--toktee %s: command not found", f.toktee)
	}
	cases, err := f.load()
	if err != nil {
		return nil, err
	}
	o := table.Options{
		Toktee: toktee.Program(), Peers: f.peers, Clean: clean, Jobs: f.jobs,
		Run:    table.RunOptions{Timeout: f.timeout, Needs: score.List(f.needs)},
		Corpus: f.data,
	}
	if f.like != "" {
		if o.Like, err = readTable("--like", f.like); err != nil {
			return nil, err
		}
	} else if !f.noTimes {
		o.Machine = fmt.Sprintf("%s, %s/%s with %d processors, %s", time.Now().UTC().Format(time.DateOnly),
			runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	}
	return table.Measure(ctx, cases, o)
}

// readTable reads the table that a flag names.
func readTable(flag, file string) (*table.Doc, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, usageError{err}
	}
	d, err := table.Read(text)
	if err != nil {
		return nil, usage("%s %s: %w", flag, file, err)
	}
	return d, nil
}
