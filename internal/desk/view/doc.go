// Package view prepares one result for display: the full output as lines that are safe to print, with colours, links
// and marks, and the text that was sent to the model. The terminal view and the web page draw these lines.
//
//	doc, err := view.Open(ctx, view.FromRecord(store, record), view.AllOn)
//	if err != nil { ... }
//	defer doc.Close()
//	lines, err := doc.Window(ctx, 1, 50) // the first 50 lines
//	for _, l := range lines {
//		for _, s := range l.Spans { draw(s.Text, s.Style) }
//	}
//
// Lines have the numbers of `toktee show --lines`, those of the clean text (package clean): an overwritten line is
// shown in its last state, without colours.
//
// # Safety
//
// Each text that leaves this package is valid UTF-8 without control characters, escape sequences and characters that
// change the direction of a text. This holds for outputs, models' texts and details. An invisible character with a
// meaning is shown in a visible form, ⟨U+202E⟩. A tab becomes blanks up to the next column that is a multiple of 8. The
// caller escapes HTML. A [Link] leads to a place in a file of this machine; links in an output are dropped.
//
// # Limits and cost
//
// A document takes a few MiB, and 4 more for each GB of output. Opening one reads only its start: 1 GB shows its first
// lines after 25 ms. Any 200 lines take 3 ms, those of a diff 7. Lines are counted in the background, at about 200 MB a
// second, then searched for errors, at 100; [Document.Changed] reports progress.
//
// A line of more than 64 KiB is cut ([Line.Cut]), and only its first MiB is searched. Syntax colours apply to files up
// to 512 KiB and to diffs, changed words to lines up to 2 KiB. A document remembers a million lines with errors. Links
// are searched for in the first 4 KiB of a line.
package view
