package abort_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/toktee/toktee/agent/abort"
)

func Example() {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	run := abort.Begin(abort.Options{Dir: dir})
	defer run.End()
	ctx, stop := run.Watch(context.Background())
	defer stop()

	abort.Request(dir, run.ID(), "the plan has changed") // from another process
	<-ctx.Done()
	fmt.Println(context.Cause(ctx))
	// Output: aborted: the plan has changed
}

// box is a folder with a register.
type box struct {
	t        *testing.T
	dir      string
	register string
	warnings []string
}

func newBox(t *testing.T) *box {
	return &box{t: t, dir: t.TempDir(), register: filepath.Join(t.TempDir(), "runs")}
}

func (b *box) begin(sub, outer string) *abort.Run {
	b.t.Helper()
	dir := filepath.Join(b.dir, sub)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		b.t.Fatal(err)
	}
	r := abort.Begin(abort.Options{
		Dir: dir, Register: b.register, What: "test " + sub, Outer: outer,
		Warn: func(err error) { b.warnings = append(b.warnings, err.Error()) },
	})
	b.t.Cleanup(r.End)
	return r
}

func (b *box) path(sub, id string) string { return filepath.Join(b.dir, sub, ".toktee", "abort", id) }

func (b *box) has(sub, id string) bool {
	_, err := os.Lstat(b.path(sub, id))
	return err == nil
}

func (b *box) request(sub, id, reason string) {
	b.t.Helper()
	if _, err := abort.Request(filepath.Join(b.dir, sub), id, reason); err != nil {
		b.t.Fatal(err)
	}
}

// reason is why a run is asked to stop, "" if it isn't.
func reason(t *testing.T, r *abort.Run) string {
	t.Helper()
	err := r.Check()
	if err == nil {
		return ""
	}
	var a *abort.AbortError
	if !errors.As(err, &a) || !errors.Is(err, context.Canceled) {
		t.Fatalf("Check() is %v; want an AbortError that is a cancellation", err)
	}
	return a.Reason
}

func TestReasons(t *testing.T) {
	b := newBox(t)
	for _, tt := range []struct{ written, want string }{
		{"x", "x"},
		{"two\nlines\r\nor\rthree\n", "two lines or three"},
		{"größer als 日本 🚫", "größer als 日本 🚫"},
		{" spaces\t\tand tabs ", "spaces and tabs"},
		{"\x1b[31mred\x1b[0m \x1b]0;title\a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\\x00\b", "red link"},
		{"\u202Etxt.exe\u2066 \u009b2J.", "txt.exe ."},
		{"bad \xff\xfe bytes", "bad \uFFFD\uFFFD bytes"},
		{"\x1b[31m\x1b[0m\u202E\n ", abort.UnknownReason},
		{strings.Repeat("long ", 13_000), strings.Repeat("long ", 818) + "lon…"},
		{strings.Repeat("日", 1365) + "x", strings.Repeat("日", 1365) + "x"},
		{strings.Repeat("日", 1366), strings.Repeat("日", 1364) + "…"},
		{strings.Repeat("\xff ", 2048), strings.Repeat("\uFFFD ", 1023) + "…"},
	} {
		r := b.begin("", "")
		write(t, b.path("", r.ID()), tt.written)
		got := reason(t, r)
		if got != tt.want || len(got) > 4<<10 {
			t.Errorf("%.40q is read as %q, %d bytes; want %q", tt.written, got, len(got), tt.want)
		}
		if again := (&abort.AbortError{Reason: got}).Error(); again != "aborted: "+got {
			t.Errorf("the error says %q; want the reason as it is", again)
		}
		r.End()
	}
	if got := (&abort.AbortError{Reason: strings.Repeat("\x1b[1mx\n", 1<<20)}).Error(); len(got) > 5000 {
		t.Errorf("an error of %d bytes", len(got))
	}
}

// write writes a request as any program does.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestUnreadableReasons(t *testing.T) {
	b := newBox(t)
	r := b.begin("", "")
	b.request("", r.ID(), "x")
	if st, err := os.Stat(b.path("", r.ID())); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("the request's mode: %v, error %v; want 0600", st.Mode(), err)
	}
	r.End()
	for name, make := range map[string]func(path string) error{
		"empty":    func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
		"dangling": func(path string) error { return os.Symlink("nowhere", path) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBox(t)
			r := b.begin("", "")
			if err := os.MkdirAll(filepath.Dir(b.path("", "x")), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := make(b.path("", r.ID())); err != nil {
				t.Fatal(err)
			}
			for range 2 { // a look that was late is followed by the next one at once
				if got := reason(t, r); name == "empty" && got != "" {
					t.Errorf("a file that is still being written is taken for a request: %q", got)
				}
			}
			if name == "empty" {
				time.Sleep(abort.Unwritten)
			}
			if got := reason(t, r); got != abort.UnknownReason {
				t.Errorf("got %q, want %q", got, abort.UnknownReason)
			}
			r.End()
			if b.has("", r.ID()) || len(b.warnings) > 0 {
				t.Errorf("the request is still there: %v, warnings %q", b.has("", r.ID()), b.warnings)
			}
		})
	}
}

func TestBadRequests(t *testing.T) {
	b := newBox(t)
	for _, tt := range []struct{ id, reason string }{
		{"", "x"}, {"../x", "x"}, {"a/b", "x"}, {".x", "x"}, {"ä", "x"}, {strings.Repeat("1", 101), "x"},
		{strings.Repeat("/", 1<<20), "x"},
		{"all", ""}, {"all", " \n"}, {"all", "\x1b[0m"},
	} {
		if path, err := abort.Request(b.dir, tt.id, tt.reason); err == nil || len(err.Error()) > 500 {
			t.Errorf("Request(%.120q, %q) wrote %s, error %v; want a short error", tt.id, tt.reason, path, err)
		}
	}
	if _, err := os.Lstat(filepath.Join(b.dir, ".toktee")); err == nil {
		t.Error("a bad request has left something")
	}
}

func TestAddressees(t *testing.T) {
	b := newBox(t)
	up, down, beside := b.begin("a", ""), b.begin("a/b", ""), b.begin("c", "")
	nested := b.begin("a/b", down.ID())
	if nested.ID() != down.ID() {
		t.Errorf("the nested run's id is %s; want its outer's, %s", nested.ID(), down.ID())
	}

	b.request("a", down.ID(), "only you")
	got := []string{reason(t, up), reason(t, down), reason(t, beside), reason(t, nested)}
	if diff := cmp.Diff([]string{"", "only you", "", ""}, got); diff != "" {
		t.Errorf("a request to one (-want +got):\n%s", diff)
	}
	nested.End()
	if !b.has("a", down.ID()) {
		t.Error("a nested run has removed its outer's request")
	}
	down.End()
	if b.has("a", down.ID()) {
		t.Error("the request outlives its run")
	}

	late := b.begin("a/b", "")
	b.request("a", abort.All, "all of you")
	later := b.begin("a/b", "")
	got = []string{reason(t, up), reason(t, late), reason(t, later), reason(t, beside)}
	if diff := cmp.Diff([]string{"all of you", "all of you", "", ""}, got); diff != "" {
		t.Errorf("a request to all (-want +got):\n%s", diff)
	}
	up.End()
	if !b.has("a", abort.All) {
		t.Error("the first one to stop has removed the request to all")
	}
	late.End()
	later.End()
	if b.has("a", abort.All) {
		t.Error("the request to all outlives them")
	}
	if len(b.warnings) > 0 {
		t.Errorf("warnings: %q", b.warnings)
	}
}

// A request that is written again is a new one.
func TestAllAgain(t *testing.T) {
	b := newBox(t)
	first := b.begin("", "")
	b.request("", abort.All, "once")
	second := b.begin("", "")
	if got := reason(t, second); got != "" {
		t.Errorf("the second run hears %q, which was there before it", got)
	}
	b.request("", abort.All, "once")
	if got := reason(t, second); got != "once" {
		t.Errorf("the second run hears %q, want %q", got, "once")
	}
	first.End()
}

func TestStale(t *testing.T) {
	b := newBox(t)
	b.request("", abort.All, "old")
	b.request("", "999999999-gone", "old")
	other := b.begin("elsewhere", "") // below: it removes what is stale
	if b.has("", abort.All) || b.has("", "999999999-gone") {
		t.Error("stale requests are still there")
	}
	b.request("", other.ID(), "not yet seen")
	r := b.begin("", "")
	if !b.has("", other.ID()) {
		t.Error("a request to a living run was removed")
	}
	if got := reason(t, r); got != "" {
		t.Errorf("the run hears %q", got)
	}
	nested := b.begin("", r.ID())
	b.request("", abort.All, "for the outer one")
	b.begin("", nested.ID())
	if got := reason(t, r); got != "for the outer one" {
		t.Errorf("the outer run hears %q", got)
	}
	if len(b.warnings) > 0 {
		t.Errorf("warnings: %q", b.warnings)
	}
}

func TestTrouble(t *testing.T) {
	b := newBox(t)
	if err := os.MkdirAll(filepath.Join(b.dir, ".toktee"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.dir, ".toktee", "abort"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := b.begin("", "")
	if got := reason(t, r); got != "" {
		t.Errorf("the run hears %q", got)
	}
	r.End()
	if len(b.warnings) != 1 || !strings.Contains(b.warnings[0], "abort") {
		t.Errorf("warnings %q; want one", b.warnings)
	}
	if _, err := abort.Request(b.dir, abort.All, "x"); err == nil {
		t.Error("a request that couldn't be written is no error")
	}
}

// TestSecrets lists a run without the secrets of its command line.
func TestSecrets(t *testing.T) {
	b := newBox(t)
	b.begin("DB_PASSWORD=hunter2hunter2", "")
	runs, err := abort.List(b.register)
	if err != nil || len(runs) != 1 || runs[0].What != "test DB_PASSWORD=[password]" {
		t.Errorf("List() = %+v, %v", runs, err)
	}
}

func TestList(t *testing.T) {
	b := newBox(t)
	first, second := b.begin("a", ""), b.begin("b", "")
	b.begin("b", second.ID())
	runs, err := abort.List(b.register)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range runs {
		got = append(got, r.ID+" "+r.What)
		if r.Pid != os.Getpid() || time.Since(r.Started) > time.Minute {
			t.Errorf("entry %+v", r)
		}
	}
	if diff := cmp.Diff([]string{first.ID() + " test a", second.ID() + " test b"}, got); diff != "" {
		t.Errorf("List() mismatch (-want +got):\n%s", diff)
	}
	// the entry of a run that was killed: nobody owns it
	dead := filepath.Join(b.register, "1-dead")
	if err := os.WriteFile(dead, []byte(`{"id":"1-dead"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	first.End()
	second.End()
	if runs, err := abort.List(b.register); err != nil || len(runs) > 0 {
		t.Errorf("List() is %v, error %v; want none", runs, err)
	}
	if names, _ := os.ReadDir(b.register); len(names) != 1 || names[0].Name() != ".lock" {
		t.Errorf("left in the register: %v; want the lock alone", names)
	}
}

func TestWatch(t *testing.T) {
	b := newBox(t)
	r := b.begin("", "")
	ctx, stop := r.Watch(t.Context())
	select {
	case <-ctx.Done():
		t.Fatalf("it ended by itself: %v", context.Cause(ctx))
	case <-time.After(2 * abort.Interval):
	}
	b.request("", abort.All, "now")
	select {
	case <-ctx.Done():
	case <-time.After(2 * time.Minute):
		t.Fatal("the request isn't heard")
	}
	var a *abort.AbortError
	if cause := context.Cause(ctx); !errors.As(cause, &a) || a.Reason != "now" {
		t.Errorf("the cause is %v", cause)
	}
	stop()

	outer, end := context.WithCancel(t.Context())
	ctx, stop = r.Watch(outer)
	end()
	<-ctx.Done()
	stop()
	stop()
}

// A reader sees the whole reason or none.
func TestAtomic(t *testing.T) {
	b := newBox(t)
	long := []string{strings.Repeat("a", 300_000), strings.Repeat("b", 200_000)}
	var wg sync.WaitGroup
	done := make(chan struct{})
	wg.Go(func() {
		defer close(done)
		for i := range 100 {
			b.request("", abort.All, long[i%2])
		}
	})
	for reading := true; reading; {
		select {
		case <-done:
			reading = false
		default:
		}
		got, err := os.ReadFile(b.path("", abort.All))
		if err == nil && string(got) != long[0] && string(got) != long[1] {
			t.Fatalf("read %d bytes", len(got))
		}
	}
	wg.Wait()
	if names, _ := os.ReadDir(filepath.Dir(b.path("", "x"))); len(names) != 1 {
		t.Errorf("left: %v", names)
	}
}

func BenchmarkCheck(b *testing.B) {
	r := abort.Begin(abort.Options{Dir: b.TempDir()})
	defer r.End()
	for b.Loop() {
		if err := r.Check(); err != nil {
			b.Fatal(err)
		}
	}
}
