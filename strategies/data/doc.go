// Package data digests structured data that commands print: JSON documents, JSON lines, YAML, CSV and TSV, and
// tables in columns or boxes, as kubectl, gh, aws, curl, jq, psql, ps and df print them.
//
// JSON is rewritten without what says nothing. An array of objects becomes a table: the columns once, a line for each
// row, what all rows share said once, how often each value comes where there are few. Objects in rows are columns too,
// called user.login; an object of alike objects is a table whose first column is the key. Long strings stand as in the
// output, behind their row. Rows of the other forms are shown as they stand.
//
// What went wrong comes first (a member called error that isn't empty, a state that is called failed), then how things
// stand (status, totals, names), then the rows that differ: extremes of numbers, rare values, changes. Links and opaque
// keys come last; rows leave them out and say so.
//
// # What holds
//
// Every number and string is a slice of the output: nothing is decoded, rounded or ordered anew. Counts are exact, or
// said to be of the part read. Nothing is said of success: the words of a document prove none.
//
// # Limits
//
// Of a line only [strategies.MaxLine] bytes are seen, so of a longer document in one line only its start is read; the
// text says where that ends. Of a document, 131072 values are kept, the rest is counted. Nesting beyond 64 is let go.
// A document that breaks off is read up to there. Logs, and what test runners and linters print, are left to others.
//
// # Cost
//
// The text is read twice, at some 20 MB/s in all. Memory is that of one document, at most some 30 MB; a stream of
// documents, or of rows, costs no more than its largest.
package data
