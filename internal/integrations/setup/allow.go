package setup

import (
	"slices"
	"strings"
)

// An allow is an edit that lets the model fetch omitted lines without a question.
type allow interface {
	edit
	rules() string // in words
	always() edit  // the same, if the person wants it
}

// fetchRules are those of Claude Code.
var fetchRules = []string{"Bash(toktee show:*)", "Bash(toktee ls:*)"}

// allowRules adds these rules to those of a settings file.
//
//	"permissions": {"allow": ["Bash(toktee show:*)", "Bash(toktee ls:*)"]}
type allowRules struct {
	path   string
	wanted bool // they are added; those that are there stay anyway
}

func (e allowRules) file() string  { return e.path }
func (e allowRules) what() string  { return "allow rules " + e.rules() }
func (e allowRules) rules() string { return strings.Join(fetchRules, ", ") }
func (e allowRules) always() edit  { e.wanted = true; return e }

func (e allowRules) add(old []byte) ([]byte, error) {
	if !e.wanted {
		return old, nil
	}
	return edited(old, func(top container) error {
		permissions, err := top.child("permissions", "{}")
		if err != nil {
			return err
		}
		allow, err := permissions.child("allow", "[]")
		for _, rule := range fetchRules {
			if err == nil && !slices.ContainsFunc(allow.elements(), func(c container) bool { return same(c, rule) }) {
				err = allow.add("", rule)
			}
		}
		return err
	})
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
		if slices.ContainsFunc(fetchRules, func(rule string) bool { return same(list[i], rule) }) {
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

// allowFile is a file of rules of an agent that is toktee's alone.
type allowFile struct {
	wholeFile
	wanted bool // it is added; one that is there stays anyway
}

func (e allowFile) what() string  { return "a file that allows " + e.rules() }
func (e allowFile) rules() string { return "toktee show, toktee ls" }
func (e allowFile) always() edit  { e.wanted = true; return e }

func (e allowFile) add(old []byte) ([]byte, error) {
	if !e.wanted && !strings.Contains(string(old), e.mark) {
		return old, nil
	}
	return e.wholeFile.add(old)
}

// Fetches reports whether an agent's settings at a place allow the model to fetch omitted lines without a question, by
// rules in words. They are "" if there are no such rules, or the settings can't be read.
func (a *Agent) Fetches(p *Place) (rules string, is bool) {
	is = true
	for _, e := range a.edits(p) {
		r, isAllow := e.(allow)
		if !isAllow {
			continue
		}
		old, _, err := readSettings(e.file())
		if err != nil {
			return "", false
		}
		now, err := r.always().add(old)
		if err != nil {
			return "", false
		}
		rules, is = r.rules(), is && equal(old, now)
	}
	return rules, is && rules != ""
}
