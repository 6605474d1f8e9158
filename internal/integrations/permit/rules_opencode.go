package permit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/tailscale/hujson"
)

// opencodeKinds are the calls that opencode's permissions are for.
var opencodeKinds = map[string]kind{
	"*": forCommands | forReads | forWrites, "bash": forCommands, "edit": forWrites, "write": forWrites,
	"patch": forWrites, "read": forReads, "grep": forReads, "glob": forReads, "list": forReads,
}

// opencodeRules reads opencode's permissions. In each file the last rule that fits prevails; a file doesn't override
// what another one refuses, nor does an agent's permission: it isn't known which agent calls.
func opencodeRules(c *Caller) ([][]entry, error) {
	p := Places{Getenv: c.Getenv, Dir: c.Dir}
	dirs := []string{p.folder("OPENCODE_CONFIG_DIR", ".config", "opencode"), p.folder("", ".opencode")}
	if xdg, _ := c.Getenv("XDG_CONFIG_HOME"); xdg != "" {
		dirs = append(dirs, filepath.Join(xdg, "opencode"))
	}
	dirs = append(append(dirs, p.projects(".opencode")...), p.projects(".")...)
	var files []string
	for _, dir := range dirs {
		for _, name := range []string{"opencode.json", "opencode.jsonc", "config.json"} {
			if name != "config.json" || dir == dirs[0] {
				files = append(files, filepath.Join(dir, name))
			}
		}
	}
	if file, _ := c.Getenv("OPENCODE_CONFIG"); file != "" {
		files = append(files, file)
	}
	// By default opencode doesn't read these files without a question.
	o := opencodeReader{caller: c, home: p.folder("")}
	o.lists = [][]entry{{
		o.entry("ask", "*.env", "opencode's defaults", forReads),
		o.entry("ask", "*.env.*", "opencode's defaults", forReads),
		o.entry("allow", "*.env.example", "opencode's defaults", forReads),
	}}
	for _, file := range files {
		b, err := readFile(file)
		if err == nil {
			err = o.config(file, b)
		}
		if err != nil {
			return nil, err
		}
	}
	text, _ := c.Getenv("OPENCODE_CONFIG_CONTENT")
	if err := o.config("OPENCODE_CONFIG_CONTENT", []byte(text)); err != nil {
		return nil, err
	}
	text, _ = c.Getenv("OPENCODE_PERMISSION")
	return o.lists, o.permission("OPENCODE_PERMISSION", []byte(text))
}

// An opencodeReader gathers the rules of files.
type opencodeReader struct {
	caller *Caller
	home   string
	lists  [][]entry
}

func (o *opencodeReader) entry(list, pattern, file string, k kind) entry {
	e := entry{Rule: Rule{list, pattern, file}, kind: k, pattern: pattern, alike: true}
	e.home, e.dir, e.project = o.home, o.caller.Dir, projectOf(o.caller.Dir)
	if strings.Trim(pattern, "*") == "" {
		e.pattern = ""
	}
	if rest, ok := strings.CutPrefix(pattern, "$HOME/"); ok {
		e.pattern = "~/" + rest
	}
	return e
}

// config reads a configuration, with the permissions and the switched-off tools of all its agents.
func (o *opencodeReader) config(file string, b []byte) error {
	if len(bytes.TrimSpace(b)) == 0 {
		return nil
	}
	b, err := hujson.Standardize(b)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	type part struct {
		Permission json.RawMessage
		Tools      map[string]bool
	}
	var s struct {
		part
		Agent, Mode map[string]part
	}
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	all := []part{s.part}
	for _, agents := range []map[string]part{s.Agent, s.Mode} {
		for name, agent := range agents {
			if of := o.caller.AgentType; of == "" || of == name {
				all = append(all, agent)
			}
		}
	}
	for _, each := range all {
		if err := o.permission(file, each.Permission); err != nil {
			return err
		}
		for tool, on := range each.Tools {
			if k := opencodeKinds[tool]; !on && k != 0 {
				o.lists = append(o.lists, []entry{{Rule: Rule{"deny", "tools." + tool, file}, kind: k}})
			}
		}
	}
	return nil
}

// permission reads permissions: one for everything, or one for each tool, of which each may have patterns.
//
//	"ask"   {"edit": "deny", "bash": {"*": "ask", "git status *": "allow"}}
func (o *opencodeReader) permission(file string, raw []byte) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	tools, err := ordered(raw)
	if err != nil {
		return fmt.Errorf("%s: permission: %w", file, err)
	}
	var list []entry
	for _, t := range tools {
		var k kind
		for name, of := range opencodeKinds {
			if fits(t.name, name) {
				k |= of
			}
		}
		patterns, err := ordered(t.value)
		if err != nil {
			return fmt.Errorf("%s: permission.%s: %w", file, t.name, err)
		}
		for _, each := range patterns {
			var action string
			if err := json.Unmarshal(each.value, &action); err != nil {
				return fmt.Errorf("%s: permission.%s: %w", file, t.name, err)
			}
			if k == 0 {
				continue
			}
			e := o.entry(action, each.name, file, k)
			e.Text = fmt.Sprintf("%s %q: %q", t.name, each.name, action)
			if e.List != "allow" && e.List != "ask" {
				e.List = "deny"
			}
			list = append(list, e)
		}
	}
	o.lists = append(o.lists, list)
	return nil
}

// A member is one of an object.
type member struct {
	name  string
	value json.RawMessage
}

// ordered returns the members of an object in their order; anything else is the value of "*".
func ordered(raw []byte) (members []member, err error) {
	if raw = bytes.TrimSpace(raw); raw[0] != '{' {
		return []member{{"*", raw}}, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var m member
		m.name, _ = name.(string)
		if err := d.Decode(&m.value); err != nil {
			return nil, err
		}
		members = append(members, m)
	}
	return members, nil
}
