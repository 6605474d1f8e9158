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
		list = append(list, fmt.Sprintf("At %s, %d tokens: %s saved, 95%% interval %s; %s after fetching again what "+
			"%d results lost. %d of %d strings that the sessions went on to use are kept.",
			l.Level, l.Now, percent(l.Saved.Value), interval(l.Saved), percent(l.Net.Value),
			l.Refetched,
			t.Evidence-l.Lost, t.Evidence))
	}
	then := `"Then" is what the transcripts hold, which is what the agent had kept of an output.`
	if in.Cut > 0 {
		then += fmt.Sprintf(" It says that it cut %d results.", in.Cut)
	}
	if in.OriginalKnown > 0 {
		then += fmt.Sprintf(" Of %d results it tells the size before its cut, %d tokens by its own estimate; "+
			"the transcripts hold %d tokens of them by our count, its headers included.",
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
	return fmt.Sprintf("An estimate in %s: %s then, %s at %s; docs/tokbench.md has what it leaves out. Prices: %s.",
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
	if g := &p.Total; g.Repeats > 0 {
		notes = append(notes, fmt.Sprintf("%d results repeat an earlier call of their session with the same output: "+
			"%d tokens.", g.Repeats, g.RepeatTokens))
	}
	return notes
}
