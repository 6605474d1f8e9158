package diff

import (
	"fmt"
	"testing"
)

// BenchmarkCompare compares 20,000 lines with the same lines after edits.
func BenchmarkCompare(b *testing.B) {
	for _, every := range []int{1000, 100, 20} {
		b.Run(fmt.Sprintf("every %d", every), func(b *testing.B) {
			var from, to []string
			for i := range 20000 {
				from = append(from, fmt.Sprintln("line", i%5000))
				to = append(to, from[i])
				if i%every == 0 {
					to[i] = fmt.Sprintln("edited", i)
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				Compare(from, to)
			}
		})
	}
}
