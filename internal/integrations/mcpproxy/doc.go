// Package mcpproxy is a proxy between a client of MCP and one of its servers, over standard input and output, and
// shortens the results of tools.
//
// It works on the lines themselves. Of a result, the ranges of bytes that hold texts are found and replaced; everything
// else stays byte for byte: unknown members and kinds of content, the order of keys, the digits of numbers, ids, _meta,
// images, errors, progress, cancellation. Requests are followed as far as results need it: which tool an id is a call
// of, and which client it is. A message that isn't understood goes through as it came, and so does a result that can't
// be shortened in time, but for the secrets in its texts.
//
// # What becomes of a result
//
//	texts               shortened by the host, whole if that is no longer; the whole is kept
//	indented JSON       without indentation if it is shown whole
//	structuredContent   left out if it repeats the text and the client would hand both, or it alone, to the
//	                    model; outputSchema goes from the list of tools then
//	texts for the user  (annotations.audience), images, links, resources: as they are
//	isError             as it is
//	_meta               gets dev.toktee/output: id, size and hash of the kept output; not if the client would
//	                    hand that to the model
//
// The list of tools gets one more at its end, toktee_output; calls of it, and resources with toktee:// URIs, are
// answered here.
//
// # Limits and cost
//
// Results together take at most 64 MiB while they are worked on, and some times that on the way. A longer line goes
// through as it comes, with the secrets in its texts masked. A batch of messages in one line goes through as it came.
package mcpproxy
