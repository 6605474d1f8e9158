package table

import (
	"context"
	"debug/buildinfo"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/toktee/toktee/internal/run/proc"
)

// levels are those that toktee is measured at. The cuts of as many tokens have those of balanced.
var levels = []string{"minimal", "balanced", "conservative"}

// known are programs of the field that take a command after their name. They are measured if they are on PATH; no code
// of theirs is here.
var known = []struct{ name, template string }{
	{"rtk", "rtk {cmd}"},
	{"snip", "snip run -- {cmd}"},
	{"tokf", "tokf run {cmd}"},
	{"gortk", "gortk run -- {cmd}"},
}

// pipes follow every command. The exit code is then that of the last program.
var pipes = []struct{ name, program, args string }{
	{"| tail -n 50", "tail", "-n 50"},
	{"| grep -C2 errors", "grep", `-iE -C2 "error|fail|fatal|panic|exception|traceback|undefined|cannot|denied"`},
}

// callsServer is the program that calls a server of tools, benchmarks/mcpcall. A template that starts with it is a
// server.
const callsServer = "mcpcall"

// programs are the rows of programs: toktee at path, pipes, the known ones that are here and the given ones.
func programs(ctx context.Context, toktee string, given []Peer) ([]*contender, []Missing) {
	var list []*contender
	var missing []Missing
	add := func(row Row, template string) {
		p, err := Parse(row.Name + "=" + template)
		if err != nil {
			missing = append(missing, Missing{row.Name, notHere})
			return
		}
		list = append(list, &contender{row: row, peer: &p})
	}
	of := version(ctx, toktee)
	for _, level := range levels {
		args := " run --level " + level + " -- "
		row := Row{Name: "toktee, " + level, Kind: KindToktee, How: "toktee" + args + "CMD", Version: of}
		add(row, "'"+toktee+"'"+args+"{cmd}")
	}
	for _, p := range pipes {
		path, err := proc.Lookup(p.program) // the PATH of the shim has none of these
		if err != nil {
			missing = append(missing, Missing{p.name, notHere})
			continue
		}
		add(Row{Name: p.name, Kind: KindPipe, How: fmt.Sprintf("CMD 2>&1 | %s %s", p.program, p.args)},
			fmt.Sprintf("sh -c '{cmd} 2>&1 | %s %s'", path, p.args))
	}
	for _, k := range known {
		if slices.ContainsFunc(given, func(p Peer) bool { return p.Name == k.name }) {
			continue
		}
		n := len(list)
		add(Row{Name: k.name, Kind: KindProgram, How: called(k.template), Version: version(ctx, k.name)}, k.template)
		for _, c := range list[n:] {
			c.found = true
		}
	}
	for i := range given {
		p := &given[i]
		row := Row{Name: p.Name, Kind: KindProgram, How: called(p.Template), Version: saysVersion(ctx, p.Program())}
		if filepath.Base(p.Program()) == callsServer {
			row.Kind = KindServer
		}
		list = append(list, &contender{row: row, peer: p})
	}
	return list, missing
}

// notHere is why a program has no figures.
const notHere = "not in PATH on the measuring machine"

// notIt is why one has none that is there.
const notIt = "the program of this name in PATH ran no command"

// called is a template as a person reads it.
func called(template string) string { return strings.ReplaceAll(template, "{cmd}", "CMD") }

// version returns the first line of "PROGRAM --version", or the version that the Go command recorded, or "".
func version(ctx context.Context, program string) string {
	if line := saysVersion(ctx, program); line != "" {
		return line
	}
	path, err := proc.Lookup(program)
	if err != nil {
		return ""
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil || info.Main.Version == "(devel)" {
		return ""
	}
	return info.Main.Version
}

// saysVersion is the first line of "PROGRAM --version".
func saysVersion(ctx context.Context, program string) string {
	var out strings.Builder
	_, err := proc.Run(ctx, proc.Command{
		Argv: []string{program, "--version"}, Stdout: &out, Timeout: 5 * time.Second,
	})
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(out.String(), "\n")
	if len(line) > 60 {
		return ""
	}
	return line
}
