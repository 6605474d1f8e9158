package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// lead summarises the savings and losses at the primary level.
func (p replayLayout) lead() []string {
	t, in := &p.Total, &p.Input
	list := []string{fmt.Sprintf("%d results of tools in %d sessions, %d tokens (%s, counted exactly).",
		t.Results, t.Sessions, t.Then, p.Encoding)}
	if l := p.primaryOf(t); l.Level != "" {
		list = append(list, fmt.Sprintf("At %s, %d tokens: %s saved, 95%% interval %s; %s if each of the %d "+
			"results that lost strings is fetched again. %d of %d strings that the sessions used later are kept.",
			l.Level, l.Now, percent(l.Saved.Value), interval(l.Saved), percent(l.Net.Value),
			l.Refetched,
			t.Evidence-l.Lost, t.Evidence))
	}
	then := `"Then" is the text in the transcripts, after the agent's own cuts.`
	if in.Cut > 0 {
		then += fmt.Sprintf(" The agent marked %d results as cut.", in.Cut)
	}
	if in.OriginalKnown > 0 {
		then += fmt.Sprintf(" For %d results, the agent recorded the size before its cut: %d tokens by its own "+
			"estimate. The transcripts have %d tokens of these results by our count, including the agent's headers.",
			in.OriginalKnown, in.Original, in.OriginalThen)
	}
	return append(list, then)
}

// priceNote explains the estimate of the costs.
func (p replayLayout) priceNote() string {
	var table []string
	if p.Prices.Source != "" {
		table = append(table, p.Prices.Source)
	}
	if p.Prices.Date != "" {
		table = append(table, p.Prices.Date)
	}
	return fmt.Sprintf("An estimate in %s: %s then, %s at %s; docs/tokbench.md lists what it doesn't include. "+
		"Prices: %s.",
		p.Prices.Currency, money(p.Total.Cost), money(p.primaryOf(&p.Total).Cost), p.Primary, strings.Join(table, ", "))
}

// inputNotes lists the faults of the input.
func (p replayLayout) inputNotes() []string {
	in := &p.Input
	notes := []string{fmt.Sprintf("%d of %d files are transcripts: %d bytes, %d records.",
		in.Transcripts, in.Files, in.Bytes, in.Records)}
	for _, c := range []struct {
		n    int
		what string
	}{
		{in.Copies, "results are in two files, since a resumed session repeats its history; each is counted once"},
		{in.Unanswered, "calls have no result"},
		{in.Orphans, "results have no call"},
		{in.Failed, "results couldn't be shortened; their raw text is counted instead"},
		{in.Images, "images in results aren't counted"},
		{in.Half, "files end in the middle of a record"},
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
		notes = append(notes, "Skipped records of unknown kinds: "+strings.Join(kinds, ", ")+".")
	}
	if g := &p.Total; g.Repeats > 0 {
		notes = append(notes, fmt.Sprintf("%d results repeat an earlier call of their session with the same output: "+
			"%d tokens.", g.Repeats, g.RepeatTokens))
	}
	return notes
}
