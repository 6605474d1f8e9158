package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A command that is made alone is the one that is made with all others: its help and its errors are the same.
func TestOftenIsTheSame(t *testing.T) {
	said := func(all bool, args ...string) string {
		var out bytes.Buffer
		a := &app{stdout: &out, stderr: &out, getenv: func(string) (string, bool) { return "", false }}
		root := newTree(a, args)
		if all {
			root = newRoot()
			addAll(root, a)
		}
		root.SetArgs(args)
		root.SetOut(&out)
		root.SetErr(&out)
		code := a.exitCode(root.Execute())
		if code != 0 && out.Len() == 0 {
			t.Error(errors.New("a failure without a word"))
		}
		return out.String()
	}
	for name := range often {
		for _, args := range [][]string{
			{name, "--help"}, {name, "-h"}, {name, "--no-such-flag"}, {name, "--level"}, {name, "--level", "none"},
			{name, "--version"},
		} {
			if got, want := said(false, args...), said(true, args...); got != want {
				t.Errorf("toktee %q says\n%s\nwant\n%s", args, got, want)
			}
		}
		if alone := newTree(&app{}, []string{name}); len(alone.Commands()) != 1 {
			t.Errorf("for toktee %s, %d commands are made", name, len(alone.Commands()))
		}
	}
	if alone := newTree(&app{}, []string{"no-such-command"}); len(alone.Commands()) < 10 {
		t.Error("a wrong command isn't told which there are")
	}
}

// The error of a flag's bad value states the value once, and the allowed ones.
func TestBadValues(t *testing.T) {
	const bad = "zzz9"
	var check func(*cobra.Command)
	checked := 0
	check = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			err := cmd.ParseFlags([]string{"--" + f.Name + "=" + bad})
			if err == nil {
				return // any text is allowed
			}
			checked++
			text := flagError(cmd, err).Error()
			if strings.Count(text, bad) != 1 || !strings.Contains(text, "want ") {
				t.Errorf("%s: %s", cmd.CommandPath(), text)
			}
		})
		for _, c := range cmd.Commands() {
			check(c)
		}
	}
	check(Commands())
	if checked < 30 {
		t.Errorf("%d flags were checked, want 30 or more", checked)
	}
}
