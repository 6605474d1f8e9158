package main

import (
	"context"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/internal/desk"
	"github.com/toktee/toktee/internal/integrations/loopback"
	"github.com/toktee/toktee/internal/integrations/mcpserver"
)

// serveHTTP serves over HTTP until the context ends. It prints its address and the header that clients must send:
//
//	http://127.0.0.1:41233/mcp
//	Authorization: Bearer K3ZJ5R2BV4FQ7WXN6YTHD2MAEC
//
// It doesn't print a token from a file.
func serveHTTP(ctx context.Context, s *mcp.Server, o desk.Server, out io.Writer) error {
	token, err := mcpserver.Token(o.TokenFile)
	if err != nil {
		return fmt.Errorf("the token: %w", err)
	}
	l, err := loopback.Listen(o.HTTP)
	if err != nil {
		return fmt.Errorf("--http %w", err)
	}
	told := token
	if o.TokenFile != "" {
		told = "TOKEN, which is in " + o.TokenFile
	}
	_, err = fmt.Fprintf(out, "http://%s%s\nAuthorization: Bearer %s\n", l.Addr(), mcpserver.Path, told)
	if err != nil {
		l.Close()
		return err
	}
	return mcpserver.ServeHTTP(ctx, s, l, token)
}
