package setup

import (
	"fmt"
	"strings"
)

// A ServerState is the state of a server of MCP that an agent has.
type ServerState int

// The states of servers.
const (
	ServerWrapped ServerState = iota // toktee starts it, and shortens its results
	ServerPlain                      // init --mcp would wrap it
	ServerMoved                      // a toktee elsewhere starts it
	ServerNever                      // it stays as it is, as the settings have it
	ServerRemote                     // it isn't started by a command, but at a URL
	ServerOwn                        // toktee mcp
	ServerOdd                        // it is written in a way that isn't changed
	numServerStates
)

// stateLines returns a line about servers in each state.
var stateLines = [numServerStates]string{
	ServerWrapped: "%s: results are shortened by toktee mcp-proxy",
	ServerPlain:   "%s: as the agent starts them; toktee init --mcp shortens their results",
	ServerMoved:   "%s: started by another toktee: toktee init --mcp",
	ServerNever:   "%s: never changed, since the setting mcp.never names it",
	ServerRemote:  "%s: at a URL; toktee init doesn't change such servers",
	ServerOwn:     "%s: toktee's own",
	ServerOdd:     "%s: in a form that toktee init can't change: put toktee mcp-proxy -- before the command by hand",
}

// Servers returns an agent's servers of MCP by state, each as the server's name, in the order of its files. The error
// is about a file that can't be read; those before it count.
func (a *Agent) Servers(p *Place) (byState [numServerStates][]string, err error) {
	for _, e := range a.servers(p) {
		text, _, err := readSettings(e.path)
		if err != nil || text == nil {
			continue
		}
		list, err := e.read(text)
		if err != nil {
			return byState, fmt.Errorf("%s: %w", e.path, err)
		}
		for i := range list {
			state := e.state(&list[i])
			byState[state] = append(byState[state], list[i].name)
		}
	}
	return byState, nil
}

func (e servers) state(s *server) ServerState {
	switch {
	case s.argv == nil && !s.isOdd:
		return ServerRemote
	case s.wrapped() > 0 && s.argv[0] != e.program:
		return ServerMoved
	case s.wrapped() > 0:
		return ServerWrapped
	case s.isOwn():
		return ServerOwn
	case e.never != nil && e.never(s.name, s.argv):
		return ServerNever
	case s.isOdd:
		return ServerOdd
	}
	return ServerPlain
}

// ServerLines returns lines about the state of an agent's servers of MCP.
func (a *Agent) ServerLines(p *Place) []Note {
	byState, err := a.Servers(p)
	if err != nil {
		return []Note{{true, err.Error()}}
	}
	var notes []Note
	for state, names := range byState {
		if len(names) > 0 {
			text := fmt.Sprintf("MCP "+stateLines[state], strings.Join(names, ", "))
			notes = append(notes, Note{ServerState(state) == ServerMoved, text})
		}
	}
	return notes
}
