// Package view is what a person sees of one result: the whole payload as lines that are safe to print, with its
// colours, links and marks, beside the text that the model was given. The terminal view and the web page draw it; they
// share everything but the drawing.
//
//	doc, err := view.Open(ctx, view.FromRecord(store, record), view.AllOn)
//	if err != nil { ... }
//	defer doc.Close()
//	lines, err := doc.Window(ctx, 1, 50) // the first 50 lines
//	for _, l := range lines {
//		for _, s := range l.Spans { draw(s.Text, s.Style) }
//	}
//
// Lines have the numbers that `toktee show --lines` takes, those of the clean text (package clean): a line that was
// written over is shown as it stood last.
//
// # What is safe
//
// Every text that leaves this package, of a payload, of a model's text or of details, is valid UTF-8 without control
// characters, escape sequences and characters that turn the direction of a text. A character that isn't seen but means
// something stands there in a visible form, ⟨U+202E⟩. A tab is blanks up to the next column that is a multiple of 8.
// HTML is for the caller to escape. A [Link] leads to a place in a file of this machine and never elsewhere: no link of
// a payload is taken over.
//
// # Limits and cost
//
// A document takes some MiB, and 4 more for each GB of its payload. Opening one reads its head only: 1 GB shows its
// first lines after 25 ms, and any 200 lines take 3 ms, of a diff 7. Lines are counted in the background, at some 200
// MB a second, then looked at for errors, at 100; [Document.Changed] tells when more is known. A payload of another
// form than the store's is copied to a private file while it is read.
//
// A line of more than 64 KiB is cut ([Line.Cut]), and 1 MiB of it is looked at. Syntax colours are for texts of files
// up to 512 KiB and for diffs, changed words for lines up to 2 KiB. A million lines with errors are remembered. Links
// of a line are looked for in its first 4 KiB.
package view
