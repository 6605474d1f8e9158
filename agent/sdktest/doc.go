// Package sdktest compares our providers and sessions with the companies' own Go libraries. The libraries read the
// streams of the test server as our clients do. Requests of our clients, and the messages that package session makes,
// fit the libraries' types. It is a module of its own, so that toktee doesn't depend on the libraries. Its tests
// compile for minutes.
package sdktest
