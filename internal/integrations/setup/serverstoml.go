package setup

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"github.com/toktee/toktee/internal/text/tomltext"
)

// tomlServers reads the tables [mcp_servers.NAME] of Codex. For a server that the library finds, this finds how it is
// written; one that is written otherwise, as in an inline table, is odd.
func tomlServers(text []byte) ([]server, error) {
	var have struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `toml:"mcp_servers"`
	}
	if _, err := toml.Decode(string(text), &have); err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "toml: "))
	}
	places := tomlPlaces(string(text))
	var list []server
	for _, name := range slices.Sorted(maps.Keys(have.Servers)) {
		entry := have.Servers[name]
		s := server{name: name}
		if entry.Command != "" {
			s.argv = append([]string{entry.Command}, entry.Args...)
			at := places[name]
			s.command, s.list, s.elements = at.command, at.list, at.elements
			s.isOdd = at.command == (span{}) || len(at.elements) != len(entry.Args) ||
				(at.list == span{}) != (entry.Args == nil)
		}
		list = append(list, s)
	}
	return list, nil
}

// tomlPlaces finds the places of servers' commands and arguments, by the servers' names.
func tomlPlaces(text string) map[string]server {
	places := map[string]server{}
	name := ""
	for e := range tomltext.Scan(text) {
		if e.IsTable {
			if name = ""; len(e.Path) == 2 && e.Path[0] == "mcp_servers" && !e.IsArray {
				name = e.Path[1]
			}
			continue
		}
		s := places[name]
		switch e.Path[0] {
		case "command":
			s.command = span(e.Value)
		case "args":
			s.list, s.elements = span(e.Value), nil
			for _, word := range e.Texts {
				s.elements = append(s.elements, span(word))
			}
		}
		if name != "" && len(e.Path) == 1 {
			places[name] = s
		}
	}
	return places
}
