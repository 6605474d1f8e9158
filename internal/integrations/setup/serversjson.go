package setup

import (
	"encoding/json"
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
		j, err := readJSONC(text)
		if err != nil {
			return nil, err
		}
		last := names[len(names)-1]
		servers, _ := j.top().member(last)
		list := servers.servers()
		if len(names) > 1 {
			folders, _ := j.top().member(names[0])
			for _, folder := range folders.members() {
				servers, _ := folder.member(last)
				list = append(list, servers.servers()...)
			}
		}
		return list, nil
	}
}

func jsonFile(path string, names ...string) []servers {
	return []servers{{path: path, read: jsonServers(names...), noArgs: noArgsJSON}}
}

// servers reads an object with a server in each member.
func (c container) servers() (list []server) {
	for name, entry := range c.members() {
		if entry.value.Value.Kind() != '{' {
			continue
		}
		s := server{name: name}
		command, _ := entry.member("command")
		args, hasArgs := entry.member("args")
		if text, ok := command.text(); ok {
			s.argv, s.command = []string{text}, command.span()
			s.isOdd = hasArgs && !args.isList()
			s.addWords(args)
		} else {
			s.addWords(command) // opencode
		}
		list = append(list, s)
	}
	return list
}

// addWords adds the words of a list; anything else has none.
func (s *server) addWords(list container) {
	if !list.isList() {
		return
	}
	s.list = list.span()
	for _, element := range list.elements() {
		word, ok := element.text()
		if !ok {
			s.isOdd = true
			continue
		}
		s.argv = append(s.argv, word)
		s.elements = append(s.elements, element.span())
	}
}

func (c container) isList() bool { return c.value != nil && c.value.Value.Kind() == '[' }

// text returns the value if it is a string.
func (c container) text() (string, bool) {
	if c.value == nil || c.value.Value.Kind() != '"' {
		return "", false
	}
	return c.value.Value.(hujson.Literal).String(), true
}

// span returns the place of the value in the file as it was read.
func (c container) span() span {
	skipped := 0
	if c.bom {
		skipped = len(byteOrderMark)
	}
	return span{skipped + c.value.StartOffset, skipped + c.value.EndOffset}
}
