package transcript

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCutAnywhere cuts every fixture of one file at many places: what stands before the cut is read, nothing fails, and
// the items are the first of the whole file's.
func TestCutAnywhere(t *testing.T) {
	for _, name := range []string{"claude.jsonl", "codex.jsonl", "copilot.jsonl", "pi.jsonl",
		"opencode.json"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("testdata", name)
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			whole, _ := all(t, path)
			want := brief(whole)
			for at := 1; at < len(raw); at += max(1, len(raw)/97) {
				var got []Item
				s := Of(local(path, path, int64(at)))
				st, err := s.Read(t.Context(), nil, func(it *Item) error {
					got = append(got, *it)
					return nil
				})
				if err != nil && (!errors.Is(err, ErrNotTranscript) || len(got) > 0) {
					t.Fatalf("cut at %d: %v", at, err)
				}
				if st.Bad > 0 {
					t.Errorf("cut at %d: %v", at, st.Problems)
				}
				if raw[at-1] != '\n' && raw[at] != '\n' && err == nil && !st.Half {
					t.Errorf("cut at %d: it isn't told that a record is half", at)
				}
				for i, b := range brief(got) {
					if i >= len(want) || b != want[i] {
						t.Fatalf("cut at %d: item %d is %q", at, i, b)
					}
				}
			}
		})
	}
}

// TestBroken has files that other things happened to.
func TestBroken(t *testing.T) {
	user := `{"type":"user","sessionId":"s","version":"1","message":{"content":"hi"}}` + "\n"
	for _, c := range []struct {
		name, text string
		err        error
		items      int
		check      func(Stats) bool
	}{
		{"empty", "", ErrNotTranscript, 0, nil},
		{"blank", " \n\n", ErrNotTranscript, 0, nil},
		{"binary", "\x7fELF\x02\x01\x00\x00" + strings.Repeat("\x00\xff", 9000), ErrNotTranscript, 0, nil},
		{"binary behind a brace", "{" + strings.Repeat("\x00\xff", 9000), ErrNotTranscript, 0, nil},
		{"prose", "The kiln is hot.\n", ErrNotTranscript, 0, nil},
		{"other JSON lines", `{"level":"info","msg":"x"}` + "\n" + `{"level":"info","msg":"y"}` + "\n",
			ErrNotTranscript, 0, nil},
		{"other JSON", `{"name":"kiln","steps":["a","b"]}`, ErrNotTranscript, 0, nil},
		{"numbers", `[1,2,3]`, ErrNotTranscript, 0, nil},
		{"a byte order mark", "\ufeff" + user, nil, 1, nil},
		{"a bad line in the middle", user + "{oops\n" + user, nil, 2,
			func(s Stats) bool { return s.Bad == 1 && strings.HasPrefix(s.Problems[0], "line 2") }},
		{"a bad first line", user + "\x00\x01\n" + user, nil, 2, func(s Stats) bool { return s.Bad == 1 }},
		{"half a last line", user + user[:40], nil, 1, func(s Stats) bool { return s.Half && s.Bad == 0 }},
		{"another type than expected", user + `{"type":"user","sessionId":7,"message":{"content":"x"}}` + "\n" + user,
			nil, 2, func(s Stats) bool { return s.Bad == 1 }},
		{"invalid UTF-8 and half a surrogate", `{"type":"user","sessionId":"s","message":{"content":"a` + "\xff" +
			`\ud83d"}}` + "\n", nil, 1, func(s Stats) bool { return s.Bad == 0 }},
		{"a name twice", `{"type":"user","type":"user","sessionId":"s","message":{"content":"a"}}` + "\n", nil, 1,
			func(s Stats) bool { return s.Bad == 0 }},
		{"two versions of the agent", user + strings.Replace(user, `"1"`, `"2"`, 1), nil, 2,
			func(s Stats) bool { return len(s.Versions) == 2 }},
		{"two formats", user + `{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user",` +
			`"content":"yo"}}` + "\n", nil, 2, func(s Stats) bool { return s.Bad == 0 }},
		{"values that aren't objects", user + "17\n[]\n", nil, 1,
			func(s Stats) bool { return s.Unknown["value"] == 2 }},
		{"a result without a call", `{"type":"user","sessionId":"s","message":{"content":[{"type":"tool_result",` +
			`"tool_use_id":"x","content":"y"}]}}` + "\n", nil, 1, func(s Stats) bool { return s.Orphans == 1 }},
		{"garbage after a document", `{"messages":[{"info":{"id":"m"},"parts":[{"type":"text","text":"x"}]}]} oops`,
			nil, 1,
			func(s Stats) bool { return s.Bad == 1 }},
		{"two documents", "{\n" + `"messages":[{"info":{"id":"m"},"parts":[{"type":"text","text":"x"}]}]} {}`, nil, 1,
			func(s Stats) bool { return s.Bad == 1 }},
		{"nulls", `{"type":"assistant","sessionId":null,"uuid":"1","message":null}` + "\n" + user, nil, 1, nil},
		{"deep nesting", user + strings.Repeat(`{"a":`, 20000) + "\n" + user, nil, 2,
			func(s Stats) bool { return s.Bad == 1 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := write(t, "x.jsonl", c.text)
			n := 0
			s := Of(local(path, path, int64(len(c.text))))
			st, err := s.Read(t.Context(), nil, func(*Item) error { n++; return nil })
			if !errors.Is(err, c.err) || n != c.items {
				t.Errorf("%d items, error %v; want %d, %v: %+v", n, err, c.items, c.err, st)
			}
			if c.check != nil && !c.check(st) {
				t.Errorf("stats %+v", st)
			}
		})
	}
}

// TestTooLarge has a line, and a value in a document, that is larger than what is held.
func TestTooLarge(t *testing.T) {
	user := `{"type":"user","sessionId":"s","message":{"content":"hi"}}` + "\n"
	huge := `{"type":"user","sessionId":"s","message":{"content":"` + strings.Repeat("x", maxRecord) + `"}}` + "\n"
	items, st := all(t, write(t, "x.jsonl", user+huge+user))
	if len(items) != 2 || st.TooLarge != 1 || st.Bad != 0 {
		t.Errorf("%d items, stats %+v", len(items), st)
	}
	items, st = all(t, write(t, "x.json", `{"messages":[{"info":{"id":"m"},"parts":[{"type":"text",`+
		`"text":"hi"}]},{"info":{"id":"n"},"parts":[{"type":"text","text":"`+strings.Repeat("x", maxRecord+2<<20)+
		`"}]}]}`))
	if len(items) != 1 || st.TooLarge != 1 {
		t.Errorf("%d items, stats %+v", len(items), st)
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"b.jsonl": "{}", "a/one.jsonl": "{}", "a/.git/objects/x": "x",
		".hidden/c.jsonl": "{}"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("b.jsonl", filepath.Join(dir, "link.jsonl")); err != nil {
		t.Skip("links can't be made here: ", err)
	}
	sources, err := Find(t.Context(), []string{dir, filepath.Join(dir, "link.jsonl"), filepath.Join(dir, "b.jsonl")})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range sources {
		rel, _ := filepath.Rel(dir, s.Name)
		names = append(names, filepath.ToSlash(rel))
	}
	if got := strings.Join(names, " "); got != ".hidden/c.jsonl a/one.jsonl b.jsonl" {
		t.Errorf("found %s", got)
	}
	if _, err := Find(t.Context(), []string{filepath.Join(dir, "nowhere")}); err == nil {
		t.Error("a path that isn't there is found")
	}
}
