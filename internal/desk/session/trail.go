package session

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/desk/ledger"
	"github.com/toktee/toktee/internal/desk/session/timeline"
	"github.com/toktee/toktee/internal/measure/cost"
	"github.com/toktee/toktee/internal/measure/transcript"
	"github.com/toktee/toktee/internal/run/crash"
	"github.com/toktee/toktee/internal/text/envelope"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
	"github.com/toktee/toktee/internal/text/words"
)

const (
	patience      = 100 * time.Millisecond // that a page waits for a transcript
	maxTranscript = 64 << 20               // bytes of a transcript that is read as a whole
	freshFiles    = 5 * time.Second        // how long a list of transcripts is used
	rest          = 20                     // a growing transcript is read in one of so many parts of the time
)

// Homes are the folders of the agents, "" for one that isn't read.
type Homes struct{ Claude, Codex, Gemini string }

// HomesOf returns the folders that the environment names, or else those in the home folder.
func HomesOf(getenv func(string) string) Homes {
	home, err := os.UserHomeDir()
	if err != nil {
		return Homes{}
	}
	folder := func(variable, name string) string { return first(getenv(variable), filepath.Join(home, name)) }
	return Homes{
		Claude: folder("CLAUDE_CONFIG_DIR", ".claude"), Codex: folder("CODEX_HOME", ".codex"),
		Gemini: filepath.Join(home, ".gemini"),
	}
}

// trails finds and reads transcripts.
type trails struct {
	homes Homes

	mu    sync.Mutex
	files map[string]string // transcripts by session
	found time.Time         // when the files were listed
	read  map[string]*trail // by file
}

// A trail has the facts that a transcript tells of a session.
type trail struct {
	begin
	steps   []step
	usage   []transcript.Usage // of each request to the model
	reading bool

	stamp stamp         // of the file when it was read
	ended time.Time     // when that was
	took  time.Duration // how long it took
}

// A stamp tells one state of a file from another; the zero value is that of no file.
type stamp struct{ size, modified int64 }

func stampOf(info os.FileInfo) stamp { return stamp{info.Size(), info.ModTime().UnixNano()} }

// A step is a call in a transcript.
type step struct {
	at, ended           time.Time // ended is zero if it isn't known
	id, session         string    // of the call; the session with a sub-agent
	tool, command, file string
	dir                 string
	edits               bool
	failed, done        bool // as the agent states it; a refused call failed too
	refused             bool
	exit                *int // of a command; nil if it isn't known
	proves              bool // an exit code 0 means that the command passed, not the last part of a pipe
	request             int  // the number of its request, from 1, if it is the request's first call
}

// path returns the transcript of a session, "" for none.
func (t *trails) path(session string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.files == nil || time.Since(t.found) > freshFiles {
		t.files, t.found = map[string]string{}, time.Now()
		add := func(home, pattern string, key func(name string) string) {
			if home == "" {
				return
			}
			paths, _ := filepath.Glob(filepath.Join(home, pattern))
			for _, p := range paths {
				if info, err := os.Lstat(p); err != nil || !info.Mode().IsRegular() {
					continue // a pipe has no end, and a link may lead anywhere
				}
				name, _, _ := strings.Cut(filepath.Base(p), ".json")
				t.files[key(name)] = p
			}
		}
		const uuid = 36
		add(t.homes.Claude, "projects/*/*.jsonl", func(name string) string { return name })
		add(t.homes.Codex, "sessions/*/*/*/rollout-*.jsonl*", func(name string) string {
			return name[max(0, len(name)-uuid):]
		})
		add(t.homes.Gemini, "tmp/*/chats/session-*.json", func(name string) string {
			return name[strings.LastIndexByte(name, '-')+1:]
		})
	}
	if p := t.files[session]; p != "" {
		return p
	}
	short, _, _ := strings.Cut(session, "-") // Gemini names a file by the start of the session
	if p := t.files[short]; strings.HasPrefix(filepath.Base(p), "session-") {
		return p
	}
	return ""
}

// head returns the beginning of a session's transcript.
func (t *trails) head(session string) begin { return t.beginOf(t.path(session)) }

func (t *trails) beginOf(path string) begin {
	if path == "" {
		return begin{}
	}
	t.mu.Lock()
	known := t.read[path]
	t.mu.Unlock()
	if known != nil && known.prompt != "" {
		return known.begin
	}
	b := readBegin(path)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.read[path] == nil {
		t.read[path] = &trail{begin: b}
	}
	return b
}

// stamp returns that of a session's transcript as it is now.
func (t *trails) stamp(session string) stamp {
	info, err := os.Stat(t.path(session))
	if err != nil {
		return stamp{}
	}
	return stampOf(info)
}

// of returns the facts that the transcript of a session tells. It waits a moment for one that has to be read.
func (t *trails) of(ctx context.Context, session string, wait time.Duration) trail {
	path := t.path(session) // once: it may be another one in a moment
	begin := t.beginOf(path)
	info, err := os.Stat(path)
	if err != nil {
		return trail{begin: begin}
	}
	if info.Size() > maxTranscript {
		return trail{begin: begin, stamp: stampOf(info)}
	}
	known, due := t.claim(path, info)
	if !due {
		return known
	}
	done := make(chan trail, 1)
	go func() {
		began := time.Now()
		next := trail{begin: begin, stamp: stampOf(info)}
		_ = crash.Guard(func() error { // what can't be read isn't known
			next.read(context.WithoutCancel(ctx), path)
			return nil
		})
		next.ended, next.took = time.Now(), time.Since(began)
		shared := next
		t.mu.Lock()
		t.read[path] = &shared
		t.mu.Unlock()
		done <- next
	}()
	select {
	case next := <-done:
		return next
	case <-time.After(wait):
		t.mu.Lock()
		defer t.mu.Unlock()
		return *t.read[path]
	}
}

// claim returns what is known of a transcript whose start was read, and whether the caller has to read all of it.
func (t *trails) claim(path string, info os.FileInfo) (known trail, due bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.read[path]
	due = p.stamp != stampOf(info) && !p.reading && time.Since(p.ended) >= rest*p.took
	p.reading = p.reading || due
	return *p, due
}

// read reads the calls and the usage of a transcript, as far as it can be read.
func (t *trail) read(ctx context.Context, path string) {
	sources, err := transcript.Find(ctx, append([]string{path}, subAgents(path)...))
	if err != nil {
		return
	}
	for i := range sources {
		t.readSource(ctx, &sources[i])
	}
	slices.SortStableFunc(t.steps, func(a, b step) int { return a.at.Compare(b.at) })
}

// subAgents are the files of sub-agents that Claude Code keeps next to a transcript, as many as are read as a whole.
func subAgents(path string) (list []string) {
	files, _ := filepath.Glob(strings.TrimSuffix(path, ".jsonl") + "/subagents/agent-*.jsonl")
	left := int64(maxTranscript)
	for _, f := range files {
		if info, err := os.Lstat(f); err == nil && info.Mode().IsRegular() && info.Size() <= left {
			left -= info.Size()
			list = append(list, f)
		}
	}
	return list
}

// readSource adds the calls and the usage of one file.
func (t *trail) readSource(ctx context.Context, source *transcript.Source) {
	at := map[string]int{}
	requests := map[string]int{} // numbers by the messages that they answered with
	billed := len(t.steps)       // steps whose request is known
	_, _ = source.ReadBilled(ctx, func(it *transcript.Item) error {
		switch it.Kind {
		case transcript.Call:
			at[it.ID] = len(t.steps)
			t.steps = append(t.steps, stepOf(it))
		case transcript.Result:
			if i, ok := at[it.ID]; ok {
				t.steps[i].end(it)
			}
		}
		return nil
	}, func(u *transcript.Usage) error {
		n := requests[u.Message]
		isFirst := n == 0 || u.Message == ""
		if isFirst {
			t.usage = append(t.usage, *u)
			n = len(t.usage)
			requests[u.Message] = n
		}
		t.usage[n-1] = *u // the last record of a message is complete
		if billed < len(t.steps) && !t.hasCall(n) {
			t.steps[billed].request = n
		}
		billed = len(t.steps)
		return nil
	})
}

// hasCall reports whether one of the last steps is the first call of a request.
func (t *trail) hasCall(request int) bool {
	for _, s := range slices.Backward(t.steps) {
		if s.request > 0 {
			return s.request == request
		}
	}
	return false
}

// priceOf returns the price of a request. What a cache keeps for an hour costs 1.6 times as much to write as what it
// keeps for five minutes.
func priceOf(u *transcript.Usage, p cost.Prices) cost.Amount {
	return p.Of(u.Input, u.CacheRead, u.CacheWrite, u.Output) + cost.Amount(u.CacheLong*p.CacheWrite*3/5)
}

// addUsage adds the cost of the requests in the transcript, unless the gateway saw as many.
func (s *Session) addUsage(t *trail, p cost.Prices) {
	if int64(len(t.usage)) <= s.Requests {
		return
	}
	s.Paid, s.Requests, s.Estimated = 0, int64(len(t.usage)), true
	agents := map[string]bool{} // whose usage is known
	for i := range t.usage {
		s.Paid += priceOf(&t.usage[i], p)
		_, agent, _ := strings.Cut(t.usage[i].Session, "/")
		agents[agent] = true
	}
	s.Without = s.Paid + s.Worth
	s.Partial = slices.ContainsFunc(s.Entries, func(e Entry) bool { return !agents[e.Agent] })
}

// refusals begin the result of a call that the person of Claude Code refused.
const refusals = "The user doesn't want to "

// end notes the result of a step. Codex states the exit code of a command in the lines above the output.
func (p *step) end(it *transcript.Item) {
	p.failed, p.done, p.exit, p.ended = it.Failed, it.Done, it.Exit, it.Time
	p.refused = it.Failed && strings.HasPrefix(it.Text, refusals)
	if it.Format != transcript.Codex || it.Exit != nil {
		return
	}
	_, status, ok := envelope.Codex.UnwrapJSON([]byte(it.Text))
	if !ok {
		status = envelope.Codex.Header(it.Text[:min(len(it.Text), 1<<10)]).Status
	}
	if status.Known {
		p.exit = &status.Code
	}
}

func stepOf(it *transcript.Item) step {
	s := step{at: it.Time, id: it.ID, session: it.Session, tool: it.Tool, dir: it.Dir, edits: timeline.IsEdit(it.Tool)}
	args := json.RawMessage(it.Args)
	for _, name := range [...]string{"command", "cmd", "pattern", "query", "url", "path", "description"} {
		s.command = first(s.command, toolname.RawArg(args, name))
	}
	for _, name := range [...]string{"file_path", "notebook_path", "path"} {
		s.file = first(s.file, toolname.RawArg(args, name))
	}
	line := shell.Parse(s.command)
	s.proves = line.OK && (line.AllExit || len(line.Commands) == 0)
	s.command = words.Cut(secrets.Mask(first(s.command, s.file)), maxPrompt)
	return s
}

// add adds what only the transcript has: edits, calls that no hook saw, and how untouched calls ended. If none of the
// ledger's calls is in the transcript, its calls can't be told from those that no hook saw: only edits are added.
func (s *Session) add(t *trail, prices cost.Prices) {
	s.Prompt, s.Branch, s.Dir = t.prompt, t.branch, first(s.Dir, t.dir)
	s.addUsage(t, prices)
	priceAt := func(i int) cost.Amount {
		if n := t.steps[i].request; n > 0 {
			return priceOf(&t.usage[n-1], prices)
		}
		return 0
	}
	seen := s.pair(t.steps, priceAt)
	s.pairInner(t.steps, seen, priceAt)
	for i := range t.steps {
		p := &t.steps[i]
		_, agent, _ := strings.Cut(p.session, "/")
		e := Entry{Kind: Unseen, Time: p.at, Agent: agent, File: p.file, Call: ledger.Call{
			Time: p.at, CallID: p.id, Session: p.session, Dir: first(p.dir, s.Dir), Tool: p.tool, Command: p.command,
			Outcome: p.outcome(),
		}, Cost: priceAt(i)}
		switch {
		case seen[i] || p.at.IsZero() || p.command == "":
			continue
		case p.edits && p.file != "" && !p.failed:
			e.Kind = Edit
		case len(seen) == 0:
			continue
		}
		s.Entries = append(s.Entries, e)
	}
}

// pair returns the steps that entries are about, and sets their prices and how untouched calls ended. Hooks don't pass
// ids on: an entry without one belongs to the last step of its kind of tool with its command, or its path, that began
// before it. If it has neither, the tool must be the same.
func (s *Session) pair(steps []step, priceAt func(step int) cost.Amount) (seen map[int]bool) {
	seen = map[int]bool{}
	of := map[string][]int{} // steps by their ids, and by their tools with commands and paths
	tool := func(name, text string) string {
		if text == "" {
			return "\x00" + name
		}
		return string(toolname.FamilyOf(name, shell.Line{})) + "\x00" + words.Cut(text, maxPrompt)
	}
	for i, p := range steps {
		of["id\x00"+p.id] = append(of["id\x00"+p.id], i)
		for _, text := range []string{p.command, p.file} {
			if text != "" || p.command == "" {
				of[tool(p.tool, text)] = append(of[tool(p.tool, text)], i)
			}
		}
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		switch e.Kind {
		case Call, Untouched, Edit:
		default:
			continue
		}
		same := of["id\x00"+e.Call.CallID]
		if e.Call.CallID == "" || len(same) == 0 {
			same = of[tool(e.Call.Tool, e.Call.Command)]
		}
		for _, k := range slices.Backward(same) {
			if !seen[k] && !steps[k].at.After(e.Time) {
				seen[k] = true
				e.Cost = priceAt(k)
				if e.Inner {
					e.SetLine(steps[k].tool, steps[k].command, steps[k].id)
				}
				if e.Call.Untouched || timeline.IsMCP(e.Call.Tool) && e.Call.Outcome == "unknown" {
					e.Call.Outcome = first(steps[k].outcome(), e.Call.Outcome)
				}
				break
			}
		}
	}
	return seen
}

// outcome returns how a step ended, "" if that isn't known. A command without an exit code may not have run, and the 0
// of a pipe proves nothing of what it hides. A call of an MCP server ends as the agent states it, unless the person
// refused it.
func (p *step) outcome() string {
	isMCP := timeline.IsMCP(p.tool) && !p.refused
	switch {
	case p.exit != nil && *p.exit != 0, isMCP && p.failed:
		return "fail"
	case p.exit != nil && p.proves, isMCP && p.done:
		return "pass"
	}
	return ""
}
