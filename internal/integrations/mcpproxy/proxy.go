package mcpproxy

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"sync"
	"time"

	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/integrations/mcpoutput"
	"github.com/toktee/toktee/internal/run/crash"
	"golang.org/x/sync/semaphore"
)

// patience is how long a message may be worked on before it goes through as it came, but for secrets: ten seconds, and
// two for each MiB, since the official SDK's clients end the connection at a line of more than 10 MB. They wait a
// minute.
func patience(line []byte) time.Duration {
	return min(10*time.Second+time.Duration(len(line)>>20)*2*time.Second, 50*time.Second)
}

// Options are the proxy's two sides and its settings.
type Options struct {
	Argv   []string // the server's command
	Raw    bool     // everything goes through as it is
	Whole  bool     // results pass whole, but with marks in place of secrets
	Server string   // the name of the server, as settings call it; "" if it isn't known
	Host   *host.Host

	Stdin          io.Reader // from the client
	Stdout, Stderr io.Writer // to the client, and the server's standard error

	// Force, once closed, ends a stop of the server at once.
	Force <-chan struct{}
	// Ahead is called during the server's start; nil does nothing.
	Ahead func()
	// After is the clock: a channel that gets a value after the time. Nil is [time.After].
	After func(time.Duration) <-chan time.Time
}

const (
	methodInitialize = "initialize"
	methodDiscover   = "server/discover"
	methodList       = "tools/list"
	methodCall       = "tools/call"
	methodRead       = "resources/read"
	methodCancelled  = "notifications/cancelled"
	methodTaskResult = "tasks/result"
	methodTaskGet    = "tasks/get"
	methodTaskNews   = "notifications/tasks"
)

// A proxy is one connection.
type proxy struct {
	o         Options
	calls     *callTable
	toClient  *output
	toServer  *output
	load      *semaphore.Weighted // bytes that are worked on at once
	untouched bool                // an experiment leaves the session's results as they are: they are noted alone
	working   sync.WaitGroup

	mu     sync.Mutex
	client string // the client's name, from the last request
	theirs bool   // the server has a tool of the name of ours
}

func newProxy(o Options) *proxy {
	if o.After == nil {
		o.After = time.After
	}
	return &proxy{
		o: o, calls: newCallTable(), toClient: &output{w: o.Stdout}, load: semaphore.NewWeighted(maxLine),
		untouched: !o.Raw && o.Host.IsControl(""),
	}
}

// masks reports whether the texts of results go on without their secrets.
func (p *proxy) masks() bool { return !p.o.Raw && !p.untouched && p.o.Host.Settings().MaskSecrets }

func (p *proxy) fromClient(ctx context.Context, line []byte) {
	m, ok := parse(line)
	if !ok || m.method == "" || !p.takes(ctx, &m) {
		p.toServer.write(line)
	}
}

// takes notes the call in a request of the client, and reports whether it is for us alone.
func (p *proxy) takes(ctx context.Context, m *message) bool {
	params := m.params()
	if m.id == "" {
		if m.method == methodCancelled {
			return p.cancelled(m, params)
		}
		return false
	}
	client := clientName(m.raw, params)
	p.mu.Lock()
	if client != "" {
		p.client = client
	}
	c := &call{method: m.method, hands: handsOf(p.client)}
	theirs := p.theirs || p.o.Raw || p.untouched
	p.mu.Unlock()
	switch m.method {
	case methodCall:
		c.tool = params.stringOf(m.raw, "name")
		at, _ := params.get("arguments")
		c.args = json.RawMessage(at.of(m.raw))
		if c.tool == mcpoutput.Name && !theirs {
			p.own(ctx, m, c, params)
			return true
		}
	case methodRead:
		if !isOurs(params.stringOf(m.raw, "uri")) || theirs {
			return false
		}
		p.own(ctx, m, c, params)
		return true
	case methodTaskResult, methodTaskGet:
		c.task = params.stringOf(m.raw, "taskId")
	case methodList, methodInitialize, methodDiscover:
	default:
		return false
	}
	p.calls.begin(m.id, c)
	return false
}

// cancelled notes that a call was cancelled, and reports whether it is one that the server doesn't know.
func (p *proxy) cancelled(m *message, params object) bool {
	at, ok := params.get("requestId")
	if !ok {
		return false
	}
	id, ok := idKey(m.raw, at)
	return ok && p.calls.cancel(id)
}

func (p *proxy) fromServer(ctx context.Context, line []byte) {
	m, ok := parse(line)
	if !ok {
		p.toClient.write(line)
		return
	}
	if m.method != "" {
		p.news(ctx, &m)
		return
	}
	if m.id == "" {
		p.toClient.write(line)
		return
	}
	ctx, stop := context.WithCancel(ctx)
	c, drop := p.calls.answering(m.id, stop)
	if c == nil || drop {
		stop()
		if !drop {
			p.toClient.write(line)
		}
		return
	}
	change := p.changeOf(&m, c)
	if change == nil {
		stop()
		p.answer(m.id, c, line)
		return
	}
	size := min(int64(len(line)), maxLine)
	_ = p.load.Acquire(context.WithoutCancel(ctx), size) // this context has no end
	p.working.Go(func() {
		defer stop()
		defer p.load.Release(size)
		p.answer(m.id, c, p.inTime(ctx, line, change))
	})
}

// answer hands the answer to a call on, if the client still waits for it.
func (p *proxy) answer(id string, c *call, line []byte) {
	if p.calls.end(id, c) {
		p.toClient.write(line)
	}
}

// A change makes another message of an answer; nil leaves it as it is.
type change func(ctx context.Context) []byte

// inTime makes a change, or leaves the message as it is, but for secrets, if that takes too long or fails.
func (p *proxy) inTime(ctx context.Context, line []byte, make change) []byte {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := newResult()
	p.working.Go(func() {
		var changed []byte
		if err := crash.Guard(func() error { changed = make(ctx); return nil }); err != nil {
			changed = p.masked(line)
		}
		done <- changed
	})
	select {
	case changed := <-done:
		if changed == nil {
			return line
		}
		return changed
	case <-p.o.After(patience(line)):
	case <-ctx.Done():
	}
	return p.masked(line)
}

// masked returns a message that wasn't shortened in time, with the secrets in its texts masked.
func (p *proxy) masked(line []byte) []byte {
	if !p.masks() {
		return line
	}
	var b bytes.Buffer
	_, _ = (&masking{w: &b}).Write(line)
	return b.Bytes()
}

func newResult() chan []byte { return make(chan []byte, 1) }

// changeOf returns the change of the answer to a call, nil for none.
func (p *proxy) changeOf(m *message, c *call) change {
	at, ok := m.top.get("result")
	if !ok || p.o.Raw {
		return nil
	}
	switch c.method {
	case methodList:
		if p.untouched {
			return nil
		}
		return func(context.Context) []byte { return p.list(m.raw, at, c) }
	case methodCall:
		if task := taskOf(m.raw, at); task != "" {
			p.calls.becomes(task, c)
			return nil
		}
	case methodTaskGet:
		o, _ := readObject(m.raw, at)
		if at, ok = o.get("result"); !ok || o.stringOf(m.raw, "status") != "completed" {
			return nil
		}
		if c.tool == "" {
			return nil
		}
	case methodTaskResult:
		if c.tool == "" {
			return nil
		}
	default:
		return nil
	}
	return func(ctx context.Context) []byte { return p.shorten(ctx, c, m.raw, at) }
}

// taskOf returns the task that the call has become by its result, "" for none.
func taskOf(raw []byte, at span) string {
	o, _ := readObject(raw, at)
	if o.stringOf(raw, "resultType") == "task" {
		if id := o.stringOf(raw, "taskId"); id != "" {
			return id
		}
	}
	task, _ := o.inside(raw, "task")
	return task.stringOf(raw, "taskId")
}

func (p *proxy) list(raw []byte, at span, c *call) []byte {
	l, ok := readList(raw, at)
	if !ok {
		return nil
	}
	reshaped := func(tool string) bool { return c.hands.structured && !p.passes(tool, nil) }
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.o.Host.SpoolDir() == "" {
		p.theirs = true // nothing is kept that could be asked for
	}
	edits, ok := l.edits(raw, reshaped, &p.theirs)
	if !ok || len(edits) == 0 {
		return nil
	}
	return apply(raw, edits)
}

// news hands on a request or a notification of the server. One about the end of a task has its result.
func (p *proxy) news(ctx context.Context, m *message) {
	line := m.raw
	if params := m.params(); !p.o.Raw && m.method == methodTaskNews && params.stringOf(line, "status") == "completed" {
		at, ok := params.get("result")
		if c := p.calls.taskOf(params.stringOf(line, "taskId")); ok && c != nil {
			line = p.inTime(ctx, line, func(ctx context.Context) []byte { return p.shorten(ctx, c, line, at) })
		}
	}
	p.toClient.write(line)
}
