package ledger

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"
)

// exportVersion is the version of what Export writes, and the newest that Import reads.
const exportVersion = 1

// An ExportLine is a line of an export: the header, a context, or a call with its re-reads.
//
//	{"toktee_ledger":1}
//	{"context":{"session":"3f6a","epoch":0,"requests":12}}
//	{"call":{"seq":1,"time":"2026-11-23T12:00:00Z",...},"at":1,"regrets":[{"time":...,"how":"fetched",...}]}
type ExportLine struct {
	Version   int             `json:"toktee_ledger,omitempty"`
	Context   *ExportContext  `json:"context,omitempty"`
	Call      *Call           `json:"call,omitempty"`
	Passed    bool            `json:"passed,omitempty"` // the call's output went through unread
	At        int64           `json:"at,omitempty"`     // its number among the requests of its context
	Refetches []ExportRefetch `json:"regrets,omitempty"`
}

// An ExportContext is a part of a session, between two compactions. Full means that it begins because, without toktee,
// the context would have been compacted.
type ExportContext struct {
	Session  string `json:"session"`
	Epoch    int    `json:"epoch"`
	Full     bool   `json:"full,omitempty"`
	Requests int64  `json:"requests"`
}

// An ExportRefetch is a re-read of a call.
type ExportRefetch struct {
	Time  time.Time `json:"time"`
	How   string    `json:"how"`
	At    int64     `json:"at"` // requests of the call's context before it
	Lines [2]int    `json:"lines,omitzero"`
	Grep  bool      `json:"grep,omitempty"`
	Given int       `json:"given_tokens"`
	Door  string    `json:"door,omitempty"`
}

// ReadExport yields the lines of an export, the header first. An error is the last that it yields.
func ReadExport(r io.Reader) iter.Seq2[ExportLine, error] {
	return func(yield func(ExportLine, error) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(make([]byte, 64<<10), maxImported)
		n := 0
		for ; lines.Scan(); n++ {
			var line ExportLine
			err := json.Unmarshal(lines.Bytes(), &line)
			switch {
			case n == 0 && (err != nil || line.Version == 0):
				err = errNoExport
			case err != nil:
				err = fmt.Errorf("it is no line of an export of a ledger: %w", err)
			case line.Version > exportVersion:
				err = fmt.Errorf("%w: the export has version %d, and this one reads up to %d", ErrNewer, line.Version,
					exportVersion)
			}
			if !yield(line, err) || err != nil {
				return
			}
		}
		if err := lines.Err(); n == 0 {
			yield(ExportLine{}, errNoExport)
		} else if err != nil {
			yield(ExportLine{}, err)
		}
	}
}

var errNoExport = errors.New(`it is no export of a ledger: want {"toktee_ledger":1} as the first line`)

// Export writes all calls and re-reads as JSON lines, and no lines of outputs; Import adds those that are missing.
func (l *Ledger) Export(ctx context.Context, w io.Writer) error {
	bw := bufio.NewWriterSize(w, 64<<10)
	enc := json.NewEncoder(bw)
	enc.SetEscapeHTML(false)
	for line, err := range l.Lines(ctx) {
		if err == nil {
			err = enc.Encode(line)
		}
		if err != nil {
			return fmt.Errorf("exporting the ledger: %w", err)
		}
	}
	return bw.Flush()
}

// Lines yields the lines that [Ledger.Export] writes, as the ledger is when the first is asked for. An error is the
// last that it yields.
func (l *Ledger) Lines(ctx context.Context) iter.Seq2[ExportLine, error] {
	return func(yield func(ExportLine, error) bool) {
		enough := errors.New("the caller has enough")
		err := l.export(ctx, func(line ExportLine) error {
			if !yield(line, nil) {
				return enough
			}
			return nil
		})
		if err != nil && !errors.Is(err, enough) {
			yield(ExportLine{}, err)
		}
	}
}

func (l *Ledger) export(ctx context.Context, write func(ExportLine) error) error {
	tx, err := l.reader().BeginTx(ctx, nil) // all of it as it is at one time
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := write(ExportLine{Version: exportVersion}); err != nil {
		return err
	}
	if err := exportContexts(ctx, tx, write); err != nil {
		return err
	}
	regrets, err := exportRefetches(ctx, tx)
	if err != nil {
		return err
	}
	text := "SELECT c.passed, c.at, " + callColumns + fromCalls + "ORDER BY c.time, c.seq"
	return each(ctx, tx, text, nil, func(scan scanner) error {
		var line ExportLine
		c, err := scanCall(scan, &line.Passed, &line.At)
		if err != nil {
			return err
		}
		line.Call, line.Refetches = &c, regrets[c.Seq]
		return write(line)
	})
}

func exportContexts(ctx context.Context, q querier, write func(ExportLine) error) error {
	const text = "SELECT session, epoch, isfull, requests FROM contexts ORDER BY id"
	return each(ctx, q, text, nil, func(scan scanner) error {
		var c ExportContext
		if err := scan(&c.Session, &c.Epoch, &c.Full, &c.Requests); err != nil {
			return err
		}
		return write(ExportLine{Context: &c})
	})
}

// exportRefetches returns all re-reads by the number of their call.
func exportRefetches(ctx context.Context, q querier) (map[int64][]ExportRefetch, error) {
	const text = "SELECT call, time, how, at, first, last, grep, given, door FROM regrets ORDER BY seq"
	all := map[int64][]ExportRefetch{}
	err := each(ctx, q, text, nil, func(scan scanner) error {
		var r ExportRefetch
		var call, at int64
		err := scan(&call, &at, &r.How, &r.At, &r.Lines[0], &r.Lines[1], &r.Grep, &r.Given, &r.Door)
		r.Time = time.Unix(0, at).UTC()
		all[call] = append(all[call], r)
		return err
	})
	return all, err
}
