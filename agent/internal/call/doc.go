// Package call holds the code that the providers share: it sends a request for a model's answer, reads the answer as a
// stream of events, and sends the request again if that is safe.
//
// A provider describes its API once as an [API], which makes a [Client] for an endpoint. For each request it hands
// over the body and a [Decoder] that reads the events of this one answer. The decoder keeps complete parts in an
// [Answer].
//
// # Retries
//
// A failed try is repeated after a pause if it may succeed later: there was no connection, the status was 408, 409, 429
// or 5xx, or the stream reported an error of such a kind. Once an event was passed to the caller nothing is repeated,
// since the caller has acted on it.
//
// # Limits
//
// An answer of more than 256 MiB, an event of more than 32 MiB, and a server that is silent for longer than the
// endpoint allows are errors. A context that ends closes the connection, so the server notices at once.
package call
