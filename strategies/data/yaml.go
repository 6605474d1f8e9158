package data

import (
	"context"
	"strings"

	"github.com/toktee/toktee/strategies"
)

// looksYAML reports whether a call prints YAML: it asks for it, or the text opens as a resource or a document does.
func looksYAML(in *strategies.Input) bool {
	asked := false
	for _, c := range in.Shell.Commands {
		for i, a := range c.Args {
			asked = asked || a == "-oyaml" || a == "--output=yaml" ||
				a == "yaml" && i > 0 && (c.Args[i-1] == "-o" || c.Args[i-1] == "--output" || c.Args[i-1] == "--format")
		}
		asked = asked || c.Name == "yq" || c.Name == "docker-compose" && c.Sub() == "config" ||
			c.Name == "helm" && (c.Sub() == "get" || c.Sub() == "template" || c.Sub() == "show")
	}
	if !asked && !strings.HasPrefix(in.Head, "apiVersion:") && !strings.HasPrefix(in.Head, "---\n") {
		return false
	}
	n, keys := 0, 0
	for s := range strings.SplitSeq(in.Head, "\n") {
		if strings.TrimSpace(s) == "" {
			continue
		}
		n++
		if l := yamlOf(s); l.key != "" || l.item || s == "---" || strings.TrimSpace(s)[0] == '#' {
			keys++
		}
	}
	return n >= 4 && keys*10 >= n*8
}

// yamlLine is a line of YAML.
type yamlLine struct {
	indent int    // where its key stands
	key    string // "" for none
	value  string
	item   bool // it opens an element of a list
	block  bool // a text follows, indented deeper
}

// yamlOf reads a line by itself: indentation, dashes, and a key before a colon.
func yamlOf(s string) yamlLine {
	l := yamlLine{}
	t := strings.TrimLeft(s, " ")
	for strings.HasPrefix(t, "- ") || t == "-" {
		l.item = true
		t = strings.TrimLeft(t[1:], " ")
	}
	l.indent = len(s) - len(t)
	end := -1
	if t != "" && (t[0] == '"' || t[0] == '\'') {
		if i := strings.IndexByte(t[1:], t[0]); i >= 0 {
			end = i + 2
		}
	} else if i := strings.IndexByte(t, ':'); i > 0 && t[0] != '#' && t[0] != '{' && t[0] != '[' {
		end = i
		for end+1 < len(t) && t[end+1] != ' ' {
			i := strings.IndexByte(t[end+1:], ':')
			if i < 0 {
				end = -1
				break
			}
			end += i + 1
		}
	}
	if end > 0 && end < len(t) && t[end] == ':' && (end+1 == len(t) || t[end+1] == ' ') {
		l.key, l.value = t[:end], strings.TrimSpace(t[end+1:])
		l.block = strings.HasPrefix(l.value, "|") || strings.HasPrefix(l.value, ">")
	}
	return l
}

// yamlDeep is the indentation from which lines of a long text are detail.
const yamlDeep = 6

// yaml digests YAML by its indentation. All lines are shown as they stand.
func yaml(ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	keys, total := 0, 0
	for l := range lines.All() {
		total++
		if y := yamlOf(l.Text); y.key != "" && y.indent == 0 && !y.item {
			keys++
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	r := &report{format: "YAML", part: in.Cut, nkeys: keys}
	hidden, block := -1, -1 // the indentation below which lines are noise, or a text
	bad := 0
	for l := range lines.All() {
		y := yamlOf(l.Text)
		rank := strategies.Context
		blank := strings.TrimSpace(l.Text) == ""
		in := y.indent
		switch {
		case block >= 0 && (blank || in > block):
			rank = strategies.Detail
			c.Line(rank, strategies.KindLine, "", l)
			continue
		case hidden >= 0 && (blank || in > hidden):
			c.Line(strategies.Noise, strategies.KindLine, "", l)
			continue
		}
		block, hidden = -1, -1
		if y.block {
			block = in
		}
		role := roleOf(y.key)
		switch {
		case blank || strings.HasPrefix(strings.TrimSpace(l.Text), "#"):
			rank = strategies.Detail
		case role == trouble && y.value != "" && y.value != `""` && y.value != "null" && bad < maxBad,
			role == telling && badWord(strings.Trim(y.value, `"'`)) && bad < maxBad:
			bad++
			rank = strategies.Critical
		case role == noise:
			rank = strategies.Noise
			hidden = in
		case role == telling || role == naming:
			rank = strategies.Evidence
		case in == 0:
			rank = strategies.Evidence
		case in > yamlDeep && total > plentyOf:
			rank = strategies.Detail
		}
		if in == 0 && y.key != "" && !y.item && len(r.keys) < maxNames {
			r.keys = append(r.keys, strings.Clone(y.key))
		}
		c.Line(rank, strategies.KindLine, "", l)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	r.finish(c)
	return nil
}
