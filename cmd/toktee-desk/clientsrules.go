package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/integrations/permit"
)

// clientsRules reads the rules of the agent that a client belongs to by its name, and of those whose environment this
// process has. Agents start servers in the folder of their session.
func clientsRules(o *desk.Server, root string) func(client string) ([]*permit.Rules, error) {
	return func(client string) (all []*permit.Rules, err error) {
		dir := root
		if o.HTTP == "" {
			if dir, err = os.Getwd(); err != nil {
				return nil, err
			}
		}
		agents := permit.CallersOf(os.LookupEnv)
		if agent := permit.ClientsAgent(client); agent != "" && !slices.Contains(agents, agent) {
			agents = append(agents, agent)
		}
		if len(agents) == 0 && !o.AnyClient {
			return nil, fmt.Errorf("the rules of the client %q can't be read: want one of %s, or the server's flag "+
				"--any-client", client, strings.Join(permit.Agents(), ", "))
		}
		for _, agent := range agents {
			c := permit.Caller{Agent: agent, Getenv: os.LookupEnv, Dir: dir, Server: !o.AnyClient}
			rules, err := c.Rules()
			if err != nil {
				return nil, err
			}
			all = append(all, rules)
		}
		return all, nil
	}
}
