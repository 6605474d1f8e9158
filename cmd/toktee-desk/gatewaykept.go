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
	"strconv"
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

// keeper starts a gateway, and again when that was killed. Only the first one prints its URL.
const keeper = `export ` + keptShell + `=$$
until "$` + keptProgram + `" "$` + keptCommand + `" "$` + keptOptions + `"
do [ $? -eq 137 ] || exit
exec >/dev/null
done`

// keepGateway starts a shell that keeps the socket of an agent's gateway and starts the gateway. It doesn't wait for
// that.
func keepGateway(o desk.Gate, token string, socket *os.File, stdout, stderr io.Writer) error {
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
		keptOptions+"="+string(options), keptToken+"="+token)
	cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = stdout, stderr, []*os.File{socket}
	if err := cmd.Start(); err != nil {
		return err
	}
	go cmd.Wait() // how it ends doesn't matter
	return nil
}

// keepAgain does so for a gateway whose shell was killed, and returns when the new gateway serves, or its agent has
// ended.
func keepAgain(o desk.Gate, token string, socket *os.File, stderr io.Writer) {
	for ; proc.Lives(o.Agent); time.Sleep(200 * time.Millisecond) {
		r, w, err := os.Pipe()
		if err == nil {
			err = keepGateway(o, token, socket, w, stderr)
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

// serveKept serves the gateway of an agent until that ends. If the shell that keeps it was killed, it has another one
// do so, and so does the worker if both were.
func serveKept(ctx context.Context, o desk.Gate, std streams) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	socket := os.NewFile(3, "socket")
	defer socket.Close()
	l, err := net.FileListener(socket)
	if err != nil {
		return err
	}
	defer l.Close()
	token := os.Getenv(keptToken)
	shell, err := strconv.Atoi(os.Getenv(keptShell))
	if err != nil {
		return fmt.Errorf("%s: %w", keptShell, err)
	}
	o.Keeper = proc.Name(shell)
	go func() {
		defer cancel()
		for proc.Lives(o.Agent) {
			if !proc.Lives(o.Keeper) {
				keepAgain(o, token, socket, std.err)
				return
			}
			time.Sleep(200 * time.Millisecond)
		}
	}()
	ready := announce(l.Addr(), token, std)
	return (&supervisor{o: o, token: token, socket: socket, ready: ready, stderr: std.err}).run(ctx)
}
