//go:build fault_green

package summarize

import (
	"strings"

	"github.com/toktee/toktee/result"
)

func spoilDigest(*digested) {}

// spoilResult says green on red.
func spoilResult(p *result.Parts) {
	if first, rest, ok := strings.Cut(p.LLM, "\n"); ok && strings.HasPrefix(first, "exit ") {
		p.LLM = rest
	}
	p.Status, p.Failed, p.Err = result.Status{Known: true}, false, nil
}
