package tool

import (
	"fmt"
	"slices"
	"strings"
)

// secretWords are in the names of variables that look like secrets, such as AWS_SECRET_ACCESS_KEY and GITHUB_TOKEN.
// A few harmless names have one too, such as KEYMAP: a program that needs them names them.
var secretWords = []string{"KEY", "TOKEN", "SECRET", "PASSWORD", "CREDENTIAL"}

// looksSecret reports whether the name of a variable has one of the words, in capitals or not.
func looksSecret(name string) bool {
	name = strings.ToUpper(name)
	return slices.ContainsFunc(secretWords, func(word string) bool { return strings.Contains(name, word) })
}

// withoutSecrets returns an environment without the variables that look like secrets, but with those that are named.
// It is never nil, which would be our own environment.
func withoutSecrets(env, named []string) []string {
	kept := make([]string, 0, len(env))
	for _, v := range env {
		if name, _, _ := strings.Cut(v, "="); !looksSecret(name) || slices.Contains(named, name) {
			kept = append(kept, v)
		}
	}
	return kept
}

// checkNames returns an error for what can't be the name of a variable.
func checkNames(names []string) error {
	for _, name := range names {
		if name == "" || strings.ContainsAny(name, "=\x00") {
			return fmt.Errorf("variable %q to pass on: want a name, such as GITHUB_TOKEN", name)
		}
	}
	return nil
}
