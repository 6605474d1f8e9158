package clients

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook/clients/fakemodel"
	"github.com/toktee/toktee/tokens"
)

// An asked is a request in the form in which two runs are compared: without the marks that move from request to
// request.
type asked struct {
	messages []string // JSON
	bare     []string // the same without the texts of results
	rest     string
}

// askedOf reads the requests that have a conversation.
func askedOf(t *testing.T, phases []phase) []asked {
	t.Helper()
	var list []asked
	for _, p := range phases {
		for _, q := range p.requests {
			var body object
			if json.Unmarshal(q.Body, &body) != nil || strings.HasSuffix(q.Path, "/count_tokens") {
				continue // tokens of several files are counted at once
			}
			for _, name := range []string{"messages", "input", "contents"} {
				messages, ok := body[name].([]any)
				if !ok {
					continue
				}
				delete(body, name)
				a := asked{rest: lasting(encoded(unmarked(body)))}
				for _, m := range messages {
					m = unmarked(m)
					a.messages = append(a.messages, encoded(m))
					blankResults(m)
					a.bare = append(a.bare, lasting(encoded(m)))
				}
				list = append(list, a)
				break
			}
		}
	}
	return list
}

// continues reports whether a request has all messages of an earlier one, and more.
func (a asked) continues(earlier asked) bool {
	n := len(earlier.messages)
	return n > 0 && n < len(a.messages) && slices.Equal(a.messages[:n], earlier.messages)
}

// unmarked returns a value without cache marks. A list of one text is that text: the last message is often such a
// list, to have a place for a mark.
func unmarked(v any) any {
	switch v := v.(type) {
	case object:
		delete(v, "cache_control")
		delete(v, "thoughtSignature")
		for k, inner := range v {
			v[k] = unmarked(inner)
		}
		if list, ok := v["content"].([]any); ok && len(list) == 1 {
			if p, ok := list[0].(object); ok && p["type"] == "text" && len(p) == 2 {
				v["content"] = p["text"]
			}
		}
	case []any:
		for i := range v {
			v[i] = unmarked(v[i])
		}
	}
	return v
}

// blankResults removes the texts of results from a message.
func blankResults(v any) {
	switch v := v.(type) {
	case object:
		kind, _ := v["type"].(string)
		for key, is := range map[string]bool{
			"content": kind == "tool_result" || v["role"] == "tool", "output": strings.HasSuffix(kind, "_call_output"),
			"response": true,
		} {
			if is && v[key] != nil {
				v[key] = blank(v[key])
			}
		}
		for _, inner := range v {
			blankResults(inner)
		}
	case []any:
		for _, inner := range v {
			blankResults(inner)
		}
	}
}

func blank(v any) any {
	switch v := v.(type) {
	case string:
		return "TEXT"
	case object:
		for _, key := range []string{"text", "output", "error"} {
			if _, ok := v[key]; ok {
				v[key] = "TEXT"
			}
		}
	case []any:
		for i := range v {
			v[i] = blank(v[i])
		}
	}
	return v
}

// once are names that are new in every run.
var once = []form{
	{regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`), "UUID"},
	{regexp.MustCompile(`20\d\d-\d\d-\d\dT[0-9:.]+(Z|\+00:00)?`), "TIME"},
	{regexp.MustCompile(`127\.0\.0\.1:\d+(/` + gatewayToken + `\.\w+)?`), "HOST"},
	{regexp.MustCompile(`\b(ses|msg|bg|tool|wrk)_[0-9a-zA-Z]{8,}`), "ID"},
	{regexp.MustCompile(`\b[0-9a-f]{12,64}\b`), "HEX"},
	{regexp.MustCompile(`\b1[0-9]{9,12}(\.[0-9]+)?\b`), "EPOCH"},
	{regexp.MustCompile(`(task-id\\u003e|tasks/)\w+`), "TASK"},
	{regexp.MustCompile(`\bin [0-9.]+m?s\b`), "in N s"},
	{regexp.MustCompile(`\\"workspaces\\":\{.*?\}\},`), ""}, // Codex names them once it knows them
	{regexp.MustCompile(`"firstKeptEntryId":"\w+"`), "ENTRY"},
	{regexp.MustCompile(`duration_ms\\u003e\d+`), "duration_ms N"},
	{regexp.MustCompile(`Duration +[0-9ms ]+|[0-9,]+ tokens`), "N"},
	{regexp.MustCompile(`([Ss]ession[- ])[0-9a-f]{8}\b`), "${1}ID"},
}

// lasting is a text without what is new in every run.
func lasting(text string) string {
	text = steady(text)
	for _, f := range once {
		text = f.re.ReplaceAllString(text, f.with)
	}
	return text
}

// checkAlike holds that with a gateway, all but the texts of results is as without, for the model and for the person.
func checkAlike(t *testing.T, without, with []phase) {
	t.Helper()
	for i, p := range without {
		if was, is := lasting(p.out), lasting(with[i].out); was != is {
			t.Errorf("%s: the person sees something else: %s", p.name, firstDifference(was, is))
		}
	}
	a, b := askedOf(t, without), askedOf(t, with)
	if len(a) != len(b) {
		t.Fatalf("%d requests without the gateway, %d with it", len(a), len(b))
	}
	continued := 0
	for i := range a {
		if a[i].rest != b[i].rest {
			t.Errorf("request %d: %s", i+1, firstDifference(a[i].rest, b[i].rest))
		}
		if was, is := strings.Join(a[i].bare, "\n"), strings.Join(b[i].bare, "\n"); was != is {
			t.Errorf("the messages of request %d: %s", i+1, firstDifference(was, is))
		}
		for j := range i {
			if !a[i].continues(a[j]) {
				continue
			}
			if continued++; !b[i].continues(b[j]) {
				t.Errorf("request %d is no continuation of %d, as it is without the gateway", i+1, j+1)
			}
		}
	}
	t.Logf("%d requests, %d continuations", len(a), continued)
}

// firstDifference shows two texts from where they part.
func firstDifference(was, is string) string {
	at := 0
	for at < min(len(was), len(is)) && was[at] == is[at] {
		at++
	}
	at = max(0, at-60)
	return "\n" + was[min(at, len(was)):min(at+300, len(was))] + "\nnow\n" + is[min(at, len(is)):min(at+300, len(is))]
}

// picture is how the APIs have an image.
var picture = regexp.MustCompile(`data:image/|"inlineData"|"type":"image"`)

// checkDone holds that the edit was made, that the image arrived, and that nothing ran that the person's rules refuse.
func (s *site) checkDone(run string, requests []fakemodel.Request) {
	s.t.Helper()
	seen := func(q fakemodel.Request) bool { return picture.Match(q.Body) }
	if got := slices.ContainsFunc(requests, seen); got == s.c.blind {
		s.t.Errorf("%s: the image arrived: %v", run, got)
	}
	b, err := os.ReadFile(filepath.Join(s.project, "notes.txt"))
	if err != nil || !strings.Contains(string(b), editNew) {
		s.t.Errorf("%s: the file wasn't edited: %v", run, err)
	}
	if _, err := os.Stat(filepath.Join(s.project, refused)); (err == nil) != s.c.noRules {
		s.t.Errorf("%s: the refused command ran: %v", run, err == nil)
	}
}

// A sum has the tokens of results.
type sum struct {
	Raw   int
	Sent  int
	Could int // what "toktee summarize" sends of the same
}

// percent is what was saved, of so many tokens.
func (s sum) percent(of int) float64 { return 100 * float64(s.Raw-s.Sent) / float64(of) }

// measure sums the tokens of results, those apart alone.
func (s *site) measure(steps []step, without, with []fakemodel.Result) (all, apart sum) {
	s.t.Helper()
	count, err := tokens.Get(tokens.O200kBase)
	if err != nil {
		s.t.Fatal(err)
	}
	defer tokens.Put(count)
	could := s.summarized(steps, without, s.c.envelope())
	plain := s.summarized(steps, without, "")
	for i, st := range steps {
		could[i] = min(could[i], plain[i])
		raw, sent := count.CountString(without[i].Text), count.CountString(with[i].Text)
		to := &all
		if st.apart {
			to = &apart
		}
		to.Raw, to.Sent, to.Could = to.Raw+raw, to.Sent+sent, to.Could+min(could[i], raw)
		s.t.Logf("%-15s %6d -> %6d, summarize %6d tokens", st.name, raw, sent, could[i])
	}
	return all, apart
}

// summarized returns the tokens of the texts that "toktee summarize --jsonl" makes of results.
func (s *site) summarized(steps []step, results []fakemodel.Result, envelope string) []int {
	s.t.Helper()
	var in bytes.Buffer
	for i, st := range steps {
		call := object{"tool": st.call.Name, "stdout": s.c.text(results[i]), "envelope": envelope}
		if args, ok := st.call.Args.(object); ok {
			call["args"] = args
			for _, name := range []string{"command", "cmd"} {
				if command, ok := args[name]; ok {
					call["command"] = command
				}
			}
			for _, name := range []string{"path", "file_path", "filePath"} {
				if path, ok := args[name]; ok {
					call["path"] = path
				}
			}
		}
		in.WriteString(encoded(call) + "\n")
	}
	cmd := exec.CommandContext(s.t.Context(), s.toktee, "summarize", "--jsonl")
	cmd.Dir, cmd.Env, cmd.Stdin = s.project, append(s.env(), "HOME="+s.t.TempDir()), &in
	out, err := cmd.Output()
	if err != nil {
		s.t.Fatalf("toktee summarize: %v", err)
	}
	list := make([]int, 0, len(steps))
	for line := range bytes.Lines(out) {
		var r struct {
			Metadata struct {
				Tokens int `json:"llm_tokens"`
			}
		}
		if err := json.Unmarshal(line, &r); err != nil {
			s.t.Fatal(err)
		}
		list = append(list, r.Metadata.Tokens)
	}
	if len(list) != len(steps) {
		s.t.Fatalf("toktee summarize: %d results of %d", len(list), len(steps))
	}
	return list
}

// envelope names the agent whose lines are around outputs.
func (c *client) envelope() string {
	if c.agent == "" {
		return "gemini" // Qwen Code is its kin
	}
	return c.agent
}
