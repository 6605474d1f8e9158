// Package toolname says what kind of output a tool call has before the output is read: the tool's [Family] by its name
// or by the command that it ran, the file that it reads, and the range of lines that it was explicitly bounded to.
//
// Names are those that agents use for their tools, whatever their spelling: "Read", "read_file" and "ReadFile" are one.
// A tool behind an MCP server is known by the last part of its name. A command line has the family of its command only
// where what it prints still has that command's form: "rg foo | head" is a search, "rg foo | wc -l" is not.
//
// # Limits and cost
//
// A name that isn't in the table is [FamilyOther], which strategies may still recognise by the text. A look-up is one
// switch over a name of at most 200 bytes; nothing is built at start.
package toolname
