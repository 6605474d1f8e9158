package setup

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/integrations/permit"
)

// hooks are entries below "hooks" of a settings file: by event, a list of groups with a matcher and handlers, or of
// handlers.
type hooks struct {
	path   string
	agent  string
	groups []group
	extras []extra
	notice bool   // they are those whose commands have noticeFlag, in place of those that don't
	first  []pair // members that a new file begins with
}

// An extra has the hooks that a feature adds to an agent's, if the person wants it.
type extra struct {
	feature *Feature
	groups  []group
	wanted  bool // they are added; those that are there stay anyway
}

// A group is what toktee adds to an event's list.
type group struct {
	event string
	value any
}

type pair struct {
	name  string
	value any
}

func (e hooks) file() string { return e.path }

func (e hooks) what() string {
	if e.notice {
		return "a line at the start and the end of a session"
	}
	var events []string
	for _, g := range e.groups {
		events = append(events, g.event)
	}
	for _, x := range e.extras {
		for _, g := range x.groups {
			if x.wanted {
				events = append(events, g.event)
			}
		}
	}
	return "hooks for " + strings.Join(events, ", ")
}

func (e hooks) add(old []byte) ([]byte, error) {
	j, err := readJSONC(old)
	if err != nil {
		return nil, err
	}
	groups := e.groups
	for _, x := range e.extras {
		if x.wanted || e.has(j, x.groups[0].event) {
			groups = slices.Concat(groups, x.groups)
		}
	}
	if len(groups) == 0 {
		return old, nil
	}
	top := j.top()
	for i := 0; i < len(e.first) && top.size() <= i; i++ {
		if err := top.add(e.first[i].name, e.first[i].value); err != nil {
			return nil, err
		}
	}
	all, err := top.child("hooks", "{}")
	if err != nil {
		return nil, err
	}
	for _, g := range groups {
		list, err := all.child(g.event, "[]")
		if err != nil {
			return nil, fmt.Errorf("hooks: %w", err)
		}
		if err := e.put(list, g.value); err != nil {
			return nil, err
		}
	}
	e.clear(j, func(event string) bool {
		return slices.ContainsFunc(groups, func(g group) bool { return g.event == event })
	})
	return j.bytes(), nil
}

// put makes a group the only one of toktee's in a list: in the place of the first, or at the end.
func (e hooks) put(list container, value any) error {
	placed := false
	for i := 0; i < list.size(); i++ {
		element := list.elements()[i]
		own, others := e.handlers(element)
		switch {
		case own == 0:
		case others > 0: // it holds a handler of the user too
			e.cutHandlers(element)
		case placed:
			list.cut(i)
			i--
		default:
			placed = true
			if !same(element, value) {
				if err := element.set(value); err != nil {
					return err
				}
			}
		}
	}
	if placed {
		return nil
	}
	return list.add("", value)
}

// same reports whether a value is already written, in whatever form.
func same(c container, value any) bool {
	var have, want any
	b, err := json.Marshal(value)
	return err == nil && json.Unmarshal(b, &want) == nil && c.decode(&have) == nil && reflect.DeepEqual(have, want)
}

func (e hooks) remove(old []byte) ([]byte, error) {
	if old == nil {
		return nil, nil
	}
	j, err := readJSONC(old)
	if err != nil {
		return nil, err
	}
	if _, ok := j.top().member("hooks"); !ok || !e.has(j, "") {
		return old, nil
	}
	e.clear(j, func(string) bool { return false })
	return j.bytes(), nil
}

// has reports whether toktee has a handler for an event, "" for any.
func (e hooks) has(j *jsonc, event string) bool {
	found := false
	e.events(j, func(name string, list container) {
		for _, element := range list.elements() {
			own, _ := e.handlers(element)
			found = found || own > 0 && (event == "" || event == name)
		}
	})
	return found
}

// events calls f with each event and its list.
func (e hooks) events(j *jsonc, f func(event string, list container)) {
	all, ok := j.top().member("hooks")
	if !ok {
		return
	}
	for name, list := range all.members() {
		f(name, list)
	}
}

// clear removes toktee's handlers from all events but those that keep names, with the lists that are empty then.
func (e hooks) clear(j *jsonc, keep func(event string) bool) {
	var empty []string
	e.events(j, func(event string, list container) {
		if keep(event) {
			return
		}
		cut := false
		for i := list.size() - 1; i >= 0; i-- {
			element := list.elements()[i]
			switch own, others := e.handlers(element); {
			case own > 0 && others == 0:
				list.cut(i)
				cut = true
			case own > 0:
				e.cutHandlers(element)
			}
		}
		if cut && list.empty() {
			empty = append(empty, event)
		}
	})
	all, ok := j.top().member("hooks")
	if !ok {
		return
	}
	for _, event := range empty {
		all.drop(event)
	}
	if len(empty) > 0 && all.empty() {
		j.top().drop("hooks")
	}
}

// handlers counts the handlers in an element of an event's list: toktee's, and others.
func (e hooks) handlers(element container) (own, others int) {
	list, ok := element.member("hooks")
	if !ok {
		if e.own(element) {
			return 1, 0
		}
		return 0, 1
	}
	for _, h := range list.elements() {
		if e.own(h) {
			own++
		} else {
			others++
		}
	}
	return own, others
}

func (e hooks) cutHandlers(element container) {
	list, ok := element.member("hooks")
	for i := list.size() - 1; ok && i >= 0; i-- {
		if e.own(list.elements()[i]) {
			list.cut(i)
		}
	}
}

// own reports whether a handler starts toktee's hook for the agent, for notices or for all else.
func (e hooks) own(h container) bool {
	var c struct {
		Command, Bash string
		Args          []string
	}
	if h.decode(&c) != nil || !permit.IsHook(e.agent, c.Command+c.Bash, c.Args) {
		return false
	}
	isNotice := slices.Contains(c.Args, noticeFlag) || strings.HasSuffix(c.Command+c.Bash, " "+noticeFlag)
	return isNotice == e.notice
}
