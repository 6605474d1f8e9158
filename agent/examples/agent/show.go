package main

import (
	"fmt"
	"io"

	"github.com/toktee/toktee/agent"
	"github.com/toktee/toktee/result"
)

// A narrator shows a run to a person. Warnings go to err.
type narrator struct{ w, err io.Writer }

func (n narrator) show(e agent.Event) {
	switch e := e.(type) {
	case agent.TurnStarted:
		fmt.Fprintf(n.w, "> %s\n", e.Text)
	case agent.Text:
		fmt.Fprint(n.w, e.Text)
	case agent.CallStarted:
		fmt.Fprintf(n.w, "\n* %s %s\n", e.Call.Name, e.Call.Arguments)
	case agent.CallEnded:
		switch e.State {
		case agent.CallCompleted:
			fmt.Fprintf(n.w, "  %s\n", result.SavingsLine(e.Result))
		default:
			fmt.Fprintf(n.w, "  %s: %s\n", e.Call.Name, e.State)
		}
	case agent.Retry:
		fmt.Fprintf(n.w, "\n! %s; again in %v\n", e.Error, e.After)
	case agent.Warning:
		fmt.Fprintln(n.err, "agent:", e.Text)
	case agent.Aborted:
		fmt.Fprintf(n.w, "\n! %s: %s; calls completed: %d\n", e.Stop, e.Reason, len(e.Completed))
		for _, in := range e.Interrupted {
			fmt.Fprintf(n.w, "  %s: cancelled mid-execution (%s)\n", in.Tool, in.State)
		}
		for _, in := range e.NotRun {
			fmt.Fprintf(n.w, "  %s: not run\n", in.Tool)
		}
	case agent.TurnEnded:
		fmt.Fprintf(n.w, "\n= %s after %d steps, %d tokens in, %d out\n",
			e.Stop, e.Steps, e.Usage.Input, e.Usage.Output)
	}
}

// A printer prints events as JSON lines, for a program.
type printer struct{ w io.Writer }

func (p printer) show(e agent.Event) {
	b, err := agent.EncodeEvent(e)
	if err != nil {
		b = fmt.Appendf(nil, `{"event":"warning","text":%q}`, err)
	}
	p.w.Write(append(b, '\n'))
}
