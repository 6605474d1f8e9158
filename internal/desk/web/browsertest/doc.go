// Package browsertest tests the web page in a real browser: Debian's Chromium, through its DevTools protocol. It is a
// module of its own, so that toktee needs no client of that protocol.
//
//	go test ./...          # needs chromium; skips, with the reason, without it
//	go test ./... -npm     # and axe-core, which npm installs: no serious accessibility issue on any page
//	go test ./... -run Pictures -update  # writes the pictures of the docs again
//	go test ./... -shots DIR  # writes every page, wide and narrow, light and dark, to look at
//
// The tests build and run the programs as a person does: "toktee ui" serves a store that "toktee run" fills.
package browsertest
