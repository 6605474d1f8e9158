package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/host"
	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/integrations/gateway"
	"github.com/toktee/toktee/internal/integrations/loopback"
	"github.com/toktee/toktee/internal/integrations/mcpserver"
	"github.com/toktee/toktee/internal/run/proc"
)

// tokenFile has the token of this installation's gateway, in the store's folder.
const tokenFile = "gateway-token"

// gcPercent lets the heap grow less than usual between collections: most of it is bodies of requests, soon garbage.
const gcPercent = 30

// partingTime is how long requests, which end when the gateway is stopped, are waited for.
const partingTime = time.Second

// serveGateway serves a gateway until the context ends. It prints its URL when it serves:
//
//	http://127.0.0.1:41233/K3ZJ5R2BV4FQ7WXN6YTHD2MAEC
//
// This process only holds the socket. Another one, the worker, serves it. If that is killed, the next one takes over at
// once: clients that connect meanwhile wait, and only the requests that were in progress fail. The gateway of an agent,
// which no service starts again, is kept by a shell: see keepGateway.
func serveGateway(ctx context.Context, o desk.Gate, std streams) error {
	if o.Kept {
		return serveKept(ctx, o, std)
	}
	token, err := gatewayToken(o, std)
	if err != nil {
		return fmt.Errorf("the token: %w", err)
	}
	l, err := loopback.Listen(o.Addr)
	if err != nil {
		return fmt.Errorf("--listen %w", err)
	}
	defer l.Close()
	ready := announce(l.Addr(), token, std)
	if runtime.GOOS == "windows" { // whose processes don't inherit sockets
		g, err := newGateway(o, token, os.LookupEnv, std)
		if err == nil {
			err = ready()
		}
		if err != nil {
			return err
		}
		return loopback.Serve(ctx, l, g, partingTime)
	}
	socket, err := l.(*net.TCPListener).File()
	if err != nil {
		return err
	}
	defer socket.Close()
	if o.Agent != "" {
		return inherited{token, socket, newGatewayLock(socket)}.keep(o, std.out, std.err)
	}
	return (&supervisor{o: o, token: token, files: []*os.File{socket}, ready: ready, stderr: std.err}).run(ctx)
}

// announce returns a function that prints the gateway's URL.
func announce(addr net.Addr, token string, std streams) func() error {
	return func() error {
		_, err := fmt.Fprintf(std.out, "http://%s/%s\n", addr, token)
		return err
	}
}

// gatewayToken returns the first element of all paths.
func gatewayToken(o desk.Gate, std streams) (string, error) {
	if o.Agent != "" {
		return rand.Text(), nil
	}
	h, err := openHost(std)
	if err != nil {
		return "", err
	}
	if err := h.Store().Check(warner(std.err)); err != nil {
		warner(std.err)(err) // results then pass as they are, if there is a token
	}
	return mcpserver.Token(filepath.Join(h.StoreDir(), tokenFile))
}

// newGateway returns the gateway's handler.
func newGateway(
	o desk.Gate, token string, getenv func(string) (string, bool), std streams,
) (*gateway.Gateway, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("the working folder: %w", err)
	}
	warn := warner(std.err)
	s, err := config.Load(config.Options{Getenv: getenv, Flags: o.Flags})
	if errors.Is(err, config.ErrUpstream) {
		return nil, err // requests with credentials would go to another provider
	}
	if err != nil {
		warn(err)
	}
	up, err := upstreams(s.Gateway)
	if err != nil {
		return nil, err
	}
	roots, err := trusted(getenv)
	if err != nil {
		warn(err)
	}
	return gateway.New(gateway.Options{
		Token: token, Upstreams: up, Dir: dir, Transport: gateway.Transport(roots), Warn: warn,
		Getenv: getenv,
		Host: func(dir, agent string, within func(string) bool) (*host.Host, error) {
			return host.Open(host.Options{
				Dir: dir, Getenv: getenv, Flags: o.Flags, Repeats: host.RepeatsInStore, Within: within,
				Earlier: dir != "", Record: dir != "", Fetch: host.ShowCommand, FetchLines: host.ShowLines, Warn: warn,
				Log: std.err, Integration: "gateway", Program: agent, Agent: o.Agent,
			})
		},
	})
}

// upstreams returns where requests go.
func upstreams(s config.Gateway) (gateway.Upstreams, error) {
	u := gateway.Providers()
	for _, set := range []struct {
		text string
		of   []**url.URL
	}{
		{s.Anthropic, []**url.URL{&u.Anthropic}}, {s.OpenAI, []**url.URL{&u.OpenAI, &u.ChatGPT}},
		{s.Gemini, []**url.URL{&u.Gemini}},
	} {
		if set.text == "" {
			continue
		}
		at, err := config.ParseUpstream(set.text)
		if err != nil {
			return u, err
		}
		for _, of := range set.of {
			*of = at
		}
	}
	return u, nil
}

// trusted returns the system's certificates with those that variables of clients name, nil if they name none.
func trusted(getenv func(string) (string, bool)) (*x509.CertPool, error) {
	var pool *x509.CertPool
	var problems []error
	for _, name := range []string{"NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "CODEX_CA_CERTIFICATE"} {
		path, _ := getenv(name)
		if path == "" {
			continue
		}
		b, err := os.ReadFile(path)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
			continue
		}
		if pool == nil {
			if pool, err = x509.SystemCertPool(); err != nil {
				pool = x509.NewCertPool()
			}
		}
		pool.AppendCertsFromPEM(b)
	}
	return pool, errors.Join(problems...)
}

// serveWorker serves the socket that it has inherited, until its standard input ends, which begins with the token.
func serveWorker(ctx context.Context, o desk.Gate, std streams) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	in := bufio.NewReader(std.in)
	token, err := in.ReadString('\n')
	if err != nil {
		return fmt.Errorf("the token: %w", err)
	}
	token = strings.TrimSpace(token)
	h := inherit(o, token)
	if o.Kept {
		outliveReaders()
	}
	go func() {
		defer cancel()
		_, err := in.ReadString('\n') // it ends with the process that started this one
		if err == nil || !o.Kept {
			return
		}
		time.Sleep(partingTime / 2) // the shell may have been killed as well
		if !proc.Lives(o.Keeper) {
			h.keepAgain(o, std.err)
		}
	}()
	l, err := net.FileListener(h.socket)
	if err != nil {
		return err
	}
	g, err := newGateway(o, token, os.LookupEnv, std)
	if err != nil {
		return err
	}
	debug.SetGCPercent(gcPercent)
	if _, err := fmt.Fprintln(std.out, "ready"); err != nil && !o.Kept {
		return err
	}
	return loopback.Serve(ctx, l, g, partingTime)
}

// A supervisor starts a worker again and again.
type supervisor struct {
	o      desk.Gate
	token  string
	files  []*os.File   // for workers; the first one is the socket
	ready  func() error // is called when the first worker serves; nil after that
	stderr io.Writer
}

// A worker may end so many times within so much time before requests are refused for so long.
const (
	mostEnds = 5
	endsTime = 10 * time.Second
)

// run runs workers until the context ends. If the first one doesn't come to serve, that is an error.
func (s *supervisor) run(ctx context.Context) error {
	var ends []time.Time
	for {
		err := s.work(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case s.ready != nil && !killed(err):
			return fmt.Errorf("the gateway doesn't start: %w", err)
		}
		now := time.Now()
		ends = append(ends, now)
		if len(ends) <= mostEnds {
			continue
		}
		ends = ends[1:]
		if now.Sub(ends[0]) < endsTime {
			if err := s.refuse(ctx, fmt.Errorf("it has ended %d times in %v, at last with: %w",
				mostEnds+1, endsTime, err)); err != nil {
				return err
			}
			ends = nil
		}
	}
}

// killed reports whether a process ended by a signal.
func killed(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() < 0
}

// work runs a worker until it ends, and returns why.
func (s *supervisor) work(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	options, err := json.Marshal(s.o)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, self, desk.GatewayWorker, string(options))
	cmd.Stderr, cmd.ExtraFiles = s.stderr, s.files
	// The token is in the pipe before the worker starts: if this process is killed then, the worker goes on with it.
	read, in, err := os.Pipe()
	if err != nil {
		return err
	}
	defer in.Close()
	defer read.Close()
	if _, err := fmt.Fprintln(in, s.token); err != nil {
		return err
	}
	cmd.Stdin = read
	cmd.Cancel = func() error { _, err := fmt.Fprintln(in); return errors.Join(err, in.Close()) }
	cmd.WaitDelay = 2 * partingTime // then it is killed
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	if line, _ := bufio.NewReader(out).ReadString('\n'); line != "" && s.ready != nil {
		if err = s.ready(); err != nil {
			_ = in.Close()
		}
		s.ready = nil
	}
	if ended := cmd.Wait(); ended != nil {
		return ended
	}
	return errors.Join(err, errors.New("exit status 0"))
}

// refuse answers all requests with the reason why there is no worker, for some time.
func (s *supervisor) refuse(ctx context.Context, reason error) error {
	warner(s.stderr)(fmt.Errorf("the gateway's worker: %w", reason))
	l, err := net.FileListener(s.files[0])
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, endsTime)
	defer cancel()
	return loopback.Serve(ctx, l, gateway.Unavailable("its worker doesn't run: "+reason.Error()), partingTime)
}
