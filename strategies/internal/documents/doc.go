// Package documents reads the machine-readable reports that tools print for other programs: JUnit's XML, SARIF, and the
// JSON of test runners and compilers.
//
// A document is read whatever printed it: the tool itself, cat, or a CI job. Most are one long line, so a finding
// carries the text that is shown of it ([report.Finding].Text), with words and numbers of that line alone. A document
// that was cut is read as far as it goes, and then claims nothing that it would have to be whole for.
package documents

import "github.com/toktee/toktee/strategies/report"

// Programs lists the forms of reports, in order of preference.
var Programs = []report.Program{
	CompilerJSON, MochaJSON, MochaLine, VitestJSON, JestJSON, RspecJSON, SARIF, JUnit,
}
