// Package claimcheck compares a model's claims at the end of a turn with the commands that its session ran: it finds
// contradictions such as "all tests pass" after a run that failed, for the person.
//
//	record, isWhole, err := claimcheck.Transcript("claude", path, dir, false)
//	...
//	turn := claimcheck.Turn{Session: session, Claims: claims.Find(message), Record: record, Complete: isWhole}
//	line := claimcheck.Line(turn.Check(ctx, h))
//
// The rules are those of internal/host/claims. This package makes a [Record] of a session: of the file in which an
// agent keeps it ([Transcript]), or of the calls that a request of a gateway has ([Record.Call]). The engine that
// shortens outputs reads what commands reported.
//
// # Limits and cost
//
// A message without a claim costs 0.1 ms and reads nothing. Of a session's file, the last 64 MiB are read, at some
// 200 MB/s, and the outputs of a few commands are read by the engine.
package claimcheck

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/claims"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// A Turn is the end of a turn: the model's last message, and the session that it ends.
type Turn struct {
	Session  string // its name, for the journal
	Claims   []claims.Claim
	Record   *Record
	Complete bool // the record has all of the session
}

// Check returns the claims that the session contradicts, and notes every claim in the journal. A message after a plan
// claims nothing: it is about work to be done.
func (t Turn) Check(ctx context.Context, h *host.Host) (found []claims.Contradiction) {
	if t.Record.plans {
		return nil
	}
	read := Reader(ctx, h.Config(), h.Store())
	for _, c := range t.Claims {
		e := journal.Event{Kind: journal.Claimed, Session: t.Session, Claim: c.String()}
		if k, ok := claims.Check(c, t.Record.Session(t.Complete), read); ok {
			found = append(found, k)
			e.Verdict, e.Line, e.ID = string(k.Verdict), k.Line, k.ID
		}
		h.Note(e)
	}
	return found
}

// Line returns contradictions as one line, "" for none.
func Line(found []claims.Contradiction) string {
	lines := make([]string, len(found))
	for i, k := range found {
		lines[i] = k.Line
	}
	return strings.Join(lines, "; ")
}

// Asks reports whether the settings want claims to be checked, and whether the model is told of contradictions.
func Asks(s *config.Settings) (is, tellsModel bool) {
	return s.Claims != config.ClaimsOff && !s.NoStore && !s.Raw, s.Claims == config.ClaimsModel
}

// Reader returns a function that reads what a command reported: from its result in the store, if the model has a text
// of toktee's, or else by the engine that shortens outputs. A nil store has no results.
func Reader(ctx context.Context, cfg summarize.Config, s *store.Store) func(*claims.Event) claims.Report {
	cfg.Enabled, cfg.Recovery, cfg.ReadOn, cfg.Log, cfg.Explain = true, nil, nil, nil, nil
	return func(e *claims.Event) claims.Report {
		if report, ok := kept(s, e); ok {
			return report
		}
		r, err := summarize.Summarize(ctx, cfg, summarize.Request{
			Tool: "Bash", Command: e.Command, Status: e.Status, Stdout: []byte(e.Output),
			Envelope: summarize.Envelope(e.Envelope),
		})
		if err != nil {
			return claims.Report{}
		}
		return reportOf(r)
	}
}

func reportOf(r result.ToolResult) claims.Report {
	runs, _ := r.Details().Runs() // details of another type report nothing
	code, _ := r.ExitCode()
	return claims.Report{Code: code, Runs: runs}
}

// kept returns the report of a result whose text the output names, if it is of the same command.
func kept(s *store.Store, e *claims.Event) (claims.Report, bool) {
	if s == nil || e.ID == "" {
		return claims.Report{}, false
	}
	rec, err := s.Get(e.ID)
	var r result.ToolResult
	if err != nil || !shell.HasCall(e.Command, rec.Command) || json.Unmarshal(rec.Result, &r) != nil {
		e.ID, e.Piped = "", nil // the command itself has printed it
		return claims.Report{}, false
	}
	return reportOf(r), true
}
