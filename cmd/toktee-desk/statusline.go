package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/savings"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/journal"
)

// Limits of a status line, which an agent asks for again and again.
const (
	maxStatus   = 1 << 20                // bytes read from the agent
	hearing     = 500 * time.Millisecond // for an agent that doesn't close its end
	newestCalls = time.Second            // for calls that are new, while another process has the ledger
	statusTime  = 3 * time.Second        // for all of it
)

// statusline prints a line about the savings. After an error, which goes to standard error, the line is empty: the
// agent shows nothing, and goes on.
func statusline(ctx context.Context, o desk.StatuslineOptions, std streams) error {
	ctx, cancel := context.WithTimeout(ctx, statusTime)
	defer cancel()
	session := os.Getenv(sessionVariable)
	other := startOther(ctx, o.After, std.err)
	if isTerminal(std.in) {
		other.end()
	} else if s := statusSession(io.TeeReader(std.in, other), other.end, hearing); s != "" {
		session = s
	}
	made := make(chan func(), 1)
	go func() { // a database that is locked doesn't look at contexts
		line, err := statusText(ctx, session, warner(std.err))
		made <- func() {
			if err != nil {
				warner(std.err)(err)
			}
			fmt.Fprintln(std.out, line)
		}
	}()
	select {
	case say := <-made:
		other.print(std.out)
		say()
	case <-ctx.Done():
		warner(std.err)(fmt.Errorf("no status line within %v", statusTime))
		other.print(std.out)
		fmt.Fprintln(std.out)
	}
	return nil
}

// statusText returns the line for a session. It needs no project's settings, which have neither prices nor the store.
func statusText(ctx context.Context, session string, warn func(error)) (string, error) {
	h, err := host.Open(host.Options{Getenv: os.LookupEnv, Warn: warn})
	if err != nil {
		return "", err
	}
	l, err := openLedger(ctx, h, nil)
	if err != nil {
		return "", err
	}
	if err := indexInTime(ctx, l); err != nil {
		return "", err
	}
	q := savingsQuery(h, time.Now())
	q.Current = session
	line, err := savings.Statusline(ctx, l.Stats, q)
	if err != nil {
		return "", err
	}
	claim, err := lastClaim(ctx, h.Store().JournalDir(), session)
	if err != nil {
		warn(err)
	}
	if claim != "" {
		line += " · " + claim
	}
	return line, nil
}

const (
	claimBytes = 256 << 10       // at the journal's end, in which the last turn of a session is looked for
	turnTime   = 2 * time.Second // all claims of a turn are noted within it
)

// lastClaim returns the contradicted claim of the session's last turn with claims, "" for none.
func lastClaim(ctx context.Context, dir, session string) (line string, err error) {
	days, err := journal.Days(dir)
	if err != nil || len(days) == 0 || session == "" {
		return "", err
	}
	day := days[len(days)-1]
	var last time.Time
	from := journal.Position{File: day.File, Offset: max(0, day.Size-claimBytes)}
	_, _, err = journal.ReadDay(ctx, dir, from, func(e journal.Event, _ journal.Position) error {
		if e.Kind != journal.Claimed || e.Session != session {
			return nil
		}
		if e.Time.Sub(last) > turnTime {
			line = ""
		}
		line, last = cmp.Or(line, e.Line), e.Time
		return nil
	})
	return line, err
}

// indexInTime reads new events of the journal, if that is quick. While another process writes to the ledger, the
// database waits without looking at contexts; then the line has the earlier state.
func indexInTime(ctx context.Context, l *ledger.Ledger) error {
	ctx, cancel := context.WithTimeout(ctx, newestCalls)
	indexed := make(chan error, 1)
	go func() {
		defer cancel()
		_, err := l.IndexCalls(ctx, nil)
		indexed <- err
	}()
	select {
	case err := <-indexed:
		if errors.Is(err, context.DeadlineExceeded) {
			return nil
		}
		return err
	case <-time.After(newestCalls):
		return nil // the process ends soon, and with it what waits
	}
}

// statusSession reads the session from the agent's JSON, in the form of Claude Code:
//
//	{"session_id":"0b5f…","cwd":"/src","model":{"id":"…","display_name":"…"},"workspace":{…},"version":"2.1.330",…}
//
// It returns "" if nothing or something else arrives in time. It reads on, and calls end when all was read.
func statusSession(in io.Reader, end func(), patience time.Duration) string {
	said := make(chan string, 1)
	go func() { // ends with the process if nothing arrives
		var s struct {
			Session string `json:"session_id"`
		}
		if err := json.NewDecoder(io.LimitReader(in, maxStatus)).Decode(&s); err != nil {
			s.Session = ""
		}
		said <- s.Session
		_, _ = io.Copy(io.Discard, in)
		end()
	}()
	select {
	case s := <-said:
		return s
	case <-time.After(patience):
		return ""
	}
}
