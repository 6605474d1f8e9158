package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// meter runs commands in a temporary folder.
type meter struct {
	ctx    context.Context
	o      *options
	log    io.Writer // shows the progress
	dir    string
	toktee string
	bare   string
	empty  string
	env    []string
}

// newMeter builds the commands that are measured.
func newMeter(ctx context.Context, o *options, log io.Writer) (*meter, error) {
	dir, err := os.MkdirTemp("", "toktee-pipeline-")
	if err != nil {
		return nil, err
	}
	m := &meter{ctx: ctx, o: o, log: log, dir: dir, toktee: o.toktee, bare: filepath.Join(dir, "bare.exe")}
	m.empty = filepath.Join(dir, "empty.exe")
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "TOKTEE_") && !strings.HasPrefix(v, "GOMAXPROCS=") {
			m.env = append(m.env, v)
		}
	}
	m.env = append(m.env, "TOKTEE_STORE="+filepath.Join(dir, "store"), "XDG_CONFIG_HOME="+filepath.Join(dir, "config"))
	if runtime.NumCPU() > 2 {
		m.env = append(m.env, "GOMAXPROCS=2") // the gates are those of two cores
	}
	built := [][2]string{{m.bare, "./benchmarks/pipeline/bare"}, {m.empty, "./benchmarks/pipeline/empty"}}
	if m.toktee == "" {
		m.toktee = filepath.Join(dir, "toktee.exe")
		built = append(built, [2]string{m.toktee, "./cmd/toktee"})
	}
	if m.toktee, err = filepath.Abs(m.toktee); err != nil {
		m.close()
		return nil, err
	}
	for _, b := range built {
		m.say("building %s", b[1])
		if out, err := exec.CommandContext(ctx, "go", "build", "-o", b[0], b[1]).CombinedOutput(); err != nil {
			m.close()
			return nil, fmt.Errorf("building %s, which wants the root of the repository as the current folder: %w: %s",
				b[1], err, out)
		}
	}
	return m, nil
}

func (m *meter) close() { os.RemoveAll(m.dir) }

func (m *meter) say(format string, args ...any) { fmt.Fprintf(m.log, format+"\n", args...) }

func (m *meter) path(name string) string { return filepath.Join(m.dir, name) }

// all takes the requested measurements.
func (m *meter) all(t *table) error {
	for _, p := range []struct {
		name string
		do   func(*table) error
	}{{"start", m.starts}, {"log", m.logText}, {"jobs", m.jobs}, {"binary", m.binary}, {"corpus", m.corpus}} {
		if !slices.Contains(m.o.only, p.name) {
			continue
		}
		if err := m.tries(t, p.name, p.do); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return nil
}

// maxTries is how often a part is measured on a shared machine before a ratio that is over its limit counts.
const maxTries = 3

// tries measures a part and adds its rows to the table. On a shared machine it measures again if a ratio is over its
// limit, since the machine alone can cause that. A text that isn't true is never tried again.
func (m *meter) tries(t *table, name string, do func(*table) error) error {
	for try := 1; ; try++ {
		part := &table{ci: t.ci}
		err := do(part)
		slow := part.ci && part.missed() > 0 && part.untrue() == 0
		if err != nil || !slow || try == maxTries {
			t.rows, t.samples = append(t.rows, part.rows...), append(t.samples, part.samples...)
			return err
		}
		m.say("%s: %d ratios over their limits, measured again", name, part.missed())
	}
}

// time runs a command, throws its output away, and returns how long it took.
func (m *meter) time(stdin string, argv ...string) (time.Duration, error) {
	cmd := exec.CommandContext(m.ctx, argv[0], argv[1:]...)
	cmd.Env, cmd.Dir = m.env, m.dir
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = discard{}, &stderr
	if stdin != "" {
		cmd.Stdin = strings.NewReader(stdin)
	}
	began := time.Now()
	err := cmd.Run()
	took := time.Since(began)
	if err != nil {
		return 0, fmt.Errorf("%s: %w: %s", strings.Join(argv, " "), err, stderr.Bytes())
	}
	return took, nil
}

// discard is a pipe's other end, which io.Discard is not: exec would open the null device for it.
type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// usage is the time and memory of a command.
type usage struct {
	Wall, CPU time.Duration
	RSS       int64 // bytes of the largest resident size
	Code      int
}

// measureArg as the first argument makes this program run the rest as a command, print its output, and report its time
// and memory.
const measureArg = "-measure-child"

// measure runs a command, with its output to a file.
func (m *meter) measure(out *os.File, argv ...string) (usage, error) {
	self, err := os.Executable()
	if err != nil {
		return usage{}, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return usage{}, err
	}
	defer r.Close()
	cmd := exec.CommandContext(m.ctx, self, append([]string{measureArg}, argv...)...)
	cmd.Env, cmd.Dir = m.env, m.dir
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = out, &stderr, []*os.File{w}
	err = cmd.Start()
	w.Close()
	if err != nil {
		return usage{}, err
	}
	reported, err := io.ReadAll(r)
	if werr := cmd.Wait(); werr != nil {
		return usage{}, fmt.Errorf("%s: %w: %s", strings.Join(argv, " "), werr, stderr.Bytes())
	}
	var u usage
	if err == nil {
		err = json.Unmarshal(reported, &u)
	}
	if err == nil && u.Code != 0 {
		err = fmt.Errorf("exit code %d: %s", u.Code, stderr.Bytes())
	}
	if err != nil {
		return usage{}, fmt.Errorf("%s: %w", strings.Join(argv, " "), err)
	}
	return u, nil
}

// measureChild runs the command that [measureArg] selects, and returns its exit code.
func measureChild(argv []string) int {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	began := time.Now()
	if err := cmd.Run(); cmd.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		return exitFailed
	}
	s := cmd.ProcessState
	u := usage{Wall: time.Since(began), CPU: s.UserTime() + s.SystemTime(), RSS: residentSize(s), Code: s.ExitCode()}
	if err := json.NewEncoder(os.NewFile(3, "usage")).Encode(u); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitFailed
	}
	return 0
}
