//go:build unix

package session

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/toktee/toktee/agent/session/sessiontest"
	"github.com/toktee/toktee/result"
)

// TestMain runs a part of a test in a process of its own.
func TestMain(m *testing.M) {
	switch os.Getenv("SESSION_TEST_CHILD") {
	case "":
		os.Exit(m.Run())
	case "write":
		childWrites(os.Getenv("SESSION_TEST_PATH"))
	case "full":
		childFillsDisk(os.Getenv("SESSION_TEST_PATH"))
	case "lock":
		_, err := Open(os.Getenv("SESSION_TEST_PATH"), nil)
		if errors.Is(err, ErrLocked) {
			os.Exit(0)
		}
		fmt.Println("opened:", err)
		os.Exit(1)
	}
}

func child(t *testing.T, what, path string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "SESSION_TEST_CHILD="+what, "SESSION_TEST_PATH="+path)
	cmd.Stderr = os.Stderr
	return cmd
}

// childWrites appends turns until it is killed, and prints each call whose result has been appended.
func childWrites(path string) {
	l, err := Open(path, &Options{NoSync: true})
	if err != nil {
		panic(err)
	}
	for n := 0; ; n++ {
		turn, err := l.Begin("go on")
		if err != nil {
			panic(err)
		}
		for k := range 3 {
			id := fmt.Sprintf("call-%d-%d-%d", os.Getpid(), n, k)
			response := fmt.Sprintf("r%d-%d", n, k/2)
			err := errors.Join(
				turn.Text(response, "I look"),
				turn.Call(response, Call{ID: id, Name: "exec", Arguments: json.RawMessage(`{"command":"ls"}`)}),
				turn.Result(id, result.Simple("exec", strings.Repeat("line of "+id+"\n", 20), 100)),
			)
			if err != nil {
				panic(err)
			}
			fmt.Println(id)
		}
		if _, err := turn.End(StopEnd, ""); err != nil {
			panic(err)
		}
	}
}

var kills = flag.Int("kills", 10, "how often a writer is killed")

// TestLogKill kills a writer at random moments: every result whose append had returned is there, the
// next one goes on, and the view breaks no rule.
func TestLogKill(t *testing.T) {
	var path string
	var printed []string
	results := 0
	for round := range *kills {
		if round%20 == 0 {
			path, printed = filepath.Join(t.TempDir(), "s.jsonl"), nil
		}
		cmd := child(t, "write", path)
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		sc := bufio.NewScanner(out)
		sc.Scan() // it writes
		printed = append(printed, sc.Text())
		time.AfterFunc(time.Duration(rand.IntN(8000))*time.Microsecond, func() { cmd.Process.Kill() })
		results++
		for sc.Scan() {
			printed = append(printed, sc.Text())
			results++
		}
		cmd.Wait()
		tr := load(t, path)
		if tr.Damaged != 0 {
			t.Fatalf("damage: %v", tr.Damage)
		}
		got := map[string]string{}
		for _, it := range tr.Items {
			if it.Kind == KindResult {
				got[it.Result.CallID] = it.Result.Tool.LLMContent()
			}
		}
		for _, id := range printed {
			if !strings.HasPrefix(got[id], "line of "+id) {
				t.Fatalf("the result of %s is lost, of %d", id, len(printed))
			}
		}
		v := NewView(tr.Items, nil)
		for _, p := range formats {
			if found, err := sessiontest.Validate(p, request(t, p, v)); err != nil || len(found) > 0 {
				t.Fatalf("%s: %v %v", p, found, err)
			}
		}
	}
	t.Logf("%d kills, %d results", *kills, results)
}

func TestLogOneWriterOfAll(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	open(t, path, nil)
	if out, err := child(t, "lock", path).Output(); err != nil {
		t.Errorf("another process: %v %s", err, out)
	}
}

// childFillsDisk appends to a file that can't grow beyond 20,000 bytes, and says how many items were written.
func childFillsDisk(path string) {
	signal.Ignore(syscall.SIGXFSZ)
	l, err := Open(path, &Options{NoSync: true})
	if err != nil {
		panic(err)
	}
	limit := syscall.Rlimit{Cur: 20_000, Max: 40_000}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		panic(err)
	}
	n, failed := 0, 0
	for i := range 100 {
		text := strings.Repeat("x", 1000)
		if i == 50 {
			limit.Cur = 40_000 // there is room again
			if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
				panic(err)
			}
		}
		if _, err := l.Append(Item{Kind: KindText, Turn: 1, Text: text}); err != nil {
			failed++
		} else {
			n++
		}
	}
	fmt.Println(n, failed)
}

// TestLogFullDisk checks that an append that failed leaves nothing, and that the next one isn't glued to it.
func TestLogFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.jsonl")
	out, err := child(t, "full", path).Output()
	must(t, err)
	var n, failed int
	if _, err := fmt.Sscan(string(out), &n, &failed); err != nil || failed < 30 || n < 30 {
		t.Fatalf("%d written, %d failed, %v in %q", n, failed, err, out)
	}
	tr := load(t, path)
	if len(tr.Items) != n || tr.Damaged != 0 || tr.Torn {
		t.Errorf("%d items, %d damaged, torn %v: want %d items", len(tr.Items), tr.Damaged, tr.Torn, n)
	}
}
