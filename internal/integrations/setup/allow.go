package setup

import (
	"slices"
	"strings"
)

// FetchRules are the rules of Claude Code that allow the model to fetch omitted lines without a question.
var FetchRules = []string{"Bash(toktee show:*)", "Bash(toktee ls:*)"}

// allowRules adds these rules to those of a settings file.
//
//	"permissions": {"allow": ["Bash(toktee show:*)", "Bash(toktee ls:*)"]}
type allowRules struct {
	path   string
	wanted bool // they are added; those that are there stay anyway
}

func (e allowRules) file() string { return e.path }
func (e allowRules) what() string { return "allow rules " + strings.Join(FetchRules, ", ") }

func (e allowRules) add(old []byte) ([]byte, error) {
	if !e.wanted {
		return old, nil
	}
	j, err := readJSONC(old)
	if err != nil {
		return nil, err
	}
	permissions, err := j.top().child("permissions", "{}")
	if err != nil {
		return nil, err
	}
	allow, err := permissions.child("allow", "[]")
	if err != nil {
		return nil, err
	}
	for _, rule := range FetchRules {
		if slices.ContainsFunc(allow.elements(), func(c container) bool { return same(c, rule) }) {
			continue
		}
		if err := allow.add("", rule); err != nil {
			return nil, err
		}
	}
	return j.bytes(), nil
}

func (e allowRules) remove(old []byte) ([]byte, error) {
	if old == nil {
		return nil, nil
	}
	j, err := readJSONC(old)
	if err != nil {
		return nil, err
	}
	permissions, _ := j.top().member("permissions")
	allow, ok := permissions.member("allow")
	if !ok {
		return old, nil
	}
	list := allow.elements()
	found := false
	for i := len(list) - 1; i >= 0; i-- {
		if slices.ContainsFunc(FetchRules, func(rule string) bool { return same(list[i], rule) }) {
			allow.cut(i)
			found = true
		}
	}
	if !found {
		return old, nil
	}
	if allow.empty() {
		permissions.drop("allow")
	}
	if permissions.empty() {
		j.top().drop("permissions")
	}
	return j.bytes(), nil
}

// Fetches reports whether an agent's settings at a place allow the model to fetch omitted lines without a question. ok
// is false if there are no such rules, or the settings can't be read.
func (a *Agent) Fetches(p *Place) (is, ok bool) {
	for _, e := range a.edits(p) {
		rules, isRules := e.(allowRules)
		if !isRules {
			continue
		}
		old, _, err := readSettings(rules.path)
		if err != nil {
			return false, false
		}
		rules.wanted = true
		now, err := rules.add(old)
		return err == nil && equal(old, now), err == nil
	}
	return false, false
}
