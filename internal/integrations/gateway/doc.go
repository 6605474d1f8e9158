// Package gateway is a reverse proxy between agents and the APIs of their models. It shortens the results of tools in
// requests, and changes nothing else: a request is the client's, byte for byte, but for the texts of results. The
// client itself, and so the person, keeps the full results.
//
// # One decision for each text
//
// Whether and how a text is shortened is decided when it first appears after the model's last answer. The decision is
// kept by the store ([store.Store.Decide]), under a hash of the client's name, the call's id and the text. Every later
// request that has the result gets the same bytes, also after a restart or an upgrade. A text without a decision that
// the model has answered already stays as it is: the provider may have it in its cache. So if the client's request is a
// continuation of an earlier one, what is sent is one too.
//
// A text may point at an earlier result only if the request has that result. If a later request has the one without the
// other, such as after a compaction, a second decision without pointers holds there.
//
// # What becomes of a request
//
//	POST of a known API    texts of at least 256 bytes in results may be replaced by shorter ones (route.go)
//	other requests         pass as they are
//	responses              pass as they are and when they are; a copy is read for the usage that is billed
//	a body that isn't understood, of more than 64 MiB or of more than 100,000 values, passes as it is, with a warning
//
// Texts that the pipeline can't decide about are recorded as whole. So are those of refused calls, of tools that aren't
// shortened, and of sessions in the control group of an experiment.
//
// # Limits and cost
//
// A request and its parts are held in memory, about three times its size, and 8 MiB of decisions. A request of 200 KB
// with decided texts costs less than a millisecond, mostly to read and to hash it (see the benchmarks). A new result
// costs what [host.Host.Deliver] costs.
package gateway
