//go:build !cgo || notreesitter

package read

// grammars reports whether the build parses sources.
const grammars = false
