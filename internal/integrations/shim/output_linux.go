package shim

import (
	"bytes"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/toktee/toktee/internal/run/proc"
)

// hasProcesses means that the processes above can be read.
const hasProcesses = true

// Here returns the output of this process.
func Here(getenv func(string) (string, bool)) *Output {
	o := &Output{
		Getenv: getenv, ID: fileID("/proc/self/fd/1"), Terminal: proc.IsTerminal(os.Stdout), Parent: os.Getppid(),
		Processes: procFS("/proc"), Background: signal.Ignored(syscall.SIGINT),
	}
	if info, err := os.Stdout.Stat(); err == nil {
		o.Pipe, o.Socket = info.Mode()&os.ModeNamedPipe != 0, info.Mode()&os.ModeSocket != 0
	}
	return o
}

// fileID returns "DEVICE:INODE" of a file, "" for none.
func fileID(path string) string {
	var st syscall.Stat_t
	if syscall.Stat(path, &st) != nil {
		return ""
	}
	return fmt.Sprintf("%d:%d", st.Dev, st.Ino)
}

// procFS reads the kernel's files about processes below a folder.
type procFS string

// PipeIsIgnored reports whether this process was started with SIGPIPE ignored, as by a shell that has trapped it with
// an empty command. Go's runtime has replaced that, so it reports what the parent ignores. Only shells and [wrappers]
// pass that on for certain.
func PipeIsIgnored() bool {
	p, ignored, err := procFS("/proc").status(os.Getppid())
	return err == nil && ignores(ignored, syscall.SIGPIPE) && (isShell(&p) || slices.Contains(wrappers, p.Name))
}

// ignores reports whether a signal is in a set of ignored ones.
func ignores(set uint64, sig syscall.Signal) bool { return set&(1<<(sig-1)) != 0 }

// status returns the name and the parent of a process, and the signals that it ignores.
func (fs procFS) status(pid int) (p Process, ignored uint64, err error) {
	status, err := os.ReadFile(filepath.Join(string(fs), strconv.Itoa(pid), "status"))
	for line := range strings.Lines(string(status)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		switch key {
		case "Name":
			p.Name = value
		case "PPid":
			p.Parent, _ = strconv.Atoi(value)
		case "SigIgn":
			ignored, _ = strconv.ParseUint(value, 16, 64)
		}
	}
	return p, ignored, err
}

// Look implements [Processes].
func (fs procFS) Look(pid int) (Process, bool) {
	dir := filepath.Join(string(fs), strconv.Itoa(pid))
	p, ignored, err := fs.status(pid)
	if err != nil {
		return Process{}, false
	}
	p.Background = ignores(ignored, syscall.SIGINT)
	p.Output, p.Errors = fileID(filepath.Join(dir, "fd", "1")), fileID(filepath.Join(dir, "fd", "2"))
	if isShell(&p) {
		p.Saved = saved(dir)
	}
	if args, err := os.ReadFile(filepath.Join(dir, "cmdline")); err == nil {
		for _, arg := range bytes.Split(bytes.TrimRight(args, "\x00"), []byte{0}) {
			p.Args = append(p.Args, string(arg))
		}
	}
	return p, true
}

// HasOpen implements [Processes].
func (fs procFS) HasOpen(pid int, id string) bool {
	dir := filepath.Join(string(fs), strconv.Itoa(pid), "fd")
	entries, err := os.ReadDir(dir)
	return err == nil && slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return fileID(filepath.Join(dir, e.Name())) == id
	})
}

// savedFrom is the first descriptor that shells use for themselves, and lastSaved is bash's for its script.
const (
	savedFrom = 10
	lastSaved = 254
)

// saved returns the descriptors that a shell has put aside: its own, that can be written to. Programs don't inherit
// them: bash and dash have them closed there, zsh closes them itself.
func saved(dir string) (ids []string) {
	entries, err := os.ReadDir(filepath.Join(dir, "fd"))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		n, err := strconv.Atoi(e.Name())
		if err != nil || n < savedFrom || n > lastSaved || !isOutput(filepath.Join(dir, "fdinfo", e.Name())) {
			continue
		}
		id := fileID(filepath.Join(dir, "fd", e.Name()))
		if id != "" && id != fileID("/proc/self/fd/"+e.Name()) {
			ids = append(ids, id)
		}
	}
	return ids
}

// isOutput reports whether a descriptor can be written to: "flags:\t02100001", in octal.
func isOutput(info string) bool {
	text, err := os.ReadFile(info)
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "flags:"); ok {
			flags, _ := strconv.ParseUint(strings.TrimSpace(value), 8, 64)
			return flags&(syscall.O_WRONLY|syscall.O_RDWR) != 0
		}
	}
	return false
}
