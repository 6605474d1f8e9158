package list

import "strings"

// isNoise reports whether a name belongs to a folder or file that tools write, or that holds the work of others.
func isNoise(name string) bool {
	switch name {
	case "node_modules", ".git", "__pycache__", ".venv", "venv", ".tox", ".nox", ".mypy_cache", ".pytest_cache",
		".ruff_cache", ".cache", ".next", ".nuxt", ".turbo", ".gradle", ".idea", ".svn", ".hg", ".terraform",
		".DS_Store", "bower_components", ".parcel-cache", ".yarn", ".eggs", "site-packages":
		return true
	}
	if len(name) > 4 {
		switch name[len(name)-4:] {
		case ".pyc", ".pyo", ".swp":
			return true
		}
	}
	return strings.HasSuffix(name, ".egg-info")
}

// isLandmark reports whether a name shows a project's kind or its starting point.
func isLandmark(name string) bool {
	switch name {
	case "go.mod", "package.json", "Cargo.toml", "pyproject.toml", "setup.py", "pom.xml", "build.gradle",
		"build.gradle.kts", "CMakeLists.txt", "Gemfile", "composer.json", "mix.exs", "Package.swift", "deno.json",
		"requirements.txt", "Pipfile", "pubspec.yaml", "Dockerfile", "docker-compose.yml", "compose.yaml", "Makefile",
		"makefile", "GNUmakefile", "justfile", "Justfile", "Taskfile.yml", "Rakefile", "WORKSPACE", "MODULE.bazel",
		"CLAUDE.md", "AGENTS.md", "CONTRIBUTING.md", "tsconfig.json", "mise.toml", "flake.nix", "manage.py",
		"__main__.py":
		return true
	}
	stem, _, _ := strings.Cut(name, ".")
	switch strings.ToLower(stem) {
	case "readme", "main", "index", "app":
		return true
	}
	return strings.HasSuffix(name, ".csproj") || strings.HasSuffix(name, ".sln")
}
