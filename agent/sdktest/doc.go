// Package sdktest compares our providers with the companies' own Go libraries: the streams of the server for tests are
// such as the libraries read, our clients read the same from them, and the requests that our clients send fit the
// libraries' types. It is a module of its own, so that toktee doesn't depend on the libraries; its tests compile for
// minutes.
package sdktest
