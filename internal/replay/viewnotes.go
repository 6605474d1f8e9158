package replay

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

func (r *Report) priceNote() string {
	var table []string
	if r.Prices.Source != "" {
		table = append(table, r.Prices.Source)
	}
	if r.Prices.Date != "" {
		table = append(table, r.Prices.Date)
	}
	return fmt.Sprintf("An estimate, in %s: a result's tokens are paid once as input, and as cached input with each later request of its session. "+
		"Tokens are those of %s for every model; writing to a cache, caches that lapse, long contexts and discounts are left out. Prices: %s.",
		r.Prices.Currency, r.Encoding, strings.Join(table, ", "))
}

// inputNotes say what was passed over.
func (r *Report) inputNotes() []string {
	in := &r.Input
	notes := []string{fmt.Sprintf("%d of %d files are transcripts: %d bytes, %d records.", in.Transcripts, in.Files, in.Bytes, in.Records)}
	for _, c := range []struct {
		n    int
		what string
	}{
		{in.Copies, "results stand in two files, as a resumed session repeats its history; they are counted once"},
		{in.Unanswered, "calls have no result"},
		{in.Orphans, "results have no call"},
		{in.Failed, "results made the summariser fail; their raw text is counted in its place"},
		{in.Images, "images in results aren't counted"},
		{in.Half, "files end within a record"},
		{in.Bad, "records can't be read"},
		{in.TooLarge, "records are too large to be read"},
	} {
		if c.n > 0 {
			notes = append(notes, fmt.Sprintf("%d %s.", c.n, c.what))
		}
	}
	if len(in.Unknown) > 0 {
		var kinds []string
		for _, kind := range slices.Sorted(maps.Keys(in.Unknown)) {
			kinds = append(kinds, fmt.Sprintf("%s %d", kind, in.Unknown[kind]))
		}
		notes = append(notes, "Records of unknown kinds, passed over: "+strings.Join(kinds, ", ")+".")
	}
	if g := &r.Total; g.Repeats > 0 {
		notes = append(notes, fmt.Sprintf("%d results repeat an earlier call of their session with the same output: %d tokens.", g.Repeats, g.RepeatTokens))
	}
	if more := len(r.Files) - filesListed; more > 0 {
		notes = append(notes, fmt.Sprintf("%d more files stand in the JSON alone.", more))
	}
	return notes
}

func (r *Report) foot() []string {
	return []string{
		"Evidence of a result: paths, code-like tokens and edited lines that stand in it, in one of the session's next ten tool calls, and nowhere earlier in the session. It is kept when it stands in the summary.",
		"recall: mean share of evidence kept, over the results that have evidence and were shortened. hard: the share of those that keep all of theirs. intact: the share of all results that do.",
		"net: saved, after paying the raw text and 120 tokens more for every result that lost evidence, since the session would have fetched it again. Their cost is summary, raw text and 120 tokens.",
		"A compaction starts a session anew (name~2), and a sub-agent is a session of its own. What a session would have done otherwise with other texts, a replay can't tell.",
		fmt.Sprintf("Intervals: percentiles of a bootstrap over results, %d draws, seed %d. Results of one session aren't independent, so that the true intervals are wider.", r.Resamples, r.Seed),
	}
}
