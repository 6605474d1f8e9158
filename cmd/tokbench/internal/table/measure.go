package table

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/toktee/toktee/cmd/tokbench/internal/score"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/run/parallel"
	"github.com/toktee/toktee/tokens"
)

// Options define the measurement.
type Options struct {
	Toktee  string // the program, or its path
	Peers   []Peer
	Clean   score.Cleaner // makes the text that is cut
	Jobs    int
	Run     RunOptions
	Corpus  string // its name, for the report
	Machine string // that takes the times; "" for no times

	// Like is a table to compare with: toktee alone is measured, on the outputs that its rows are about. It may be nil.
	Like *Doc
}

// Measure makes the table for a corpus.
func Measure(ctx context.Context, cases []corpus.Case, o Options) (*Doc, error) {
	d := &Doc{
		SchemaVersion: 1, Encoding: string(tokens.Default), Corpus: o.Corpus, Machine: o.Machine,
		Cases: len(cases), NotRun: map[string]int{}, LeftOut: []string{},
	}
	cases = d.runnable(cases)
	list, err := d.contenders(ctx, cases, o)
	if err != nil {
		return nil, err
	}
	samples, err := d.share(cases, list, o)
	if err != nil {
		return nil, err
	}
	worker := func() (func(context.Context, int) error, error) {
		count, err := tokens.New(tokens.Default)
		return func(_ context.Context, i int) error {
			list[i].figures(samples, count)
			return nil
		}, err
	}
	if err := parallel.Do(ctx, o.Jobs, len(list), worker); err != nil {
		return nil, err
	}
	if o.Machine != "" {
		before := load()
		if err := d.time(ctx, list, cases, o.Run); err != nil {
			return nil, err
		}
		d.Machine = o.Machine
		if before != "" {
			d.Machine += ", load average " + before + " at the start and " + load() + " at the end"
		}
	}
	for _, c := range list {
		d.Rows = append(d.Rows, c.row)
	}
	return d, nil
}

// runnable keeps the cases that a program can be given, and counts the others.
func (d *Doc) runnable(cases []corpus.Case) []corpus.Case {
	var list []corpus.Case
	for i := range cases {
		if _, why := plainCommand(&cases[i]); why != "" {
			d.NotRun[why]++
			continue
		}
		list = append(list, cases[i])
	}
	d.Runnable = len(list)
	return list
}

// contenders are the rows with their answers, in the order of the table.
func (d *Doc) contenders(ctx context.Context, cases []corpus.Case, o Options) ([]*contender, error) {
	through, missing := programs(ctx, o.Toktee, o.Peers)
	if o.Like != nil {
		through, missing = through[:min(len(levels), len(through))], nil
	}
	d.Missing = append([]Missing{}, missing...)
	var list []Peer
	for _, c := range through {
		list = append(list, *c.peer)
	}
	if through[0].row.Kind != KindToktee {
		return nil, fmt.Errorf("%s: command not found", o.Toktee)
	}
	all, err := answers(ctx, o.Jobs, cases, list, o.Run)
	if err != nil {
		return nil, err
	}
	var balanced []Answer
	for i, c := range through {
		c.answers = all[i]
		if c.row.Name == "toktee, balanced" {
			balanced = all[i]
		}
	}
	through = slices.DeleteFunc(through, func(c *contender) bool {
		if !c.unsuitable() {
			return false
		}
		d.Missing = append(d.Missing, Missing{c.row.Name, notIt})
		return true
	})
	rows := append([]*contender{raw(cases)}, through[:len(levels)]...)
	if o.Like != nil {
		return rows, nil
	}
	cuts, err := same(ctx, o, cases, balanced)
	if err != nil {
		return nil, fmt.Errorf("cutting at as many tokens: %w", err)
	}
	rows = append(rows, cuts...)
	rows = append(rows, fixed(cases)...)
	return append(rows, through[len(levels):]...), nil
}

// unsuitable reports whether a program that was found by its name ran no command at all: it is another one of that
// name.
func (c *contender) unsuitable() bool {
	return c.found && !slices.ContainsFunc(c.answers, func(a Answer) bool { return a.NotRun == "" })
}

// share finds the cases that every row has an answer to, and counts their tokens and facts. Cases that a table to
// compare with leaves out are left out too.
func (d *Doc) share(cases []corpus.Case, list []*contender, o Options) ([]sample, error) {
	count, err := tokens.New(tokens.Default)
	if err != nil {
		return nil, err
	}
	var samples []sample
	for i := range cases {
		all := o.Like == nil || !slices.Contains(o.Like.LeftOut, cases[i].ID)
		for _, c := range list {
			switch a := &c.answers[i]; {
			case a.NotRun == "":
				c.row.Answered++
				continue
			case !a.Fault:
				all = false
			}
			if c.row.NotRun == nil {
				c.row.NotRun = map[string]int{}
			}
			c.row.NotRun[c.answers[i].NotRun]++
		}
		if !all {
			d.LeftOut = append(d.LeftOut, cases[i].ID)
			continue
		}
		s := sample{c: &cases[i], at: i, tokens: count.CountString(string(cases[i].Raw()))}
		samples = append(samples, s)
		d.add(&s)
	}
	if len(samples) == 0 {
		return nil, errors.New("no output was answered by every program: there is nothing to compare")
	}
	return samples, nil
}

// add counts a shared output.
func (d *Doc) add(s *sample) {
	d.Shared++
	d.RawTokens += s.tokens
	d.Facts += len(s.c.Facts)
	if len(s.c.Facts) > 0 {
		d.WithFacts++
		if s.tokens > LongTokens {
			d.Long++
		}
	}
	if s.c.Failed() {
		d.Failed++
		if len(s.c.Facts) > 0 {
			d.FailedFacts++
		}
	}
}
