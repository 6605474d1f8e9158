package data

import (
	"context"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
	"github.com/toktee/toktee/strategies"
)

// looksYAML reports whether a call prints YAML: the command asks for it, or the text opens as a resource or a document
// does, and four of five lines of the head have the form of YAML.
func looksYAML(in *strategies.Input) bool {
	if !slices.ContainsFunc(in.Shell.Commands, printsYAML) && !strings.HasPrefix(in.Head, "apiVersion:") &&
		!strings.HasPrefix(in.Head, "---\n") {
		return false
	}
	n, keys := 0, 0
	for s := range strings.SplitSeq(in.Head, "\n") {
		trimmed := strings.TrimSpace(s)
		if trimmed == "" {
			continue
		}
		n++
		if l := yamlOf(s); l.key != "" || l.item || s == "---" || trimmed[0] == '#' {
			keys++
		}
	}
	return n >= 4 && keys*10 >= n*8
}

// printsYAML reports whether a command prints YAML: by its name, or as "kubectl get pod -o yaml" asks for it.
func printsYAML(c shell.Call) bool {
	switch c.Name {
	case "yq":
		return true
	case "docker-compose":
		if c.Sub() == "config" {
			return true
		}
	case "helm":
		switch c.Sub() {
		case "get", "template", "show":
			return true
		}
	}
	before := ""
	for _, a := range c.Args {
		if a == "-oyaml" || a == "--output=yaml" || a == "yaml" && isFormatFlag(before) {
			return true
		}
		before = a
	}
	return false
}

// isFormatFlag reports whether the next argument names the form of the output.
func isFormatFlag(arg string) bool { return arg == "-o" || arg == "--output" || arg == "--format" }

// yamlLine is a line of YAML.
type yamlLine struct {
	indent int    // the column of its key, behind dashes
	key    string // "" for none
	value  string
	item   bool // it opens an element of a list
	block  bool // a text follows, indented deeper
}

// yamlOf reads a line by itself: indentation, dashes, and a key before a colon.
//
//   - containerPort: 8080
func yamlOf(s string) yamlLine {
	l := yamlLine{}
	t := strings.TrimLeft(s, " ")
	for strings.HasPrefix(t, "- ") || t == "-" {
		l.item = true
		t = strings.TrimLeft(t[1:], " ")
	}
	l.indent = len(s) - len(t)
	if end := yamlKeyEnd(t); end > 0 {
		l.key, l.value = t[:end], strings.TrimSpace(t[end+1:])
		l.block = strings.HasPrefix(l.value, "|") || strings.HasPrefix(l.value, ">")
	}
	return l
}

// yamlKeyEnd is where the key ends that t opens with, the place of its colon; -1 for none. A colon ends a key only at
// the end of the line or before a blank: "a:b" is a value.
func yamlKeyEnd(t string) int {
	if t == "" {
		return -1
	}
	switch t[0] {
	case '"', '\'':
		if i := strings.IndexByte(t[1:], t[0]); i >= 0 && isYAMLColon(t, i+2) {
			return i + 2
		}
		return -1
	case ':', '#', '{', '[':
		return -1
	}
	for i := range len(t) {
		if isYAMLColon(t, i) {
			return i
		}
	}
	return -1
}

// isYAMLColon reports whether a colon that ends a key is at t[i].
func isYAMLColon(t string, i int) bool {
	if i >= len(t) || t[i] != ':' {
		return false
	}
	return i+1 == len(t) || t[i+1] == ' '
}

// yamlDeep is the indentation from which lines of a long text are detail.
const yamlDeep = 6

// yaml digests YAML by its indentation. All lines are shown as they are.
func yaml(ctx context.Context, in *strategies.Input, lines strategies.Lines, c *strategies.Collector) error {
	keys, total := 0, 0
	for l := range lines.All() {
		total++
		if y := yamlOf(l.Text); y.opensDocumentKey() {
			keys++
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	r := &report{format: "YAML", part: in.Cut, nkeys: keys}
	k := yamlRanker{long: total > manyRows, hidden: -1, block: -1}
	for l := range lines.All() {
		y := yamlOf(l.Text)
		rank, inside := k.rank(l.Text, y)
		if !inside && y.opensDocumentKey() && len(r.keys) < maxNames {
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

// opensDocumentKey reports whether the line has a key of the document itself, not of something in it.
func (y yamlLine) opensDocumentKey() bool { return y.key != "" && y.indent == 0 && !y.item }

// troubled reports whether a line's value says that something went wrong, as "error: connection refused" and
// "phase: Failed" do.
func (y yamlLine) troubled() bool {
	switch roleOf(y.key) {
	case trouble:
		return y.value != "" && y.value != `""` && y.value != "null"
	case stating:
		return badWord(strings.Trim(y.value, `"'`))
	}
	return false
}

// yamlRanker ranks the lines of a YAML text in order.
type yamlRanker struct {
	long   bool // the text has so many lines that deep ones are detail
	hidden int  // the indentation of the key whose lines are noise, -1 for none
	block  int  // the indentation of the key whose text is read, -1 for none
	bad    int  // lines with trouble so far
}

// rank says how much the next line matters. inside says that the line belongs to a text or to a key that is left out,
// so that it isn't read as YAML.
func (k *yamlRanker) rank(text string, y yamlLine) (rank strategies.Rank, inside bool) {
	trimmed := strings.TrimSpace(text)
	below := func(indent int) bool { return indent >= 0 && (trimmed == "" || y.indent > indent) }
	switch {
	case below(k.block):
		return strategies.Detail, true
	case below(k.hidden):
		return strategies.Noise, true
	}
	k.block, k.hidden = -1, -1
	if y.block {
		k.block = y.indent
	}
	role := roleOf(y.key)
	switch {
	case trimmed == "" || trimmed[0] == '#':
		return strategies.Detail, false
	case k.bad < maxBad && y.troubled():
		k.bad++
		return strategies.Critical, false
	case role == noise:
		k.hidden = y.indent
		return strategies.Noise, false
	case role == stating || role == naming || y.indent == 0:
		return strategies.Evidence, false
	case y.indent > yamlDeep && k.long:
		return strategies.Detail, false
	}
	return strategies.Context, false
}
