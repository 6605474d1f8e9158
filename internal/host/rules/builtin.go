package rules

import (
	"embed"
	"fmt"
	"slices"
	"sync"

	"github.com/toktee/toktee/strategies"
)

//go:embed builtin/*.toml
var builtinFiles embed.FS

// builtinNames are the built-in files, about programs that no strategy reads. Each is read when a command line names
// one of its programs.
var builtinNames = [...]string{
	"ansible",
	"apk",
	"brew",
	"bundle",
	"composer",
	"conda",
	"dnf",
	"docker",
	"poetry",
	"rsync",
}

// builtinOf returns the built-in file about a program, "" for none.
func builtinOf(program string) string {
	switch program {
	case "ansible-playbook":
		return "ansible"
	case "apk", "brew", "bundle", "composer", "conda", "dnf", "docker", "poetry", "rsync":
		return program
	case "bundler":
		return "bundle"
	case "yum", "microdnf":
		return "dnf"
	case "mamba", "micromamba":
		return "conda"
	}
	return ""
}

// builtins reads the built-in files, each once.
type builtins map[string]func() *File

func newBuiltins() builtins {
	b := make(builtins, len(builtinNames))
	for _, name := range builtinNames {
		b[name] = sync.OnceValue(func() *File { return readBuiltin(name) })
	}
	return b
}

// readBuiltin reads a built-in file; a test holds that none is broken.
func readBuiltin(name string) *File {
	text, err := builtinFiles.ReadFile("builtin/" + name + ".toml")
	if err != nil {
		f := &File{Path: name, Origin: BuiltIn}
		_ = f.broken(fmt.Errorf("%s: %w", name, err)) // the file has it
		return f
	}
	f, _ := Parse("built-in "+name, string(text), BuiltIn) // the file has its error
	return f
}

// about returns the rules of the built-in files about a call.
func (b builtins) about(in *strategies.Input) []*Rule {
	var rules []*Rule
	var read []string
	for _, c := range in.Shell.Commands {
		name := builtinOf(c.Name)
		if name == "" || c.Own || slices.Contains(read, name) || b[name] == nil {
			continue
		}
		read = append(read, name)
		rules = append(rules, b[name]().Rules...)
	}
	return rules
}

// BuiltIns reads all built-in files.
func BuiltIns() []*File {
	files := make([]*File, len(builtinNames))
	for i, name := range builtinNames {
		files[i] = readBuiltin(name)
	}
	return files
}
