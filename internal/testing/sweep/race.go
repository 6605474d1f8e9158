//go:build race

package sweep

// Raced reports whether the race detector looks on.
const Raced = true
