package repo_test

import (
	"fmt"
	"testing"

	"github.com/toktee/toktee/internal/run/repo"
)

// BenchmarkState has repositories as large as a small project, as the largest that is compared, and as a monorepo.
func BenchmarkState(b *testing.B) {
	for _, files := range []int{1000, 5000, 100_000} {
		tr := newTree(b, b.TempDir())
		for i := range files {
			tr.write(fmt.Sprintf("pkg%d/internal%d/name%d.go", i/200, i/20, i), "package x\n")
		}
		tr.git("add", ".")
		tr.git("commit", "-qm", "1")
		tr.git("status")
		b.Run(fmt.Sprintf("files=%d", files), func(b *testing.B) {
			for b.Loop() {
				r, _ := repo.Find(tr.dir + "/pkg0/internal0")
				if s := r.State(repo.Options{}); s.All != (files <= repo.DefaultMaxFiles) {
					b.Fatal(s)
				}
			}
		})
		b.Run(fmt.Sprintf("head/files=%d", files), func(b *testing.B) {
			for b.Loop() {
				r, _ := repo.Find(tr.dir + "/pkg0/internal0")
				if !r.Head().Known {
					b.Fatal("no head")
				}
			}
		})
	}
}
