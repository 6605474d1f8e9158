package shim

import (
	"bytes"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/toktee/toktee/internal/proc"
)

// Here is the output of this process.
func Here(getenv func(string) (string, bool)) *Output {
	return &Output{
		Getenv: getenv, ID: fileID("/proc/self/fd/1"), Terminal: proc.IsTerminal(os.Stdout), Parent: os.Getppid(),
		Processes: procFS("/proc"), Background: signal.Ignored(syscall.SIGINT),
	}
}

// fileID is "DEVICE:INODE" of a file, "" for none.
func fileID(path string) string {
	var st syscall.Stat_t
	if syscall.Stat(path, &st) != nil {
		return ""
	}
	return fmt.Sprintf("%d:%d", st.Dev, st.Ino)
}

// procFS reads what the kernel says of processes below a folder.
type procFS string

// Look implements [Processes].
func (fs procFS) Look(pid int) (Process, bool) {
	dir := filepath.Join(string(fs), strconv.Itoa(pid))
	status, err := os.ReadFile(filepath.Join(dir, "status"))
	if err != nil {
		return Process{}, false
	}
	p := Process{Output: fileID(filepath.Join(dir, "fd", "1"))}
	for line := range strings.Lines(string(status)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		switch key {
		case "Name":
			p.Name = value
		case "PPid":
			p.Parent, _ = strconv.Atoi(value)
		case "SigIgn":
			mask, _ := strconv.ParseUint(value, 16, 64)
			p.Background = mask&(1<<(syscall.SIGINT-1)) != 0
		}
	}
	if args, err := os.ReadFile(filepath.Join(dir, "cmdline")); err == nil {
		for _, arg := range bytes.Split(bytes.TrimRight(args, "\x00"), []byte{0}) {
			p.Args = append(p.Args, string(arg))
		}
	}
	return p, true
}
