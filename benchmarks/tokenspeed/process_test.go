package tokenspeed

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/toktee/toktee/tokens"
)

// What only a process of its own shows: the test's binary starts itself, with a task in its environment.
const task = "TOKTEE_TOKENSPEED"

func TestMain(m *testing.M) {
	name, enc, _ := strings.Cut(os.Getenv(task), " ")
	switch name {
	case "":
		os.Exit(m.Run())
	case "new":
		begin := time.Now()
		_, err := tokens.New(tokens.Encoding(enc))
		fmt.Println(time.Since(begin).Nanoseconds())
		if err != nil {
			panic(err)
		}
	case "stream":
		stream(tokens.Encoding(enc))
	}
}

func start(t *testing.T, name string, enc tokens.Encoding) (stdout, stderr string) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), task+"="+name+" "+string(enc), "GODEBUG=inittrace=1")
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	if e := cmd.Run(); e != nil {
		t.Fatalf("%s in a new process: %v: %s", name, e, err.Bytes())
	}
	return out.String(), err.String()
}

// inits adds what the package does before main and what making the first counter takes.
func inits(t *testing.T, say report) {
	for _, enc := range encodings {
		var all []time.Duration
		for range 21 {
			out, trace := start(t, "new", enc)
			var d time.Duration
			if _, err := fmt.Sscan(out, &d); err != nil {
				t.Fatalf("the process said %q: %v", out, err)
			}
			for line := range strings.Lines(trace) {
				var at, clock float64
				if rest, ok := strings.CutPrefix(line, "init github.com/toktee/toktee/tokens @"); ok {
					fmt.Sscanf(rest, "%f ms, %f ms clock", &at, &clock)
					d += time.Duration(clock * 1e6)
				}
			}
			all = append(all, d)
		}
		say("first counter of a process", string(enc), fmt.Sprintf("%.3f ms", median(all).Seconds()*1e3), "0.2 ms",
			median(all) <= 200*time.Microsecond)
	}
}

// memory is the largest resident size of a process that counts 256 MB with a writer.
func memory(t *testing.T, say report) {
	if runtime.GOOS != "linux" {
		t.Log("the resident size is read on Linux alone")
		return
	}
	for _, enc := range encodings {
		out, _ := start(t, "stream", enc)
		var count, kb int
		if _, err := fmt.Sscan(out, &count, &kb); err != nil || count == 0 {
			t.Fatalf("the process said %q: %v", out, err)
		}
		say("resident size, 256 MB streamed", string(enc), fmt.Sprintf("%.1f MB", float64(kb)/1e3), "32 MB",
			kb <= 32_000)
	}
}

func stream(enc tokens.Encoding) {
	w, err := tokens.NewWriter(enc)
	if err != nil {
		panic(err)
	}
	// Different lines, a long run without an end to it, and bytes that aren't text.
	line := make([]byte, 0, 256)
	n := 0
	for i := 0; n < 192<<20; i++ {
		line = fmt.Appendf(line[:0], "%d line %x of the log: func (c *Counter) Count(b []byte) int // naïve 中文 %d\n", i,
			i*i, i%977)
		w.Write(line)
		n += len(line)
	}
	for _, part := range []string{"a", "\n ", "中", "\xff"} {
		b := bytes.Repeat([]byte(part), 1<<20/len(part))
		for range 16 {
			w.Write(b)
		}
	}
	w.Close()
	fmt.Println(w.Count(), peak())
}

// peak is the largest resident size so far, in kB.
func peak() (kb int) {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		panic(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		if rest, ok := strings.CutPrefix(in.Text(), "VmHWM:"); ok {
			fmt.Sscan(rest, &kb)
		}
	}
	return kb
}
