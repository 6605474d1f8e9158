package claimcheck_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/toktee/toktee/internal/host/claims"
	"github.com/toktee/toktee/internal/integrations/claimcheck"
	"github.com/toktee/toktee/internal/measure/transcript"
	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// TestTranscripts prints what the check says of the last messages of all turns in the transcripts of the folders that
// TOKTEE_TRANSCRIPTS names: how many there are, their claims, and each accusation.
func TestTranscripts(t *testing.T) {
	paths := os.Getenv("TOKTEE_TRANSCRIPTS")
	if paths == "" {
		t.Skip("TOKTEE_TRANSCRIPTS names no folders")
	}
	sources, err := transcript.Find(t.Context(), filepath.SplitList(paths))
	if err != nil {
		t.Fatal(err)
	}
	turns, claimed, accused := 0, 0, 0
	for i := range sources {
		c := &turnsOf{records: map[string]*claimcheck.Record{}, last: map[string]string{}}
		c.end = func(session, message string) {
			turns++
			for _, made := range claims.Find(message) {
				claimed++
				s := c.records[session].Session(true)
				k, ok := claims.Check(made, s, claimcheck.Reader(t.Context(), summarize.Config{}, nil))
				if ok {
					accused++
				}
				t.Logf("%s %s: accused %t: %s %s\n%.400s", sources[i].Rel, session, ok, made, k.Line, message)
			}
		}
		if _, err := sources[i].Read(t.Context(), nil, c.item); err != nil {
			t.Logf("%s: %v", sources[i].Rel, err)
		}
		for session, message := range c.last {
			c.end(session, message)
		}
	}
	t.Logf("%d last messages, %d claims, %d accusations", turns, claimed, accused)
}

// turnsOf gathers the records of a transcript's sessions, and calls end at the end of each turn.
type turnsOf struct {
	records map[string]*claimcheck.Record
	last    map[string]string // the model's last text since its last call
	end     func(session, message string)
}

// envelopes are the agents of formats.
var envelopes = map[transcript.Format]envelope.Agent{
	transcript.Claude: envelope.Claude, transcript.Codex: envelope.Codex, transcript.Copilot: envelope.Copilot,
	transcript.Pi: envelope.Pi, transcript.OpenCode: envelope.OpenCode,
}

func (c *turnsOf) item(it *transcript.Item) error {
	r := c.records[it.Session]
	if r == nil {
		r = claimcheck.NewRecord("")
		c.records[it.Session] = r
	}
	switch it.Kind {
	case transcript.Call:
		delete(c.last, it.Session)
		r.Call(it.ID, it.Tool, json.RawMessage(it.Args), it.Time)
	case transcript.Result:
		res := claimcheck.Result{Text: it.Text, Envelope: envelopes[it.Format], Failed: it.Failed}
		if it.Exit != nil {
			res.Status = result.Status{Known: true, Code: *it.Exit}
		}
		r.Result(it.ID, res)
	case transcript.Text:
		if it.Role == transcript.Assistant {
			c.last[it.Session] = it.Text
			return nil
		}
		if message := c.last[it.Session]; message != "" {
			delete(c.last, it.Session)
			c.end(it.Session, message)
		}
		r.Said(it.Text, it.Time)
	}
	return nil
}
