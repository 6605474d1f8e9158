package abort

import (
	"io"
	"os"

	"github.com/toktee/toktee/internal/text/clean"
)

// maxReason is the most bytes of a reason. Any program may write one, and it goes to terminals, logs and models.
const maxReason = 4 << 10

func readReason(path string) string {
	st, err := os.Lstat(path) // not Stat: the target of a link is no request
	if err != nil || !st.Mode().IsRegular() {
		return unknownReason
	}
	f, err := os.Open(path)
	if err != nil {
		return unknownReason
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxReason+1))
	reason := tidy(string(b))
	if err != nil || reason == "" {
		return unknownReason
	}
	return reason
}

// tidy returns a reason as it may be printed, "" if nothing is left of it.
func tidy(reason string) string { return clean.Line(reason, maxReason) }
