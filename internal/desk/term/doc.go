// Package term is the terminal view: the sessions of agents, and each full output next to the text that was sent to
// the model.
//
//	err := term.Run(ctx, term.Options{In: os.Stdin, Out: os.Stdout, Env: os.Environ(), Source: source, Open: open})
//
// It begins with the sessions by folder. The screen of a session has what package session knows of it: what failed and
// why, what the model wasn't shown, and all calls in order. The list shows results, the newest first, and adds new ones
// as they arrive ([Source]); a line of filters selects among them ([ParseFilter]). A result shows the model's text and
// the full output: side by side from 120 columns on, one at a time below. It opens at the first error of a failure.
// Gaps in the model's text are marked, and a key opens them in place.
//
// # Safety
//
// Nothing that a tool printed reaches the terminal unchanged. Outputs arrive as spans of plain text and styles (package
// view), other texts go through [view.Text], and a last filter drops control characters (row.render). So an output
// can't set the clipboard, move the cursor or pose as a link.
//
// # Colours
//
// There is a palette for dark and one for light terminals; the view asks the terminal for its background. No meaning
// depends on colour alone: an outcome has a sign and a letter, a gap a mark, a match an underline. With NO_COLOR, or
// with rich formatting switched off, nothing is coloured.
//
// # Cost
//
// Drawing a screen reads its own lines: 100 lines of a diff of 2 MB take 25 ms in the mean. Calls are loaded 100 at a
// time, in the background. Only the marks of the scrollbar grow with the size of an output.
//
// # Components
//
// Text input is that of bubbles. Its viewport isn't used, since it holds all lines: a million of them take 5.2 s to
// set, 91 MB, and 4.8 s for each wrapped frame (two cores, November 2026). Its list isn't used either: it turns pages
// instead of scrolling, and filters the loaded items, not the ledger.
package term
