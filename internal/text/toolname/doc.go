// Package toolname finds out the kind of a tool call's output before the output is read: the tool's [Family] by its
// name or by its command, the file that it reads, and the range of lines that it was explicitly bounded to.
//
// Names are those of agents' tools, in any spelling: "Read", "read_file" and "ReadFile" are one. A tool of an MCP
// server is known by the last part of its name. A command line has the family of its command only if the output keeps
// that command's form: "rg foo | head" is a search, "rg foo | wc -l" is not.
//
// # Limits and cost
//
// A name that isn't in the table is [FamilyOther], which strategies may still recognise by the text. A look-up is one
// switch over a name of at most 200 bytes; nothing is built at start.
package toolname
