package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

const ownModule = "github.com/toktee/toktee"

// commands are the executables of a release.
var commands = []string{ownModule + "/cmd/toktee", ownModule + "/cmd/toktee-desk"}

// platforms are those whose builds link different packages. Processors make no difference.
var platforms = []string{
	"GOOS=linux CGO_ENABLED=1", "GOOS=linux CGO_ENABLED=0", "GOOS=darwin CGO_ENABLED=0", "GOOS=windows CGO_ENABLED=0",
}

// licenseFile are the names of files with a license or a notice.
var licenseFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([.-].*)?$`)

// A module is one of those that the program was made from.
type module struct {
	Path, Version, Dir string
	folders            map[string]bool // of its packages that are linked, and those above them
}

// modules are the linked modules and those of data, by their names.
func modules() ([]part, error) {
	found := map[string]*module{}
	for _, p := range platforms {
		if err := addLinked(found, strings.Fields(p)); err != nil {
			return nil, err
		}
	}
	about := map[string]string{}
	for _, d := range dataModules {
		list, err := goList[module](nil, "-m", "-json=Path,Version,Dir", d.path)
		if err != nil {
			return nil, err
		}
		m := &list[0]
		m.folders = map[string]bool{m.Dir: true}
		found[m.Path], about[m.Path] = m, d.about
	}
	var parts []part
	for _, path := range slices.Sorted(maps.Keys(found)) {
		m := found[path]
		list, err := m.licenses()
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("%s %s has no license file in %q", m.Path, m.Version, m.Dir)
		}
		parts = append(parts, part{m.Path + " " + m.Version, about[path], list})
	}
	return parts, nil
}

// addLinked adds the modules that the commands link on a platform, and the folders of theirs that it has packages of.
func addLinked(found map[string]*module, env []string) error {
	type linked struct {
		Dir    string
		Module *module
	}
	list, err := goList[linked](env, append([]string{"-deps", "-json=Dir,Module"}, commands...)...)
	if err != nil {
		return err
	}
	for _, p := range list {
		if p.Module == nil || p.Module.Path == ownModule {
			continue
		}
		m := found[p.Module.Path]
		if m == nil {
			m = p.Module
			m.folders = map[string]bool{}
			found[m.Path] = m
		}
		for dir := p.Dir; len(dir) >= len(m.Dir); dir = filepath.Dir(dir) {
			m.folders[dir] = true
		}
	}
	return nil
}

// licenses are the texts of the license files in a module's folders, the outermost first, each text once.
func (m *module) licenses() ([]string, error) {
	var list []string
	for _, dir := range slices.Sorted(maps.Keys(m.folders)) {
		if dir == "" {
			return nil, fmt.Errorf("%s isn't in the module cache: go mod download %s", m.Path, m.Path)
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.IsDir() || !licenseFile.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			b, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return nil, err
			}
			if !slices.Contains(list, string(b)) {
				list = append(list, string(b))
			}
		}
	}
	return list, nil
}

// goList runs "go list" with more variables in its environment, and reads the JSON values that it prints.
func goList[T any](env []string, args ...string) ([]T, error) {
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Env = append(append(os.Environ(), "GOARCH=amd64", "GOFLAGS="), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, stderr.Bytes())
	}
	var list []T
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var v T
		if err := dec.Decode(&v); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, fmt.Errorf("reading what go list prints: %w", err)
		}
		list = append(list, v)
	}
}
