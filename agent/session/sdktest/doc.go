// Package sdktest checks that the messages which package session makes are those of the providers' own Go libraries.
//
// It is a module of its own, so that toktee doesn't depend on the libraries. Its tests take minutes and 2.8 GB of
// memory to compile, so they are run by hand or by CI: GOFLAGS=-p=1 go test .
package sdktest
