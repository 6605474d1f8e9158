package rules

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// top reads a file: [[rule]] and [[test]].
func (r *reader) top(tree map[string]any) {
	t := r.table("", tree)
	names := map[string]bool{}
	for _, rt := range t.tables("rule", maxRules) {
		rule := r.rule(rt)
		if rule.Name != "" && names[rule.Name] {
			rt.problem("name", "%q is used twice: want another", rule.Name)
		}
		names[rule.Name] = true
		r.file.Rules = append(r.file.Rules, rule)
	}
	names = map[string]bool{}
	for _, tt := range t.tables("test", maxTests) {
		test := r.test(tt)
		if test.Name != "" && names[test.Name] {
			tt.problem("name", "%q is used twice: want another", test.Name)
		}
		names[test.Name] = true
		r.file.Tests = append(r.file.Tests, test)
	}
	t.done()
}

func (r *reader) rule(t *table) *Rule {
	rule := &Rule{
		Name: t.name("name"), File: r.file, about: t.str("about", maxText), disabled: t.flag("off"),
		programs:    t.names("program", maxText),
		subcommands: t.names("subcommand", maxText),
		tools:       t.names("tool", maxText),
		command:     t.pattern("command"),
		level:       t.oneOf("level", levelNames...),
		budget:      t.number("budget", MinBudget, math.MaxInt32),
	}
	for _, lt := range t.tables("line", maxLines) {
		rule.lines = append(rule.lines, r.entry(lt))
	}
	t.done()
	if _, ok := t.m["name"]; !ok {
		t.missing("a rule without a name: want name = \"...\"")
	}
	if rule.disabled {
		return rule
	}
	has := func(key string) bool { _, ok := t.m[key]; return ok }
	switch {
	case !has("program") && !has("tool") && !has("command"):
		t.missing("a rule that applies to no call: want program, tool or command")
	case has("subcommand") && !has("program"):
		t.problem("subcommand", "it has no program: want program, too")
	case !has("line") && !has("level") && !has("budget"):
		t.missing("a rule that does nothing: want [[rule.line]], level, budget, or off = true")
	}
	return rule
}

// takes lists the actions that a key goes with.
var takes = map[string][]action{
	"with": {replace, fold},
	"by":   {group},
	"rank": {ranking, replace, fold, group},
}

func (r *reader) entry(t *table) *entry {
	e := &entry{match: t.pattern("match"), unless: t.pattern("unless"), do: action(t.oneOf("do", actions...))}
	rank := t.oneOf("rank", rankNames...)
	if rank != "" {
		e.rank, e.ranked = rankOf(rank), true
	}
	e.with, e.by = r.template(t, "with", e), r.template(t, "by", e)
	t.done()
	has := func(key string) bool { _, ok := t.m[key]; return ok }
	if !has("match") {
		t.missing("a line entry without a match: want match = '...'")
	}
	if !has("do") {
		t.missing("a line entry without an action: want do = %s", strings.Join(actions, ", "))
		return e
	}
	for _, key := range []string{"by", "rank", "with"} {
		if e.do != "" && has(key) && !slices.Contains(takes[key], e.do) {
			t.problem(key, "it does nothing with do = %q: want it with %s", e.do, join(takes[key]))
		}
	}
	switch {
	case e.do == replace && !has("with"):
		t.missing("nothing to replace the match with: want with = \"...\"")
	case e.do == group && !has("by"):
		t.missing("nothing to group by: want by = \"$1\", with a match that captures it")
	case e.do == ranking && !has("rank"):
		t.missing("no rank: want rank = %s", strings.Join(rankNames, ", "))
	}
	return e
}

// template reads the text of a replacement, a fold or a group.
func (r *reader) template(t *table, key string, e *entry) *template {
	v, ok := t.get(key)
	if !ok {
		return nil
	}
	s, ok := v.(string)
	if !ok || s == "" && e.do != replace {
		t.problem(key, "value %s: want a text", show(v))
		return nil
	}
	if e.match == nil {
		return nil
	}
	tm, err := newTemplate(s, e.match, e.do == fold)
	if err != nil {
		t.problem(key, "%w", err)
		return nil
	}
	return tm
}

func (r *reader) test(t *table) Test {
	test := Test{
		Name: t.name("name"), Command: t.str("command", maxFile), Tool: t.name("tool"),
		ExitCode:     t.number("exit_code", math.MinInt32, math.MaxInt32),
		Level:        t.oneOf("level", levelNames...),
		Budget:       t.number("budget", MinBudget, math.MaxInt32),
		WantContains: t.names("want_contains", maxFile),
		WantMissing:  t.names("want_missing", maxFile),
	}
	test.Input, _ = t.text("input")
	test.Want, test.HasWant = t.text("want")
	t.done()
	has := func(key string) bool { _, ok := t.m[key]; return ok }
	switch {
	case !has("name"):
		t.missing("a test without a name: want name = \"...\"")
	case !has("input"):
		t.missing("a test without input: want input = '''...'''")
	case !has("command") && !has("tool"):
		t.missing("a test whose input has no origin: want command or tool")
	case !has("want") && !has("want_contains") && !has("want_missing"):
		t.missing("a test without an expected text: want want, want_contains or want_missing")
	}
	return test
}

// text reads a text that may be empty.
func (t *table) text(key string) (string, bool) {
	v, ok := t.get(key)
	s, isText := v.(string)
	if ok && !isText {
		t.problem(key, "value %s: want a text", show(v))
	}
	return s, ok && isText
}

func join(list []action) string {
	s := make([]string, len(list))
	for i, a := range list {
		s[i] = fmt.Sprintf("%q", a)
	}
	return strings.Join(s, ", ")
}
