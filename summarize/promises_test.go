package summarize_test

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// settings are the budgets and levels at which the promises are checked, each list from the least that is shown to the
// most.
var (
	budgets = []int{32, 50, 100, 250, 500, 1000, 2000, 4000, 8000}
	levels  = []summarize.Level{summarize.Minimal, summarize.Balanced, summarize.Conservative, summarize.Lossless}
)

// mostOf is the most that a text may cost at a level: at balanced that of listings, but for a sub-agent's answer.
func mostOf(l summarize.Level, req *summarize.Request) int {
	switch {
	case l == summarize.Minimal:
		return 250
	case l == summarize.Conservative, l == summarize.Lossless:
		return 8000
	case toolname.FamilyOf(req.Tool, shell.Parse(req.Command)) == toolname.FamilyProse:
		return 6000
	}
	return 4800 // a range from line 1, and a fifth
}

// recovery is a last line as the command writes it.
func recovery(id string, lines int) string {
	return fmt.Sprintf("… %d lines left out: toktee show %s", lines, id)
}

// promises checks everything that holds for every result on one request, at all levels and budgets, and returns what
// was broken.
func promises(req summarize.Request) error {
	return promisesWith(summarize.Config{MaskSecrets: true}, req)
}

// promisesWith checks the same under some configuration.
func promisesWith(cfg summarize.Config, req summarize.Request) error {
	cfg.Enabled = true
	c, err := tokens.New(tokens.Default)
	if err != nil {
		return err
	}
	raw := append(append([]byte{}, req.Stdout...), req.Stderr...)
	before := bytes.Clone(raw)
	var last shownLines
	for _, b := range budgets {
		cfg.Budget, cfg.Recovery, cfg.ReadOn = b, recovery, readOn
		r, err := one(c, cfg, req, raw)
		if err != nil {
			return fmt.Errorf("budget %d: %w", b, err)
		}
		if n := r.Metadata().LLMTokens; n > b {
			return fmt.Errorf("budget %d: %d tokens given:\n%s", b, n, r.LLMContent())
		}
		now := linesOf(r)
		if l, ok := last.missing(now); ok {
			return fmt.Errorf(
				"budget %d: line %d is not shown, though it was at the budget below:\n%s",
				b,
				l,
				r.LLMContent(),
			)
		}
		last = now
	}
	cfg.Budget = 250
	a, err := one(c, cfg, req, raw)
	if err != nil {
		return err
	}
	if b, err := one(c, cfg, req, raw); err != nil || a.LLMContent() != b.LLMContent() ||
		!reflect.DeepEqual(a.Metadata(), b.Metadata()) {
		return fmt.Errorf("two runs differ:\n%s\n---\n%s", a.LLMContent(), b.LLMContent())
	}
	last, cfg.Budget, cfg.Recovery = nil, 0, nil
	tokensBelow := 0
	for _, l := range levels {
		cfg.Level = l
		r, err := one(c, cfg, req, raw)
		if err != nil {
			return fmt.Errorf("level %s: %w", l, err)
		}
		m := r.Metadata()
		if m.LLMTokens < tokensBelow {
			return fmt.Errorf("level %s: %d tokens, but the level below gives %d", l, m.LLMTokens, tokensBelow)
		}
		if m.LLMTokens > m.Budget || m.Budget > mostOf(l, &req) {
			return fmt.Errorf("level %s: %d tokens, budget %d", l, m.LLMTokens, m.Budget)
		}
		tokensBelow = m.LLMTokens
		now := linesOf(r)
		if n, ok := last.missing(now); ok {
			return fmt.Errorf("level %s: line %d is not shown, though it was at the level below", l, n)
		}
		last = now
	}
	if !bytes.Equal(raw, before) {
		return fmt.Errorf("the payload was changed")
	}
	return nil
}

// one summarises and checks what one result must hold.
func one(c *tokens.Counter, cfg summarize.Config, req summarize.Request, raw []byte) (result.ToolResult, error) {
	r, err := summarize.Summarize(context.Background(), cfg, req)
	if err != nil {
		return r, err
	}
	text, m := r.LLMContent(), r.Metadata()
	if !utf8.ValidString(text) {
		return r, fmt.Errorf("invalid UTF-8 in %q", text)
	}
	for _, x := range text {
		if unicode.IsControl(x) && x != '\n' && x != '\t' {
			return r, fmt.Errorf("control character %U in %q", x, text)
		}
	}
	if n := c.CountString(text); n != m.LLMTokens {
		return r, fmt.Errorf("llm_tokens is %d, counted %d", m.LLMTokens, n)
	}
	if pointless.MatchString("… 0 lines\n" + text) {
		return r, fmt.Errorf("lines are said to repeat lines that aren't shown:\n%s", text)
	}
	n := c.Count(raw)
	most := 16 // of the status line
	if req.Before != nil || req.History != nil || req.Same != nil {
		most += 24 // and of the lines that compare it with earlier runs
	}
	for _, lines := range m.Lookalikes {
		most += 4 * (lines[1] - lines[0] + 1) // for the marks before them
	}
	if m.UITokens < n || m.UITokens > n+most {
		return r, fmt.Errorf("ui_tokens is %d, counted %d raw", m.UITokens, n)
	}
	if m.LLMTokens > m.UITokens {
		return r, fmt.Errorf("%d tokens given for %d", m.LLMTokens, m.UITokens)
	}
	if req.Status.Bad() && r.Passed() && !(req.Status.Code == 1 && r.Error() == nil) {
		return r, fmt.Errorf("%+v is called a success", req.Status)
	}
	body := raw
	if inner, _, ok := req.Envelope.UnwrapJSON(raw); ok && len(raw) <= summarize.MaxEnvelope {
		body = inner // the lines of an agent's JSON envelope are those of the text inside
	}
	if m.Data["secrets"] > 0 {
		return r, account(r, string(new(secrets.Masker).Text(clean.Bytes(body))))
	}
	if err := account(r, string(clean.Bytes(body))); err != nil {
		return r, account(r, string(clean.Content(body))) // the text of a search, a read or a diff
	}
	return r, nil
}

// pointless finds a line that states repetitions of the lines above it, directly below a gap.
var pointless = regexp.MustCompile(`(?m)^… \d+ [^\n]*\n… the same (line|\d+ lines) \d+ more times`)

// account checks that shown and left out lines make up all lines, and that every line that is said to be shown stands
// in the text, whole or behind a prefix that a heading or a thinned line number stands for.
func account(r result.ToolResult, text string) error {
	lines := strings.Split(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	m := r.Metadata()
	printed := map[string]bool{}
	for _, l := range strings.Split(r.LLMContent(), "\n") {
		printed[l] = true
		if quoted, ok := strings.CutPrefix(l, "> "); ok && len(m.Lookalikes) > 0 {
			printed[quoted] = true
		}
		printed[lineNumber.ReplaceAllString(l, "")] = true
	}
	squeezed := "" // the text without blanks, where all lines are shown: they may be said without them
	if len(m.Omissions) == 0 {
		squeezed = unblank.Replace(r.LLMContent())
	}
	next, si, oi := 1, 0, 0
	for next <= len(lines) {
		switch {
		case si < len(m.Shown) && m.Shown[si][0] == next:
			for n := next; n <= m.Shown[si][1]; n++ {
				if !stands(printed, lines[n-1]) && !strings.Contains(squeezed, unblank.Replace(lines[n-1])) {
					return fmt.Errorf(
						"line %d is said to be shown, but isn't: %q in\n%s",
						n,
						lines[n-1],
						r.LLMContent(),
					)
				}
			}
			next = m.Shown[si][1] + 1
			si++
		case oi < len(m.Omissions) && m.Omissions[oi].Lines[0] == 0:
			oi++ // parts that stand for no line of their own
		case oi < len(m.Omissions) && m.Omissions[oi].Lines[0] == next:
			next = m.Omissions[oi].Lines[1] + 1
			oi++
		default:
			return fmt.Errorf(
				"line %d of %d is neither shown nor left out: %v %v",
				next,
				len(lines),
				m.Shown,
				m.Omissions,
			)
		}
	}
	return countedTwice(m, lines, strings.Split(r.LLMContent(), "\n"))
}

// countedTwice finds a line that the text shows as it is, and that the markers count, too. A gap of "other lines"
// counts those that aren't shown.
func countedTwice(m result.Metadata, lines, text []string) error {
	for _, s := range m.Sources {
		if !s.Composed || s.Text[0] != s.Text[1] || len(s.Lines) != 1 || s.Lines[0][0] != s.Lines[0][1] {
			continue
		}
		n := s.Lines[0][0]
		isLeftOut := func(o result.Omission) bool {
			return o.Lines[0] <= n && n <= o.Lines[1] && o.Kind != string(strategies.KindOther) &&
				o.Kind != string(strategies.KindListed)
		}
		if t := text[s.Text[0]-1]; t == strings.TrimSpace(lines[n-1]) && slices.ContainsFunc(m.Omissions, isLeftOut) {
			return fmt.Errorf("line %d is shown, but counts as left out: %q", n, t)
		}
	}
	return nil
}

var unblank = strings.NewReplacer(" ", "", "\t", "", "\n", "")

// lineNumber is the number of a line that a read prints, which may be thinned, or the lines of the symbol that it
// names.
var lineNumber = regexp.MustCompile(`^ *[0-9]*(-[0-9]+→|→|\t|: ?|\|)`)

// stands reports whether a line, or what is left of it behind a prefix of at most 400 bytes, was printed.
func stands(printed map[string]bool, line string) bool {
	for i := 0; i <= len(line) && i < 400; i++ {
		if printed[line[i:]] && (i == 0 || i < len(line)) {
			return true
		}
	}
	if file := strings.TrimRight(line, ":-"); file != line && printed[file] && printed[""] {
		return true // an empty line of a file that the heading names
	}
	return lineNumber.MatchString(line) && printed[lineNumber.ReplaceAllString(line, "")]
}

type shownLines [][2]int

func linesOf(r result.ToolResult) shownLines { return r.Metadata().Shown }

// missing returns a line of s that o doesn't have.
func (s shownLines) missing(o shownLines) (int, bool) {
	i := 0
	for _, r := range s {
		for n := r[0]; n <= r[1]; n++ {
			for i < len(o) && o[i][1] < n {
				i++
			}
			if i == len(o) || o[i][0] > n {
				return n, true
			}
		}
	}
	return 0, false
}
