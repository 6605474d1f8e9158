//go:build fault_number

package summarize

import (
	"regexp"
	"strconv"

	"github.com/toktee/toktee/result"
)

var number = regexp.MustCompile(`\d+`)

// spoilDigest invents numbers in what the digest says of the whole.
func spoilDigest(d *digested) {
	for i, v := range d.Verdict {
		d.Verdict[i] = number.ReplaceAllStringFunc(v, func(s string) string {
			n, _ := strconv.Atoi(s)
			return strconv.Itoa(n + 1)
		})
	}
}

func spoilResult(*result.Parts) {}
