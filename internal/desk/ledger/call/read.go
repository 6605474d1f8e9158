package call

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/host/journal"
)

// Read returns the calls of a session and its sub-agents from the journal in a folder, the oldest first, and the day of
// the first of them, "" without one. It begins with a day that an earlier Read returned, or with the first day for "".
// The calls are those that the ledger would have after reading the journal, without their kind.
func Read(dir, day, session string) (calls []Call, first string, err error) {
	name, err := json.Marshal(session)
	if err != nil {
		return nil, "", err
	}
	has := `"session":` + strings.TrimSuffix(string(name), `"`)
	err = journal.ReadHaving(dir, day, has, func(e journal.Event, day string) {
		if e.Session != session && !strings.HasPrefix(e.Session, session+"/") {
			return
		}
		switch e.Kind {
		case journal.Result, journal.Passed:
			c := Of(&e, "")
			c.Untouched = e.Kind == journal.Passed
			calls, first = append(calls, c), cmp.Or(first, day)
		case journal.Whole, journal.Fetched, journal.Again:
			if c := newest(calls, e.ID, e.Session); c != nil {
				c.change(&e)
			}
		}
	})
	slices.SortStableFunc(calls, func(a, b Call) int { return a.Time.Compare(b.Time) })
	return calls, first, err
}

// newest returns the newest call of a result, if possible one of the session.
func newest(calls []Call, id, session string) (found *Call) {
	for i := len(calls) - 1; i >= 0 && id != ""; i-- {
		if c := &calls[i]; c.ID == id && c.Session == session {
			return c
		} else if c.ID == id && found == nil {
			found = c
		}
	}
	return found
}

// change notes a later event about the call.
func (c *Call) change(e *journal.Event) {
	switch {
	case e.Kind != journal.Whole:
		c.Refetches++
		c.RefetchTokens += e.Given
	case e.Given > 0:
		c.Raw, c.Given = cmp.Or(e.Without, c.Raw), e.Given
	default:
		c.Given = c.Raw
	}
}
