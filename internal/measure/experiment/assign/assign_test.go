package assign

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)

func an(name string) Experiment {
	return Experiment{Name: name, Share: 0.5, Effect: 0.1, Started: noon}
}

// TestOf: the shares are kept, an experiment's groups say nothing of another's, and a sub-agent is with its session.
func TestOf(t *testing.T) {
	const n = 20000
	for _, share := range []float64{0.05, 0.3, 0.5, 0.95} {
		a, b := an("a"), an("b")
		a.Share, b.Share = share, share
		passed, both := 0, 0
		for i := range n {
			session := fmt.Sprintf("%08x-1f2e", i)
			if a.Of(session) != a.Of(session+"/Explore") {
				t.Fatalf("a sub-agent of %s is in another group", session)
			}
			if a.Of(session) == Control {
				passed++
				if b.Of(session) == Control {
					both++
				}
			}
		}
		if off := float64(passed)/n - share; math.Abs(off) > 5*math.Sqrt(share*(1-share)/n) {
			t.Errorf("share %v: %d of %d", share, passed, n)
		}
		if off := float64(both)/n - share*share; math.Abs(off) > 5*share/math.Sqrt(n) {
			t.Errorf("share %v: %d of %d in both experiments", share, both, n)
		}
	}
	e := an("a")
	if e.Of("") != "" || (*Experiment)(nil).Of("s") != "" {
		t.Error("a session without a name, or without an experiment, has a group")
	}
	var got []Group // which must not change: sessions would change their group in the middle
	for i := range 6 {
		got = append(got, e.Of(fmt.Sprint("session-", i)))
	}
	want := []Group{Control, Treatment, Treatment, Treatment, Control, Control}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("groups (-want +got)\n%s", diff)
	}
}

func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	if e, err := Running(dir); e != nil || err != nil {
		t.Fatalf("%v, %v", e, err)
	}
	if _, err := Stop(dir, noon); err == nil {
		t.Error("nothing was stopped")
	}
	if err := Start(dir, an("first")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(dir, running)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if err := Start(dir, an("second")); err == nil || !strings.Contains(err.Error(), `"first" runs: stop it first`) {
		t.Errorf("error %v", err)
	}
	if e, err := Running(dir); err != nil || e.Name != "first" {
		t.Errorf("%+v, %v", e, err)
	}
	ended, err := Stop(dir, noon.Add(time.Hour))
	if err != nil || !ended.Ended.Equal(noon.Add(time.Hour)) {
		t.Fatalf("%+v, %v", ended, err)
	}
	if err := Start(dir, an("first")); err == nil || !strings.Contains(err.Error(), "was used before") {
		t.Errorf("error %v", err)
	}
	second := an("second")
	second.Started = noon.Add(2 * time.Hour)
	if err := Start(dir, second); err != nil {
		t.Fatal(err)
	}
	list, err := List(dir)
	if diff := cmp.Diff([]Experiment{second, *ended}, list); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestBad(t *testing.T) {
	for name, change := range map[string]func(*Experiment){
		"name":   func(e *Experiment) { e.Name = "../x" },
		"share":  func(e *Experiment) { e.Share = 1 },
		"share ": func(e *Experiment) { e.Share = math.NaN() },
		"effect": func(e *Experiment) { e.Effect = 0 },
	} {
		e := an("x")
		change(&e)
		if err := Start(t.TempDir(), e); err == nil || !strings.Contains(err.Error(), strings.TrimSpace(name)) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, running), []byte(`{"name":"x","share":2}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if e, err := Running(dir); e != nil || err == nil {
		t.Errorf("%+v, %v", e, err)
	}
}

func BenchmarkNoneRuns(b *testing.B) {
	dir := b.TempDir()
	for b.Loop() {
		Running(dir)
	}
}

func BenchmarkOf(b *testing.B) {
	e := an("x")
	for b.Loop() {
		e.Of("0b5f1c22-9a31-4b7e-8d11-2f4f6f0f9a10")
	}
}
