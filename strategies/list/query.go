package list

import (
	"strings"

	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
)

// class is what an entry is.
type class uint8

const (
	unknown class = iota
	file
	dir
	link // a symbolic link, as ls -l shows it
	special
)

// query is what is known of a listing before its output is looked at.
type query struct {
	program string // "ls", "find" ...; "" for an agent's own tool
	path    string
	all     class // what every entry is, if the command says so
	slashes bool  // directories end in a slash
	long    bool  // ls -l
	human   bool  // sizes are rounded: -h
	stage   bool  // git ls-files -s: the path stands behind a tab
	explore bool  // everything below a folder was asked for, not entries of a name
	prefix  bool  // ls -i or -s: numbers stand before the names
	columns bool  // ls may have printed columns
}

func queryOf(in *strategies.Input) query {
	q := query{path: in.Path}
	if in.Command == "" {
		name := strings.ToLower(in.Tool)
		if strings.Contains(name, "glob") {
			q.all = file
		}
		q.explore = in.Pattern == ""
		return q
	}
	if in.Shell.OK && len(in.Shell.Commands) == 1 {
		q.ofCall(in.Shell.Commands[0])
	}
	return q
}

func (q *query) ofCall(c shell.Call) {
	q.program = strings.ToLower(c.Name)
	opts, operands := c.Split()
	has := func(names ...string) bool {
		for _, o := range opts {
			for _, n := range names {
				if o.Name == n {
					return true
				}
			}
		}
		return false
	}
	switch q.program {
	case "ls", "exa", "eza", "dir":
		q.long = has("-l", "--long", "-g", "-o", "-n")
		q.human = has("-h", "--human-readable", "--si")
		q.slashes = has("-F", "-p", "--classify", "--indicator-style")
		q.prefix = has("-i", "-s", "--inode", "--size")
		q.columns = !q.long && !has("-1", "-m")
		q.explore = true
		if len(operands) == 1 && q.path == "" {
			q.path = operands[0]
		}
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
		q.all = file
		q.stage = has("-s", "--stage")
		q.explore = len(operands) == 0
		if c.Sub() != "ls-files" {
			q.all = unknown
		}
	case "rg":
		q.all = file
		q.explore = !has("-g", "--glob", "-t", "--type")
	case "tree":
		q.slashes = has("-F")
		q.explore = !has("-P")
		if has("-d") {
			q.all = dir
		}
	case "du":
		q.explore = true
	}
}

// ofFind reads find's expression. It has no options in the usual sense.
func (q *query) ofFind(args []string) {
	q.explore = true
	depth, either := 0, false
	for i, a := range args {
		switch a {
		case "(":
			depth++
		case ")":
			depth--
		case "-o", "-or", ",":
			either = either || depth == 0
		case "-name", "-iname", "-path", "-ipath", "-regex", "-iregex", "-newer", "-size", "-mtime":
			q.explore = false
		case "-type":
			if i+1 < len(args) && depth == 0 {
				q.all = classOf(args[i+1])
				if i > 0 && (args[i-1] == "!" || args[i-1] == "-not") {
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
