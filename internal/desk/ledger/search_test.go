package ledger

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/testing/sweep"
	"github.com/toktee/toktee/internal/text/clean"
	"github.com/toktee/toktee/internal/text/secrets"
)

// noon is when the first output of a test was made.
var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// keep puts an output into the store and notes it in the journal. The number is its time and its id.
func (h home) keep(t testing.TB, n int, output string, e journal.Event) {
	t.Helper()
	e.Kind, e.Time, e.ID, e.Kept = journal.Result, noon.Add(time.Duration(n)*time.Second), fmt.Sprintf("%012d", n), true
	h.put(t, store.Record{ID: e.ID, Time: e.Time, Command: e.Command, Session: e.Session}, output)
	h.note(t, e)
}

func (h home) put(t testing.TB, r store.Record, output string) {
	t.Helper()
	st := store.Open(store.Options{Dir: h.dir})
	sp := spool.New(spool.Options{Dir: st.SpoolDir()})
	defer sp.Remove()
	if _, err := io.WriteString(sp.Stream(spool.Stdout), output); err != nil {
		t.Fatal(err)
	}
	if err := sp.Close(); err != nil {
		t.Fatal(err)
	}
	r.Source = sp
	if err := st.Put(t.Context(), r); err != nil {
		t.Fatal(err)
	}
}

func index(t testing.TB, l *Ledger) Indexed {
	t.Helper()
	done, err := l.Index(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// hits are what a search finds, as ID:LINE:TEXT with the marks in brackets.
func hits(t testing.TB, l *Ledger, s Search) (list []string, more bool) {
	t.Helper()
	found, more, err := l.Search(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range found {
		text := h.Text
		for i := len(h.Marks) - 1; i >= 0; i-- {
			m := h.Marks[i]
			text = text[:m[0]] + "[" + text[m[0]:m[1]] + "]" + text[m[1]:]
		}
		list = append(list, fmt.Sprintf("%s:%d:%s", strings.TrimLeft(h.Call.ID, "0"), h.Line, text))
	}
	return list, more
}

func TestSearch(t *testing.T) {
	h := home{t.TempDir()}
	h.keep(t, 1, "one foo_bar.baz\nFOO two\nnothing\nfoobar\n", journal.Event{Tool: "Bash", Command: "a"})
	h.keep(t, 2, "\x1b[31mfoo\x1b[0m bar\r\nbars and Bär\n日本語 text\nİstanbul foo\n",
		journal.Event{Tool: "Read", Command: "b"})
	h.keep(t, 3, "foo\x00binary\n", journal.Event{Tool: "Bash", Command: "c"})
	h.keep(t, 4, "x-y_z (foo) 100% \"quoted foo\"\nthe foo bar\nbar the foo", journal.Event{Tool: "Bash", Session: "s"})
	l := h.open(t)
	if got, want := index(t, l), (Indexed{Calls: 4, Lines: 11}); got != want {
		t.Errorf("indexed %+v, want %+v", got, want)
	}
	if got := index(t, l); got != (Indexed{}) {
		t.Errorf("indexed %+v a second time", got)
	}
	tests := []struct {
		name, text string
		filter     Filter
		want       []string
	}{
		{"a word in any case", "foo", Filter{}, []string{
			`4:1:x-y_z ([foo]) 100% "quoted [foo]"`, "4:2:the [foo] bar", "4:3:bar the [foo]",
			"2:1:[foo] bar", "2:4:İstanbul [foo]", "1:1:one [foo]_bar.baz", "1:2:[FOO] two",
		}},
		{"all words, in any order", "bar foo", Filter{}, []string{
			"4:2:the [foo] [bar]", "4:3:[bar] the [foo]", "2:1:[foo] [bar]", "1:1:one [foo]_[bar].baz",
		}},
		{"a phrase", `"foo bar"`, Filter{}, []string{"4:2:the [foo bar]", "2:1:[foo bar]"}},
		{"an identifier as it stands", "foo_bar.baz", Filter{}, []string{"1:1:one [foo_bar.baz]"}},
		{"a part of an identifier", "baz", Filter{}, []string{"1:1:one foo_bar.[baz]"}},
		{"a prefix", "ba* foo", Filter{}, []string{
			"4:2:the [foo] [ba]r", "4:3:[ba]r the [foo]", "2:1:[foo] [ba]r", "1:1:one [foo]_[ba]r.[ba]z",
		}},
		{"a phrase with a prefix", `"foo b"*`, Filter{}, []string{"4:2:the [foo b]ar", "2:1:[foo b]ar"}},
		{"marks that overlap", `"the foo" "foo bar"`, Filter{}, []string{"4:2:[the foo bar]"}},
		{"punctuation beside a word", "(foo)", Filter{}, []string{`4:1:x-y_z [(foo)] 100% "quoted foo"`}},
		{"a percent sign", "100%", Filter{}, []string{`4:1:x-y_z (foo) [100%] "quoted foo"`}},
		{"letters with marks", "bär", Filter{}, []string{"2:2:bars and [Bär]"}},
		{"a script without blanks", "本", Filter{}, []string{"2:3:日[本]語 text"}},
		{"two of its characters", "日本", Filter{}, []string{"2:3:[日本]語 text"}},
		{"characters that aren't in order", "本日", Filter{}, nil},
		{"nothing of a binary output", "binary", Filter{}, nil},
		{"a tool", "foo bar", Filter{Tool: "Read"}, []string{"2:1:[foo] [bar]"}},
		{"a session", "foo bar", Filter{Session: "s"}, []string{"4:2:the [foo] [bar]", "4:3:[bar] the [foo]"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, more := hits(t, l, Search{Text: tt.text, Filter: tt.filter})
			if diff := cmp.Diff(tt.want, got); diff != "" || more {
				t.Errorf("hits, more %t (-want +got):\n%s", more, diff)
			}
		})
	}
	if got, more := hits(t, l, Search{Text: "foo", Limit: 2}); len(got) != 2 || !more {
		t.Errorf("with a limit of 2: %q, more %t", got, more)
	}
	for _, text := range []string{"", "  ", `""`, "-> (", `"*`} {
		if _, _, err := l.Search(t.Context(), Search{Text: text}); err != ErrQuery {
			t.Errorf("Search(%q): %v, want %v", text, err, ErrQuery)
		}
	}
}

// TestSearchBrute compares with a regular expression that is put to each line.
func TestSearchBrute(t *testing.T) {
	sweep.OneGoroutine(t)
	h := home{t.TempDir()}
	rng := rand.New(rand.NewPCG(1, 2))
	pieces := []string{
		"alpha", "Beta", "gamma_delta", "e", "x.y.z", "0x1F", "ÄRGER", "ärger", "\x1b[1m", " ", "\t", "-", "/", "\r",
		strings.Repeat("long", 20), strings.Repeat("long", 20) + "er", "alphabet", "1234", "ſ", "K", "\u0301", "\xff",
	}
	outputs := map[int]string{}
	for n := 1; n <= 40; n++ {
		var b strings.Builder
		for range rng.IntN(400) {
			for range rng.IntN(12) {
				b.WriteString(pieces[rng.IntN(len(pieces))])
				b.WriteString([]string{"", " "}[rng.IntN(2)])
			}
			b.WriteByte('\n')
		}
		outputs[n] = b.String()
		h.keep(t, n, outputs[n], journal.Event{Tool: "Bash"})
	}
	l := h.open(t)
	index(t, l)
	for _, word := range []string{
		"alpha", "beta", "gamma", "delta", "gamma_delta", "x.y", "y", "0x1f", "ärger", "1234", "alphabet",
		strings.Repeat("long", 20), "e",
	} {
		re := regexp.MustCompile(`(?i)(^|[^\p{L}\p{N}\p{M}])` + regexp.QuoteMeta(word) + `([^\p{L}\p{N}\p{M}]|$)`)
		var want []string
		for n := 40; n > 0; n-- {
			for i, line := range strings.SplitAfter(string(clean.Bytes([]byte(outputs[n]))), "\n") {
				if re.MatchString(strings.TrimSuffix(line, "\n")) {
					want = append(want, fmt.Sprintf("%d:%d", n, i+1))
				}
			}
		}
		found, _, err := l.Search(t.Context(), Search{Text: word, Limit: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, hit := range found {
			got = append(got, fmt.Sprintf("%s:%d", strings.TrimLeft(hit.Call.ID, "0"), hit.Line))
		}
		if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
			t.Errorf("%q: %d lines (-want +got):\n%s", word, len(want), diff)
		}
	}
}

// TestWordsOfTerms checks that whatever stands in a line is a candidate: the words of a term are among those of a line
// in which it stands.
func TestWordsOfTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alphabet := rapid.SampledFrom([]rune("abAB01_-. ÄäßſKİé\u0301日本ไทย\u00a0"))
		line := string(rapid.SliceOfN(alphabet, 0, 60).Draw(t, "line"))
		text := string(rapid.SliceOfN(alphabet, 1, 3).Draw(t, "term"))
		list, err := terms(`"` + text + `"`)
		if err != nil || marks(list, line) == nil {
			return
		}
		have := map[string]bool{}
		eachWord([]byte(line), nil, func(w []byte) { have[string(w)] = true })
		for _, w := range list[0].words() {
			if !have[w] {
				t.Errorf("%q stands in %q, whose words are %v", text, line, have)
			}
		}
	})
}

// TestLongLines finds what stands in the first 64 KiB of a line, and shows what is around it.
func TestLongLines(t *testing.T) {
	h := home{t.TempDir()}
	line := strings.Repeat("ä ", 9000) + "needle" + strings.Repeat(" ö", 30_000) + " late\n"
	h.keep(t, 1, line+"next needle\n", journal.Event{})
	l := h.open(t)
	index(t, l)
	got, _ := hits(t, l, Search{Text: "needle"})
	if len(got) != 2 || len(got[0]) > 520 || !strings.Contains(got[0], "ä [needle] ö") ||
		got[1] != "1:2:next [needle]" {
		t.Errorf("hits: %q", got)
	}
	if got, _ := hits(t, l, Search{Text: "late"}); got != nil {
		t.Errorf("hits behind 64 KiB: %q", got)
	}
}

func TestMask(t *testing.T) {
	h := home{t.TempDir()}
	details := `{"details":{"type":"runs","runs":[{"tool":"go","failures":[{"name":"TestA","file":"a.go","line":3,` +
		`"message":"key hunter2 is wrong"}]}]}}`
	h.put(t, store.Record{ID: "000000000001", Time: noon, Result: json.RawMessage(details)}, "the key hunter2 here\n")
	h.note(t, journal.Event{Kind: journal.Result, Time: noon, ID: "000000000001"})
	o := h.options()
	o.Mask = func(b []byte) []byte { return bytes.ReplaceAll(b, []byte("hunter2"), []byte("[secret]")) }
	l, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	index(t, l)
	if got, _ := hits(t, l, Search{Text: "hunter2"}); got != nil {
		t.Errorf("a secret is found: %q", got)
	}
	if got, _ := hits(t, l, Search{Text: "key"}); !cmp.Equal(got, []string{"1:1:the [key] [secret] here"}) {
		t.Errorf("hits: %q", got)
	}
	l.Close()
	noBytes(t, h, "hunter2")
}

// noBytes fails where a text is in any file of the ledger.
func noBytes(t testing.TB, h home, texts ...string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(h.dir, Name+"*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the ledger's files: %v, %v", files, err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			if bytes.Contains(bytes.ToLower(b), []byte(strings.ToLower(text))) {
				t.Errorf("%q is left in %s", text, filepath.Base(f))
			}
		}
	}
}

// TestMaskKey masks all lines of a private key, wherever in an output it stands: its lines are known as such by the
// first one alone.
func TestMaskKey(t *testing.T) {
	h := home{t.TempDir()}
	key := "-----BEGIN RSA PRIVATE KEY-----\n"
	for n := range 50 {
		key += fmt.Sprintf("xyzzy%02dQ3J5cHRvZ3JhcGh5IGlzIG5vdCBtYWdpYwAAAAAAAAAAAAAAAAAAAAAAAAA\n", n)
	}
	key += "-----END RSA PRIVATE KEY-----\n"
	for n := range 10 {
		h.keep(t, n+1, strings.Repeat("plain line\n", 80*n)+key+"behind it\n", journal.Event{})
	}
	o := h.options()
	o.Mask = func(b []byte) []byte {
		var m secrets.Masker
		return m.Text(b)
	}
	l, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	index(t, l)
	if got, _ := hits(t, l, Search{Text: "xyzzy*"}); got != nil {
		t.Errorf("lines of the key are found: %q", got)
	}
	if got, _ := hits(t, l, Search{Text: "behind"}); len(got) != 10 {
		t.Errorf("%d lines behind the key are found, want 10", len(got))
	}
	l.Close()
	noBytes(t, h, "xyzzy0", "xyzzy4")
}
