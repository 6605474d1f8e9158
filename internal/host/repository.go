package host

import (
	"github.com/toktee/toktee/internal/host/checks"
	"github.com/toktee/toktee/internal/run/repo"
)

// repositoryState reads the state of the working folder's repository as it is now. touched are files that agents have
// edited, relative to the worktree with slashes: of a large repository, only these are compared.
func (h *Host) repositoryState(touched []string) checks.State {
	r, ok := h.repository()
	if !ok {
		return checks.State{}
	}
	s := r.State(repo.Options{Touched: touched})
	return checks.State{Head: s.Commit, Branch: s.Branch, Files: s.Files, All: s.All}
}
