// Package browsertest holds the web page to what it promises, in a real browser: Debian's Chromium, by its DevTools
// protocol. It is a module of its own, since nobody who builds toktee needs a client of that protocol.
//
//	go test ./...          # needs chromium; skips, with the reason, where there is none
//	go test ./... -npm     # and axe-core, which npm installs: no serious accessibility issue on any page
//	go test ./... -run Pictures -update  # writes the pictures of the docs again
//	go test ./... -shots DIR  # writes every page, wide and narrow, light and dark, to look at
//
// The programs under test are built and run as a person runs them: "toktee ui" serves a store that "toktee run" fills.
package browsertest
