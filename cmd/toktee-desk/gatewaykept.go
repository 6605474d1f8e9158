package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/run/proc"
)

// The variables of the shell that keeps a gateway. Neither its arguments nor theirs have the token.
const (
	keptProgram = "TOKTEE_KEPT_PROGRAM"
	keptCommand = "TOKTEE_KEPT_COMMAND"
	keptOptions = "TOKTEE_KEPT_OPTIONS"
	keptToken   = "TOKTEE_KEPT_TOKEN"
	keptShell   = "TOKTEE_KEPT_SHELL" // its process
)

// The descriptors of [inherited].
const (
	socketFD = 3
	lockFD   = 4
)

// keeper starts a gateway, and again when that was killed. Only the first one prints its URL.
const keeper = `export ` + keptShell + `=$$
until "$` + keptProgram + `" "$` + keptCommand + `" "$` + keptOptions + `"
do [ $? -eq 137 ] || exit
exec >/dev/null
done`

// inherited has the files that processes of a gateway inherit, and the token that they get with them.
type inherited struct {
	token  string
	socket *os.File
	lock   gatewayLock // only an agent's gateway has one
}

func inherit(o desk.Gate, token string) inherited {
	h := inherited{token: token, socket: os.NewFile(socketFD, "socket")}
	if o.Kept {
		h.lock.file = os.NewFile(lockFD, "lock")
	}
	return h
}

// keep starts a shell that keeps the socket of an agent's gateway and starts the gateway. It doesn't wait for that.
func (h inherited) keep(o desk.Gate, stdout, stderr io.Writer) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	o.Kept = true
	options, err := json.Marshal(o)
	if err != nil {
		return err
	}
	cmd := exec.Command("/bin/sh", "-c", keeper)
	cmd.Env = append(os.Environ(), keptProgram+"="+self, keptCommand+"="+desk.Gateway,
		keptOptions+"="+string(options), keptToken+"="+h.token)
	cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = stdout, stderr, []*os.File{h.socket, h.lock.file}
	if err := cmd.Start(); err != nil {
		return err
	}
	go cmd.Wait() // how it ends doesn't matter
	return nil
}

// keepAgain does so for a gateway whose shell was killed, and returns when another gateway serves, or its agent has
// ended. Both the supervisor and its worker may come to do so, and each starts one: the first that takes the lock
// serves, and the other one ends at once.
func (h inherited) keepAgain(o desk.Gate, stderr io.Writer) {
	h.lock.drop()
	for ; proc.Lives(o.Agent) && !h.lock.taken(); time.Sleep(200 * time.Millisecond) {
		r, w, err := os.Pipe()
		if err == nil {
			err = h.keep(o, w, stderr)
			_ = w.Close()
		}
		if err != nil {
			warner(stderr)(fmt.Errorf("the gateway: %w", err))
			return
		}
		_, err = bufio.NewReader(r).ReadString('\n')
		_ = r.Close()
		if err == nil {
			return
		}
	}
}

// serveKept serves the gateway of an agent until that ends, unless another one does. If the shell that keeps it was
// killed, it has another one do so, and so does the worker if both were.
func serveKept(ctx context.Context, o desk.Gate, std streams) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	outliveReaders()
	h := inherit(o, os.Getenv(keptToken))
	defer h.socket.Close()
	defer h.lock.file.Close()
	if !h.lock.take() {
		return nil
	}
	l, err := net.FileListener(h.socket)
	if err != nil {
		return err
	}
	defer l.Close()
	shell, err := strconv.Atoi(os.Getenv(keptShell))
	if err != nil {
		return fmt.Errorf("%s: %w", keptShell, err)
	}
	o.Keeper = proc.Name(shell)
	go func() {
		defer cancel()
		for proc.Lives(o.Agent) {
			if !proc.Lives(o.Keeper) {
				h.keepAgain(o, std.err)
				return
			}
			time.Sleep(200 * time.Millisecond)
		}
	}()
	ready := announce(l.Addr(), h.token, std)
	return (&supervisor{
		o: o, token: h.token, files: []*os.File{h.socket, h.lock.file}, stderr: std.err,
		ready: func() error { _ = ready(); return nil }, // if its reader was killed, others need the gateway
	}).run(ctx)
}

// outliveReaders lets writing to a closed pipe fail: the process that reads may be killed before.
func outliveReaders() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
