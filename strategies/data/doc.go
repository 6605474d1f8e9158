// Package data digests JSON that commands print: documents and JSON lines, as gh, kubectl, aws, curl and jq print them.
//
//	(70 rows): name,status,restarts
//	every row: namespace: prod, ready: true
//	by status: Running 69, CrashLoopBackOff 1
//	web-1,Running,0
//
// JSON is rewritten without repetition. An array of objects becomes a table. The columns are named once, each row is a
// line, a value that all rows share is printed once, and the values of a column with few of them are counted. Objects
// in rows are columns too, called user.login. An object of similar objects is a table whose first column is the key.
// Long strings are printed as in the output, after their row.
//
// Errors come first (a member called error that isn't empty, a state that is called failed), then states, totals and
// names, then the rows that differ: extremes of numbers, rare values, changes. Links and opaque keys come last; rows
// leave them out, and the text counts them.
//
// # Guarantees
//
// Every number and string is a slice of the output: nothing is decoded, rounded or put in another order. Counts are
// exact, or the text limits them to the part read. No outcome is reported: the words of a document prove none.
//
// # Limits
//
// Only [strategies.MaxLine] bytes of a line are seen. Of a longer document in one line only the start is read; the text
// names the place. 131072 values of a document are kept and the others counted; none are kept below 64 levels of
// nesting. A document that breaks off is read up to there. Logs, and the reports of test runners and linters, are left
// to other strategies. Tables, CSV and YAML are left to the general engine, which shows their lines unchanged.
//
// # Cost
//
// The text is read twice, at some 20 MB/s in all. Memory is that of one document, at most some 30 MB; a stream of
// documents costs no more than its largest.
package data
