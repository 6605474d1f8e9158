// Package read digests the text of files: what the Read tools of agents return, with their line numbers, and what cat,
// nl, sed -n, head, tail and git show print.
//
// The verdict says what was read and what it defines. A whole file is ranked by its outline: signatures first, then the
// comments above them, types and the starts of bodies, then the rest of the bodies; imports and licences last. Where
// the signatures alone would fill a page, all names come first with their lines, and a list that is cut counts what it
// lacks, "… 31 more functions, 12 more types"; of more names than a page has room for, methods are counted. What the
// caller's intent names comes before what it doesn't, and so do the passages of a code file that have its words. Of
// prose, headings, the lines that name files and the starts of the sections come first, of configuration the keys. A
// read that was explicitly bounded to a part of a file loses no line below its level's ceiling; a longer part is ranked
// as a whole file is, and its text names lines of the file. A file that is neither code, prose nor configuration is
// ranked by the general engine.
//
// # Views
//
// Of base64, a data URL or a giant line, the head and the length are all that is shown.
//
// [NewProse] does the same for texts in Markdown that other tools return, such as the report of a sub-agent.
//
// # Line numbers
//
// Where the lines come numbered, most numbers are left out, which saves some 30% of the tokens: they stay on the first
// line of each symbol and comment, on every tenth line, and where the rank changes, written as "12→text". A line
// without a number is the file's line, byte for byte, so that it can be copied into an edit; with a tab or an arrow
// before it, the same text costs 5 or 10% more.
//
// # Cost
//
// A file of up to [syntax.MaxParse] bytes is parsed where there is a grammar for its language, at 6 to 15 MB/s; a
// longer one is outlined by keywords in one pass more. The text is read five to nine times, which takes some 1.5 ms
// for a file of a few hundred lines. Besides the text of a file that is parsed, memory is 16 bytes for each of the
// first million lines, and as much again where there is an intent; the lines after those are detail.
package read
