//go:build !fault_drop && !fault_green && !fault_number && !fault_gap

package summarize

import "github.com/toktee/toktee/result"

// spoilDigest and spoilResult do nothing, except in programs that are built to see whether the evaluation notices a
// fault: see the files named fault_*.go.
func spoilDigest(*digested)     {}
func spoilResult(*result.Parts) {}
