package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/clean"
	"github.com/toktee/toktee/internal/config"
	"github.com/toktee/toktee/internal/envelope"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/proc"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/internal/shim"
	"github.com/toktee/toktee/internal/spool"
	"github.com/toktee/toktee/internal/store"
	"github.com/toktee/toktee/internal/words"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// showOptions are the flags of "toktee show".
type showOptions struct {
	flags
	lines              given[lineRange]
	grep               given[*regexp.Regexp]
	from               given[int]
	stdout, stderr, ui bool
	all                bool
	page               int // tokens, where an agent reads it and asks for no number of its own
}

// agentsPage is how many tokens show prints at once where an agent reads it: twice what the default level shows of a
// failing command. A literal reader of "toktee show ID" would otherwise get the whole of a log.
const agentsPage = 4000

// newShow is "toktee show".
func newShow(a *app) *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "show [ID]",
		Short: "Print an output that was kept, or a part of it",
		Long: `Prints the full output of a result, byte for byte, or a part of it. ID is the result's id or the start of
it; without one it is the last result's. Line numbers are those that the short text names, but for a part
of a file, whose text names lines of the file: there its last line says which ones to ask for. With --stdout
or --stderr they count the lines of that stream alone. With --grep each line stands behind its number.
--from goes on inside a long line.

With --budget, what doesn't fit is left out from the end, and the last line says how to get it. Where the
output goes straight to an agent, it gets pages of 4000 tokens; pipes and files get everything, and so
does whoever says --all.`,
		Example: `  toktee show
  toktee show 401882137095 --lines 210:321
  toktee show 401882137095 --lines 3:3 --from 12001
  toktee show 4018 --grep 'FAIL|panic'
  toktee show --stderr --budget 500`,
		Args: atMostOne("ID"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id := ""
			if len(args) > 0 {
				id = args[0]
				if id == "" || strings.Trim(id, "0123456789") != "" {
					return usage("unknown id %q: want up to 12 digits, as toktee ls lists them", id)
				}
			}
			return a.show(&o, id)
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	o.lines.parse, o.lines.typ = parseLines, "A:B"
	fl.Var(&o.lines, "lines", "only these lines, counted from 1: A:B, A: or :B, both ends included")
	o.grep.parse, o.grep.typ = regexp.Compile, "RE"
	fl.Var(&o.grep, "grep", "only lines that match, each behind its number")
	o.from.parse, o.from.typ = parseByte, "BYTE"
	fl.Var(&o.from, "from", "leave out what comes before this byte of the first of these lines")
	fl.BoolVar(&o.stdout, "stdout", false, "only what came from standard output")
	fl.BoolVar(&o.stderr, "stderr", false, "only what came from standard error")
	o.addBudget(cmd, "at most this many tokens, cut between lines")
	o.addEncoding(cmd)
	fl.BoolVar(&o.all, "all", false, "everything, for an agent too")
	fl.BoolVar(&o.ui, "ui", false, "as a person would have seen it; colours only on a terminal")
	complete(cmd, "lines")
	complete(cmd, "grep")
	complete(cmd, "from")
	return cmd
}

// show prints a payload, or the part of it that the flags select.
func (a *app) show(o *showOptions, id string) error {
	if o.all && o.budget.value > 0 {
		return usage("--all and --budget exclude each other")
	}
	if o.from.set && o.grep.set {
		return usage("--from and --grep exclude each other")
	}
	h, err := a.open(o.flags.settings(), host.RepeatsOff)
	if err != nil {
		return err
	}
	o.page = o.budget.value
	if o.page == 0 && !o.all && !o.ui && shim.Here(a.getenv).IsAgents() {
		o.page = agentsPage
	}
	st := h.Store()
	rec, err := find(st, id)
	if err != nil {
		return failed(err)
	}
	src, err := o.open(st, &rec)
	if err != nil {
		return failed(err)
	}
	defer src.Close()
	out := bufio.NewWriterSize(a.stdout, 64<<10)
	n, err := a.showText(o, h.Settings(), rec.ID, out, src)
	if err == nil {
		err = out.Flush()
	}
	if err == nil && n == 0 {
		err = o.nothing(rec.ID)
	}
	return failed(err)
}

// showText writes the selected lines of a text, as clean text where that is asked for, cut to the budget. It returns
// how many lines were selected.
func (a *app) showText(o *showOptions, s *config.Settings, id string, out io.Writer, text io.Reader) (int, error) {
	w := out
	var cut *cutter
	if o.page > 0 {
		c, err := tokens.New(s.Encoding)
		if err != nil {
			return 0, err
		}
		cut = newCutter(c, o.page, o.next(id), o.lines.value.a, o.grep.set)
		cut.from = o.from.value
		w = cut
	}
	skip := &skipper{w: w, n: o.from.value - 1}
	if o.from.set {
		w = skip
	}
	var plain *clean.Writer
	if o.ui && !a.colours(s) {
		plain = clean.NewWriter(w)
		w = plain
	}
	n, err := o.copy(w, text)
	if err == nil && plain != nil {
		err = plain.Close()
	}
	if err == nil && n > 0 && o.from.set && skip.n > 0 {
		err = errShort
	}
	if errors.Is(err, errShort) {
		return 0, fmt.Errorf("line %d of %s%s has %s, none is number %d",
			max(o.lines.value.a, 1), id, o.where(), words.Count(skip.passed, "byte", "bytes"), o.from.value)
	}
	if err == nil && cut != nil {
		err = cut.writeTo(out)
	}
	return n, err
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
	return s.RichFormatting && no == "" && ok && proc.IsTerminal(f)
}

// open opens the payload, or the stream of it that the flags select.
func (o *showOptions) open(st *store.Store, rec *store.Record) (io.ReadCloser, error) {
	switch {
	case o.stdout && !o.stderr:
		return st.PayloadStream(rec.ID, spool.Stdout)
	case o.stderr && !o.stdout:
		return st.PayloadStream(rec.ID, spool.Stderr)
	}
	r, err := st.Payload(rec.ID)
	if err != nil || !o.lines.set && !o.grep.set && !o.from.set && o.page == 0 || rec.Bytes > summarize.MaxEnvelope {
		return r, err
	}
	// Lines are counted in the text, which an agent may have handed in as a string inside JSON.
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if inner, _, _, ok := envelope.UnwrapJSON(b); ok {
		b = inner
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}

// copy writes the lines that the flags select, and returns how many there were; without such flags, any number but 0.
func (o *showOptions) copy(w io.Writer, r io.Reader) (int, error) {
	switch {
	case o.grep.set && o.lines.set:
		in := &inRange{w: w, r: o.lines.value}
		_, err := store.GrepLines(in, r, o.grep.value)
		if errors.Is(err, errPast) {
			err = nil
		}
		return in.n, err
	case o.grep.set:
		return store.GrepLines(w, r, o.grep.value)
	case o.lines.set:
		return store.CopyLines(w, r, o.lines.value.a, o.lines.value.b)
	}
	_, err := io.Copy(w, r)
	return 1, err // an empty output is an answer too
}

// nothing is the error for a selection without lines.
func (o *showOptions) nothing(id string) error {
	if o.grep.set {
		return fmt.Errorf("no line of %s%s matches %q", id, o.where(), o.grep.value)
	}
	return fmt.Errorf("%s%s has no lines %s", id, o.where(), o.lines.value)
}

// where names the selected stream in an error.
func (o *showOptions) where() string {
	switch {
	case o.stdout && !o.stderr:
		return "'s standard output"
	case o.stderr && !o.stdout:
		return "'s standard error"
	}
	return ""
}

// next returns ways to go on, the most explicit first: the shorter ones are for small budgets. They show the lines from
// number on, or that line from a byte on.
func (o *showOptions) next(id string) func(number, from int) []string {
	return func(number, from int) []string {
		last := o.lines.value.b
		if from > 0 && o.grep.set {
			last = number
		}
		lines := " --lines " + lineRange{number, last}.String()
		if from > 1 {
			lines += " --from " + strconv.Itoa(from)
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
		if o.grep.set && from == 0 {
			cmd += " --grep " + shell.Quote([]string{o.grep.value.String()})
		}
		ways := []string{cmd + lines, lines[1:]}
		if o.budget.value > 0 {
			ways = append([]string{cmd + lines + " --budget " + strconv.Itoa(o.budget.value)}, ways...)
		}
		return ways
	}
}
