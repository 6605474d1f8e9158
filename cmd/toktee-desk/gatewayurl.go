package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/integrations/loopback"
)

// printGatewayURL prints the URL of this installation's gateway. With a time to wait, it does so once a gateway answers
// at the port.
func printGatewayURL(ctx context.Context, o desk.Address, std streams) error {
	if o.Wait > 0 {
		if err := awaitGateway(ctx, o); err != nil {
			return err
		}
	}
	if o.Port == 0 {
		var err error
		if o.Port, err = freePort(); err != nil {
			return err
		}
	}
	token, err := addressToken(o, std)
	if err != nil {
		return fmt.Errorf("the token: %w", err)
	}
	_, err = fmt.Fprintf(std.out, "http://127.0.0.1:%d/%s\n", o.Port, token)
	return err
}

func addressToken(o desk.Address, std streams) (string, error) {
	if !o.Keep {
		h, err := openHost(std)
		if err != nil {
			return "", err
		}
		if _, err := os.Stat(filepath.Join(h.StoreDir(), tokenFile)); errors.Is(err, fs.ErrNotExist) {
			return rand.Text(), nil
		}
	}
	return gatewayToken(desk.Gate{}, std)
}

// freePort returns a port that is free, and that the system gives to no other program for its connections.
func freePort() (int, error) {
	var err error
	for range 100 {
		port := 20_000 + mathrand.IntN(10_000)
		l, e := loopback.Listen(fmt.Sprintf("127.0.0.1:%d", port))
		if e == nil {
			return port, l.Close()
		}
		err = e
	}
	return 0, err
}

// awaitGateway waits until a gateway answers at the port.
func awaitGateway(ctx context.Context, o desk.Address) error {
	for end := time.Now().Add(o.Wait); ; {
		err := askGateway(ctx, o.Port)
		if err == nil || time.Now().After(end) {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func askGateway(ctx context.Context, port int) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d/", port), nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 4096))
	if resp.StatusCode != http.StatusNotFound || !strings.Contains(string(b), "toktee gateway") {
		return errors.Join(err, fmt.Errorf("port %d is another program's: %s", port, resp.Status))
	}
	return err
}
