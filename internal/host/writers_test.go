package host

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/host/store"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

var perWriter = flag.Int("results", 0, "how many results each process of TestWriters keeps; 0: 100, in short mode 20")

const (
	writers     = 16
	writerEnv   = "TOKTEE_TEST_WRITER" // in the environment of a child: which writer it is, and of which store
	writerCalls = "writer %d call %d"
)

// openShared opens the store that the processes share. It is large enough for all that they put.
func openShared(dir string, now func() time.Time) (*Host, error) {
	h, err := Open(Options{
		Dir: dir, Now: now, Integration: "tool", Warn: func(err error) { fmt.Println("warning", err) },
		Getenv: func(key string) (string, bool) {
			if key != "TOKTEE_STORE" {
				return "", false
			}
			return filepath.Join(dir, "store"), true
		},
	})
	if err == nil {
		h.keeper.store = store.Open(store.Options{
			Dir: h.StoreDir(), Now: now, MaxRecords: 10_000_000, MaxBytes: 1 << 40,
		})
	}
	return h, err
}

// written is the output of a writer's call. Most are small; every 40th is so large that its payload has a file of its
// own, and of these, every other one is the same for all writers.
func written(writer, call int) []byte {
	var b bytes.Buffer
	switch {
	case call%80 == 79:
		writer = -1
		fallthrough
	case call%40 == 39:
		r := rand.New(rand.NewPCG(uint64(writer), uint64(call)))
		for b.Len() < 270<<10 {
			fmt.Fprintf(&b, "%016x %016x %016x %016x\n", r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64())
		}
	default:
		for i := range 30 {
			fmt.Fprintf(&b, "step %d of call %d by writer %d is done\n", i, call, writer)
		}
	}
	return b.Bytes()
}

// TestWriter is one of the processes of TestWriters: it says each id once its result is delivered.
func TestWriter(t *testing.T) {
	spec, ok := os.LookupEnv(writerEnv)
	if !ok {
		t.Skip("only runs as a child of TestWriters")
	}
	var writer int
	var dir string
	if _, err := fmt.Sscanf(spec, "%d %s", &writer, &dir); err != nil {
		t.Fatal(err)
	}
	h, err := openShared(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	for call := range *perWriter {
		r, err := h.Deliver(t.Context(), h.Config(), summarize.Request{
			Tool: "Bash", Command: fmt.Sprintf(writerCalls, writer, call), Session: fmt.Sprint("session ", writer),
			Stdout: written(writer, call), Status: result.Status{Known: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("kept %d %s\n", call, r.ID())
	}
}

// A writing is a run of TestWriters.
type writing struct {
	dir string

	at journal.Position // how far the reader is in the journal

	mu   sync.Mutex
	kept map[string]string // the ids that were acknowledged, each with its call
}

// start starts a writer. A victim is killed some microseconds after so many results.
func (w *writing) start(ctx context.Context, writer, victim int, after time.Duration) error {
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestWriter$", "-test.count=1",
		fmt.Sprintf("-results=%d", *perWriter))
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", writerEnv, writer, w.dir))
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	n := 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var call int
		var id string
		if _, err := fmt.Sscanf(lines.Text(), "kept %d %s", &call, &id); err != nil {
			if lines.Text() != "PASS" {
				err = fmt.Errorf("writer %d says %q", writer, lines.Text())
				return errors.Join(err, cmd.Wait())
			}
			continue
		}
		w.mu.Lock()
		w.kept[id] = fmt.Sprintf(writerCalls, writer, call)
		w.mu.Unlock()
		if n++; n == victim {
			time.Sleep(after)
			cmd.Process.Kill()
		}
	}
	err = cmd.Wait()
	if victim > 0 {
		return nil
	}
	if err == nil && n != *perWriter {
		err = fmt.Errorf("writer %d kept %d results", writer, n)
	}
	return err
}

// TestWriters has 16 processes deliver results while this one reads them; two are killed at random. Every result whose
// delivery had returned is whole then, and noted in the journal. There is no other but the last of those who were
// killed, and that one is whole as well.
func TestWriters(t *testing.T) {
	if _, child := os.LookupEnv(writerEnv); child {
		return
	}
	if *perWriter == 0 && testing.Short() {
		*perWriter = 20
	}
	*perWriter = cmp.Or(*perWriter, 100)
	w := &writing{dir: t.TempDir(), kept: map[string]string{}}
	h, err := openShared(w.dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	victims := map[int]int{}
	for len(victims) < 2 {
		victims[r.IntN(writers)] = 1 + r.IntN(*perWriter-1)
	}
	var wg sync.WaitGroup
	for writer := range writers {
		after := time.Duration(r.IntN(3000)) * time.Microsecond
		wg.Go(func() {
			if err := w.start(t.Context(), writer, victims[writer], after); err != nil {
				t.Errorf("writer %d: %v", writer, err)
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	reads := 0
	for running := true; running; reads++ {
		select {
		case <-done:
			running = false
		case <-time.After(5 * time.Millisecond):
		}
		w.read(t, h)
	}
	w.check(t, h, reads)
}

// read reads what there is so far: the newest results with their payloads, and the journal.
func (w *writing) read(t *testing.T, h *Host) {
	t.Helper()
	list, damaged, err := h.Store().List(3)
	if err != nil || damaged > 0 {
		t.Errorf("List: %d damaged, %v", damaged, err)
	}
	for i := range list {
		wantWritten(t, &list[i])
		p, err := h.Store().Payload(list[i].ID)
		if err != nil {
			t.Error(err)
			continue
		}
		got := sha256.New()
		n, err := io.Copy(got, p)
		if err != nil || [32]byte(got.Sum(nil)) != list[i].Sum {
			t.Errorf("the payload of %s has %d bytes of %d, %v", list[i].Command, n, list[i].Bytes, err)
		}
		p.Close()
	}
	at, bad, err := journal.Read(t.Context(), h.Store().JournalDir(), w.at,
		func(e journal.Event, _ journal.Position) error {
			if e.Kind != journal.Result || e.ID == "" || e.Command == "" {
				return fmt.Errorf("a torn event: %+v", e)
			}
			return nil
		})
	if w.at = at; err != nil || bad > 0 {
		t.Errorf("the journal has %d lines that can't be read, %v", bad, err)
	}
}

// wantWritten checks that a record says of its payload that it is the output of the call that its command names.
func wantWritten(t *testing.T, r *store.Record) {
	t.Helper()
	var writer, call int
	if _, err := fmt.Sscanf(r.Command, writerCalls, &writer, &call); err != nil {
		t.Errorf("result %s is of %q: %v", r.ID, r.Command, err)
	} else if want := written(writer, call); r.Sum != sha256.Sum256(want) || r.Bytes != int64(len(want)) {
		t.Errorf("%s has another payload, of %d bytes, want %d", r.Command, r.Bytes, len(want))
	}
}

// check compares the store and the journal with what the writers have said.
func (w *writing) check(t *testing.T, h *Host, reads int) {
	later, err := openShared(w.dir, func() time.Time { return time.Now().Add(2 * time.Minute) })
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	v, err := later.keeper.store.Verify(t.Context(), func(f store.Finding) {
		if left++; f.Fault != store.Unused && f.Fault != store.Leftover {
			t.Errorf("%s: %s", f.File, f.What)
		}
	}, nil)
	if err != nil || left > 2 {
		t.Errorf("Verify: two killed writers left %d files, %v", left, err)
	}
	others := 0
	list, _, err := h.Store().List(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		wantWritten(t, &r)
		switch call, kept := w.kept[r.ID]; {
		case !kept:
			others++
		case call != r.Command:
			t.Errorf("result %s is of %q, and the writer said %q", r.ID, r.Command, call)
		}
	}
	if n := v.Records - others; n != len(w.kept) || others > 2 {
		t.Errorf("of %d results that were acknowledged, %d are there, and %d others", len(w.kept), n, others)
	}
	noted := map[string]string{}
	_, bad, err := journal.Read(t.Context(), h.Store().JournalDir(), journal.Position{},
		func(e journal.Event, _ journal.Position) error {
			if e.Kind == journal.Result && e.Kept {
				noted[e.ID] = e.Command
			}
			return nil
		})
	if err != nil || bad > 0 {
		t.Errorf("the journal has %d lines that can't be read, %v", bad, err)
	}
	var missing []string
	for id, call := range w.kept {
		if noted[id] != call {
			missing = append(missing, call)
		}
	}
	if len(missing) > 0 || len(noted) > v.Records {
		t.Errorf("the journal has %d results of %d, without %s", len(noted), v.Records, strings.Join(missing, ", "))
	}
	t.Logf("%d results, %d not acknowledged; %d files left by those who were killed; read %d times while they wrote",
		v.Records, others, left, reads)
}
