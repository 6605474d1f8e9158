package replay

import (
	"encoding/hex"
	"time"

	"github.com/toktee/toktee/internal/measure/cost"
)

// Row is one result at one level. Tables and the report are made of rows. The tags name the columns of Parquet files.
// Columns are only ever added; a change of the meaning of one is another [RowSchema].
type Row struct {
	Source  string  `parquet:"source,dict"`  // [transcript.Source.Rel]
	Session string  `parquet:"session,dict"` // NAME~2 after a compaction
	N       int32   `parquet:"n"`            // the result's place in its source, from 1
	Level   string  `parquet:"level,dict"`
	CallID  string  `parquet:"call_id"`
	CopyOf  *string `parquet:"copy_of,optional"` // equal in copies of a session's history; null if it isn't known
	Agent   string  `parquet:"agent,dict"`       // the transcript's format
	Model   string  `parquet:"model,dict"`       // "" if the transcript has none
	Day     *int32  `parquet:"day,optional,date"`
	Tool    string  `parquet:"tool,dict"`
	Command string  `parquet:"command,dict"` // as in the report: "git status", "(script)"; "" for no command
	Kind    string  `parquet:"kind,dict"`    // the command; the ending of a file that is read, "read.go"; or the tool

	Strategy   string `parquet:"strategy,dict"`
	ThenTokens int64  `parquet:"then_tokens"` // of the text in the transcript
	NowTokens  int64  `parquet:"now_tokens"`  // of the text at this level
	// Tokens before the agent's own cut, by its own count; null without one.
	OriginalTokens *int64 `parquet:"original_tokens,optional"`
	Cut            bool   `parquet:"cut"` // the agent states that it cut the result
	Images         int32  `parquet:"images"`
	Failed         bool   `parquet:"failed"` // the summariser failed, and the raw text counts
	Repeat         bool   `parquet:"repeat"` // same call, same output, earlier in the session
	Later          int32  `parquet:"later_requests"`

	Evidence   int32   `parquet:"evidence"`    // strings that the session went on to use
	Lost       int32   `parquet:"lost"`        // of those, the ones that the text lacks
	Misses     int32   `parquet:"misses"`      // ranges of the raw text that have a lost string
	MissTokens float64 `parquet:"miss_tokens"` // of those ranges
	Pages      int32   `parquet:"pages"`       // of 4,000 tokens, up to the last lost string
	PageTokens float64 `parquet:"page_tokens"`

	CostThen    float64 `parquet:"cost_then"` // money, by the price table
	CostNow     float64 `parquet:"cost_now"`
	CostRefetch float64 `parquet:"cost_refetch"` // of the raw text and 120 tokens, if something is lost
	BilledThen  float64 `parquet:"billed_then"`  // input tokens, by the model of internal/measure/cost
	BilledNow   float64 `parquet:"billed_now"`   // including fetches

	// Null and empty unless texts are asked for.
	RawText  *string  `parquet:"raw_text,optional"`
	NowText  *string  `parquet:"now_text,optional"`
	Evidents []string `parquet:"evidence_texts,list"`
	LostText []string `parquet:"lost_texts,list"`
}

// RowSchema is the version of [Row].
const RowSchema = 1

// kindBytes bounds the kind of a row: a file's ending and a tool's name can be any.
const kindBytes = 80

// row is a result at a level.
func (p *Replayer) row(src *outcome, r *record, level int) Row {
	lost := r.lost(level)
	base := cost.Default()
	misses := r.misses(level, base)
	pageTokens, pages := r.paged(level)
	rate := p.rate(r)
	row := Row{
		Source: src.source.Rel, Session: r.session.name, N: int32(r.n), Level: p.o.Levels[level], CallID: r.id,
		Agent: string(src.Format), Model: r.model, Tool: r.tool, Command: r.command, Kind: r.kind,
		Strategy: r.strategy[level], ThenTokens: int64(r.then), NowTokens: int64(r.now[level]),
		Cut: r.cut, Images: int32(r.images), Failed: r.strategy[level] == failedStrategy,
		Repeat: r.repeat, Later: int32(r.later),
		Evidence: int32(len(r.evidence)), Lost: int32(lost), Misses: int32(len(misses)),
		Pages: int32(pages), PageTokens: pageTokens,
		CostThen: float64(r.then) * rate, CostNow: float64(r.now[level]) * rate,
	}
	for _, m := range misses {
		row.MissTokens += m.tokens
	}
	if lost > 0 {
		row.CostRefetch = float64(r.then+refetch) * rate
	}
	row.BilledNow, row.BilledThen = modelledCost(r, level, base)
	if r.copyOf != ([16]byte{}) {
		s := hex.EncodeToString(r.copyOf[:])
		row.CopyOf = &s
	}
	if r.original > 0 {
		n := int64(r.original)
		row.OriginalTokens = &n
	}
	if !r.at.IsZero() {
		day := int32(r.at.Unix() / int64(24*time.Hour/time.Second)) // of UTC, wherever this runs
		row.Day = &day
	}
	return row
}

// rate returns the cost of a token of a result.
func (p *Replayer) rate(r *record) float64 {
	price, ok := p.prices[r.model]
	if !ok {
		price, _ = p.o.Prices.Of(r.model)
		p.prices[r.model] = price
	}
	return price.perToken(r.later)
}
