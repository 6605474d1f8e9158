package subject

import (
	"github.com/toktee/toktee/internal/measure/corpus"
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/toolname"
)

// ToolOf is the kind of tool, as the session mix names it, that a case's output came from.
func ToolOf(c *corpus.Case) string {
	switch line := shell.Parse(c.Command); toolname.FamilyOf(c.Tool, line) {
	case toolname.FamilySearch:
		return "search"
	case toolname.FamilyRead:
		return "read"
	case toolname.FamilyList:
		return "list"
	case toolname.FamilyEdit:
		return "edit"
	case toolname.FamilyExec:
		if len(line.Commands) == 1 && statePrograms[line.Commands[0].Name] {
			return "other"
		}
		return "command"
	}
	return "other"
}

// statePrograms are the programs that print the state of something, rather than build or test it.
var statePrograms = map[string]bool{
	"git": true, "ps": true, "df": true, "env": true, "curl": true, "wget": true, "docker": true, "kubectl": true,
	"gh": true, "systemctl": true, "journalctl": true, "free": true, "ss": true, "ip": true, "pip": true, "apt": true,
	"dpkg": true,
}
