package mcpserver

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

// tokenBytes are the characters of a token by RFC 6750; shortToken is the least length of one.
const (
	tokenBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/="
	shortToken = 16
)

// Token returns the token that clients must send: the content of a file that only its owner can read. If there is no
// such file, it is made, with a new token. Without a path, the token is new each time.
func Token(path string) (string, error) {
	if path == "" {
		return rand.Text(), nil
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return writeToken(path)
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return "", fmt.Errorf("others may use %s, whose mode is %#o: chmod 600 %s", path, mode, path)
	}
	b, err := io.ReadAll(io.LimitReader(f, 4096))
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(b))
	if len(token) < shortToken || strings.Trim(token, tokenBytes) != "" {
		return "", fmt.Errorf("%s has no token: want %d or more letters, digits and ._~+/=- on a line",
			path, shortToken)
	}
	return token, nil
}

func writeToken(path string) (string, error) {
	token := rand.Text()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(token + "\n")
	return token, errors.Join(err, f.Close())
}
