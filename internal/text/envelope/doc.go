// Package envelope recognises the lines that agents write around the output of a tool before a model sees it: headers
// with an exit status, tags, trailers, a JSON object with both streams, and the marks of a cut.
//
// Codex, for example, writes
//
//	Chunk ID: 1f
//	Wall time: 0.1 seconds
//	Process exited with code 2
//	Output:
//
// above an output. [Find] reads the start of a text and [Envelope.Trailer] its end, so that the lines between them can
// be digested as the tool printed them. A text is an envelope only if the whole form fits: a program that prints "Exit
// code 1 means ..." has none.
//
// # Limits and cost
//
// A header has at most 16 lines, all in the first KiB. Only the strings of JSON are copied.
package envelope
