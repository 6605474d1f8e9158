package main

import (
	"context"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/desk/session"
	"github.com/toktee/toktee/internal/desk/view"
	"github.com/toktee/toktee/internal/desk/web"
	"github.com/toktee/toktee/internal/integrations/loopback"
)

// serveUI serves the web page until the context ends. It prints the link, which has the token.
func serveUI(ctx context.Context, o desk.Page, std streams) error {
	h, err := openHost(std)
	if err != nil {
		return err
	}
	listener, err := loopback.Listen(o.Addr)
	if err != nil {
		return fmt.Errorf("--addr %w", err)
	}
	defer listener.Close()
	l, err := openLedger(ctx, h, warner(std.err))
	if err != nil {
		return err
	}
	defer l.Close()
	set := h.Settings()
	_, prices := set.EffectivePrices()
	site, err := web.New(web.Options{
		Ledger: l, Store: h.Store(), StoreDir: h.StoreDir(), Prices: prices, Warn: warner(std.err),
		Sessions: session.New(session.Options{
			Ledger: l, Store: h.Store(), Prices: prices, Homes: session.HomesOf(os.Getenv),
		}),
		View: view.Options{
			Rich: set.RichFormatting, Syntax: set.SyntaxHighlighting, Links: set.ClickablePaths,
		},
	})
	if err != nil {
		return err
	}
	link := site.Link(listener.Addr())
	if _, err := fmt.Fprintln(std.out, link); err != nil {
		return err
	}
	if o.Open {
		remove, err := openInBrowser(ctx, link)
		if err != nil {
			warner(std.err)(fmt.Errorf("opening a browser: %w; open the link by hand", err))
		}
		defer remove()
	}
	return site.Serve(ctx, listener)
}

// opening is a page that leads to the link. A browser is started with its path, since others of the machine can read
// the arguments of its process, and the link has the token.
const opening = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=%[1]s">` +
	`<title>toktee</title><a href="%[1]s">Open toktee</a>` + "\n"

// openInBrowser opens a link in the user's browser. remove removes the page that was made for that.
func openInBrowser(ctx context.Context, link string) (remove func(), err error) {
	dir, err := os.MkdirTemp("", "toktee-ui-")
	if err != nil {
		return func() {}, err
	}
	remove = func() { os.RemoveAll(dir) }
	page := filepath.Join(dir, "open.html")
	if err := os.WriteFile(page, fmt.Appendf(nil, opening, html.EscapeString(link)), 0o600); err != nil {
		return remove, err
	}
	argv := append(opener(), page)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	if err := cmd.Start(); err != nil {
		return remove, err
	}
	go cmd.Wait()
	return remove, nil
}

// opener is the program of the system that opens a file as the user wants it.
func opener() []string {
	switch runtime.GOOS {
	case "darwin":
		return []string{"open"}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	return []string{"xdg-open"}
}
