package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// An MCPServer has the settings of an MCP server, by its name in the agent's settings.
type MCPServer struct {
	Tool                  // of all its tools
	Tools map[string]Tool // by the tool's own name
}

// neverByDefault lists the servers whose results stay untouched unless a file sets something else. A memory's texts
// were written for the model, so they aren't shortened.
var neverByDefault = []string{"memory"}

// MCPTool returns the settings of a server's tool, or those of the server.
func (s *Settings) MCPTool(server, tool string) Tool {
	of, ok := s.MCP[server]
	if !ok {
		return Tool{Enabled: true}
	}
	t, ok := of.Tools[tool]
	if !ok {
		return of.Tool
	}
	if t.Level == "" {
		t.Level = of.Level
	}
	if t.Budget == 0 {
		t.Budget = of.Budget
	}
	if s.Source(mcpKey(server, tool, "enabled")) == FromDefault {
		t.Enabled = of.Enabled
	}
	t.Whole = t.Whole || of.Whole
	return t
}

// setMCP applies one key below [mcp]: never, a table of a server, or one of its tools.
//
//	mcp.never                        mcp.github.level
//	mcp.github                       mcp.github.tools.get_issue.level
func (s *Settings) setMCP(f settingsFile, key toml.Key, v any) error {
	_, isTable := v.(map[string]any)
	if len(key) == 2 && key[1] == "never" && !isTable {
		list, err := texts(v)
		if f.user {
			s.MCPNever, s.source["mcp.never"] = list, f.path
		} else {
			s.MCPWhole, s.source["mcp.whole"] = list, f.path
		}
		return err
	}
	tool, field := "", ""
	switch {
	case len(key) < 3, len(key) < 5 && key[2] == "tools":
		if !isTable {
			return fmt.Errorf("want a table: [%s]", key)
		}
		return nil
	case len(key) == 3:
		field = key[2]
	case len(key) == 5 && key[2] == "tools":
		tool, field = key[3], key[4]
	default:
		return errors.New("unknown key")
	}
	return s.setMCPField(f, key[1], tool, field, v)
}

// setMCPField sets one value of a server, or of its tool.
func (s *Settings) setMCPField(f settingsFile, server, tool, field string, v any) (err error) {
	of, ok := s.MCP[server]
	if !ok {
		of = MCPServer{Tool: Tool{Enabled: true}, Tools: map[string]Tool{}}
	}
	t := of.Tool
	if tool != "" {
		if t, ok = of.Tools[tool]; !ok {
			t = Tool{Enabled: true}
		}
	}
	if !slices.Contains(toolFields, field) {
		names := toolFields
		if tool == "" {
			names = append(slices.Clip(names), "tools")
		}
		return unknownKey(field, names)
	}
	err = t.set(field, v)
	if tool == "" {
		of.Tool = t
	} else {
		of.Tools[tool] = t
	}
	s.MCP[server] = of
	s.source[mcpKey(server, tool, field)] = f.path
	return err
}

// mcpKey returns a key of a server's table or of a tool's, such as "mcp.github.tools.get_issue.level".
func mcpKey(server, tool, field string) string {
	key := "mcp." + quoteKey(server)
	if tool != "" {
		key += ".tools." + quoteKey(tool)
	}
	return key + "." + field
}

// mcpEntries lists the settings of servers that a file sets.
func (s *Settings) mcpEntries() []Entry {
	list := []Entry{{Key: "mcp.never", Value: strings.Join(s.MCPNever, ", ")}}
	if len(s.MCPNever) == 0 {
		list[0].Value = "none"
	}
	if len(s.MCPWhole) > 0 {
		list = append(list, Entry{Key: "mcp.whole", Value: strings.Join(s.MCPWhole, ", ")})
	}
	for _, server := range sortedKeys(s.MCP) {
		of := s.MCP[server]
		list = append(list, s.toolEntries(of.Tool, func(field string) string { return mcpKey(server, "", field) })...)
		for _, tool := range sortedKeys(of.Tools) {
			key := func(field string) string { return mcpKey(server, tool, field) }
			list = append(list, s.toolEntries(of.Tools[tool], key)...)
		}
	}
	return list
}

// texts reads a list of texts that aren't empty.
func texts(v any) ([]string, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf(`value %s: want a list, such as ["memory"]`, shown(v))
	}
	all := make([]string, 0, len(list))
	for _, x := range list {
		text, _ := x.(string)
		if text == "" {
			return nil, fmt.Errorf("value %s: want a text", shown(x))
		}
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all, nil
}
