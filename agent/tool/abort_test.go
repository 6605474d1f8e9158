package tool_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent/abort"
	"github.com/toktee/toktee/agent/tool"
	"github.com/toktee/toktee/result"
)

// requests are the requests in a folder, by id.
func requests(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	names, err := os.ReadDir(filepath.Join(dir, ".toktee", "abort"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, e := range names {
		b, err := os.ReadFile(filepath.Join(dir, ".toktee", "abort", e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		found[e.Name()] = string(b)
	}
	return found
}

// A call of abort writes a request: to the run that it is a part of, another one, or all.
func TestAbort(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	home := t.TempDir()
	run := abort.Begin(abort.Options{Dir: home})
	defer run.End()
	other := abort.Begin(abort.Options{Dir: home})
	defer other.End()
	const gone = "999999999-abcdef-abcdef"
	for _, tt := range []struct {
		name           string
		env            string // the run that the environment names
		args           object
		inHome, inRoot map[string]string
	}{
		{"its own run", run.ID(), object{"reason": "no"}, map[string]string{run.ID(): "no"}, nil},
		{"another run", run.ID(), object{"reason": "no", "run": other.ID()}, map[string]string{other.ID(): "no"}, nil},
		{"an unknown run", run.ID(), object{"reason": "no", "run": gone}, nil, map[string]string{gone: "no"}},
		{"all", run.ID(), object{"reason": "no", "all": true}, nil, map[string]string{"all": "no"}},
		{"in no run", "", object{"reason": "no"}, nil, map[string]string{"all": "no"}},
		{"in a run that has ended", gone, object{"reason": "no"}, nil, map[string]string{"all": "no"}},
		{"several lines", run.ID(), object{"reason": "\x1b[31ma\nb\x00"}, map[string]string{run.ID(): "a b"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBox(t, func(o *tool.Options) {
				o.Env = []string{abort.Variable + "=1-x", abort.Variable + "=" + tt.env}
			})
			said, _ := b.ok("abort", tt.args)
			unknown := tt.name == "an unknown run"
			if !strings.HasPrefix(said, "asked to stop: ") || strings.Contains(said, "no such run") != unknown {
				t.Errorf("it says %q", said)
			}
			got := []map[string]string{requests(t, home), requests(t, b.dir)}
			want := []map[string]string{tt.inHome, tt.inRoot}
			for i := range want {
				if want[i] == nil {
					want[i] = map[string]string{}
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
			os.RemoveAll(filepath.Join(home, ".toktee"))
		})
	}
}

// A request that can't be written is a failed call.
func TestAbortNotWritten(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	for name, spoil := range map[string]func(b *box){
		"a file in the place of the folder": func(b *box) { b.write(".toktee", "") },
		"a folder that we may not write to": func(b *box) {
			if runtime.GOOS == "windows" || os.Geteuid() == 0 {
				b.t.Skip("everything may be written here")
			}
			os.Chmod(b.dir, 0o500)
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBox(t, func(o *tool.Options) { o.Env = []string{} })
			spoil(b)
			r, err := b.call(t.Context(), "abort", object{"reason": "no"})
			if err != nil || !r.Failed() || r.Error().Kind != result.KindExit {
				t.Errorf("error %v, result %+v %q; want a failed call", err, r.Error(), r.LLMContent())
			}
			if !strings.Contains(r.LLMContent(), "writing the request") {
				t.Errorf("text %q; want what went wrong", r.LLMContent())
			}
		})
	}
}
