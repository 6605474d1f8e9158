// Package setup switches toktee on and off in coding agents: "toktee init", "toktee uninstall" and "toktee doctor".
//
// Each agent has a file here with the places of its settings and toktee's entries in them ([Agent]): hooks, a plugin,
// a paragraph in its instructions. [Init] and [Uninstall] compute the changes and write nothing; [Plan.Apply] writes
// them, if the files are still as they were.
//
// # Guarantees
//
// No rule of an agent's is written, and none that allows anything. No member, comment or space that isn't toktee's
// changes, nor does the order of members. An agent with a file that can't be changed is left alone, with the reason
// ([Plan.With]). A plan is carried out as a whole or not at all.
//
// # The way back
//
// The earlier contents of a file are kept in toktee's folder of data ([Plan.Kept]) before it is changed. A file that is
// still as init left it becomes that again, byte for byte; from one that was changed since, toktee's own entries are
// removed.
package setup
