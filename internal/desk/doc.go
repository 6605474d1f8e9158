// Package desk starts the second executable, and lists the packages of the person's side.
//
// toktee precedes every command and follows every tool call, so it links nothing that slows its start. Servers,
// protocols and views are in toktee-desk, a second executable in the same folder. A person calls only toktee, which has
// the flags and the help. It hands over to toktee-desk by exec, with the options as one JSON object:
//
//	toktee-desk mcp {"Dir":"/home/me/project"}
//
// The drivers of a team's database and bucket are in a third executable, toktee-team. [Argv] and [TeamArgv] find them;
// after "go run" from a clone, [Argv] builds toktee-desk.
//
// # Packages
//
// From the lowest layer up:
//
//   - period: the start of today and of this week; times as people type them
//   - figures: numbers, shares, money and ages as text
//   - ledger: calls, re-reads, sums and an index of lines, in an SQLite database made from the journal
//   - failure: why a command failed, from its output
//   - session: an agent's session with its failures, from the ledger, the agent's transcript and the log of checks
//   - savings: the figures of "toktee stats", the status line and the page of savings
//   - view: a result as lines that are safe to print, matched with the model's text
//   - term: the terminal view
//   - web: the web page; web/browsertest is a module with its tests in a browser
//   - telemetry: the journal as spans and metrics of OpenTelemetry
//
// # What may be changed
//
// The options in this package are shared by two executables of one release, so fields may change in both at once. The
// ledger can be rebuilt; a new column or table needs a step in its schema, since older databases stay readable. JSON
// names of exports and reports, and names of metrics, stay. A figure is computed in one place, so that stats, terminal
// and page agree. Texts of outputs reach a screen only through view. cmd/toktee/linked.txt lists the packages that the
// thin executable links; of this folder, it has only desk and period.
package desk
