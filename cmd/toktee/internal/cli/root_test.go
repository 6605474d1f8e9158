package cli

import (
	"bytes"
	"errors"
	"regexp"
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

// Sentences of the help have at most 25 words, except for lists.
func TestPlainHelp(t *testing.T) {
	sentence := regexp.MustCompile(`[.?!]\s+|\n\n`)
	check := func(where, text string) {
		for _, s := range sentence.Split(text, -1) {
			if n := len(strings.Fields(s)); n > 25 && strings.Count(s, ",") < 6 && !strings.Contains(s, "\n  ") {
				t.Errorf("%s: a sentence of %d words: %s", where, n, s)
			}
		}
	}
	var checkAll func(*cobra.Command)
	checkAll = func(cmd *cobra.Command) {
		check(cmd.CommandPath(), cmd.Short)
		check(cmd.CommandPath(), cmd.Long)
		cmd.Flags().VisitAll(func(f *pflag.Flag) { check(cmd.CommandPath()+" --"+f.Name, f.Usage) })
		for _, c := range cmd.Commands() {
			checkAll(c)
		}
	}
	checkAll(Commands())
}
