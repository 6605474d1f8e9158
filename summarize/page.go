package summarize

import (
	"strings"
	"sync"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// output is the text for the model and its account.
type output struct {
	fitted
	budget int
	status int // tokens of the status line that stands in the text, or would stand before the raw text
}

// fit makes the text for the model: the clean text where it may pass whole, else what the fitter shows of the digest.
func (p *pipeline) fit(d *digested) output {
	empty := p.blank()
	plain := p.statusFor(d, empty, true)
	status := p.statusFor(d, empty, false)
	var made *fitter
	fitter := sync.OnceValue(func() *fitter { // a text that passes whole needs none
		made = newFitter(p.c, &d.Digest, p.text.count, status, p.recovery())
		return made
	})
	failed := p.in.Status.Bad() && !p.answer || d.Outcome == strategies.Fail || d.Failing
	out := p.fitLevel(fitter, p.level, d, failed, plain)
	if p.cfg.Explain != nil {
		p.explain(made, &out)
	}
	return out
}

// fitLevel fits one level. The next level's text bounds it, so that a level never costs more than one that shows more.
func (p *pipeline) fitLevel(fitter func() *fitter, l Level, d *digested, failed bool, plain string) output {
	b := boundsFor(l, p.want, failed, &d.Digest, p.in.Family)
	if l == "" && p.want == 0 {
		l = Balanced
	}
	plainTokens := 0
	switch {
	case plain != "" && (p.raw == 0 || p.cleaned == 0):
		plainTokens = p.c.CountString(plain)
	case plain != "":
		plainTokens = p.c.CountString(plain + "\n")
	}
	out := output{budget: b.budget, status: plainTokens}
	most := p.raw + plainTokens // never worse than raw
	lossless := d.Lossless && p.want == 0 && l != Minimal
	var whole fitted
	if p.cleaned <= p.verbatimLimit() {
		if whole = p.whole(plain); whole.tokens <= most {
			if p.cleaned <= b.verbatim && whole.tokens <= b.budget {
				return p.wholeOrRuled(out, whole, fitter, plain)
			}
			most = min(most, whole.tokens-1)
		}
	}
	f := fitter()
	if lossless {
		out.fitted = p.lossless(f, plain, p.raw+plainTokens)
		out.budget = max(out.budget, out.tokens)
		return out
	}
	if whole.tokens > 0 && whole.tokens <= b.budget && most < whole.tokens && !f.tellsAll(most) {
		return p.wholeOrRuled(out, whole, fitter, plain)
	}
	b.budget = min(b.budget, most)
	out.fitted = p.fitOrCut(f, b)
	if (failed || d.Outcome != strategies.Pass) && whole.tokens > 0 && whole.tokens <= min(out.budget, p.raw+plainTokens) &&
		(p.cleaned <= b.small && out.tokens*100 > whole.tokens*(100-b.percent) || out.tokens*100 > whole.tokens*(100-leastSaved)) {
		return p.wholeOrRuled(out, whole, fitter, plain) // not worth what it leaves out
	}
	if next := nextLevel(l); next != "" && p.want == 0 && !p.costsMore(f, next, d, failed, most, out.tokens) {
		if more := p.fitLevel(fitter, next, d, failed, plain); more.tokens < out.tokens {
			b.budget = more.tokens
			out.fitted = p.fitOrCut(f, b)
		}
	}
	if f.status != plain && out.fitted.text != "" {
		out.status = p.c.CountString(f.status + "\n")
	}
	return out
}

// leastSaved is how much of a text, in percent, must be saved for a line of it to be left out: a verdict costs as much.
const leastSaved = 3

// costsMore reports whether a level's text is sure to have more than so many tokens, without making it.
func (p *pipeline) costsMore(f *fitter, l Level, d *digested, failed bool, most, tokens int) bool {
	b := boundsFor(l, p.want, failed, &d.Digest, p.in.Family)
	return !d.Lossless && f.least(f.choose(f.allowed(b.lowest), min(b.budget, most))) > tokens
}

func (p *pipeline) fitOrCut(f *fitter, b bounds) fitted {
	if out, ok := f.fit(b); ok {
		return out
	}
	return p.cut(f.status, b.budget)
}

// whole is the clean text as it stands, under its status line.
func (p *pipeline) whole(status string) fitted {
	s := p.text.mem
	if !p.text.inMem {
		s = p.text.join()
	}
	if status != "" && s != "" {
		s = status + "\n" + s
	} else if status != "" {
		s = status
	}
	out := fitted{text: s, tokens: p.cleaned, steps: -1}
	if status != "" || p.cleaned > p.verbatimLimit() {
		out.tokens = p.c.CountString(s)
	}
	out.show(1, p.text.count)
	return out
}

// lossless shows every line of a bounded read: as the strategy prints it where that leaves nothing out and costs less
// than the text itself.
func (p *pipeline) lossless(f *fitter, plain string, most int) fitted {
	whole := p.whole(plain)
	all := f.render(len(f.steps), most)
	all.steps, all.lowest = len(f.steps), strategies.Noise
	if len(all.omissions) == 0 && all.tokens < whole.tokens {
		return all
	}
	if whole.tokens > most {
		return p.cut(plain, most)
	}
	return whole
}

// cut is the last resort, where not even the shortest page fits: how the command ended, and what is left out, as far as
// there is room for either.
func (p *pipeline) cut(status string, budget int) fitted {
	var out fitted
	left := gapText(strategies.KindLine, p.text.count)
	if r := p.recovery(); r != nil {
		left = r(p.text.count)
	}
	if p.text.count == 0 {
		left = ""
	}
	for _, text := range []string{status + "\n" + left, status, left} {
		text = strings.Trim(text, "\n")
		if n := p.c.CountString(text); n <= budget {
			out.text, out.tokens = text, n
			break
		}
	}
	out.omit(strategies.KindLine, 1, p.text.count)
	return out
}

// blank reports whether the output shows nothing.
func (p *pipeline) blank() bool {
	for l := range p.text.All() {
		for _, r := range l.Text {
			if r != ' ' && r != '\t' {
				return false
			}
		}
	}
	return true
}

// statusFor is the status line; for the plain text it leaves out what an envelope in that text says.
func (p *pipeline) statusFor(d *digested, empty, plain bool) string {
	st := p.in.Status
	if plain && p.envelope.Status == st {
		st = result.Status{}
		if !empty {
			return ""
		}
	}
	ownExit := p.in.Command == "" || p.in.Shell.OK && p.in.Shell.OwnExit
	nothing := ""
	switch {
	case empty && p.answer && p.in.Family == strategies.FamilySearch:
		nothing = "no matches"
	case empty:
		nothing = "no output"
	}
	return statusLine(p.c, st, ownExit, nothing, p.answer, d.Outcome)
}

// recovery is the function that writes the last line, with the result's id; nil when none is wanted.
func (p *pipeline) recovery() func(int) string {
	if p.cfg.Recovery == nil {
		return nil
	}
	return func(lines int) string { return p.cfg.Recovery(p.id, lines) }
}
