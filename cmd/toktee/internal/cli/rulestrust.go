package cli

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/toktee/toktee/internal/host/config"
	"github.com/toktee/toktee/internal/host/rules"
	"github.com/toktee/toktee/internal/run/diskfile"
)

// newRulesTrust is "toktee rules trust".
func newRulesTrust(a *app) *cobra.Command {
	var yes, undo bool
	cmd := &cobra.Command{
		Use:   "trust [FILE]...",
		Short: "Show a project's rule files and settings, and trust their content",
		Long: `Shows the named rule files of the project and asks whether to trust them. Without names, it shows all
untrusted rule files and the settings file of the project. Trusted rules and settings apply until their file changes.
With --yes, the command trusts the files without asking. The command stores the absolute path and the SHA-256 of each
trusted file in the file trusted-rules of the configuration folder.

Until you trust a project's settings file, it can only make toktee show the model more of an output.`,
		Example: `  toktee rules trust
  toktee rules trust --yes .toktee/rules/deploy.toml .toktee/config.toml
  toktee rules trust --undo .toktee/rules/deploy.toml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if undo {
				return a.distrust(args)
			}
			return a.trustRules(args, yes)
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "trust the files without asking")
	cmd.Flags().BoolVar(&undo, "undo", false, "no longer trust the named files")
	return cmd
}

// trustRules shows files, asks, and trusts them.
func (a *app) trustRules(names []string, yes bool) error {
	files, err := a.toTrust(names)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		_, err := fmt.Fprintln(a.stdout, "there is no file to trust")
		return failed(err)
	}
	for _, f := range files {
		if f.State == rules.Broken {
			return failed(f.Err)
		}
	}
	for _, f := range files {
		_, err := fmt.Fprintf(a.stdout, "%s\nsha256 %x, %s\n%s\n",
			f.Path, f.Sum, contentsOf(f), indented(visible(f.Text)))
		if err != nil {
			return failed(err)
		}
	}
	if !yes {
		if err := a.ask("trust this content?", "nothing is trusted"); err != nil {
			return err
		}
	}
	t := a.rulesOptions().Trust
	for _, f := range files {
		if err := t.Add(f); err != nil {
			return failed(fmt.Errorf("trusting %s: %w", f.Path, err))
		}
		if _, err := fmt.Fprintf(a.stdout, "trusted: %s\n", f.Path); err != nil {
			return failed(err)
		}
	}
	return nil
}

// toTrust reads the files of these names; of no names, those of the project that aren't trusted.
func (a *app) toTrust(names []string) ([]*rules.File, error) {
	if len(names) > 0 {
		settings := func(name string) bool { return filepath.Base(name) == settingsName }
		files, err := namedRules(slices.DeleteFunc(slices.Clone(names), settings), rules.Project)
		for _, name := range names {
			if !settings(name) || err != nil {
				continue
			}
			if name, err = filepath.Abs(name); err == nil {
				var f *rules.File
				f, err = settingsToTrust(name)
				files = append(files, f)
			}
		}
		return files, err
	}
	var files []*rules.File
	o := a.rulesOptions()
	if path := config.ProjectFile(workingDir()); path != "" {
		if f, err := settingsToTrust(path); err == nil && !o.Trust.Trusts(path, f.Text) && a.needsTrust() {
			files = append(files, f)
		}
	}
	set, _ := rules.Load(o) // the files' errors are in the files
	for _, f := range set.Files() {
		if f.Origin == rules.Project && f.State != rules.Active {
			f, _ := rules.ReadFile(f.Path, rules.Project)
			files = append(files, f)
		}
	}
	return files, nil
}

// settingsName is the name of a project's settings file.
const settingsName = "config.toml"

// settingsToTrust reads a project's settings file as a file to trust.
func settingsToTrust(path string) (*rules.File, error) {
	text, err := diskfile.Read(path, config.MaxFile)
	if err != nil {
		return nil, failed(err)
	}
	return &rules.File{Path: path, Origin: rules.Project, Sum: sha256.Sum256([]byte(text)), Text: text}, nil
}

// needsTrust reports whether the project's settings have values that count only if they are trusted.
func (a *app) needsTrust() bool {
	_, err := config.Load(config.Options{Dir: workingDir(), Getenv: a.getenv})
	return errors.As(err, new(*config.UntrustedError))
}

// contentsOf describes the contents of a file to trust.
func contentsOf(f *rules.File) string {
	if filepath.Base(f.Path) == settingsName {
		return "settings"
	}
	return fmt.Sprintf("%d rules", len(f.Rules))
}

// distrust trusts files no more.
func (a *app) distrust(names []string) error {
	if len(names) == 0 {
		return usage("no FILE: want toktee rules trust --undo FILE...")
	}
	for _, name := range names {
		path, err := filepath.Abs(name)
		if err != nil {
			return usage("%s: %w", name, err)
		}
		was, err := a.rulesOptions().Trust.Remove(path)
		if err != nil {
			return failed(fmt.Errorf("withdrawing the trust in %s: %w", path, err))
		}
		state := "no longer trusted"
		if !was {
			state = "was not trusted"
		}
		if _, err := fmt.Fprintf(a.stdout, "%s: %s\n", state, path); err != nil {
			return failed(err)
		}
	}
	return nil
}

// visible escapes every invisible character of a text, so that none can hide a part of the rules before they are
// trusted.
func visible(s string) string {
	var sb strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t' || unicode.IsPrint(r):
			sb.WriteRune(r)
		case r == '\r':
		default:
			q := strconv.QuoteToASCII(string(r))
			sb.WriteString(q[1 : len(q)-1])
		}
	}
	return sb.String()
}
