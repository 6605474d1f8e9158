package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/run/progress"
	"github.com/toktee/toktee/internal/text/words"
)

// A caretaker looks after the ledger of one store.
type caretaker struct {
	o    desk.Care
	h    *host.Host
	l    *ledger.Ledger
	std  streams
	line *progress.Line
}

// care does what "toktee store" was asked for, and prints what became of it.
func care(ctx context.Context, o desk.Care, std streams) error {
	h, err := openHost(std)
	if err != nil {
		return err
	}
	c := caretaker{o: o, h: h, std: std, line: progress.New(std.err, isTerminal(std.err), time.Now)}
	do := map[string]func(context.Context) error{
		desk.Index: c.index, desk.Prune: c.prune, desk.Export: c.export, desk.Import: c.read,
	}[o.Do]
	if do == nil {
		return usageError{errors.New(usage)}
	}
	if c.l, err = openLedger(ctx, h, warner(std.err)); err != nil {
		return err
	}
	err = do(ctx)
	c.line.Done()
	return errors.Join(err, c.l.Close())
}

func (c *caretaker) report(what string) ledger.Progress {
	return func(done, total int64) { c.line.Report(what, done, total) }
}

// index prints the new part: "indexed: 12 calls, 3400 lines".
func (c *caretaker) index(ctx context.Context) error {
	do := c.l.Index
	if c.o.Rebuild {
		do = c.l.Rebuild
	}
	done, err := do(ctx, c.report("indexing"))
	if err != nil {
		return err
	}
	c.line.Done()
	if done.Bad > 0 {
		warner(c.std.err)(fmt.Errorf("%s of the journal can't be read", words.Count(done.Bad, "line", "lines")))
	}
	_, err = fmt.Fprintf(c.std.out, "indexed: %s, %s\n", words.Count(done.Calls, "call", "calls"),
		words.Count(done.Lines, "line", "lines"))
	return err
}

// prune prints the removed part: "removed: 3 results, 120 KB; 1 day of the journal; 0 calls; the lines of 3 outputs".
func (c *caretaker) prune(ctx context.Context) error {
	if _, err := c.l.IndexCalls(ctx, c.report("reading the journal")); err != nil {
		return err // before the journal loses events that the ledger hasn't read
	}
	st := c.h.Store()
	before := days(st.JournalDir())
	results, err := st.GC(ctx)
	if err != nil {
		return err
	}
	done, err := c.l.Prune(ctx)
	if err != nil {
		return err
	}
	c.line.Done()
	_, err = fmt.Fprintf(c.std.out, "removed: %s, %d KB; %s of the journal; %s; the lines of %s\n",
		words.Count(results.Results, "result", "results"), (results.Bytes+512)/1024,
		words.Count(max(before-days(st.JournalDir()), 0), "day", "days"),
		words.Count(done.Calls, "call", "calls"), words.Count(done.Outputs, "output", "outputs"))
	return err
}

// days is how many files the journal has.
func days(dir string) int {
	files, _ := filepath.Glob(filepath.Join(dir, "*.jsonl")) // its pattern is right
	return len(files)
}

// export writes a file that gets its name when it is complete, or to standard output.
func (c *caretaker) export(ctx context.Context) error {
	if _, err := c.l.IndexCalls(ctx, c.report("reading the journal")); err != nil {
		return err
	}
	c.line.Done()
	if c.o.File == "" || c.o.File == "-" {
		return c.l.Export(ctx, c.std.out)
	}
	if info, err := os.Stat(c.o.File); err == nil && info.IsDir() {
		return usageError{fmt.Errorf("%s is a folder: want the name of a file", c.o.File)}
	}
	f, err := os.CreateTemp(filepath.Dir(c.o.File), ".toktee-export-*") // 0600
	if err != nil {
		return fmt.Errorf("exporting the ledger: %w", err)
	}
	defer os.Remove(f.Name())
	if err := errors.Join(c.l.Export(ctx, f), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), c.o.File)
}

// read adds an export, and prints the number of new rows: "added: 120 calls and re-reads".
func (c *caretaker) read(ctx context.Context) error {
	var in io.ReadCloser = c.std.in
	if c.o.File != "-" {
		f, err := os.Open(c.o.File)
		if err != nil {
			return usageError{err}
		}
		defer f.Close()
		in = f
	}
	if _, err := c.l.IndexCalls(ctx, c.report("reading the journal")); err != nil {
		return err
	}
	added, err := c.l.Import(ctx, in, c.report("lines read"))
	if err != nil {
		return err
	}
	c.line.Done()
	_, err = fmt.Fprintf(c.std.out, "added: %s\n", words.Count(added, "call or re-read", "calls and re-reads"))
	return err
}
