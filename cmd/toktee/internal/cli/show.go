package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/pages"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/integrations/shim"
	"github.com/toktee/toktee/internal/run/proc"
	"github.com/toktee/toktee/internal/text/shell"
)

// showOptions are the flags of "toktee show".
type showOptions struct {
	flags
	lines              given[pages.Lines]
	around, failure    given[int]
	section            given[string]
	grep               given[*regexp.Regexp]
	from               given[int]
	stdout, stderr, ui bool
	all, raw           bool
}

// newShow is "toktee show".
func newShow(a *app) *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "show [ID]",
		Short: "Print a kept output, or some of its lines",
		Long: `Prints the full output of a result, or some of its lines. ID is the result's id or its
first digits. Without an ID, the command prints the last result.

Line numbers count the lines of the output, as in the short text. If the output is a section of a file, the line numbers
in the short text are those of the file. The last line of such a text may have both: the file's line numbers after
"most at", and those of the output after --lines. With --stdout or --stderr, line numbers count the lines of that
stream. --grep prints a line number before each line.

--around LINE prints as many lines around LINE as fit the budget, about half of them before LINE. --failure N prints the
N-th failed test or error that toktee found. If toktee found none, it prints the N-th warning. If no known program
printed the output, --failure counts lines that have the form of diagnostics. --section NAME prints the section with
the heading NAME of a Markdown text, a manual or a help text. In the log of a CI job, it prints the step or group NAME.
Upper and lower case don't matter, and a unique start of the name is enough.

If the output has more than --budget N tokens, the command omits lines at the end. The last line then names the command
that prints the omitted lines. If the output goes directly to an agent, each call prints at most 4000 tokens, or 7000
with --lines. --all removes this limit. If the output goes to a pipe or a file, there is no limit.

A terminal and an agent get the text as a person would have seen it, without escape sequences and other invisible
characters. A pipe or a file gets the bytes that the command printed. With --raw, a terminal and an agent get these
bytes too.`,
		Example: `  toktee show
  toktee show 401882137095 --lines 210:321
  toktee show 401882137095 --lines 3:3 --from 12001
  toktee show 4018 --grep 'FAIL|panic'
  toktee show 4018 --around 1250
  toktee show --failure 2
  toktee show --section 'run make test'
  toktee show --stderr --budget 500`,
		Args: atMostOne("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id := ""
			if len(args) > 0 {
				id = args[0]
				if err := checkID(id); err != nil {
					return err
				}
			}
			if err := o.check(cmd.Flags()); err != nil {
				return err
			}
			return a.show(cmd.Context(), &o, id)
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	o.lines.add(cmd, "lines", "A:B", pages.ParseLines,
		"only these lines, counted from 1: A:B, A: or :B, both ends included")
	o.around.add(cmd, "around", "LINE", ordinal("line"), "only the lines around this LINE: as many as fit the budget")
	o.failure.add(cmd, "failure", "N", ordinal("failure"), "only the lines of the N-th failure that toktee found")
	o.section.add(cmd, "section", "NAME", parseName, "only the text below this heading, or this step of a CI job")
	o.grep.add(cmd, "grep", "RE", parseRegexp, "only lines that match this regular expression, each with its number")
	o.from.add(cmd, "from", "BYTE", ordinal("byte"),
		"start at this byte of the first line, to continue inside a long line")
	fl.BoolVar(&o.stdout, "stdout", false, "only standard output")
	fl.BoolVar(&o.stderr, "stderr", false, "only standard error")
	o.addBudget(cmd, "print at most N tokens, and omit the remaining lines")
	o.addEncoding(cmd)
	fl.BoolVar(&o.all, "all", false, "print everything, even to an agent")
	fl.BoolVar(&o.raw, "raw", false, "print the unchanged bytes of the output, also on a terminal and to an agent")
	fl.BoolVar(&o.ui, "ui", false,
		"show the output on the whole screen, as in toktee browse; without a terminal, print plain text")
	return cmd
}

// checkID refuses an argument that can't be a result's id, or the start of one.
func checkID(id string) error {
	const maxID = 12
	if id == "" || len(id) > maxID || strings.Trim(id, "0123456789") != "" {
		return usage("unknown id %q: want up to %d digits, as toktee ls lists them", id, maxID)
	}
	return nil
}

// show prints an output, or the part of it that the flags select.
func (a *app) show(ctx context.Context, o *showOptions, id string) error {
	h, err := a.openWith(host.Options{Flags: o.flags.settings(), Integration: "show"})
	if err != nil {
		return err
	}
	rec, err := find(h.Store(), id)
	if err != nil {
		return failed(err)
	}
	if o.whole() && a.colours(h.Settings()) && a.screen() {
		return a.handOver(ctx, desk.Browse, desk.View{ID: rec.ID})
	}
	part := pages.Part{
		Lines: o.lines.value, Grep: o.grep.value, From: o.from.value, Stdout: o.stdout, Stderr: o.stderr,
		Budget: o.budget.value, Encoding: h.Settings().Encoding, Next: o.next(rec.ID),
	}
	toAgent := shim.Here(a.getenv).IsAgents()
	part.Clean = o.ui || !o.raw && (toAgent || a.isTerminal(a.stdout))
	if part.Budget == 0 && !o.all && !o.ui && toAgent {
		part.Budget = pages.Tokens
		if o.lines.set {
			part.Budget = pages.RangeTokens
		}
	}
	if err := o.find(h.Store(), &rec, &part); err != nil {
		return failed(err)
	}
	out := bufio.NewWriterSize(a.stdout, 64<<10)
	if toAgent || !a.person() {
		return failed(a.showModel(h, out, &rec, &part, !toAgent))
	}
	if err = pages.Write(out, h.Store(), &rec, &part); err == nil {
		err = out.Flush()
	}
	return failed(err)
}

// exclusions lists the flags that exclude others.
var exclusions = []struct {
	flag   string
	others []string
}{
	{"from", []string{"grep"}},
	{"ui", []string{"raw"}},
	{"around", []string{"lines", "from", "grep", "all"}},
	{"failure", []string{"lines", "from", "grep", "around", "stdout", "stderr"}},
	{"section", []string{"lines", "from", "grep", "around", "failure"}},
}

// check refuses flags that exclude each other.
func (o *showOptions) check(fl *pflag.FlagSet) error {
	if o.all && o.budget.value > 0 {
		return usage("--all and --budget can't be used together")
	}
	for _, e := range exclusions {
		if i := slices.IndexFunc(e.others, fl.Changed); i >= 0 && fl.Changed(e.flag) {
			return usage("--%s and --%s can't be used together", e.flag, e.others[i])
		}
	}
	return nil
}

// find sets the lines of a part by --around, --failure or --section.
func (o *showOptions) find(st *store.Store, rec *store.Record, part *pages.Part) error {
	switch {
	case o.around.set:
		return part.Around(st, rec, o.around.value)
	case o.failure.set:
		return part.Failure(st, rec, o.failure.value)
	case o.section.set:
		return part.Section(st, rec, o.section.value)
	}
	return nil
}

// person reports whether one of the streams is a terminal.
func (a *app) person() bool {
	return a.stdin != nil && proc.IsTerminal(a.stdin) || a.isTerminal(a.stdout) || a.isTerminal(a.stderr)
}

// showModel prints a part that a model re-reads, and records that. piped means that the output may not reach the model
// directly.
func (a *app) showModel(h *host.Host, out *bufio.Writer, rec *store.Record, part *pages.Part, piped bool) error {
	m, err := pages.NewMeter(out, part.Encoding, piped)
	if err != nil {
		return err
	}
	if err = pages.Write(m, h.Store(), rec, part); err == nil {
		err = out.Flush()
	}
	e := journal.Event{
		Lines: [2]int{part.Lines.First, part.Lines.Last}, Grep: part.Grep != nil, Approximate: piped,
		Encoding: string(part.Encoding),
	}
	e.Bytes, e.Given = m.Printed()
	h.Fetched(rec, e)
	return err
}

// whole reports whether a person wants to look at all of an output, not at a part of it.
func (o *showOptions) whole() bool {
	isPart := o.lines.set || o.grep.set || o.from.set || o.stdout || o.stderr || o.budget.set
	isPart = isPart || o.around.set || o.failure.set || o.section.set
	return o.ui && !isPart
}

// find returns the record of an id, the newest one for none.
func find(st *store.Store, id string) (store.Record, error) {
	if id == "" {
		return st.Last()
	}
	return st.Get(id)
}

// colours reports whether the person's view may have escape sequences: on a terminal, unless switched off.
func (a *app) colours(s *config.Settings) bool {
	f, ok := a.stdout.(*os.File)
	no, _ := a.getenv("NO_COLOR")
	term, _ := a.getenv("TERM")
	return s.RichFormatting && no == "" && term != "dumb" && ok && proc.IsTerminal(f)
}

// next returns ways to go on, the most explicit first.
func (o *showOptions) next(id string) func(pages.Rest) []string {
	return func(r pages.Rest) []string {
		lines := " --lines " + r.Lines.String()
		if r.From > 1 {
			lines += " --from " + strconv.Itoa(r.From)
		}
		cmd := "toktee show " + id
		if o.stdout && !o.stderr {
			cmd += " --stdout"
		}
		if o.stderr && !o.stdout {
			cmd += " --stderr"
		}
		if o.ui {
			cmd += " --ui"
		}
		if o.raw {
			cmd += " --raw"
		}
		if r.Grep {
			cmd += " --grep " + shell.Quote([]string{o.grep.value.String()})
		}
		ways := []string{cmd + lines, lines[1:]}
		if o.budget.value > 0 {
			ways = append([]string{cmd + lines + " --budget " + strconv.Itoa(o.budget.value)}, ways...)
		}
		return ways
	}
}

// ordinal returns a function that reads the number of a thing, such as a line.
func ordinal(thing string) func(string) (int, error) {
	return func(s string) (int, error) {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return 0, fmt.Errorf("want the number of a %s, counted from 1", thing)
		}
		return n, nil
	}
}

// parseRegexp reads a regular expression. Its error doesn't repeat the expression.
func parseRegexp(s string) (*regexp.Regexp, error) {
	re, err := regexp.Compile(s)
	var wrong *syntax.Error
	if errors.As(err, &wrong) {
		return nil, fmt.Errorf("%s: want a regular expression (RE2)", wrong.Code)
	}
	return re, err
}

// parseName reads the name of a section, with or without the marks of a heading: "## Usage", "Usage:".
func parseName(s string) (string, error) {
	if s = strings.TrimSuffix(strings.TrimLeft(s, "# "), ":"); s == "" {
		return "", errors.New("want the name of a section, or its start")
	}
	return s, nil
}
