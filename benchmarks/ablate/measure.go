package main

import (
	"context"
	"hash/maphash"

	"github.com/toktee/toktee/internal/host/rules"
	"github.com/toktee/toktee/internal/measure/ablation"
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/run/parallel"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// A setting is a level or a budget.
type setting struct {
	name   string
	level  summarize.Level
	budget int
	bound  int // raw tokens above which a case counts for recall
}

var settings = [...]setting{
	{"100", "", 100, 100}, {"250", "", 250, 250}, {"1000", "", 1000, 1000},
	{"balanced", summarize.Balanced, 0, 400}, // outputs of up to 400 tokens pass whole
}

// A bench summarises the cases of a corpus.
type bench struct {
	cases []corpus.Case
	jobs  int
	whole *scores // results of the whole pipeline; nil before the first run
}

// scores holds the scores of all cases.
type scores struct {
	cases []corpus.Case
	raw   []int   // tokens of the outputs
	used  []usage // the parts that the whole pipeline used
	of    [][len(settings)]score
}

// A score is the result of one case at one setting.
type score struct {
	tokens, lost int
	outcome      result.Outcome
	text         uint64 // hash of the text
}

var seed = maphash.MakeSeed()

// run summarises all cases without a part; nil means the whole pipeline, which must be run first.
func (b *bench) run(ctx context.Context, without *part) (scores, error) {
	out := scores{cases: b.cases, of: make([][len(settings)]score, len(b.cases))}
	if without == nil {
		out.raw, out.used = make([]int, len(b.cases)), make([]usage, len(b.cases))
	} else {
		out.raw, out.used = b.whole.raw, b.whole.used
		ctx = ablation.Without(without.disabled...).Context(ctx)
	}
	worker := func() (func(context.Context, int) error, error) {
		counter, err := tokens.New(tokens.Default)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, i int) error {
			switch {
			case without == nil:
				out.raw[i] = counter.Count(b.cases[i].Raw())
			case !out.used[i].has(without):
				out.of[i] = b.whole.of[i]
				return nil
			}
			for j := range settings {
				s, r, err := summarised(ctx, &b.cases[i], &settings[j])
				if err != nil {
					return err
				}
				out.of[i][j] = s
				if without == nil {
					out.used[i].add(&b.cases[i], r)
				}
			}
			return nil
		}, nil
	}
	err := parallel.Do(ctx, b.jobs, len(b.cases), worker)
	if without == nil {
		b.whole = &out
	}
	return out, err
}

// summarised summarises one case as "tokbench eval" does.
func summarised(ctx context.Context, c *corpus.Case, s *setting) (score, result.ToolResult, error) {
	req := summarize.Request{
		CallID: c.ID, Tool: c.Tool, Command: c.Command, Path: c.Path, Pattern: c.Pattern, Args: c.Args,
		Offset: c.Offset, Limit: c.Limit, Intent: c.Intent, Session: c.Session, Stdout: c.Stdout, Stderr: c.Stderr,
	}
	if c.ExitCode != nil {
		req.Status = result.Status{Known: true, Code: *c.ExitCode}
	}
	if len(c.Pass) > 0 {
		req.Before = summarize.PassedOutput(c.Pass)
	}
	r, err := summarize.Summarize(ctx, summarize.Config{
		Enabled: true, Level: s.level, Budget: s.budget, Rules: rules.New(), MaskSecrets: true,
	}, req)
	if err != nil {
		return score{}, r, err
	}
	text := r.LLMContent()
	return score{
		tokens: r.Metadata().LLMTokens, lost: len(corpus.Lost(c.Facts, text)), outcome: r.Outcome(),
		text: maphash.String(seed, text),
	}, r, nil
}

// figures holds the recall and the saved tokens at each setting, in percent.
type figures [len(settings)]struct{ recall, saved float64 }

// figures returns the figures that "tokbench eval" prints for all cases.
func (s *scores) figures() (f figures) {
	for j := range settings {
		raw, spent, labelled, kept := 0, 0, 0, 0.0
		for i := range s.cases {
			one := &s.of[i][j]
			raw += s.raw[i]
			spent += one.tokens
			if facts := len(s.cases[i].Facts); facts > 0 && s.raw[i] > settings[j].bound {
				labelled++
				kept += float64(facts-one.lost) / float64(facts)
			}
		}
		f[j].recall = 100 * kept / float64(max(labelled, 1))
		f[j].saved = 100 * (1 - float64(spent)/float64(max(raw, 1)))
	}
	return f
}

// changes counts the texts and the outcomes that differ.
type changes struct{ texts, outcomes int }

func (s *scores) changes(other scores) (c changes) {
	for i := range s.of {
		for j := range s.of[i] {
			if s.of[i][j].text != other.of[i][j].text {
				c.texts++
			}
			if s.of[i][j].outcome != other.of[i][j].outcome {
				c.outcomes++
			}
		}
	}
	return c
}
