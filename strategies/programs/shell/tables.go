package shell

import (
	"strconv"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// psTable is ps, and what prints processes or sockets as it does.
var psTable = shape.Tabulate(shape.Table{
	Program: report.Program{Name: "ps", Names: []string{"ps", "pgrep", "top", "lsof", "ss", "netstat"}},
	Headers: []string{"USER ", "UID ", "PID ", "F S ", "F   UID", "COMMAND ", "State ", "Netid ", "Proto "},
	Bad:     func(row string, _ shape.Columns) bool { return strings.HasSuffix(row, "<defunct>") },
	Trouble: "defunct",
})

// dfTable is df.
var dfTable = shape.Tabulate(shape.Table{
	Program: report.Program{Name: "df", Names: []string{"df"}},
	Headers: []string{"Filesystem "},
	Bad:     nearlyFull,
	Trouble: "nearly full",
})

// nearlyFull reports whether a file system is used to 95 % or more: "/dev/sda1  50G  49G  1.0G  98% /". Images that are
// read alone are always full.
func nearlyFull(row string, _ shape.Columns) bool {
	if parse.StartsWith(row, "/dev/loop", "overlay") {
		return false
	}
	for word := range strings.FieldsSeq(row) {
		if used, ok := strings.CutSuffix(word, "%"); ok {
			n, err := strconv.Atoi(used)
			return err == nil && n >= 95
		}
	}
	return false
}
