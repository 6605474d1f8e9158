package summarize_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/internal/text/lossless"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
	"github.com/toktee/toktee/tokens"
)

// TestLosslessIsUndone rebuilds the clean text of every captured output from its page at the level lossless: an output
// that isn't too large has all its lines there, and nothing but blanks that say nothing is gone.
func TestLosslessIsUndone(t *testing.T) {
	sweep.OneGoroutine(t)
	c, err := tokens.New(tokens.Default)
	if err != nil {
		t.Fatal(err)
	}
	shortened := map[string]int{}
	for _, one := range cases(t) {
		req := one.request(t)
		r := run(t, summarize.Config{Enabled: true, Level: summarize.Lossless}, req)
		m := r.Metadata()
		if slices.ContainsFunc(m.Omissions, func(o result.Omission) bool { return !o.Upstream }) {
			if n := c.Count(req.Stdout); n <= 4000 {
				t.Errorf("%s: lines of %d tokens are left out", one.ID, n)
			}
			continue
		}
		how, err := undone(r.LLMContent(), string(clean.Content(clean.LineFeedBytes(req.Stdout))))
		if err != nil {
			how, err = undone(r.LLMContent(), string(clean.Bytes(clean.LineFeedBytes(req.Stdout))))
		}
		if err != nil {
			t.Errorf("%s: %v:\n%.2000s", one.ID, err, r.LLMContent())
		}
		shortened[how]++
	}
	t.Log(shortened)
	for _, how := range []string{"output", "search", "content"} {
		if shortened[how] == 0 {
			t.Errorf("no captured output is said in fewer tokens as %s: %v", how, shortened)
		}
	}
}

// undone says how a page says a clean text, whose status line may stand above it, or why it doesn't.
func undone(page, text string) (how string, err error) {
	if strings.HasSuffix(page, text) {
		return "as it is", nil
	}
	status, below, _ := strings.Cut(page, "\n")
	for _, p := range []string{page, below} {
		if how, err = rebuilt(p, text); err == nil {
			return how, nil
		}
	}
	return "", fmt.Errorf("nothing undoes what stands below %q", status)
}

// rebuilt does it for a page without a status line. What an agent wrote around the output is the same in both.
func rebuilt(page, text string) (how string, err error) {
	for range envelope.TrailerLines {
		for _, k := range []struct {
			name string
			kind lossless.Kind
		}{{"search", lossless.Search}, {"content", lossless.Numbered}, {"output", lossless.Output}} {
			if isSame(lossless.Restore(page, k.kind), text, k.kind) {
				return k.name, nil
			}
		}
		a, b := lastLine(page), lastLine(text)
		if a < 0 || b < 0 || page[a:] != text[b:] {
			break
		}
		page, text = page[:a], text[:b]
	}
	return "", fmt.Errorf("not undone")
}

// lastLine is where the last line of a text begins, behind the line feed before it; -1 for none.
func lastLine(s string) int {
	if s == "" {
		return -1
	}
	return strings.LastIndexByte(s[:len(s)-1], '\n') + 1
}

// isSame reports whether nothing is lost of a text.
func isSame(got, want string, kind lossless.Kind) bool {
	switch kind {
	case lossless.Search:
		return got == want
	case lossless.Output:
		if json.Valid([]byte(want)) {
			return slices.Equal(jsonTokens(got), jsonTokens(want))
		}
		return unblank.Replace(got) == unblank.Replace(want)
	}
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	return slices.EqualFunc(a, b, func(a, b string) bool { return a == b || a == strings.TrimLeft(b, " ") })
}

// jsonTokens are the tokens of a JSON document, numbers as they are spelled.
func jsonTokens(doc string) (list []json.Token) {
	d := json.NewDecoder(strings.NewReader(doc))
	d.UseNumber()
	for {
		k, err := d.Token()
		if err != nil {
			return append(list, err.Error())
		}
		list = append(list, k)
	}
}

// TestLosslessTellsTheSame shows the forms on a page, and that lines of files keep their bytes.
func TestLosslessTellsTheSame(t *testing.T) {
	many := func(n int, form string) string { return repeated(n, "", form) }
	for _, tt := range []struct {
		name      string
		req       summarize.Request
		out       string
		has, lack []string
	}{
		{"search", summarize.Request{Command: "rg -n pour"}, many(30, "internal/foundry/mould/tin.go:@:\tpour(@)  \n"),
			[]string{"internal/foundry/mould/tin.go\n1:\tpour(1)  \n2:\tpour(2)  \n"}, []string{"tin.go:"}},
		{"read", summarize.Request{Tool: "Read", Path: "tin.go"}, repeatedPadded(30),
			[]string{"1→\tpour(1)  \n\tpour(2)  \n", "\n20→\tpour(20)  \n\tpour(21)  \n", "\n30→\tpour(30)  \n"}, nil},
		{"source", summarize.Request{Command: "cat tin.go"}, many(30, "\tpour(@)  \n\n\n\n"),
			[]string{"\tpour(1)  \n\n\n\n\tpour(2)  \n"}, nil},
		{"source among others", summarize.Request{Command: "make; cat tin.go"}, strings.Repeat("\tpour(1)\n", 30),
			[]string{strings.Repeat("\tpour(1)\n", 30)}, nil},
		{"JSON", summarize.Request{Command: "gh api x"},
			"[\n" + many(30, "  {\n    \"tin\": @.0\n  },\n") + "  1e2\n]\n",
			[]string{`[{"tin":1.0},{"tin":2.0},`, `,1e2]`}, nil},
		{"steps", summarize.Request{Command: "./deploy"}, "a\n" + strings.Repeat("waiting for the tin to melt\n", 9),
			[]string{"waiting for the tin to melt\n… the same line 8 more times\n"}, nil},
	} {
		tt.req.Stdout = []byte(tt.out)
		r := run(t, summarize.Config{Enabled: true, Level: summarize.Lossless}, tt.req)
		for _, s := range tt.has {
			if !strings.Contains(r.LLMContent(), s) {
				t.Errorf("%s lacks %q:\n%s", tt.name, s, r.LLMContent())
			}
		}
		for _, s := range tt.lack {
			if strings.Contains(r.LLMContent(), s) {
				t.Errorf("%s has %q:\n%s", tt.name, s, r.LLMContent())
			}
		}
		if m := r.Metadata(); m.Level != "lossless" || len(m.Omissions) > 0 {
			t.Errorf("%s: level %q, %d omissions", tt.name, m.Level, len(m.Omissions))
		}
	}
}

// repeatedPadded is a read of n lines with their numbers.
func repeatedPadded(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%6d→\tpour(%d)  \n", i+1, i+1)
	}
	return b.String()
}

// TestLosslessAmongBudgets holds the promises around the budget from which on all lines are shown in fewer tokens, on
// drawn outputs of the forms that are said so, red and green.
func TestLosslessAmongBudgets(t *testing.T) {
	sweep.OneGoroutine(t)
	c, err := tokens.New(tokens.Default)
	if err != nil {
		t.Fatal(err)
	}
	calls := []struct {
		req  summarize.Request
		form string // of a line, by its number and a word
	}{
		{summarize.Request{Tool: "Read", Path: "tin.go"}, "%6d→\tfunc %s() {"},
		{summarize.Request{Tool: "Read", Path: "tin.go", Offset: 1, Limit: 9}, "%6d→\tfunc %s() {"},
		{summarize.Request{Command: "cat -n tin.md"}, "%6d\t%s"},
		{summarize.Request{Command: "rg -n pour"}, "internal/foundry/mould/tin.go:%d:%s"},
		{summarize.Request{Command: "curl tin"}, "{\"n\":   %d, \"word\":   \"%s\",   \"more\":  null}"},
		{summarize.Request{Command: "./deploy"}, "step %d of %s                                          is done    "},
		{summarize.Request{Command: "make"}, "cc -c %[2]s.c"},
	}
	rapid.Check(t, func(t *rapid.T) {
		call := rapid.SampledFrom(calls).Draw(t, "call")
		word := rapid.SampledFrom([]string{"pour", "melt", "cool", "tests", "error: no tin", "ok", "a  b"})
		var b strings.Builder
		n := 1
		for range rapid.IntRange(1, 12).Draw(t, "runs") {
			w := word.Draw(t, "word")
			for range rapid.IntRange(1, 40).Draw(t, "lines") {
				fmt.Fprintf(&b, call.form+"\n", n, w)
				n++
			}
			between := rapid.SampledFrom([]string{"", "", "\n\n\n", "tin.c:1:2: error: no tin\n"})
			b.WriteString(between.Draw(t, "between"))
		}
		req := call.req
		req.Stdout = []byte(b.String())
		if rapid.Bool().Draw(t, "known") {
			req.Status = result.Status{Known: true, Code: rapid.IntRange(0, 1).Draw(t, "code")}
		}
		if err := promises(req); err != nil {
			t.Fatal(err)
		}
		cfg := summarize.Config{Enabled: true, Level: summarize.Lossless}
		r, err := one(c, cfg, req, req.Stdout)
		if err != nil {
			t.Fatal(err)
		}
		all := r.Metadata().LLMTokens
		cfg.Level = rapid.SampledFrom(append(levels, "")).Draw(t, "level")
		var last shownLines
		for cfg.Budget = max(all-8, summarize.MinBudget); cfg.Budget < all+64; cfg.Budget += 4 {
			r, err := one(c, cfg, req, req.Stdout)
			if err != nil {
				t.Fatal(err)
			}
			now := linesOf(r)
			if line, ok := last.missing(now); ok || r.Metadata().LLMTokens > cfg.Budget {
				t.Fatalf("level %q, budget %d: %d tokens, line %d isn't shown, though it was below:\n%s",
					cfg.Level, cfg.Budget, r.Metadata().LLMTokens, line, r.LLMContent())
			}
			last = now
		}
	})
}
