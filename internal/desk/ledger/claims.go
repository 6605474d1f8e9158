package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/toktee/toktee/internal/host/journal"
)

// A Claim is a model's statement about a check at the end of a turn.
type Claim struct {
	Time    time.Time
	Session string
	Text    string // in a few words: "all tests pass"
	Verdict string // how the session's record contradicts it: red, stale, part, notrun; "" if nothing does
	Line    string // the text for the person
	ID      string // of the result that contradicts it, if it is known
}

// claimed adds a claim. Claims of no session belong to nothing that is shown.
func (b *batch) claimed(ctx context.Context, e *journal.Event) error {
	if e.Session == "" {
		return nil
	}
	b.changed = true
	_, err := b.exec(ctx, "INSERT INTO claims (time, session, claim, verdict, line, id) VALUES (?, ?, ?, ?, ?, ?)",
		e.Time.UnixNano(), e.Session, e.Claim, e.Verdict, e.Line, e.ID)
	return err
}

// Claims lists the claims of a session and its sub-agents, the oldest first.
func (l *Ledger) Claims(ctx context.Context, session string) ([]Claim, error) {
	var list []Claim
	err := each(ctx, l.reader(), `SELECT time, session, claim, verdict, line, id FROM claims
		WHERE session = ? OR session >= ? AND session < ? ORDER BY time, seq`,
		[]any{session, session + "/", session + "0"}, func(scan scanner) error {
			var c Claim
			var at int64
			err := scan(&at, &c.Session, &c.Text, &c.Verdict, &c.Line, &c.ID)
			c.Time = time.Unix(0, at).UTC()
			list = append(list, c)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("listing claims: %w", err)
	}
	return list, nil
}
