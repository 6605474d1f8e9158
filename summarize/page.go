package summarize

import (
	"cmp"
	"strings"

	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/text/words"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/tokens"
)

// A page is the text for the model with its account.
type page struct {
	fitted
	budget int
	status int // tokens of the status line that is in the text, or would precede the raw text
}

// pageOf makes the text for the model: the clean text if it may pass whole, else the facts of the digest that fit.
func pageOf(c *call, s seen, d digested, n counts, counter *tokens.Counter) (page, error) {
	p := newPager(c, s, &d, n, counter)
	level := d.limits.level
	if d.limits.budget == 0 {
		level = cmp.Or(level, Balanced)
	}
	out := p.at(level)
	out.locate(d.Place)
	if c.cfg.Explain != nil {
		c.cfg.Explain(p.explained(&out))
	}
	if err := s.text.found.err; err != nil {
		return page{}, readingErr(err)
	}
	return out, nil
}

// A pager makes the page of one output, at one level or at several. Only made and goOn change after newPager.
type pager struct {
	counter     *tokens.Counter
	seen        seen
	digest      *digested
	counts      counts
	isFailed    bool
	status      string // the status line of a page that shows facts
	plain       string // that of the clean text; it doesn't repeat a status that the text has outside the body
	plainTokens int    // of plain, as it precedes the text
	quoteTokens int    // of the marks before lines of the whole text
	ceiling     int    // tokens of the raw text under its status line: no page has more
	whole       fitted // the whole text under its status line, if hasWhole
	hasWhole    bool   // the text is small enough to pass whole at some level
	isShortened bool   // the whole text is in a shorter notation than the clean text
	recovery    func(lines int) string
	readOn      func(Rest) string
	goOn        nextLines // the last answer of nextLines
	made        *fitter   // nil until a page needs it: a text that passes whole needs none
}

func newPager(c *call, s seen, d *digested, n counts, counter *tokens.Counter) *pager {
	p := &pager{counter: counter, seen: s, digest: d, counts: n}
	p.isFailed = d.isFailing(s.input.Status.Bad() && !s.isAnswer)
	p.status, p.plain = statusLines(counter, s, d)
	if since := d.since; since != "" && (d.limits.budget == 0 || d.limits.budget >= sinceFrom) {
		p.status, p.plain = below(p.status, since), below(p.plain, since)
	}
	if line := p.history(c.req); line != "" {
		p.status, p.plain = below(p.status, line), below(p.plain, line)
	}
	if p.plain != "" {
		line := p.plain
		if n.raw > 0 && n.clean > 0 {
			line += "\n"
		}
		p.plainTokens = counter.CountString(line)
	}
	p.ceiling = n.raw + p.plainTokens
	p.addWhole(!c.without.Off("summarize/lossless"))
	if write := c.cfg.Recovery; write != nil {
		p.recovery = func(lines int) string { return write(c.id, lines) }
		isFile := d.Bounded || d.Place != strategies.Place{}
		if name := c.cfg.ReadOn; name != nil && (isFile || n.clean > wholeUpTo) {
			p.readOn = func(left Rest) string {
				left.InFile = isFile
				return name(c.id, left)
			}
		}
	}
	return p
}

// wholeUpTo is the largest output, in tokens, whose recovery line proposes to fetch it whole.
const wholeUpTo = 2000

// sinceFrom is the smallest budget at which the text compares failures with the last run.
const sinceFrom = 100

// The largest cost of the line about earlier runs with the same failures, and of all lines above the output: the status
// line and the comparisons with earlier runs.
const (
	historyTokens = 20
	aboveTokens   = statusTokens + 24
)

// HistoryOpening opens the line about earlier runs with the same failures.
const HistoryOpening = checks.Opening

// history returns the line about earlier runs with the same failures, "" for none.
func (p *pager) history(req *Request) string {
	limits := p.digest.limits
	if req.History == nil || !p.isFailed || limits.budget > 0 && limits.budget < sinceFrom {
		return ""
	}
	room := min(historyTokens, aboveTokens-p.counter.CountString(p.status+"\n"))
	return req.History(p.digest.Details, func(line string) bool {
		return p.counter.CountString(line+"\n") <= room
	})
}

// below appends a line to others, of which there may be none.
func below(lines, line string) string {
	if lines == "" {
		return line
	}
	return lines + "\n" + line
}

// fitter returns the fitter. It is made when the first page needs it.
func (p *pager) fitter() *fitter {
	if p.made == nil {
		p.made = newFitter(p.counter, &p.digest.Digest, p.seen.text.count(), p.status, p.recovery)
		p.made.readOn = p.readOn
		contents := p.digest.contents
		p.made.ofFiles = contents == strategies.ContentsMatches || contents == strategies.ContentsChange
		p.made.next = p.nextLines
	}
	return p.made
}

// The limits of the lines that the recovery line proposes to read next: about as much as the default level shows of a
// part of a file. The lines of a streamed text are gone by then, so maxNextBytes is compared with their mean length.
const (
	maxNext       = 200
	maxNextTokens = 4000
	maxNextBytes  = 8 << 10
)

// nextLines returns the number of lines to read next from the start of a gap: at least one, at most all of them. first
// is the gap's first line, lines their number.
func (p *pager) nextLines(first, lines int) int {
	limit := min(lines, maxNext)
	t := p.seen.text
	if !t.inMem {
		mean := t.found.size / int64(max(t.count(), 1)) // count measures the text
		return min(limit, int(max(maxNextBytes/max(mean, 1), 1)))
	}
	if p.goOn.first != first || p.goOn.limit != limit {
		p.goOn = nextLines{first, limit, t.linesUpTo(p.counter, first, limit, maxNextTokens)}
	}
	return p.goOn.lines
}

// nextLines is the answer of [pager.nextLines] for one gap.
type nextLines struct{ first, limit, lines int }

// bounds returns the bounds of a level.
func (p *pager) bounds(level Level) bounds {
	l := limits{level, p.digest.limits.budget}
	return boundsFor(l, p.isFailed, p.digest, p.seen.input)
}

// at returns the page of a level, or of a budget alone if level is "". The text of the next level bounds it: a level
// never has more tokens than one that shows more.
func (p *pager) at(level Level) page {
	b := p.bounds(level)
	out := page{budget: b.budget, status: p.plainTokens}
	if p.passesWhole(level, b) {
		return p.passWhole(out)
	}
	ceiling := p.ceiling
	if p.hasWhole && p.whole.tokens <= ceiling {
		ceiling = p.whole.tokens - 1
	}
	if every, ok := p.boundedRead(b); ok {
		out.fitted, out.budget = every, max(b.budget, every.tokens)
		return out
	}
	if p.losesCritical(b.budget, ceiling) || p.crowds(b, ceiling) {
		return p.passWhole(out)
	}
	isShort := p.isShort(b)
	if isShort && !p.provesPass() { // only noise may be omitted
		b.lowest, b.budget, b.enough = max(b.lowest, strategies.Detail), max(b.budget, b.short), 0
		out.budget = b.budget
	}
	b.budget = min(b.budget, ceiling)
	out.fitted = p.fitOrCut(b)
	if isShort && !p.pays(&out) {
		out.budget = max(out.budget, p.whole.tokens)
		return p.passWhole(out)
	}
	if p.savesTooLittle(&out, b) {
		return p.passWhole(out)
	}
	p.boundByNext(level, b, ceiling, &out)
	if p.status != p.plain && out.text != "" {
		out.status = p.statusTokens()
	}
	return out
}

// passesWhole reports whether the text passes whole because it is small, plain, or shortened without a loss.
func (p *pager) passesWhole(level Level, b bounds) bool {
	if p.staysWhole() && p.wholeFits(p.whole.tokens) {
		return true
	}
	if level == Lossless && p.passesLossless(b) {
		return true
	}
	return p.wholeFits(b.budget) && (p.counts.clean <= b.verbatim || p.digest.Plain)
}

// wholeFits reports whether there is a whole text that fits a budget and has no more tokens than the output, apart from
// its own marks.
func (p *pager) wholeFits(budget int) bool {
	return p.hasWhole && p.whole.tokens <= budget && p.whole.tokens-p.quoteTokens <= p.ceiling
}

// staysWhole reports whether the text passes whole at every level: it doesn't have the form of the agent that is said
// to have wrapped it, so nothing is known of its end. Only an explicit budget shortens it, and the largest of the
// levels.
func (p *pager) staysWhole() bool { return p.seen.isUnread && p.digest.limits.budget == 0 }

// boundedRead returns all lines of a bounded read. Without an explicit budget they may exceed the level's budget by a
// fifth: saving less than a sixth isn't worth gaps between lines that the model asked for.
func (p *pager) boundedRead(b bounds) (every fitted, ok bool) {
	if !p.digest.Bounded {
		return every, false
	}
	if p.digest.limits.budget == 0 {
		b.budget += b.budget / 5
	}
	return p.everyLine(b.budget)
}

// boundByNext replaces a page that has more tokens than the page of the next level. The new page has that page's tokens
// as its budget. Pages with an explicit budget stay unchanged.
func (p *pager) boundByNext(level Level, b bounds, ceiling int, out *page) {
	next := p.next(level)
	if next == "" || p.digest.limits.budget > 0 || p.costsMore(next, ceiling, out.tokens) {
		return
	}
	if more := p.at(next); more.tokens < out.tokens {
		b.budget = more.tokens
		out.fitted = p.fitOrCut(b)
	}
}

// statusTokens returns the tokens of the status line over facts.
func (p *pager) statusTokens() int { return p.counter.CountString(p.status + "\n") }

// losesCritical reports whether the whole text fits a budget, but a page below a lower ceiling would leave out a
// critical fact.
func (p *pager) losesCritical(budget, ceiling int) bool {
	whole := p.whole.tokens
	if whole == 0 || whole > budget || whole <= ceiling {
		return false
	}
	return !p.fitter().showsCritical(ceiling)
}

// leastSaved is the share of a text, in percent, that a page with gaps must save: a verdict costs as much.
const leastSaved = 3

// savesTooLittle reports whether a page saves too little to leave lines out of a text that could pass whole. If the
// call passed, any saving is enough.
func (p *pager) savesTooLittle(out *page, b bounds) bool {
	if !p.isFailed && (p.digest.Outcome == strategies.Pass || p.digest.Idle) {
		return false
	}
	whole := p.whole.tokens
	if whole == 0 || !p.wholeFits(out.budget) {
		return false
	}
	least := leastSaved
	if p.counts.clean <= b.small {
		least = max(least, b.percent)
	}
	return out.tokens*100 > whole*(100-least)
}

// leastWorth is the least number of tokens that cutting a short text must save.
const leastWorth = 200

// isShort reports whether the text is so short that it is cut only if that pays.
func (p *pager) isShort(b bounds) bool {
	return p.whole.tokens > 0 && p.whole.tokens <= b.short && p.wholeFits(p.whole.tokens)
}

// provesPass reports whether a report proves that the call passed, so that little else matters.
func (p *pager) provesPass() bool {
	d := p.digest
	return d.Parsed && !d.Red && d.Outcome == strategies.Pass && !p.isFailed && !p.seen.input.Content
}

// pays reports whether a page of a short text is worth its gaps: it saves a quarter and [leastWorth], and what it omits
// doesn't matter, since the call is a proven pass, or is noise.
func (p *pager) pays(out *page) bool {
	whole := p.whole.tokens
	if whole-out.tokens < leastWorth || out.tokens*4 > whole*3 {
		return false
	}
	return p.provesPass() || out.steps >= p.fitter().allowed(strategies.Detail)
}

// costsMore reports whether a level's text below a ceiling certainly has more tokens than others, without making it.
func (p *pager) costsMore(level Level, ceiling, others int) bool {
	b, f := p.bounds(level), p.fitter()
	b.budget = min(b.budget, ceiling)
	return f.least(f.stepsIn(b)) > others
}

// fitOrCut returns the page of the most steps that fits. If none fits, it returns the shortest possible text.
func (p *pager) fitOrCut(b bounds) fitted {
	if out, ok := p.fitter().fit(b); ok {
		return out
	}
	return p.cut(p.status, b.budget)
}

// addWhole makes the text that may pass whole: the clean text, or a shorter notation of it, under its status line. The
// tokens of a shorter notation replace those of the clean text. Without shorten, the clean text is always used.
func (p *pager) addWhole(shorten bool) {
	largest := p.digest.limits.largest()
	s := ""
	var quoted [][2]int
	if p.hasWhole = p.counts.clean <= largest; p.hasWhole || p.seen.text.inMem {
		s = p.seen.text.whole()
		quoted = p.quoteWhole(&s)
		if short, n, ok := p.shorten(s); shorten && ok && quoted == nil {
			s, p.counts.clean, p.hasWhole, p.isShortened = short, n, true, true
		}
	}
	if !p.hasWhole {
		return
	}
	switch {
	case p.plain != "" && s != "":
		s = p.plain + "\n" + s
	case p.plain != "":
		s = p.plain
	}
	p.whole = fitted{text: s, tokens: p.counts.clean, steps: -1, quoted: quoted}
	if p.plain != "" {
		p.whole.tokens = p.counter.CountString(s)
	}
	p.whole.show(1, p.seen.text.count())
	p.whole.sources = wholeSource(p.plain, s, p.seen.text.count(), p.isShortened)
}

// quoteWhole puts a mark before the lines of a whole text that look like statements of toktee, and returns these lines.
// Like a status line, the marks count as part of the output. Files, hits and diffs keep their bytes.
func (p *pager) quoteWhole(s *string) (lines [][2]int) {
	marked, lines := quotedText(*s)
	if len(lines) > 0 && p.hasWhole && !keepsBytes(p.seen.input) {
		n := p.counter.CountString(marked)
		if p.quoteTokens = max(0, n-p.counts.clean); p.quoteTokens > statusTokens {
			p.hasWhole, p.quoteTokens = false, 0 // a text of so many such lines is fitted like a long one
			return nil
		}
		p.counts.clean, *s = n, marked
	}
	return lines
}

// keepsBytes reports whether a whole text has the bytes of the output: the model may edit the file, or use the hits.
func keepsBytes(in *strategies.Input) bool {
	switch in.Family {
	case strategies.FamilyRead, strategies.FamilySearch, strategies.FamilyEdit:
		return in.Content
	}
	return false
}

// passWhole returns the whole text. If rules drop lines and the text without them costs less, it returns that. The
// choice doesn't depend on level or budget, so that larger ones never show less.
func (p *pager) passWhole(out page) page {
	if p.digest.isRuled {
		if less := p.all(p.whole.tokens - 1); less.tokens < p.whole.tokens && len(less.omissions) > 0 {
			out.fitted = less
			if p.status != p.plain {
				out.status = p.statusTokens()
			}
			return out
		}
	}
	out.fitted = p.whole
	out.status += p.quoteTokens
	return out
}

// all returns the page with every fact that no rule drops. Gaps name their lines if that fits the budget.
func (p *pager) all(budget int) fitted {
	f := p.fitter()
	f.fills = true
	steps := f.allowed(strategies.Noise)
	out := f.render(steps, budget)
	out.steps, out.lowest = steps, strategies.Noise
	return out
}

// everyLine returns the page with every line of a bounded read, if that fits the budget. It uses the strategy's form of
// the lines if that is complete and costs less than the text itself.
func (p *pager) everyLine(budget int) (out fitted, ok bool) {
	budget = min(budget, p.ceiling)
	out, ok = p.whole, p.hasWhole && p.whole.tokens <= budget
	f := p.fitter()
	if steps := f.allowed(strategies.Noise); f.choose(steps, 2*budget) < steps {
		return out, ok // far too large; the factor 2 covers the error of the estimate
	}
	if all := p.all(budget); len(all.omissions) == 0 && all.tokens <= budget && (!ok || all.tokens < out.tokens) {
		return all, true
	}
	return out, ok
}

// cut returns the status line and the number of omitted lines, or only one of them. It is the last resort if not even
// the shortest page fits.
func (p *pager) cut(status string, budget int) fitted {
	lines := p.seen.text.count()
	left := ""
	switch {
	case lines == 0:
	case p.recovery != nil:
		left = p.recovery(lines)
	default:
		left = gapText(strategies.KindLine, lines)
	}
	var out fitted
	for _, text := range []string{status + "\n" + left, status, left} {
		text = strings.Trim(text, "\n")
		if n := p.counter.CountString(text); n <= budget {
			out.text, out.tokens = text, n
			break
		}
	}
	out.omit(strategies.KindLine, 1, lines)
	return out
}

// statusLines returns the status line over facts, and the one over the clean text. The second leaves out a status that
// an envelope in the text already states.
func statusLines(c *tokens.Counter, s seen, d *digested) (status, plain string) {
	in := s.input
	e := endingOf(s)
	e.found, e.isIdle = d.Outcome, d.Idle && isUnfiltered(in)
	blank := s.body.isBlank()
	switch {
	case blank && hasNUL(s.text.src):
		e.nothing = "no text in " + words.Count(s.text.src.Len(), "byte", "bytes")
	case blank && s.isAnswer && in.Family == strategies.FamilySearch:
		e.nothing = "no matches"
	case blank:
		e.nothing = "no output"
	}
	status = e.line(c)
	if s.inText == in.Status {
		e.status = result.Status{}
	}
	return status, e.line(c)
}
