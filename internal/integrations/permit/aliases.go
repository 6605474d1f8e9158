package permit

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
)

// maxSnapshots are the files of shells that are looked at, the latest ones.
const maxSnapshots = 16

// aliases checks that the shell has no alias and no function of a name: under toktee the program would run in its
// place. Claude Code writes the user's shell settings into a file before its first command; until then they are
// unknown.
//
//	alias -- gt='go test'
//	make () {                           in zsh
//	eval $'make () \n{ ...}'            in Bash
//	function make {
func aliases(configDir, name string) error {
	files, err := filepath.Glob(filepath.Join(configDir, "shell-snapshots", "snapshot-*.sh"))
	if err != nil || len(files) == 0 {
		return errors.New("what the shell has for aliases and functions isn't known yet")
	}
	quoted := regexp.QuoteMeta(name)
	defined, err := regexp.Compile(`(?:^|[^\w./-])` + quoted + `['"]?(?:=| *\()|function +` + quoted + `(?:$|[^\w-])`)
	if err != nil {
		return err
	}
	for _, file := range files[max(0, len(files)-maxSnapshots):] {
		b, err := readFile(file)
		if err != nil {
			return err
		}
		text := string(b)
		switch {
		case strings.Contains(text, "base64 -d"), strings.Contains(text, "alias -g "):
			return fmt.Errorf("%s has names that can't be read", file)
		case strings.Contains(text, name) && defined.MatchString(text):
			return fmt.Errorf("the shell may have an alias or a function %s", name)
		}
	}
	return nil
}
