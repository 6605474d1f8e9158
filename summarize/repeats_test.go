package summarize

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/result"
)

// ask summarises an output as a session is given it.
func ask(t interface{ Fatal(...any) }, m *Repeats, req Request, text string) result.ToolResult {
	cfg := Config{Enabled: true}
	req.Stdout = []byte(text)
	r, err := Summarize(context.Background(), cfg, req)
	if err != nil {
		t.Fatal(err)
	}
	return m.Answer(cfg, req, r)
}

func numbered(n int, change map[int]string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		if s, ok := change[i]; ok {
			b.WriteString(s + "\n")
			continue
		}
		fmt.Fprintf(&b, "setting.%d = value of number %d\n", i, i*7)
	}
	return b.String()
}

func TestRepeats(t *testing.T) {
	req := Request{Tool: "Bash", Command: "./settings", Session: "s1"}
	full := numbered(30, nil)
	m := &Repeats{Memory: NewMemory(0)}
	first := ask(t, m, req, full)
	if !strings.Contains(first.LLMContent(), "number 210") || len(first.Metadata().Omissions) > 0 {
		t.Fatalf("the first answer isn't whole:\n%s", first.LLMContent())
	}
	again := ask(t, m, req, full)
	if got, want := again.LLMContent(), "unchanged since result "+first.ID()+": 30 lines\n"; got != want {
		t.Errorf("repeat: got %q, want %q", got, want)
	}
	if o := again.Metadata().Omissions; len(o) != 1 ||
		o[0] != (result.Omission{Kind: "line", Count: 30, Lines: [2]int{1, 30}}) {
		t.Errorf("repeat: omissions %v", o)
	}
	if got := ask(t, m, req, full).LLMContent(); got != first.LLMContent() {
		t.Errorf("second repeat: got %q, want the content", got)
	}
	if got := ask(t, m, req, full).LLMContent(); !strings.HasPrefix(got, "unchanged") {
		t.Errorf("repeat after the content: got %q", got)
	}
	changed := ask(t, m, req, numbered(30, map[int]string{12: "setting.12 = other"}))
	want := "changed since result " + first.ID() + ": +1 -1 lines, 29 as before\n@@ -9,7 +9,7 @@\n" +
		" setting.9 = value of number 63\n" +
		" setting.10 = value of number 70\n setting.11 = value of number 77\n-setting.12 = value of number 84\n" +
		"+setting.12 = other\n" +
		" setting.13 = value of number 91\n setting.14 = value of number 98\n setting.15 = value of number 105\n"
	if got := changed.LLMContent(); got != want {
		t.Errorf("changed: got\n%s\nwant\n%s", got, want)
	}
	if got := fmt.Sprint(changed.Metadata().Shown); got != "[[9 15]]" {
		t.Errorf("changed: shown %s", got)
	}
	if got := fmt.Sprint(changed.Metadata().Sources); got != "[{[3 5] [[9 11]] false} {[7 10] [[12 15]] false}]" {
		t.Errorf("changed: sources %s", got)
	}
}

// TestRepeatsContent holds when the content is due.
func TestRepeatsContent(t *testing.T) {
	base := Request{Tool: "Bash", Command: "./settings", Session: "s1"}
	full := numbered(30, nil)
	for _, c := range []struct {
		name   string
		change func(*Request)
		first  string
		again  string
	}{
		{"another session", func(r *Request) { r.Session = "s2" }, full, full},
		{"no session", func(r *Request) { r.Session = "" }, full, full},
		{"another command", func(r *Request) { r.Command = "./settings -v" }, full, full},
		{"a new epoch", func(r *Request) { r.Epoch = 1 }, full, full},
		{"another exit status", func(r *Request) { r.Status = result.Status{Known: true, Code: 1} }, full, full},
		{"an earlier answer that left lines out", func(*Request) {}, numbered(3000, nil), numbered(3000, nil)},
		{"a change after one", func(*Request) {}, numbered(3000, nil), full},
		{"everything is new", func(*Request) {}, full, strings.ReplaceAll(full, "value", "worth")},
		{"shorter than an answer", func(*Request) {}, "ok\n", "ok\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := &Repeats{Memory: NewMemory(0)}
			ask(t, m, base, c.first)
			req := base
			c.change(&req)
			got := ask(t, m, req, c.again)
			want := ask(t, &Repeats{Memory: NewMemory(0)}, req, c.again)
			if got.LLMContent() != want.LLMContent() {
				t.Errorf("got\n%s\nwant\n%s", got.LLMContent(), want.LLMContent())
			}
		})
	}
}

// TestRepeatsRed holds that an answer which doesn't show the output still says that the command failed.
func TestRepeatsRed(t *testing.T) {
	m := &Repeats{Memory: NewMemory(0)}
	req := Request{Tool: "Bash", Command: "./settings", Session: "s", Status: result.Status{Known: true, Code: 3}}
	full := numbered(30, nil)
	ask(t, m, req, full)
	for _, text := range []string{full, numbered(30, map[int]string{1: "x"})} {
		r := ask(t, m, req, text)
		if !strings.HasPrefix(r.LLMContent(), "exit 3\n") || !r.Failed() {
			t.Errorf("got %q, an error: %v", r.LLMContent(), r.Failed())
		}
		checkSources(t, r, text)
	}
}

// checkSources holds that all lines of a diff that are in the output, and no others, name their lines there.
func checkSources(t interface{ Fatalf(string, ...any) }, r result.ToolResult, output string) {
	lines, raw := strings.Split(r.LLMContent(), "\n"), strings.Split(output, "\n")
	want := strings.Count(r.LLMContent(), "\n ") + strings.Count(r.LLMContent(), "\n+")
	for _, s := range r.Metadata().Sources {
		for n := s.Text[0]; n <= s.Text[1]; n++ {
			from := raw[s.Lines[0][0]+n-s.Text[0]-1]
			if want--; lines[n-1][1:] != from {
				t.Fatalf("line %d of the text is %q, its source %q", n, lines[n-1], from)
			}
		}
	}
	if want != 0 {
		t.Fatalf("%d lines have no source:\n%s", want, r.LLMContent())
	}
}

// TestRepeatsReader lets a reader keep what it is given, and holds that it always knows the output.
func TestRepeatsReader(t *testing.T) {
	forms := map[string]int{}
	defer func() {
		if !testing.Short() &&
			(forms["unchanged"] == 0 || forms["changed"] == 0) { // in short mode too little is drawn to be sure
			t.Errorf("only these answers were tried: %v", forms)
		}
	}()
	rapid.Check(t, func(t *rapid.T) {
		m := &Repeats{Memory: NewMemory(rapid.IntRange(1, 3).Draw(t, "memory"))}
		known := map[string]string{}
		last := map[string]string{}
		for range rapid.IntRange(1, 12).Draw(t, "calls") {
			command := rapid.SampledFrom([]string{"./a", "./b"}).Draw(t, "command")
			n := rapid.SampledFrom([]int{0, 1, 20, 25, 25}).Draw(t, "lines")
			text := numbered(
				n,
				rapid.SampledFrom([]map[int]string{nil, {3: "x", 17: ""}, {1: "y y", 2: "", 25: "z"}}).
					Draw(t, "changes"),
			)
			if n > 0 && rapid.Bool().Draw(t, "no end") {
				text = strings.TrimSuffix(text, "\n")
			}
			if again, ok := last[command]; ok && rapid.Bool().Draw(t, "again") {
				text = again
			}
			last[command] = text
			r := ask(t, m, Request{Tool: "Bash", Command: command, Session: "s"}, text)
			plain, err := Summarize(
				context.Background(),
				Config{Enabled: true},
				Request{Tool: "Bash", Command: command, Stdout: []byte(text)},
			)
			if err != nil {
				t.Fatal(err)
			}
			got := r.LLMContent()
			form, _, _ := strings.Cut(got, " ")
			forms[form]++
			switch {
			case got == plain.LLMContent():
				known[command] = text
			case strings.HasPrefix(got, "unchanged since"):
			case strings.HasPrefix(got, "changed since"):
				_, hunks, _ := strings.Cut(got, "\n")
				checkSources(t, r, text)
				known[command] = patched(t, known[command], hunks)
			default:
				t.Fatalf("an answer of no known form: %q", got)
			}
			if known[command] != text {
				t.Fatalf("the reader has %q, the output is %q; answered %q", known[command], text, got)
			}
			if r.Metadata().LLMTokens > plain.Metadata().LLMTokens {
				t.Fatalf("%d tokens, the text itself has %d", r.Metadata().LLMTokens, plain.Metadata().LLMTokens)
			}
		}
	})
}

// patched applies the hunks of a unified diff as their definition says.
func patched(t interface{ Fatalf(string, ...any) }, old, hunks string) string {
	lines := strings.SplitAfter(old, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	var out []string
	next, kept := 0, false // whether the line before this one is part of the new text
	for _, line := range strings.SplitAfter(hunks, "\n") {
		switch {
		case line == "":
		case strings.HasPrefix(line, "@@ -"):
			at, n, hasN := strings.Cut(strings.Fields(line)[1][1:], ",")
			first, err := strconv.Atoi(at)
			if err != nil {
				t.Fatalf("bad hunk %q", line)
			}
			if hasN && n == "0" {
				first++
			}
			out = append(out, lines[next:first-1]...)
			next = first - 1
		case line[0] == '\\':
			if kept {
				out[len(out)-1] = strings.TrimSuffix(out[len(out)-1], "\n")
			}
		case line[0] == '+':
			out, kept = append(out, line[1:]), true
		case line[0] == ' ':
			out = append(out, lines[next])
			next, kept = next+1, true
		case line[0] == '-':
			next, kept = next+1, false
		}
	}
	return strings.Join(append(out, lines[next:]...), "")
}

type brokenMemory struct{ Memory }

func (brokenMemory) Recall(string, string) (Given, bool, error) {
	return Given{}, false, errors.New("no disk")
}

func TestRepeatsBrokenMemory(t *testing.T) {
	r := ask(t, &Repeats{Memory: brokenMemory{}}, Request{Tool: "Bash", Session: "s"}, "one\n")
	if r.LLMContent() != "one\n" || fmt.Sprint(r.Metadata().Warnings) != "[repeats: no disk]" {
		t.Errorf("got %q with warnings %v", r.LLMContent(), r.Metadata().Warnings)
	}
}
