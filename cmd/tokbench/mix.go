package main

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"github.com/toktee/toktee/internal/bench"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/internal/toolname"
	"github.com/toktee/toktee/tokens"
)

// mix measures a session of the seed mix on the outputs of a corpus.
func (a app) mix(ctx context.Context, args []string, stdout io.Writer) error {
	var data, json string
	var min float64
	jobs := runtime.NumCPU()
	fs := newFlags("mix")
	fs.StringVar(&data, "data", "", "")
	fs.StringVar(&json, "json", "", "")
	fs.Float64Var(&min, "min-savings", 0, "")
	fs.IntVar(&jobs, "jobs", jobs, "")
	if _, err := parse(fs, args); err != nil {
		return err
	}
	cases, err := load(data)
	if err != nil {
		return err
	}
	b := &bench.Bench{Summarise: a.summarise, Clean: cleaned, Encoding: tokens.Default, Jobs: jobs}
	m, err := b.RunMix(ctx, cases, bench.SeedMix(), toolOf)
	if err != nil {
		return err
	}
	if json != "" {
		write := func(w io.Writer) error {
			js, err := m.JSON()
			if err == nil {
				_, err = w.Write(append(js, '\n'))
			}
			return err
		}
		if err := writeFile(json, write); err != nil {
			return err
		}
	}
	if err := m.Print(stdout); err != nil {
		return err
	}
	if got := m.Saved[0] * 100; got < min {
		return fmt.Errorf("minimal saves %.1f%% of the session, want at least %.1f%%", got, min)
	}
	return nil
}

// toolOf is the kind of tool, as the seed mix names it, that a case's output came from.
func toolOf(c *bench.Case) string {
	switch line := shell.Parse(c.Command); toolname.FamilyOf(c.Tool, line) {
	case toolname.FamilySearch:
		return "search"
	case toolname.FamilyRead:
		return "read"
	case toolname.FamilyList:
		return "list"
	case toolname.FamilyEdit:
		return "edit"
	case toolname.FamilyExec:
		if len(line.Commands) == 1 && states[line.Commands[0].Name] {
			return "other"
		}
		return "command"
	}
	return "other"
}

// states are the programs that say how things are, rather than build or test them.
var states = map[string]bool{
	"git": true, "ps": true, "df": true, "env": true, "curl": true, "wget": true, "docker": true, "kubectl": true, "gh": true,
	"systemctl": true, "journalctl": true, "free": true, "ss": true, "ip": true, "pip": true, "apt": true, "dpkg": true,
}
