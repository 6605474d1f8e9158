package summarize

import (
	"context"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/tokens"
)

// told is what a listener was given, as a test knows it: from the result that it was handed, and the raw output.
type told struct {
	r   result.ToolResult
	raw []string // lines
}

// A conversation gives texts to listeners, and checks each against what its listener was given before.
type conversation struct {
	cfg   Config
	shown Shown
	told  map[Listener][]told
}

func newConversation(back int) *conversation {
	return &conversation{
		cfg: Config{Enabled: true}, shown: Shown{Memory: NewShownMemory(), Back: back}, told: map[Listener][]told{},
	}
}

type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

// say makes a result, has it shortened, checks it and notes it as given. It returns the result without and with what
// was shown before.
func (v *conversation) say(t fataler, req Request) (plain, short result.ToolResult) {
	t.Helper()
	plain, err := Summarize(context.Background(), v.cfg, req)
	if err != nil {
		t.Fatalf("%v", err)
	}
	short = v.shown.Shorten(v.cfg, req, plain)
	if again := v.shown.Shorten(v.cfg, req, plain); !again.Equal(short) {
		t.Fatalf("the same input and memory give other bytes:\n%s\n%s", short.LLMContent(), again.LLMContent())
	}
	who := Listener{req.Session, req.Agent, req.Epoch}
	raw := strings.Split(strings.TrimSuffix(string(req.Stdout), "\n"), "\n")
	v.check(t, who, raw, plain, short)
	if err := v.shown.Given(v.cfg, req, short); err != nil {
		t.Fatalf("%v", err)
	}
	v.told[who] = append(v.told[who], told{short, raw})
	return plain, short
}

var pointerLine = regexp.MustCompile(`^… (\d+) lines(?: \((\d+)-(\d+)\))?` +
	` as in result (\d{12})(?: \(.*\))?, lines (\d+)-(\d+)$`)

var numberBefore = regexp.MustCompile(`^ *\d+(?:-\d+)?[→\t]`)

// check holds a shortened text against the plain one and against what the listener was given: each pointer names lines
// that were shown to this listener, not too far back, and following all of them gives the plain text.
func (v *conversation) check(t fataler, who Listener, raw []string, plain, short result.ToolResult) {
	t.Helper()
	if plain.Equal(short) {
		return
	}
	numbered := numberBefore.MatchString(raw[0])
	bare := func(line string) string {
		if numbered {
			return numberBefore.ReplaceAllString(line, "")
		}
		return line
	}
	var rebuilt []string
	pointers := 0
	for line := range strings.SplitSeq(short.LLMContent(), "\n") {
		m := pointerLine.FindStringSubmatch(line)
		if m == nil {
			rebuilt = append(rebuilt, bare(line))
			continue
		}
		pointers++
		n, first, last := atoi(m[1]), atoi(m[5]), atoi(m[6])
		source, ok := v.source(who, m[4], first, last)
		if !ok || n != last-first+1 || n < 8 || short.ID() == m[4] {
			t.Fatalf("%q: this model wasn't shown that, or too long ago", line)
		}
		for _, l := range source.raw[first-1 : last] {
			if numberBefore.MatchString(source.raw[0]) {
				l = numberBefore.ReplaceAllString(l, "")
			}
			rebuilt = append(rebuilt, l)
		}
	}
	var want []string
	for line := range strings.SplitSeq(plain.LLMContent(), "\n") {
		want = append(want, bare(line))
	}
	if !slices.Equal(rebuilt, want) || pointers == 0 || plain.Failed() {
		t.Fatalf("%d pointers, failed %v; rebuilt:\n%s\nwant:\n%s", pointers, plain.Failed(),
			strings.Join(rebuilt, "\n"), strings.Join(want, "\n"))
	}
	v.checkAccount(t, raw, plain, short, pointers)
}

// source is a text that a listener was given, if it showed those lines and isn't too far back.
func (v *conversation) source(who Listener, id string, first, last int) (told, bool) {
	all := v.told[who]
	back := 0
	for i := len(all) - 1; i >= 0; i-- {
		m := all[i].r.Metadata()
		if back += m.LLMTokens; back > v.shown.back() {
			break
		}
		hasAll := func(s [2]int) bool { return s[0] <= first && last <= s[1] }
		if all[i].r.ID() == id && slices.ContainsFunc(m.Shown, hasAll) {
			return all[i], true
		}
	}
	return told{}, false
}

// checkAccount holds the metadata of a shortened text against those of the plain one.
func (v *conversation) checkAccount(t fataler, raw []string, plain, short result.ToolResult, pointers int) {
	t.Helper()
	was, is := plain.Metadata(), short.Metadata()
	lines, n := slices.Clone(is.Shown), 0
	var rest []result.Omission
	for _, o := range is.Omissions {
		if o.As.ID == "" {
			rest = append(rest, o)
			continue
		}
		pointers--
		lines = append(lines, o.Lines)
		if o.Count != o.Lines[1]-o.Lines[0]+1 {
			t.Fatalf("%+v counts wrong", o)
		}
		number := strings.Trim(numberBefore.FindString(raw[o.Lines[0]-1]), " →\t")
		if number != "" && o.FileLines != [2]int{} && o.FileLines[0] != atoi(number) {
			t.Fatalf("%+v: line %q is numbered otherwise", o, raw[o.Lines[0]-1])
		}
	}
	for _, l := range lines {
		n += l[1] - l[0] + 1
	}
	for _, l := range was.Shown {
		n -= l[1] - l[0] + 1
	}
	if n != 0 || pointers != 0 || !slices.Equal(result.MergeShown(lines), was.Shown) ||
		!slices.Equal(rest, was.Omissions) {
		t.Fatalf("%d pointers aren't in the account; shown %v of %v, omissions %v of %v",
			pointers, is.Shown, was.Shown, is.Omissions, was.Omissions)
	}
	c, err := tokens.Get(tokens.Encoding(is.Encoding))
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer tokens.Put(c)
	if n := c.CountString(short.LLMContent()); n != is.LLMTokens || n >= was.LLMTokens {
		t.Fatalf("%d tokens, said to be %d, of %d", n, is.LLMTokens, was.LLMTokens)
	}
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}
