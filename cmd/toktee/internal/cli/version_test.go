package cli

import (
	"bytes"
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// settings are a build's, as pairs of key and value.
func settings(pairs ...string) (list []debug.BuildSetting) {
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
	}
	return list
}

func TestBuildOf(t *testing.T) {
	const rev = "0123456789abcdef0123456789abcdef01234567"
	for _, c := range []struct {
		name, version string
		settings      []debug.BuildSetting
		want          build
	}{
		{"no repository", "(devel)", nil, build{Version: "(devel)"}},
		{"an older toolchain, clean", "", settings("vcs.revision", rev, "vcs.modified", "false"),
			build{Version: "0123456789ab", Commit: rev}},
		{"changed since", "(devel)", settings("vcs.revision", rev, "vcs.modified", "true", "CGO_ENABLED", "0"),
			build{Version: "0123456789ab+dirty", Commit: rev, Dirty: true}},
		{"a tag", "v1.2.3", settings("CGO_ENABLED", "1", "vcs.revision", rev, "vcs.modified", "false"),
			build{Version: "v1.2.3", Commit: rev, Cgo: true}},
		{"marked by the toolchain", "v1.2.3+dirty", settings("vcs.revision", rev, "vcs.modified", "true"),
			build{Version: "v1.2.3+dirty", Commit: rev, Dirty: true}},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.version}, Settings: c.settings}
		if d := cmp.Diff(&c.want, buildOf(info)); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

func TestBuildOfARelease(t *testing.T) {
	t.Cleanup(func() { releaseVersion, releaseCommit, releaseTree = "", "", "" })
	releaseVersion, releaseCommit, releaseTree = "1.2.3", "0123456789abcdef", "dirty"
	b := thisBuild()
	if b.Version != "1.2.3" || b.Commit != "0123456789abcdef" || !b.Dirty {
		t.Errorf("a stamped build says %+v", b)
	}
	if got := newRoot().Version; got != "1.2.3" {
		t.Errorf("toktee --version says %s", got)
	}
}

func TestPrintBuild(t *testing.T) {
	for _, c := range []struct {
		b    build
		want string
	}{
		{
			build{Version: "1.2.3", Commit: "abc", Go: "go1.26", OS: "linux", Arch: "amd64", Cgo: true, Grammars: true},
			"toktee 1.2.3 go1.26 linux/amd64\ncommit abc\n" +
				"built with cgo: source files are outlined by their languages' grammars\n",
		},
		{
			build{Version: "(devel)", Dirty: true, Go: "go1.26", OS: "windows", Arch: "arm64"},
			"toktee (devel) go1.26 windows/arm64\ncommit unknown, with changes that were not committed\n" +
				"built without cgo, which grammars need: source files are outlined by keywords and indentation\n",
		},
	} {
		var out bytes.Buffer
		if err := c.b.print(&out); err != nil || out.String() != c.want {
			t.Errorf("print: %v\n%swant\n%s", err, out.String(), c.want)
		}
	}
}
