// Package permit reads agents' permission rules. It refuses calls of toktee's own tools that such a rule may be meant
// for ([Caller]), decides whether a command of Claude Code may be put under "toktee run" without weakening the user's
// rules ([Claude]), and finds rules that allow everything through toktee ([Covers]) and hooks of others that may
// replace the same results as toktee ([Places.Rewriters]).
//
// # Calls of toktee's tools
//
// "toktee run -- touch x", and a tool of toktee's MCP server, do what "touch x" does under another name. [Rules.Check]
// compares what they do with the agent's rules to deny and to ask. Of a command line it reads all words, in any order
// and depth, what links lead to, and which words only the shell knows. Any doubt refuses; a rule that allows helps only
// if it surely fits a single plain command. It takes some 0.6 ms, and a few system calls for each word that names a
// file.
//
// # Commands under toktee
//
// Claude Code applies its rules to the text of a command. "toktee run -- touch x" is another text than "touch x": a
// rule that denies the one doesn't see the other, and a rule that allows it no longer fits. So a command is put under
// toktee only if no rule concerns it, and nothing else depends on its text. [Claude.Objection] names what speaks
// against it; any doubt does. It never compares with rules as exactly as Claude Code does: a rule that has its words
// in common with the command, in any order, counts ([Rule]).
//
// # What must hold
//
//   - The session never asks (bypassPermissions): elsewhere the prompt would show toktee's text and offer to allow it.
//   - The command is a single plain one, of a program that builds, tests or checks (programs.go). What reads files,
//     what Claude Code allows unasked, commands whose exit status of 1 is an answer, and commands that write aren't
//     among them.
//   - No rule to deny, ask or allow, of the user, the project, the folders above it or the machine, could be meant for
//     it. A settings file that can't be read, or a rule of an unknown form, could.
//   - No sandbox, and no other hook and no plugin that may change commands.
//   - Claude Code itself was started with flags and variables that bring no rules of their own. Only Linux shows this.
//   - The shell has no alias and no function of that name.
//
// Reading all of this takes some 0.3 ms.
package permit
