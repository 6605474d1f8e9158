package cli

import (
	"github.com/toktee/toktee/internal/integrations/permit"
	"github.com/toktee/toktee/internal/text/shell"
)

// agentRules reads the rules of agents in which this process was started: a call that they deny or ask about must not
// run behind a command of toktee's, whose text they don't know.
func (a *app) agentRules(agents []string) (all []*permit.Rules, err error) {
	for _, agent := range agents {
		for _, dir := range permit.Folders(agent, workingDir()) {
			c := permit.Caller{Agent: agent, Getenv: a.getenv, Dir: dir}
			rules, err := c.Rules()
			if err != nil {
				return nil, &exitError{exitNotExecutable, err}
			}
			all = append(all, rules)
		}
	}
	return all, nil
}

// mayRun refuses a command that the agent's rules may be meant for. Commands of shims, which the agent has seen as they
// are, aren't asked about. Outside of agents this looks at the environment alone.
func (a *app) mayRun(argv []string) error { return a.mayRunAs(permit.CallersOf(a.getenv), argv) }

// mayRunAs does the same for these agents.
func (a *app) mayRunAs(agents, argv []string) error {
	return a.mayCall(agents, permit.Call{Line: shell.Quote(argv), Dir: workingDir()})
}

// mayCall does the same for any call.
func (a *app) mayCall(agents []string, call permit.Call) error {
	all, err := a.agentRules(agents)
	if err != nil {
		return err
	}
	if err := permit.CheckAll(all, call); err != nil {
		return &exitError{exitNotExecutable, err}
	}
	return nil
}
