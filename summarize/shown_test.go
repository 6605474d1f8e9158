package summarize

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toktee/toktee/result"
)

// codeLine is a line of a file that no other one is like.
func codeLine(file, n int) string {
	return fmt.Sprintf("\tcount%d[%d] = next(&queue, %d)", file, n, n*37)
}

// code is a part of a file, as an agent's Read prints it where numbered.
func code(file, from, to int, numbered bool) string {
	var b strings.Builder
	for n := from; n <= to; n++ {
		if numbered {
			fmt.Fprintf(&b, "%6d→", n)
		}
		b.WriteString(codeLine(file, n) + "\n")
	}
	return b.String()
}

func catRequest(file, from, to int, edit string) Request {
	text := code(file, from, to, false)
	if edit != "" {
		text = strings.Replace(text, "next(", edit+"(", 1)
	}
	return Request{
		Tool: "Bash", Command: fmt.Sprintf("sed -n %d,%dp file%d.go", from, to, file), Stdout: []byte(text),
		Session: "s", Agent: "main", Status: result.Status{Known: true},
	}
}

func TestShown(t *testing.T) {
	v := newConversation(0)
	first, _ := v.say(t, catRequest(1, 1, 60, ""))
	_, short := v.say(t, catRequest(1, 21, 100, ""))
	want := "… 40 lines as in result " + first.ID() + " (sed -n 1,60p file1.go), lines 21-60\n" +
		code(1, 61, 100, false)
	if got := short.LLMContent(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	m := short.Metadata()
	as := result.Omission{
		Kind: "line", Count: 40, Lines: [2]int{1, 40}, As: result.Elsewhere{ID: first.ID(), Lines: [2]int{21, 60}},
	}
	if len(m.Omissions) != 1 || m.Omissions[0] != as || fmt.Sprint(m.Shown) != "[[41 80]]" {
		t.Errorf("shown %v, omissions %+v", m.Shown, m.Omissions)
	}

	// The pointer leads to the first text, since the second didn't show the lines itself.
	_, third := v.say(t, catRequest(1, 30, 80, ""))
	begin := "… 31 lines as in result " + first.ID() + " (sed -n 1,60p file1.go), lines 30-60\n… 20 lines as"
	if got := third.LLMContent(); !strings.HasPrefix(got, begin) {
		t.Errorf("got\n%s", got)
	}
	// Numbered, the lines keep their numbers.
	req := catRequest(1, 1, 1, "")
	req.Tool, req.Command, req.Path, req.Offset, req.Limit = "Read", "", "file1.go", 30, 20
	req.Stdout = []byte(code(1, 30, 49, true))
	_, read := v.say(t, req)
	want = "… 20 lines (30-49) as in result " + first.ID() + " (sed -n 1,60p file1.go), lines 30-49\n"
	if got := read.LLMContent(); got != want {
		t.Errorf("got\n%s", got)
	}
	if o := read.Metadata().Omissions[0]; o.FileLines != [2]int{30, 49} {
		t.Errorf("got %+v", o)
	}
}

// Where the earlier text names its result, nothing else need be said of it. What the model was given whole counts
// whole.
func TestShownAs(t *testing.T) {
	v := newConversation(0)
	v.cfg.Recovery = func(id string, lines int) string { return fmt.Sprintf("… %d lines left out: show %s", lines, id) }
	long := catRequest(1, 1, 3000, "")
	r, err := Summarize(t.Context(), v.cfg, long)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.shown.Given(v.cfg, long, r); err != nil || !strings.Contains(r.LLMContent(), "show "+r.ID()) {
		t.Fatalf("%v\n%s", err, r.LLMContent())
	}
	from := r.Metadata().Shown[0][0]
	later := catRequest(1, from, from+9, "")
	short, err := Summarize(t.Context(), v.cfg, later)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("… 10 lines as in result %s, lines %d-%d\n", r.ID(), from, from+9)
	if got := v.shown.Shorten(v.cfg, later, short).LLMContent(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := v.shown.GivenWhole(v.cfg, long, r); err != nil {
		t.Fatal(err)
	}
	later = catRequest(1, 2001, 2010, "")
	if short, err = Summarize(t.Context(), v.cfg, later); err != nil {
		t.Fatal(err)
	}
	v.shown.Back = 100_000
	want = "… 10 lines as in result " + r.ID() + " (sed -n 1,3000p file1.go), lines 2001-2010\n"
	if got := v.shown.Shorten(v.cfg, later, short).LLMContent(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What isn't replaced: each case is the third text, behind lines 1-60 of a file, and 21-100, which points at them.
func TestShownNot(t *testing.T) {
	again := catRequest(1, 21, 100, "")
	for _, tt := range []struct {
		name   string
		back   int
		cfg    Config
		change func(*Request)
		want   bool // that it is replaced
	}{
		{"as it is", 0, Config{}, func(r *Request) { *r = catRequest(1, 22, 90, "") }, true},
		{"who asks again wants to see it", 0, Config{}, func(*Request) {}, false},
		{"also what has changed", 0, Config{},
			func(r *Request) { r.Stdout = catRequest(1, 21, 100, "last").Stdout }, false},
		{"the first output again", 0, Config{}, func(r *Request) { *r = catRequest(1, 1, 60, "") }, false},
		{"the first call with another output", 0, Config{},
			func(r *Request) { *r = catRequest(1, 1, 60, "last") }, true},
		{"another session", 0, Config{}, func(r *Request) { *r = catRequest(1, 22, 90, ""); r.Session = "t" }, false},
		{"another agent", 0, Config{}, func(r *Request) { *r = catRequest(1, 22, 90, ""); r.Agent = "a1" }, false},
		{"no agent", 0, Config{}, func(r *Request) { *r = catRequest(1, 22, 90, ""); r.Agent = "" }, false},
		{"no session", 0, Config{}, func(r *Request) { *r = catRequest(1, 22, 90, ""); r.Session = "" }, false},
		{"another epoch", 0, Config{}, func(r *Request) { *r = catRequest(1, 22, 90, ""); r.Epoch = 1 }, false},
		{"too far back", 500, Config{}, func(r *Request) { *r = catRequest(1, 1, 50, "last") }, false},
		{"seven lines", 0, Config{}, func(r *Request) { *r = catRequest(1, 22, 28, "") }, false},
		{"eight lines", 0, Config{}, func(r *Request) { *r = catRequest(1, 22, 29, "") }, true},
		{"a failure", 0, Config{}, func(r *Request) { *r = catRequest(1, 22, 90, ""); r.Status.Code = 2 }, false},
		{"a command whose end isn't known", 0, Config{},
			func(r *Request) { *r = catRequest(1, 22, 40, ""); r.Command, r.Status = "./x", result.Status{} }, false},
		{"a command that went well", 0, Config{},
			func(r *Request) { *r = catRequest(1, 22, 40, ""); r.Command = "./x" }, true},
		{"switched off for the tool", 0, Config{Tools: map[string]ToolConfig{"Bash": {Disabled: true}}},
			func(r *Request) { *r = catRequest(1, 22, 90, "") }, false},
		{"a line that looks like a pointer", 0, Config{}, func(r *Request) {
			*r = catRequest(1, 22, 90, "")
			r.Stdout = append(r.Stdout, "… 40 lines as in result 401812345678, lines 12-51\n"...)
		}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := newConversation(tt.back)
			v.say(t, catRequest(1, 1, 60, ""))
			v.say(t, again)
			req := again
			tt.change(&req)
			v.cfg.Tools = tt.cfg.Tools
			plain, short := v.say(t, req)
			if got := !plain.Equal(short); got != tt.want {
				t.Errorf("replaced: %v, want %v\n%s", got, tt.want, short.LLMContent())
			}
		})
	}
}

// A text that was never handed over, and lines that a text left out, are nothing to point at.
func TestShownNotGiven(t *testing.T) {
	v := newConversation(0)
	req := catRequest(1, 1, 60, "")
	r, err := Summarize(t.Context(), v.cfg, req)
	if err != nil {
		t.Fatal(err)
	}
	v.shown.Shorten(v.cfg, req, r)
	if plain, short := v.say(t, catRequest(1, 1, 50, "")); !plain.Equal(short) {
		t.Errorf("got\n%s", short.LLMContent())
	}
	long := newConversation(0)
	if r, _ := long.say(t, catRequest(2, 1, 3000, "")); len(r.Metadata().Omissions) == 0 {
		t.Fatal("the text leaves nothing out")
	}
	long.say(t, catRequest(2, 1000, 1060, "")) // the check is that of every text
}

// TestShownAlways: whatever is asked for, by whomever, every pointer holds.
func TestShownAlways(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := newConversation(rapid.SampledFrom([]int{300, 1500, 0}).Draw(t, "back"))
		v.cfg.Budget = rapid.SampledFrom([]int{0, 0, 400}).Draw(t, "budget")
		epochs := map[string]int{}
		for range rapid.IntRange(2, 12).Draw(t, "calls") {
			from := rapid.IntRange(1, 60).Draw(t, "from")
			to := from + rapid.IntRange(0, 60).Draw(t, "lines")
			edit := rapid.SampledFrom([]string{"", "", "last"}).Draw(t, "edit")
			req := catRequest(rapid.IntRange(1, 2).Draw(t, "file"), from, to, edit)
			switch rapid.IntRange(0, 5).Draw(t, "tool") {
			case 0:
				req.Command = "./run " + req.Command
			case 1:
				req.Status.Code = rapid.IntRange(0, 1).Draw(t, "code")
				req.Command = "make"
			case 2, 3:
				req.Stdout = []byte(code(1, from, to, true))
				req.Tool, req.Command, req.Path, req.Offset = "Read", "", "file1.go", from
			}
			req.Session = rapid.SampledFrom([]string{"s", "s", "t", ""}).Draw(t, "session")
			req.Agent = rapid.SampledFrom([]string{"main", "main", "a1", ""}).Draw(t, "agent")
			if rapid.IntRange(0, 5).Draw(t, "compacted") == 0 {
				epochs[req.Session]++
			}
			req.Epoch = epochs[req.Session]
			v.say(t, req)
		}
	})
}
