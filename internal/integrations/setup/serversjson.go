package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/tailscale/hujson"
)

// quoted returns a text as a string of JSON, which is one of TOML too.
func quoted(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // of a string, it can't fail
	return strings.TrimSuffix(b.String(), "\n")
}

// jsonServers returns a reader of settings in JSON, with or without comments. The servers are members of an object
// with the last of these names. It is at the top, or in each object below a name before it: "projects", "mcpServers".
func jsonServers(names ...string) func(text []byte) ([]server, error) {
	return func(text []byte) ([]server, error) {
		rest, _ := bytes.CutPrefix(text, []byte(byteOrderMark))
		if len(bytes.TrimSpace(rest)) == 0 {
			return nil, nil
		}
		root, err := hujson.Parse(bytes.Clone(rest))
		if err != nil {
			return nil, errors.New(strings.TrimPrefix(err.Error(), "hujson: "))
		}
		r := jsonReader{text: rest, skipped: len(text) - len(rest)}
		top, ok := root.Value.(*hujson.Object)
		if !ok {
			return nil, errors.New("it holds no object")
		}
		last := names[len(names)-1]
		r.servers(valueOf(top, last))
		if len(names) > 1 {
			if folders, ok := valueOf(top, names[0]).Value.(*hujson.Object); ok {
				for i := range folders.Members {
					if folder, ok := folders.Members[i].Value.Value.(*hujson.Object); ok {
						r.servers(valueOf(folder, last))
					}
				}
			}
		}
		return r.list, nil
	}
}

func jsonFile(path string, names ...string) []servers {
	return []servers{{path: path, read: jsonServers(names...), noArgs: noArgsJSON}}
}

// valueOf returns a member's value; of several of one name the last counts, as in JavaScript.
func valueOf(o *hujson.Object, name string) hujson.Value {
	var v hujson.Value
	for i := range o.Members {
		if o.Members[i].Name.Value.(hujson.Literal).String() == name {
			v = o.Members[i].Value
		}
	}
	return v
}

// A jsonReader gathers servers.
type jsonReader struct {
	text    []byte
	skipped int // bytes of the file before the text
	list    []server
}

// at returns the place of a value.
func (r *jsonReader) at(v hujson.Value) span {
	return span{r.skipped + v.StartOffset, r.skipped + v.EndOffset}
}

// servers reads an object with a server in each member.
func (r *jsonReader) servers(v hujson.Value) {
	o, ok := v.Value.(*hujson.Object)
	if !ok {
		return
	}
	for i := range o.Members {
		entry, ok := o.Members[i].Value.Value.(*hujson.Object)
		if !ok {
			continue
		}
		s := server{name: o.Members[i].Name.Value.(hujson.Literal).String()}
		command := valueOf(entry, "command")
		words, isList := command.Value.(*hujson.Array)
		switch {
		case isList: // opencode
			r.words(&s, words, r.at(command))
		case isString(command):
			s.argv, s.command = []string{command.Value.(hujson.Literal).String()}, r.at(command)
			args := valueOf(entry, "args")
			if words, ok := args.Value.(*hujson.Array); ok {
				r.words(&s, words, r.at(args))
			} else {
				s.isOdd = args.Value != nil
			}
		default:
			s.url = isString(valueOf(entry, "url")) || isString(valueOf(entry, "httpUrl"))
		}
		r.list = append(r.list, s)
	}
}

func (r *jsonReader) words(s *server, words *hujson.Array, at span) {
	s.list = at
	for i := range words.Elements {
		v := words.Elements[i]
		if !isString(v) {
			s.isOdd = true
			continue
		}
		s.argv = append(s.argv, v.Value.(hujson.Literal).String())
		s.elements = append(s.elements, r.at(v))
	}
}

func isString(v hujson.Value) bool {
	l, ok := v.Value.(hujson.Literal)
	return ok && l.Kind() == '"'
}
