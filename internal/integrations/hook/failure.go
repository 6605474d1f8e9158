package hook

import (
	"context"
	"encoding/json"
	"time"

	"github.com/toktee/toktee/internal/run/crash"
	"github.com/toktee/toktee/result"
)

// A Failure is a failed command of Claude Code. Its hooks get no such event: the prefix of its shell sees them.
type Failure struct {
	Session, Dir string
	Command      string
	Started      time.Time
	Code         int    // the exit code, which Claude Code puts before the text
	File         string // has the whole output; see [Failure.Output]
	Output       string // the output, if File is ""
}

// Shorten returns the text in place of the output of a failed command; "" leaves the output as it is.
func Shorten(ctx context.Context, o Options, f Failure) (text string, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	o.Agent = "claude"
	err = crash.Guard(func() error {
		growStack(0)
		c := &call{
			tool: "Bash", status: result.Status{Known: true, Code: f.Code}, started: f.Started, file: f.File,
			output: f.Output,
		}
		args, err := json.Marshal(map[string]string{"command": f.Command})
		if err != nil {
			return err
		}
		c.named(args)
		c.word = func(text string, _ result.ToolResult) any { return text }
		reply, err := o.reply(ctx, event{session: f.Session, dir: f.Dir, call: c, prefixed: true})
		text, _ = reply.(string)
		return err
	})
	return text, err
}
