package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/toktee/toktee/internal/integrations/setup"
	"github.com/toktee/toktee/internal/run/proc"
)

// elsewhere names files that still have toktee's entries, as those of other projects.
func (a *app) elsewhere(p *setup.Place) string {
	left := p.Left()
	if len(left) == 0 {
		return ""
	}
	return "; still set up: " + strings.Join(left, ", ")
}

// maxWhole are the lines of the longest file that is shown when it is made or removed as a whole.
const maxWhole = 30

// showPlan prints the changes as diffs. Without all, toktee's own files are a line each if they are long or repeat a
// text printed above.
func (a *app) showPlan(plan *setup.Plan, all bool) {
	above := map[string]string{} // the file of each text
	folded := false
	for _, c := range plan.Changes {
		text, what := c.After, "new"
		if c.After == nil {
			text, what = c.Before, "removed"
		}
		lines := bytes.Count(text, []byte("\n"))
		first, again := above[string(text)]
		whole := c.Before == nil || c.After == nil
		switch {
		case all || !whole || !again && lines <= maxWhole:
			fmt.Fprint(a.stdout, visible(c.Diff()))
		case again:
			fmt.Fprintf(a.stdout, "%s: %s, the same as %s\n", what, visible(c.Path), visible(first))
		default:
			fmt.Fprintf(a.stdout, "%s: %s, %d lines\n", what, visible(c.Path), lines)
			folded = true
		}
		if whole && !again {
			above[string(text)] = c.Path
		}
	}
	if folded {
		fmt.Fprintln(a.stdout, "--dry-run shows every line")
	}
}

// leftAlone names the files that stay as they are.
func (a *app) leftAlone(failed []error) {
	for _, err := range failed {
		a.note("left alone: %v", err)
	}
}

// agreed asks whether the changes may be made.
func (a *app) agreed(o *setupFlags, plan *setup.Plan) (bool, error) {
	switch {
	case o.dryRun && len(plan.Failed) > 0:
		return false, &exitError{exitFailure, nil}
	case o.dryRun:
		return false, nil
	case o.yes:
		return true, nil
	}
	err := a.ask("make these changes?", "nothing has changed")
	return err == nil, err
}

// ask asks the person; an error is any answer but yes.
func (a *app) ask(question, no string) error {
	if !proc.IsTerminal(a.stdin) {
		return usage("there is no terminal to ask on: check the list above, then add --yes")
	}
	if s := a.answer(question + " [y/N]"); s != "y" && s != "yes" {
		return failed(errors.New(no))
	}
	return nil
}

// answer reads a person's answer to a question, and no more: another question may follow. No answer is "".
func (a *app) answer(question string) string {
	fmt.Fprintf(a.stderr, "%s ", question)
	var line []byte
	for b := []byte{0}; ; line = append(line, b[0]) {
		if n, err := a.stdin.Read(b); n == 0 || err != nil || b[0] == '\n' {
			return strings.ToLower(strings.TrimSpace(string(line)))
		}
	}
}

// apply makes the changes and names the written files.
func (a *app) apply(plan *setup.Plan) error {
	if err := plan.Apply(); err != nil {
		return failed(err)
	}
	for _, c := range plan.Changes {
		line := "written: " + c.Path
		if c.After == nil {
			line = "removed: " + c.Path
		} else if kept := plan.Kept(&c); kept != "" {
			line += " (as it was: " + kept + ")"
		}
		fmt.Fprintln(a.stdout, line)
	}
	return nil
}

// ended prints the result; files that were left alone are a failure.
func (a *app) ended(plan *setup.Plan, text string) error {
	if _, err := fmt.Fprintln(a.stdout, text); err != nil {
		return failed(err)
	}
	if n := len(plan.Failed); n > 0 {
		return &exitError{exitFailure, nil}
	}
	return nil
}
