package cli

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/syntax"
)

// A release's build sets these by -ldflags "-X". Other builds get them from the toolchain, which doesn't know them
// outside a git repository, or with -buildvcs=false.
var (
	releaseVersion string // 1.2.3
	releaseCommit  string
	releaseTree    string // clean or dirty
)

// A build describes how a binary was made.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit"` // "" if unknown
	Dirty    bool   `json:"dirty"`  // the tree had changes that were not committed
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	Cgo      bool   `json:"cgo"`
	Grammars bool   `json:"grammars"` // source files are outlined by their languages' grammars
}

// newVersion is "toktee version".
func newVersion(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version, the commit and how this program was built",
		Example: "  toktee version\n  toktee version --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			b := thisBuild()
			if asJSON {
				return a.printLine(b)
			}
			return failed(b.print(a.stdout))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON")
	return cmd
}

// print writes a build for people:
//
//	toktee 1.2.3 go1.26.8 linux/amd64
//	commit a3c12c86f2fbd6f3b4f3a1f8a0e6f7f0c4b1d2e3
//	built with cgo: source files are outlined by their languages' grammars
func (b *build) print(w io.Writer) error {
	commit := cmp.Or(b.Commit, "unknown")
	if b.Dirty {
		commit += ", with changes that were not committed"
	}
	built := "built with cgo: source files are outlined by their languages' grammars"
	switch {
	case !b.Cgo:
		built = "built without cgo, which grammars need: source files are outlined by keywords and indentation"
	case !b.Grammars:
		built = "built with the tag notreesitter: source files are outlined by keywords and indentation"
	}
	_, err := fmt.Fprintf(w, "toktee %s %s %s/%s\ncommit %s\n%s\n",
		b.Version, b.Go, b.OS, b.Arch, commit, built)
	return err
}

// version is the module's version, or the revision that it was built from, marked if the tree had changes.
func version() string { return thisBuild().Version }

// thisBuild returns the build of this binary.
func thisBuild() *build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
		info.Main.Version = "(unknown)"
	}
	b := buildOf(info)
	if releaseVersion != "" {
		b.Version, b.Commit, b.Dirty = releaseVersion, releaseCommit, releaseTree == "dirty"
	}
	b.Go, b.OS, b.Arch, b.Grammars = runtime.Version(), runtime.GOOS, runtime.GOARCH, syntax.HasGrammars
	return b
}

// buildOf reads the toolchain's notes in a binary.
func buildOf(info *debug.BuildInfo) *build {
	b := &build{Version: info.Main.Version}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Dirty = s.Value == "true"
		case "CGO_ENABLED":
			b.Cgo = s.Value == "1"
		}
	}
	if b.Version != "" && b.Version != "(devel)" {
		return b // the toolchain has marked it already
	}
	b.Version = cmp.Or(b.Commit[:min(12, len(b.Commit))], "(devel)")
	if b.Dirty {
		b.Version += "+dirty"
	}
	return b
}
