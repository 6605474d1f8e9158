// Package setup switches toktee on and off in coding agents: "toktee init", "toktee uninstall" and "toktee doctor".
//
// Each agent has a file here, which says where its settings are and what toktee has in them ([Agent]): hooks, a plugin,
// a paragraph in its instructions. [Init] and [Uninstall] work out what has to change and write nothing; [Plan.Apply]
// writes what they worked out, if the files are still as they were.
//
// # What is never done
//
// No rule of an agent's is written, and none that allows anything. No member, comment or space that isn't toktee's
// changes, nor does the order of members. A file that can't be read as what it should be is left alone, with the
// reason.
//
// # The way back
//
// What a file was before is kept in toktee's folder of data ([Plan.Kept] says where). A file that is still as init
// left it becomes that again, byte for byte; from one that was changed since, toktee's own entries are removed.
package setup
