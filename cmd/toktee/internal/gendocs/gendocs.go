// Package gendocs writes the files of a release that follow from toktee's commands: the manual page and the completion
// scripts. cmd/toktee/gendocs.go runs it; as a package it is nothing that go install would install.
package gendocs

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/cmd/toktee/internal/cli"
)

// Write writes man/toktee.1 and completions/toktee.bash, _toktee (zsh), toktee.fish and toktee.ps1 into a folder. The
// manual page names the version, and the date if epoch has one, in seconds since 1970. The same commands give the same
// bytes.
func Write(dir, version, epoch string) error {
	date := ""
	if epoch != "" {
		sec, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil {
			return fmt.Errorf("SOURCE_DATE_EPOCH is %q: want seconds since 1970", epoch)
		}
		date = time.Unix(sec, 0).UTC().Format(time.DateOnly)
	}
	files := map[string]func(root *cobra.Command, w io.Writer) error{
		"man/toktee.1": func(root *cobra.Command, w io.Writer) error {
			_, err := io.WriteString(w, manual(root, version, date))
			return err
		},
		"completions/toktee.bash": func(root *cobra.Command, w io.Writer) error {
			return root.GenBashCompletionV2(w, true)
		},
		"completions/_toktee": (*cobra.Command).GenZshCompletion,
		"completions/toktee.fish": func(root *cobra.Command, w io.Writer) error {
			return root.GenFishCompletion(w, true)
		},
		"completions/toktee.ps1": (*cobra.Command).GenPowerShellCompletionWithDesc,
	}
	for name, write := range files {
		var b bytes.Buffer
		if err := write(cli.Commands(), &b); err != nil {
			return fmt.Errorf("writing %s: %w", name, err)
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}
