// Package permit reads agents' permission rules. It refuses calls of toktee's own tools that such a rule may be meant
// for ([Caller]), and finds rules that allow everything through toktee ([Covers]) and hooks of others that may replace
// the same results as toktee ([Places.Rewriters]).
//
// # Calls of toktee's tools
//
// "toktee run -- touch x", and a tool of toktee's MCP server, do what "touch x" does under another name. [Rules.Check]
// compares what they do with the agent's rules to deny and to ask. Of a command line it reads all words, in any order
// and depth, what links lead to, and which words only the shell knows. Any doubt refuses; a rule that allows helps only
// if it surely fits a single plain command. It takes some 0.6 ms, and a few system calls for each word that names a
// file.
package permit
