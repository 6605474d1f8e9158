// Command funlen reports functions of more than 80 lines, with the checker of github.com/ultraware/funlen, whose own
// command can't be given a limit. Test functions, which may be one long table, are left out with -test=false.
package main

import (
	"github.com/ultraware/funlen"
	"golang.org/x/tools/go/analysis/singlechecker"
)

const maxLines = 80

func main() { singlechecker.Main(funlen.NewAnalyzer(maxLines, -1, true)) }
