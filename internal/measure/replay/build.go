package replay

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/toktee/toktee/internal/measure/transcript"
	"github.com/toktee/toktee/tokens"
)

// builder makes a report.
type builder struct {
	o       *Options
	primary int // the level's place
	r       *Report
	all     []priced
	files   map[*session]string
	models  map[string]*ModelPrice
	seen    map[[16]byte]bool
}

// newReport makes the report of the sources.
func newReport(o *Options, outs []outcome) *Report {
	b := &builder{
		o: o, primary: slices.Index(o.Levels, o.Primary), files: map[*session]string{},
		models: map[string]*ModelPrice{}, seen: map[[16]byte]bool{},
	}
	b.r = &Report{
		SchemaVersion: 1, Kind: "replay", Encoding: string(tokens.Default), Levels: o.Levels, Primary: o.Primary,
		Seed: o.Seed, Resamples: b.draws(),
		Prices: Pricing{
			Date: o.Prices.Date, Source: o.Prices.Source, Currency: o.Prices.Currency, Models: []ModelPrice{},
		},
		Input: Input{Unknown: map[string]int{}, Problems: []string{}},
	}
	for i := range outs {
		b.source(&outs[i])
	}
	for _, m := range b.models {
		b.r.Prices.Models = append(b.r.Prices.Models, *m)
	}
	slices.SortFunc(b.r.Prices.Models, func(x, y ModelPrice) int {
		return cmp.Or(cmp.Compare(y.Results, x.Results), cmp.Compare(x.Model, y.Model))
	})
	b.r.Modelled = b.modelled()
	b.groups()
	b.picks()
	return b.r
}

// source adds what one source came to.
func (b *builder) source(out *outcome) {
	in, st := &b.r.Input, &out.Stats
	f := File{
		Name: out.source.Name, Format: string(st.Format), Versions: notNil(st.Versions), Bytes: out.source.Size,
		Records: st.Records, Unknown: notNil(st.Unknown), Bad: st.Bad, TooLarge: st.TooLarge, Half: st.Half,
		Problems: append(append([]string{}, st.Problems...), out.Failures...),
	}
	in.Files++
	switch {
	case errors.Is(out.Err, transcript.ErrNotTranscript):
		f.Error, f.Format = transcript.ErrNotTranscript.Error(), ""
	case out.Err != nil:
		f.Error = out.Err.Error()
		in.Problems = append(in.Problems, fmt.Sprintf("%s: %v", f.Name, out.Err))
	}
	if f.Format != "" { // it is a transcript and can be opened
		in.add(out, &f)
		b.results(out, &f)
	}
	b.r.Files = append(b.r.Files, f)
}

// add counts a transcript.
func (in *Input) add(out *outcome, f *File) {
	in.Transcripts++
	in.Bytes += f.Bytes
	in.Records += f.Records
	in.Bad += f.Bad
	in.TooLarge += f.TooLarge
	in.Orphans += out.Stats.Orphans
	in.Unanswered += out.Unanswered
	if f.Half {
		in.Half++
	}
	for kind, n := range f.Unknown {
		in.Unknown[f.Format+" "+kind] += n
	}
	for _, p := range f.Problems {
		in.Problems = append(in.Problems, f.Name+": "+p)
	}
}

// results adds the results of a transcript, without those that another file had already.
func (b *builder) results(out *outcome, f *File) {
	used := map[*session]bool{}
	for _, r := range out.records {
		if r.copyOf != ([16]byte{}) {
			if b.seen[r.copyOf] {
				b.r.Input.Copies++
				continue
			}
			b.seen[r.copyOf] = true
		}
		used[r.session] = true
		f.Results++
		b.files[r.session] = f.Name
		b.record(r)
	}
	f.Sessions = len(used)
}

// notNil returns the map, or an empty one, so that the JSON has an object.
func notNil(m map[string]int) map[string]int {
	if m == nil {
		return map[string]int{}
	}
	return m
}

// record adds one result.
func (b *builder) record(r *record) {
	in := &b.r.Input
	in.Images += r.images
	if r.failed {
		in.Failed++
	}
	if r.cut {
		in.Cut++
	}
	if r.original > 0 {
		in.OriginalKnown++
		in.Original += int64(r.original)
		in.OriginalThen += int64(r.then)
	}
	m := b.models[r.model]
	if m == nil {
		price, entry := b.o.Prices.Of(r.model)
		m = &ModelPrice{Model: r.model, Entry: entry, Input: price.Input, Cached: price.Cached}
		b.models[r.model] = m
	}
	m.Results++
	b.all = append(b.all, priced{r, Price{m.Input, m.Cached}.perToken(r.later)})
	if b.o.Calls {
		b.r.Calls = append(b.r.Calls, b.call(r))
	}
}

// call returns the record of one result for other programs.
func (b *builder) call(r *record) CallRecord {
	c := CallRecord{
		File: b.files[r.session], Session: r.session.name, N: r.n, ID: r.id, Tool: r.tool,
		Sum:  hex.EncodeToString(r.sum[:]),
		Then: r.then, Later: r.later, Repeat: r.repeat, Evidence: []string{},
	}
	for _, e := range r.evidence {
		c.Evidence = append(c.Evidence, e.text)
	}
	for l, level := range b.o.Levels {
		c.Levels = append(c.Levels, CallLevel{
			level, r.strategy[l], r.now[l], r.texts[l], append([]string{}, r.lostTexts(l)...),
		})
	}
	return c
}
