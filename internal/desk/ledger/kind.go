package ledger

import (
	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/internal/text/toolname"
)

// maxKind is how many bytes of a call's kind are kept: a program may be called by any path.
const maxKind = 100

// kindOf returns the group of similar calls that a call belongs to. The journal has one field for command lines and
// paths: it is a command line if the tool runs commands or is unknown.
func kindOf(tool, command string) string {
	k := ""
	if tool == "" || toolname.FamilyOf(tool, shell.Line{}) == toolname.FamilyExec {
		k = toolname.Kind(tool, command, "", nil)
	} else {
		k = toolname.Kind(tool, "", command, nil)
	}
	return k[:textline.RuneStart(k, min(len(k), maxKind))]
}
