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
// above an output. [Agent.Header] reads the start of a text and [Agent.Trailer] its end, so that the lines between them
// can be digested as the tool printed them.
//
// # Forged envelopes
//
// A command can print the same lines. So a status in them counts only if the caller knows that an agent wraps the text,
// and names the agent; the whole of this agent's form must fit, at the place where the agent puts it. If the output
// repeats the form, only the outermost one counts. Without a name, lines of such a form are set apart from the output,
// since line numbers and formats are read without them, but they state nothing, and JSON stays as it is.
//
// # Limits and cost
//
// A header has at most 16 lines, all in the first KiB. Only the strings of JSON are copied.
package envelope
