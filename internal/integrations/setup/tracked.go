package setup

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Tracked returns the existing files that Git tracks: others get their changes with the next commit. Without Git, none
// is known.
func Tracked(ctx context.Context, changes []Change) (paths []string) {
	for _, c := range changes {
		if c.target.info != nil && isTracked(ctx, c.target.path) {
			paths = append(paths, c.Path)
		}
	}
	return paths
}

// isTracked asks Git. A repository's settings may name programs: none of those runs, and nothing is fetched. Variables
// that name another repository don't count.
func isTracked(ctx context.Context, path string) bool {
	cmd := exec.CommandContext(ctx, "git", "-C", filepath.Dir(path), "--no-pager", "--literal-pathspecs",
		"-c", "core.fsmonitor=false", "-c", "core.hooksPath="+os.DevNull, "-c", "protocol.allow=never",
		"ls-files", "--error-unmatch", "--", filepath.Base(path))
	for _, v := range cmd.Environ() {
		if !strings.HasPrefix(v, "GIT_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1")
	return cmd.Run() == nil
}
