// Package read digests the text of files: results of agents' Read tools, with line numbers, and output of cat, nl, sed
// -n, head, tail and git show.
//
// The verdict names the file, its size and the numbers of its definitions. A whole file is ranked by its outline:
// signatures first, then the comments above them, types and the starts of bodies, then the rest of the bodies. Imports
// and licences come last. If the signatures alone would fill a page, all names come first with their lines. A list that
// is cut counts the missing names, "… 31 more functions, 12 more types". If a page can't hold all names, methods are
// counted.
//
// Symbols that the caller's intent names come before others, and so do the passages of a code file that have its words.
// In prose, headings, the lines that name files and the starts of the sections come first, in configuration the keys.
// If the caller asked for a part of a file, no line is lost below the level's ceiling. A longer part is ranked as a
// whole file is, and its text names lines of the file. A file that is neither code, prose nor configuration is ranked
// by the general engine.
//
// # Views
//
// Only the head and the length of base64, a data URL or a giant line are shown.
//
// [NewProse] does the same for texts in Markdown that other tools return, such as the report of a sub-agent.
//
// # Line numbers
//
// If the lines come numbered, most numbers are left out, which saves some 30% of the tokens. They stay, as "12→text",
// on the first line of each symbol and comment, on every tenth line, and at each change of rank. A line without a
// number is the file's line, byte for byte, so that it can be copied into an edit. With a tab or an arrow before it,
// the same text costs 5 or 10% more.
//
// # Cost
//
// A file of up to [syntax.MaxParse] bytes is parsed if there is a grammar for its language, at 6 to 15 MB/s. A longer
// one is outlined by keywords in one pass more. The text is read five to nine times, which takes some 1.5 ms for a file
// of a few hundred lines. Besides the text of a file that is parsed, memory is 16 bytes for each of the first million
// lines. With an intent it is as much again. The lines after the first million are detail.
package read
