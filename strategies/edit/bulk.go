package edit

import (
	"path"
	"strings"
)

// bulkSuffixes end the names of files that a program wrote.
var bulkSuffixes = [...]string{
	".min.js", ".min.css", ".min.mjs", ".bundle.js", ".map", ".pb.go", "_pb2.py", "_pb2_grpc.py", ".pb.cc", ".pb.h",
	".g.dart", ".freezed.dart", ".designer.cs", ".g.cs", ".snap", "_generated.go", ".gen.go", ".generated.ts", ".lock",
}

// isBulk reports whether a file isn't read line by line: a lock file, or one that is generated, vendored or minified.
func isBulk(p string) bool {
	p = strings.ToLower(p)
	base := path.Base(p)
	switch base {
	case "go.sum", "go.work.sum", "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock",
		"bun.lockb", "cargo.lock", "poetry.lock", "uv.lock", "pdm.lock", "pipfile.lock", "gemfile.lock",
		"composer.lock", "flake.lock", "mix.lock", "pubspec.lock", "podfile.lock", "packages.lock.json",
		"gradle.lockfile", "deno.lock", "package.resolved", ".terraform.lock.hcl", "modules.txt":
		return true
	}
	for _, suffix := range bulkSuffixes {
		if strings.HasSuffix(base, suffix) {
			return true
		}
	}
	if strings.HasPrefix(base, "zz_generated") {
		return true
	}
	for dir := range strings.SplitSeq(path.Dir(p), "/") {
		switch dir {
		case "vendor", "node_modules", "third_party", "dist", "__snapshots__", "__generated__":
			return true
		}
	}
	return false
}
