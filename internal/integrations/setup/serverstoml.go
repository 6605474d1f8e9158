package setup

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// tomlServers reads the tables [mcp_servers.NAME] of Codex. For a server that the library finds, this finds how it is
// written; one that is written otherwise, as in an inline table, is odd.
func tomlServers(text []byte) ([]server, error) {
	var have struct {
		Servers map[string]struct {
			Command string
			Args    []string
			URL     string
		} `toml:"mcp_servers"`
	}
	if _, err := toml.Decode(string(text), &have); err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "toml: "))
	}
	places := tomlPlaces(string(text))
	var list []server
	for _, name := range slices.Sorted(maps.Keys(have.Servers)) {
		entry := have.Servers[name]
		s := server{name: name, url: entry.Command == "" && entry.URL != ""}
		if entry.Command != "" {
			s.argv = append([]string{entry.Command}, entry.Args...)
			at := places[name]
			s.command, s.list, s.elements = at.command, at.list, at.elements
			s.isOdd = at.command == (span{}) || len(at.elements) != len(entry.Args) ||
				(at.list == span{}) != (entry.Args == nil)
		}
		list = append(list, s)
	}
	return list, nil
}

var (
	serverHeader = regexp.MustCompile(
		`^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*("[^"\\\n]*"|'[^'\n]*'|[A-Za-z0-9_-]+)[ \t]*\]`)
	anyHeader = regexp.MustCompile(`^[ \t]*\[`)
	keyOfLine = regexp.MustCompile(`^[ \t]*([^=#\n]*?)[ \t]*=[ \t]*`)
)

// tomlPlaces finds the places of servers' commands and arguments, by the servers' names.
func tomlPlaces(text string) map[string]server {
	places := map[string]server{}
	name := ""
	for at := 0; at < len(text); {
		line := text[at:]
		end := at
		if m := serverHeader.FindStringSubmatch(line); m != nil {
			name = strings.Trim(m[1], `"'`)
		} else if anyHeader.MatchString(line) {
			name = ""
		} else if m := keyOfLine.FindStringSubmatch(line); m != nil {
			value := at + len(m[0])
			var words []span
			end, words = tomlValue(text, value)
			s := places[name]
			switch m[1] {
			case "command":
				s.command = span{value, end}
			case "args":
				s.list, s.elements = span{value, end}, words
			}
			if name != "" {
				places[name] = s
			}
		}
		at = end
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			at += i + 1
		} else {
			at = len(text)
		}
	}
	return places
}

// tomlValue returns the end of the value that begins at a place, and the places of the strings directly in a list.
func tomlValue(text string, at int) (end int, words []span) {
	depth := 0
	for at < len(text) {
		switch c := text[at]; c {
		case '"', '\'':
			end := tomlString(text, at)
			if depth == 1 {
				words = append(words, span{at, end})
			}
			at = end
		case '[', '{':
			depth++
			at++
		case ']', '}':
			depth--
			at++
		case '#', '\n':
			if depth == 0 {
				return at, words
			}
			for at < len(text) && text[at] != '\n' {
				at++
			}
			at++
		default:
			at++
		}
		if depth == 0 {
			return tomlPlain(text, at), words
		}
	}
	return len(text), words
}

// tomlPlain returns the end of a value that is neither a list nor a table.
func tomlPlain(text string, at int) int {
	switch text[at-1] {
	case '"', '\'', ']', '}':
		return at
	}
	for at < len(text) && !strings.ContainsRune("\n#", rune(text[at])) {
		at++
	}
	return at
}

// tomlString returns the end of the string that begins at a place.
func tomlString(text string, at int) int {
	quote := text[at : at+1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(text[at:], long) {
		if i := strings.Index(text[at+3:], long); i >= 0 {
			return at + 3 + i + 3
		}
		return len(text)
	}
	for i := at + 1; i < len(text) && text[i] != '\n'; i++ {
		switch {
		case text[i] == '\\' && quote == `"`:
			i++
		case text[i] == quote[0]:
			return i + 1
		}
	}
	return len(text)
}
