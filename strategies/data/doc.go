// Package data digests structured data that commands print: JSON documents, JSON lines, YAML, CSV and TSV, and
// tables in columns or boxes, as kubectl, gh, aws, curl, jq, psql, ps and df print them.
//
// JSON is rewritten without what repeats. An array of objects becomes a table: the columns are named once, each row is
// a line, a value that all rows share is printed once, and of a column with few values it is counted how often each
// occurs. Objects in rows are columns too, called user.login; an object of alike objects is a table whose first column
// is the key. Long strings are printed as in the output, after their row. Rows of the other forms are shown as they
// are. Documents that follow each other are rows, too. Up to 16 that are too large or too different for that, as those
// of two files, are read one by one, each below a heading.
//
// What went wrong comes first (a member called error that isn't empty, a state that is called failed), then states,
// totals and names, then the rows that differ: extremes of numbers, rare values, changes. Links and opaque keys come
// last; rows leave them out, and the text says so.
//
// # What holds
//
// Every number and string is a slice of the output: nothing is decoded, rounded or put in another order. Counts are
// exact, or the text says that they are of the part read. No outcome is reported: the words of a document prove none.
//
// # Limits
//
// Of a line only [strategies.MaxLine] bytes are seen, so of a longer document in one line only its start is read; the
// text says where that ends. Of a document, 131072 values are kept and the others counted, and none are kept below 64
// levels of nesting. A document that breaks off is read up to there; its last record, if that is cut, is shown as it
// was printed. Logs, and what test runners and linters print, are left to other strategies.
//
// # Cost
//
// The text is read twice, at some 20 MB/s in all. Memory is that of one document, at most some 30 MB; a stream of
// documents, or of rows, costs no more than its largest.
package data
