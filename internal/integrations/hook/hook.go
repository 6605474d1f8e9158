package hook

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/integrations/permit"
	"github.com/toktee/toktee/internal/run/crash"
	"github.com/toktee/toktee/internal/text/writejson"
)

const (
	maxEvent   = 64 << 20         // bytes of an event; of a larger one, nothing is read further
	usualEvent = 16 << 10         // bytes; most events have fewer
	patience   = 20 * time.Second // after it the agent keeps its result; agents wait 30 seconds or more
)

// Options describe the hook's process.
type Options struct {
	Agent string // whose event it is, one of [Agents]
	Event string // its name, for agents whose events don't have it
	// Getenv is the environment, in the form of [os.LookupEnv].
	Getenv func(string) (string, bool)
	// Environ and Umask are those of commands; see host.Options.
	Environ []string
	Umask   func() string
	// Nested reports whether another toktee encloses this process; it then passes everything. Nil: none does.
	Nested func() bool
	// Shell makes the commands that prepare the shell of an agent, "" for none. Nil makes none.
	Shell func() (string, error)
	Log   io.Writer // gets errors; nil drops them

	// Notice means that the hook prints lines for the person at the start and the end of a session, and no answer to
	// other events.
	Notice bool

	// Managed and Process replace the system's in tests; see [permit.Caller].
	Managed []string
	Process func() (permit.Process, error)
}

// dialects are the agents' forms by their names. A dialect returns ok = false for events that it doesn't answer.
var dialects = map[string]func(b []byte, name string) (event, bool){
	"claude":   claudeEvent,
	"cline":    pluginEvent,
	"codex":    codexEvent,
	"copilot":  copilotEvent,
	"cursor":   cursorEvent,
	"gemini":   geminiEvent,
	"kilo":     openCodeEvent,
	"opencode": openCodeEvent,
	"pi":       pluginEvent,
	"qwen":     qwenEvent,
}

// Agents returns the names of the agents, sorted.
func Agents() []string {
	names := make([]string, 0, len(dialects))
	for name := range dialects {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Run answers one event. It prints the agent's answer, or nothing; after any error, the agent keeps its own text.
func Run(ctx context.Context, o Options, stdin io.Reader, stdout io.Writer) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var answer []byte
	err := crash.Guard(func() (err error) {
		growStack(0)
		answer, err = o.answer(ctx, stdin)
		return err
	})
	if err != nil {
		o.log(err)
		return
	}
	if len(answer) > 0 {
		if _, err := stdout.Write(answer); err != nil {
			o.log(err)
		}
	}
}

// answer returns the hook's answer to the agent, nil for none.
func (o *Options) answer(ctx context.Context, stdin io.Reader) ([]byte, error) {
	dialect, ok := dialects[o.Agent]
	if !ok {
		return nil, fmt.Errorf("unknown agent %q: want %s", o.Agent, strings.Join(Agents(), ", "))
	}
	raw, err := config.Switch(o.Getenv, "raw")
	if err != nil || raw || o.Nested != nil && o.Nested() {
		return nil, err
	}
	b := bytes.NewBuffer(make([]byte, 0, usualEvent)) // Grow would write to all of it
	switch _, err := b.ReadFrom(io.LimitReader(stdin, maxEvent+1)); {
	case err != nil:
		return nil, fmt.Errorf("reading the event: %w", err)
	case b.Len() > maxEvent:
		return nil, fmt.Errorf("the event has more than %d bytes", maxEvent)
	}
	reply, err := o.replyTo(ctx, b.Bytes(), dialect)
	if err != nil || reply == nil {
		return nil, err
	}
	out, err := writejson.Append(nil, reply, false)
	if err != nil {
		return nil, fmt.Errorf("writing the answer: %w", err)
	}
	return append(out, '\n'), nil
}

// replyTo returns the answer to an event in an agent's form, nil for none.
func (o *Options) replyTo(
	ctx context.Context, b []byte, dialect func(b []byte, name string) (event, bool),
) (any, error) {
	if o.Notice {
		return o.notify(b)
	}
	ev, ok := dialect(b, o.Event)
	if !ok {
		return nil, nil
	}
	return o.reply(ctx, ev)
}

func (o *Options) log(err error) {
	if o.Log != nil && err != nil {
		fmt.Fprintf(o.Log, "toktee: hook %s: %s\n", o.Agent, strings.ReplaceAll(err.Error(), "\n", " "))
	}
}
