// Package frameworks shows how tools of Go's agent libraries get short results. Its functions are the examples of
// docs/adapters.md, to copy; it is a module of its own, so that toktee doesn't depend on the libraries.
package frameworks
