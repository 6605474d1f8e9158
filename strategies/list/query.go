package list

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/strategies"
)

// class is the class of an entry: file, directory or another.
type class uint8

const (
	unknown class = iota
	file
	dir
	link    // a symbolic link, as ls -l shows it
	special // a device, a socket, a pipe
)

// query holds the facts about a listing from its command line and tool.
type query struct {
	program   string // "ls", "find" ...; "" for an agent's own tool
	path      string
	all       class // the class of every entry, if the command line fixes it
	slashes   bool  // directories end in a slash
	long      bool  // ls -l
	human     bool  // sizes are rounded: -h
	recursive bool  // ls -R
	prefix    bool  // ls -i or -s: numbers come before the names
}

// queryOf reads a tool call or a command line.
func queryOf(in *strategies.Input) query {
	q := query{path: in.Path}
	if in.Command == "" {
		name := strings.ToLower(in.Tool)
		if strings.Contains(name, "glob") {
			q.all = file
		}
		return q
	}
	isList := in.Family == strategies.FamilyList // else only the text shows it
	if isList && in.Shell.OK && len(in.Shell.Commands) == 1 {
		q.ofCall(in.Shell.Commands[0])
	}
	return q
}

// ofCall reads the call of a program.
func (q *query) ofCall(c shell.Call) {
	q.program = strings.ToLower(c.Name)
	list, operands := c.Split()
	opts := options(list)
	switch q.program {
	case "ls", "exa", "eza", "dir":
		q.ofLs(opts, operands)
	case "find":
		q.ofFind(c.Args)
	case "fd", "fdfind":
		q.slashes = true
		for _, o := range opts {
			if o.Name == "-t" || o.Name == "--type" {
				q.all = classOf(o.Value)
			}
		}
	case "git":
		if c.Sub() == "ls-files" {
			q.all = file
		}
	case "rg":
		q.all = file
	case "tar", "bsdtar", "jar", "unzip", "zipinfo":
		q.slashes = true
	case "tree":
		q.slashes = opts.has("-F")
		if opts.has("-d") {
			q.all = dir
		}
	case "du":
		if !opts.has("-a", "--all", "-s", "--summarize") {
			q.all = dir
		}
	}
}

// options are those of a call.
type options []shell.Option

// has reports whether one of the options is there.
func (opts options) has(names ...string) bool {
	return slices.ContainsFunc(opts, func(o shell.Option) bool { return slices.Contains(names, o.Name) })
}

// ofLs reads the options of ls and its relatives.
func (q *query) ofLs(opts options, operands []string) {
	q.long = opts.has("-l", "--long", "-g", "-o", "-n")
	q.human = opts.has("-h", "--human-readable", "--si")
	q.slashes = opts.has("-F", "-p", "--classify", "--indicator-style")
	q.prefix = opts.has("-i", "-s", "--inode", "--size")
	q.recursive = opts.has("-R", "--recursive")
	if len(operands) == 1 && q.path == "" {
		q.path = operands[0]
	}
}

// ofFind reads find's expression, which has no options in the usual sense: "find src -type f -name '*.go'".
func (q *query) ofFind(args []string) {
	depth, either := 0, false
	for i, a := range args {
		switch a {
		case "(":
			depth++
		case ")":
			depth--
		case "-o", "-or", ",":
			either = either || depth == 0
		case "-type":
			if i+1 < len(args) && depth == 0 {
				q.all = classOf(args[i+1])
				if before := args[max(i-1, 0)]; before == "!" || before == "-not" {
					q.all = unknown
				}
			}
		}
		if i == 0 && !strings.HasPrefix(a, "-") && q.path == "" {
			q.path = a
		}
	}
	if either {
		q.all = unknown
	}
}

// classOf is the class that an argument of -type means.
func classOf(s string) class {
	switch s {
	case "f", "file":
		return file
	case "d", "dir", "directory":
		return dir
	case "l", "symlink":
		return link
	}
	return unknown
}
