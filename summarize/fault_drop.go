//go:build fault_drop

package summarize

import (
	"slices"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/strategies"
)

// spoilDigest drops one failing test, and counts one less.
func spoilDigest(d *digested) {
	if d.Data[strategies.Failed] == 0 {
		return
	}
	d.Data[strategies.Failed]--
	if i := slices.IndexFunc(d.Facts, func(f strategies.Fact) bool { return f.Rank == strategies.Critical }); i >= 0 {
		d.Facts = slices.Delete(d.Facts, i, i+1)
	}
}

func spoilResult(*result.Parts) {}
