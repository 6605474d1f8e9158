package host_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// env is the environment of a test: its own home folder and store.
type env struct {
	home string
	vars map[string]string
}

func newEnv(t *testing.T) *env {
	home := t.TempDir()
	return &env{home, map[string]string{"HOME": home, "TOKTEE_STORE": filepath.Join(home, "store")}}
}

func (e *env) getenv(key string) (string, bool) {
	v, ok := e.vars[key]
	return v, ok
}

// open opens a host for a caller with a shell, and returns it with the warnings that it will have made.
func (e *env) open(t *testing.T, change func(*host.Options)) (*host.Host, *[]string) {
	t.Helper()
	warnings := new([]string)
	o := host.Options{
		Dir: e.home, Getenv: e.getenv, Fetch: host.ShowCommand,
		Warn: func(err error) { *warnings = append(*warnings, err.Error()) },
	}
	if change != nil {
		change(&o)
	}
	h, err := host.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	return h, warnings
}

// payload is what the store has of a result.
func (e *env) payload(t *testing.T, id string) string {
	t.Helper()
	h, _ := e.open(t, nil)
	r, err := h.Store().Payload(id)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// numbered is an output of n lines.
func numbered(n int) string {
	var sb strings.Builder
	for i := range n {
		fmt.Fprintf(&sb, "step %d of the deployment is done\n", i+1)
	}
	return sb.String()
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func unmarshal(t *testing.T, text string, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), v); err != nil {
		t.Fatal(err)
	}
}

func deliver(t *testing.T, h *host.Host, req summarize.Request, warnings ...string) result.ToolResult {
	t.Helper()
	r, err := h.Deliver(t.Context(), h.Config(), req, warnings...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Settings come from the files, the environment and the flags, the later ones over the earlier ones, and no source of
// the process itself counts.
func TestSettings(t *testing.T) {
	t.Setenv("TOKTEE_BUDGET", "77")
	e := newEnv(t)
	user := "[tools.x]\nbudget = 300\n[tools.y]\nbudget = 400\n"
	write(t, filepath.Join(e.home, ".config", "toktee", "config.toml"), user)
	write(t, filepath.Join(e.home, ".toktee", "config.toml"), "[tools.x]\nbudget = 500\n")
	h, _ := e.open(t, nil)
	if got := h.Config(); got.Budget != 0 || got.Tools["x"].Budget != 500 || got.Tools["y"].Budget != 400 {
		t.Errorf("files: %+v", got)
	}
	e.vars["TOKTEE_BUDGET"] = "200"
	h, _ = e.open(t, nil)
	if got := h.Config(); got.Budget != 200 || got.Tools["x"].Budget != 0 {
		t.Errorf("environment: %+v", got)
	}
	budget := 100
	h, _ = e.open(t, func(o *host.Options) { o.Flags = config.Flags{Budget: &budget} })
	if got := h.Config(); got.Budget != 100 || !got.Rules.NoLimits {
		t.Errorf("flags: %+v", got)
	}
	e.vars["TOKTEE_BUDGET"] = "1"
	_, err := host.Open(host.Options{Getenv: e.getenv, Strict: true})
	if err == nil || !strings.Contains(err.Error(), "TOKTEE_BUDGET") {
		t.Errorf("a bad setting: error %v", err)
	}
}

// Rules of a project count once they are trusted; before, they are a warning.
func TestRules(t *testing.T) {
	e := newEnv(t)
	rule := "[[rule]]\nname = \"x\"\ntool = \"x\"\nbudget = 40\n"
	write(t, filepath.Join(e.home, ".toktee", "rules", "a.toml"), rule)
	ask := func() (result.ToolResult, []string) {
		h, warnings := e.open(t, nil)
		return deliver(t, h, summarize.Request{Tool: "x", Stdout: []byte(numbered(300))}), *warnings
	}
	r, warnings := ask()
	if r.Metadata().Budget == 40 || len(warnings) != 1 || !strings.Contains(warnings[0], "trust") {
		t.Errorf("not trusted: budget %d, warnings %q", r.Metadata().Budget, warnings)
	}
	set := host.RulesOptions(e.home, e.getenv)
	h, _ := e.open(t, nil)
	files := h.Config().Rules.Files()
	if err := set.Trust.Add(files[0]); err != nil {
		t.Fatal(err)
	}
	if r, warnings = ask(); r.Metadata().Budget != 40 || len(warnings) > 0 {
		t.Errorf("trusted: budget %d, warnings %q", r.Metadata().Budget, warnings)
	}
}

// A large recording becomes the payload without a copy, and the warnings of the integration get into the record.
func TestRecording(t *testing.T) {
	e := newEnv(t)
	h, _ := e.open(t, nil)
	sp := spool.New(spool.Options{Dir: h.SpoolDir()})
	defer sp.Remove()
	want := numbered(100_000)
	io.WriteString(sp.Stream(spool.Stdout), want)
	r := deliver(t, h, summarize.Request{Source: sp}, "a process still runs")
	if sp.Adopted() == "" || e.payload(t, r.ID()) != want {
		t.Error("the recording's file is not the payload")
	}
	rec, err := h.Store().Get(r.ID())
	if err != nil || !strings.Contains(string(rec.Result), `"warnings":["a process still runs"]`) {
		t.Errorf("record %s, error %v", rec.Result, err)
	}
}

// A store that can't be made, or breaks while it is used, costs the recovery line and is one warning. Every result that
// isn't kept says so.
func TestNotKept(t *testing.T) {
	for _, tt := range []struct {
		name, file string // where a file is in the store's way
		want       string
	}{
		{"no folder", "store", "the output is not kept: mkdir "},
		{"breaks", "store/records", "the output is not kept: keeping result "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEnv(t)
			write(t, filepath.Join(e.home, tt.file), "")
			h, warnings := e.open(t, nil)
			for range 2 {
				r := deliver(t, h, summarize.Request{Tool: "x", Stdout: []byte(numbered(3000))})
				if text := r.LLMContent(); strings.Contains(text, "toktee show") || !strings.Contains(text, "…") {
					t.Errorf("the text is\n%s", text)
				}
				if w := r.Metadata().Warnings; len(w) != 1 || !strings.HasPrefix(w[0], tt.want) {
					t.Errorf("the result's warnings are %q", w)
				}
			}
			if len(*warnings) != 1 || !strings.HasPrefix((*warnings)[0], tt.want) {
				t.Errorf("warnings %q, want one of %q", *warnings, tt.want)
			}
		})
	}
	e := newEnv(t)
	e.vars = map[string]string{}
	h, warnings := e.open(t, nil)
	dir, want := h.SpoolDir(), "the output is not kept: no folder for the store: "
	if dir != "" || len(*warnings) != 1 || !strings.HasPrefix((*warnings)[0], want) {
		t.Errorf("without a home: folder %q, warnings %q", dir, *warnings)
	}
}

// Switched off, nothing is kept, and that is no warning.
func TestNoStore(t *testing.T) {
	e := newEnv(t)
	e.vars["TOKTEE_NO_STORE"] = "1"
	h, warnings := e.open(t, nil)
	r := deliver(t, h, summarize.Request{Tool: "x", Stdout: []byte(numbered(3000))})
	if strings.Contains(r.LLMContent(), "toktee show") || len(*warnings)+len(r.Metadata().Warnings) > 0 {
		t.Errorf("warnings %q, text\n%s", *warnings, r.LLMContent())
	}
	if _, err := os.Stat(e.vars["TOKTEE_STORE"]); err == nil {
		t.Error("there is a store")
	}
}

// A session's second call is answered in one line: by another process where the store remembers, by the same host where
// the process does.
func TestRepeats(t *testing.T) {
	req := summarize.Request{Tool: "x", Session: "s", Stdout: []byte(numbered(20))}
	for _, tt := range []struct {
		name                   string
		repeats                host.Repeats
		sameHost, anotherHosts bool
	}{
		{"off", host.RepeatsOff, false, false},
		{"in the process", host.RepeatsInProcess, true, false},
		{"in the store", host.RepeatsInStore, true, true},
	} {
		for _, another := range []bool{false, true} {
			e := newEnv(t)
			h, _ := e.open(t, func(o *host.Options) { o.Repeats = tt.repeats })
			deliver(t, h, req)
			want := tt.sameHost
			if another {
				h, _ = e.open(t, func(o *host.Options) { o.Repeats = tt.repeats })
				want = tt.anotherHosts
			}
			if text := deliver(t, h, req).LLMContent(); strings.HasPrefix(text, "unchanged since") != want {
				t.Errorf("%s, another host %v: the second answer is\n%s", tt.name, another, text)
			}
		}
	}
}

// What a command fetches of an earlier result is never shortened.
func TestRetrieval(t *testing.T) {
	h, _ := newEnv(t).open(t, nil)
	text := numbered(3000)
	r := deliver(t, h, summarize.Request{Tool: "Bash", Command: "toktee show 1 | head -5000", Stdout: []byte(text)})
	if r.LLMContent() != text {
		t.Errorf("%d bytes, want %d", len(r.LLMContent()), len(text))
	}
	cfg := summarize.Config{Enabled: true, Budget: 100}
	req := summarize.Request{Command: "toktee show", Stdout: []byte(text)}
	r, err := host.Library(nil).Deliver(t.Context(), cfg, req)
	if err != nil || r.Metadata().LLMTokens > 100 {
		t.Errorf("a library's configuration isn't taken as it is: %d tokens, error %v", r.Metadata().LLMTokens, err)
	}
}

// A pipeline that fails costs the summary, not the output.
func TestFailsOpen(t *testing.T) {
	var warned []string
	h := host.Library(func(err error) { warned = append(warned, err.Error()) })
	cfg := summarize.Config{Enabled: true, Level: "other"}
	r, err := h.Deliver(t.Context(), cfg, summarize.Request{Tool: "x", Stdout: []byte("text\n")})
	want := `the output passes through unchanged: unknown level "other": want minimal, balanced, ` +
		`conservative or lossless`
	if err != nil || r.LLMContent() != "text\n" || len(warned) != 1 || warned[0] != want {
		t.Errorf("text %q, warnings %q, error %v; want the warning %q", r.LLMContent(), warned, err, want)
	}
	if w := r.Metadata().Warnings; len(w) != 1 || w[0] != want {
		t.Errorf("the result's warnings are %q", w)
	}
}

// The last line of a file's text that leaves lines out names the largest gap by the file's lines, and the call that
// prints its start; that of any other large output the call alone. Where the integration can't fetch single lines, it
// is the plain one.
func TestReadOn(t *testing.T) {
	e := newEnv(t)
	rest := func(o *host.Options) { o.FetchLines = host.ShowLines }
	for _, tt := range []struct {
		name, command string
		change        func(*host.Options)
		want          string
	}{
		{
			"a part of a file", "sed -n 101,3100p f.txt", rest,
			`^… \d+ lines left out, most at (\d+)-(\d+); next: toktee show \d{12} --lines (\d+):\d+$`,
		},
		{"whole outputs alone", "sed -n 101,3100p f.txt", nil, `^… \d+ lines left out: toktee show \d{12}$`},
		{"no file", "deploy", rest, `^… \d+ lines left out; next: toktee show \d{12} --lines \d+:\d+$`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h, _ := e.open(t, tt.change)
			r := deliver(t, h, summarize.Request{Tool: "Bash", Command: tt.command, Stdout: []byte(numbered(3000))})
			text := r.LLMContent()
			last := text[strings.LastIndexByte(text, '\n')+1:]
			m := regexp.MustCompile(tt.want).FindStringSubmatch(last)
			if m == nil {
				t.Fatalf("the last line is %q, want %s", last, tt.want)
			}
			if len(m) < 4 {
				return
			}
			inFile, err1 := strconv.Atoi(m[1])
			inOutput, err2 := strconv.Atoi(m[3])
			if err1 != nil || err2 != nil || inFile-inOutput != 100 {
				t.Errorf("line %d of the file is line %d of the output, in %q", inFile, inOutput, last)
			}
		})
	}
}

// TestToolEnvelope: the store has the agent that only the tool's configuration names, since lines are counted in the
// text that it wraps.
func TestToolEnvelope(t *testing.T) {
	h, _ := newEnv(t).open(t, nil)
	cfg := h.Config()
	cfg.Tools = map[string]summarize.ToolConfig{"exec": {Envelope: "function"}}
	out := marshal(t, map[string]any{"stdout": numbered(400), "stderr": "", "exit_code": 0})
	r, err := h.Deliver(t.Context(), cfg, summarize.Request{Tool: "exec", Command: "./deploy", Stdout: []byte(out)})
	if err != nil {
		t.Fatal(err)
	}
	rec, err := h.Store().Get(r.ID())
	if err != nil || rec.Envelope != "function" {
		t.Errorf("the record has the envelope %q, %v", rec.Envelope, err)
	}
}
