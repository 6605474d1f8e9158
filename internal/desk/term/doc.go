// Package term is the terminal view: a list of what tools printed, and each output beside the text that a model was
// given of it.
//
//	err := term.Run(ctx, term.Options{In: os.Stdin, Out: os.Stdout, Env: os.Environ(), Source: source, Open: open})
//
// It has two screens. The list shows calls, the newest first, and follows as new ones arrive ([Source]); a line of
// filters selects among them ([ParseFilter]). A result shows the model's text and the whole output: side by side from
// 120 columns on, one at a time below. What the model's text left out is marked, and opens where it stands.
//
// # Safety
//
// Nothing that a tool printed is sent to the terminal as it came. Outputs arrive as spans of plain text and styles
// (package view), everything else goes through [view.Text], and whatever is drawn passes one last filter that lets no
// control character through (row.render). So an output can't set the clipboard, move the cursor or pose as a link.
//
// # Colours
//
// There is a palette for dark and one for light terminals; the terminal is asked which it is. A colour never says
// anything alone: an outcome has a sign and a letter, a gap a mark, a match an underline. With NO_COLOR, or where the
// settings switch rich formatting off, nothing is coloured.
//
// # Cost
//
// A screen is drawn from the lines that are on it. Outputs are read by windows, in the background; the lists that are
// kept are of calls, 100 at a time. Nothing here grows with the size of an output but the marks of its scrollbar.
//
// # Components
//
// What a person types is a textinput of bubbles. Its viewport isn't used, since it holds all lines: a million of them
// take 5.2 s to set, 91 MB, and 4.8 s for each frame that is wrapped (two cores, November 2026). Its list isn't either:
// it turns pages instead of scrolling, and filters what it holds, not the ledger.
package term
