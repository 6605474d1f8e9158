package ledger

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// exportVersion is the version of what Export writes, and the newest that Import reads.
const exportVersion = 1

// An exported is a line of an export: the header, a context, or a call with its re-reads.
//
//	{"toktee_ledger":1}
//	{"context":{"session":"3f6a","epoch":0,"requests":12}}
//	{"call":{"seq":1,"time":"2026-11-23T12:00:00Z",...},"at":1,"regrets":[{"time":...,"how":"fetched",...}]}
type exported struct {
	Version   int               `json:"toktee_ledger,omitempty"`
	Context   *exportedContext  `json:"context,omitempty"`
	Call      *Call             `json:"call,omitempty"`
	Passed    bool              `json:"passed,omitempty"` // the call's output went through unread
	At        int64             `json:"at,omitempty"`     // its number among the requests of its context
	Refetches []exportedRefetch `json:"regrets,omitempty"`
}

type exportedContext struct {
	Session  string `json:"session"`
	Epoch    int    `json:"epoch"`
	Requests int64  `json:"requests"`
}

type exportedRefetch struct {
	Time  time.Time `json:"time"`
	How   string    `json:"how"`
	At    int64     `json:"at"` // requests of the call's context before it
	Lines [2]int    `json:"lines,omitzero"`
	Grep  bool      `json:"grep,omitempty"`
	Given int       `json:"given_tokens"`
	Door  string    `json:"door,omitempty"`
}

// Export writes all calls and re-reads as JSON lines, and no lines of outputs; Import adds those that are missing.
func (l *Ledger) Export(ctx context.Context, w io.Writer) error {
	if err := l.export(ctx, w); err != nil {
		return fmt.Errorf("exporting the ledger: %w", err)
	}
	return nil
}

func (l *Ledger) export(ctx context.Context, w io.Writer) error {
	tx, err := l.reader().BeginTx(ctx, nil) // all of it as it is at one time
	if err != nil {
		return err
	}
	defer tx.Rollback()
	bw := bufio.NewWriterSize(w, 64<<10)
	enc := json.NewEncoder(bw)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(exported{Version: exportVersion}); err != nil {
		return err
	}
	if err := exportContexts(ctx, tx, enc); err != nil {
		return err
	}
	regrets, err := exportRefetches(ctx, tx)
	if err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, "SELECT c.passed, c.at, "+callColumns+fromCalls+"ORDER BY c.time, c.seq")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var line exported
		c, err := scanCall(rows.Scan, &line.Passed, &line.At)
		if err != nil {
			return err
		}
		line.Call, line.Refetches = &c, regrets[c.Seq]
		if err := enc.Encode(line); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return bw.Flush()
}

func exportContexts(ctx context.Context, q querier, enc *json.Encoder) error {
	rows, err := q.QueryContext(ctx, "SELECT session, epoch, requests FROM contexts ORDER BY id")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var c exportedContext
		if err := rows.Scan(&c.Session, &c.Epoch, &c.Requests); err != nil {
			return err
		}
		if err := enc.Encode(exported{Context: &c}); err != nil {
			return err
		}
	}
	return rows.Err()
}

// exportRefetches returns all re-reads by the number of their call.
func exportRefetches(ctx context.Context, q querier) (map[int64][]exportedRefetch, error) {
	rows, err := q.QueryContext(ctx,
		"SELECT call, time, how, at, first, last, grep, given, door FROM regrets ORDER BY seq")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[int64][]exportedRefetch{}
	for rows.Next() {
		var r exportedRefetch
		var call, at int64
		err := rows.Scan(&call, &at, &r.How, &r.At, &r.Lines[0], &r.Lines[1], &r.Grep, &r.Given, &r.Door)
		if err != nil {
			return nil, err
		}
		r.Time = time.Unix(0, at).UTC()
		all[call] = append(all[call], r)
	}
	return all, rows.Err()
}
