// Package programs lists the programs whose output is read: test runners, compilers, linters, build tools and more.
//
// Each ecosystem has a package with a list of its programs: golang, js, python, jvm, native, ruby, php, shell and ci. A
// program is one file, or one folder above 300 lines. It holds a [report.Program] that recognises the output, and a
// parser that passes recognised facts to a [report.Run]. The program's fixtures are in an archive in the same folder,
// PROGRAM.txtar, named after [report.Program].Name.
//
// Programs of one shape share code, in internal/shape: linters that print a line for each diagnostic, programs that do
// something and report it in set phrases, and programs that print a table. Each of them is a row.
//
// CONTRIBUTING.md explains how to add a program.
//
// # Cost
//
// A parser sees only the outputs in which its program is found. It takes one pass, and keeps at most
// [report.MaxFindings] findings.
package programs

import (
	"slices"

	"github.com/toktee/toktee/strategies/internal/documents"
	"github.com/toktee/toktee/strategies/programs/ci"
	"github.com/toktee/toktee/strategies/programs/golang"
	"github.com/toktee/toktee/strategies/programs/js"
	"github.com/toktee/toktee/strategies/programs/jvm"
	"github.com/toktee/toktee/strategies/programs/native"
	"github.com/toktee/toktee/strategies/programs/php"
	"github.com/toktee/toktee/strategies/programs/python"
	"github.com/toktee/toktee/strategies/programs/ruby"
	"github.com/toktee/toktee/strategies/programs/shell"
	"github.com/toktee/toktee/strategies/report"
)

// A folder holds programs, with their code and their fixtures.
type folder struct {
	name     string
	programs []report.Program
}

// folders are listed in order of preference.
var folders = []folder{
	{"native", native.Programs},
	{"golang", golang.Programs},
	{"js", js.Programs},
	{"python", python.Programs},
	{"jvm", jvm.Programs},
	{"ruby", ruby.Programs},
	{"php", php.Programs},
	{"../internal/documents", documents.Programs},
	{"ci", ci.Programs},
	{"shell", shell.Programs},
}

// All returns the programs that can be read, in order of preference.
func All() []report.Program {
	lists := make([][]report.Program, len(folders))
	for i, f := range folders {
		lists[i] = f.programs
	}
	return slices.Concat(lists...)
}
