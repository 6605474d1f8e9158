package setup

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/integrations/permit"
)

// servers are the servers of MCP that a file of settings starts by a command. Wrapped, a server is started by toktee,
// which runs between it and the agent:
//
//	"command": "npx", "args": ["-y", "some-server"]
//	"command": "/home/me/bin/toktee", "args": ["mcp-proxy", "--server", "some", "--", "npx","-y", "some-server"]
//
// The file's text stays as it is written, and is only moved or quoted: taken out again, every byte is back.
type servers struct {
	path    string
	read    func(text []byte) ([]server, error)
	noArgs  string // the text added after a command without arguments
	program string
	never   func(name string, argv []string) bool
}

// The text after a command that has no arguments; the words come after the bracket. No one else writes it with these
// spaces, so it is known again, and goes as a whole.
const (
	noArgsJSON = `, "args" : []`
	noArgsTOML = "\nargs =  []"
)

// A server is one entry of a file.
type server struct {
	name string
	argv []string // nil for one that isn't started by a command
	// Its places in the file. Without a command, the list has all of argv; without a list, there are no arguments.
	command  span
	list     span   // with its brackets
	elements []span // of the list
	isOdd    bool   // written in a way that isn't changed here
}

// A span is a range of the file's bytes.
type span struct{ From, To int }

func (s span) of(text []byte) string { return string(text[s.From:s.To]) }

// wrapped returns how many words before the server's own start the proxy; 0 if it isn't wrapped.
func (s *server) wrapped() int {
	if len(s.argv) < 2 || s.argv[1] != "mcp-proxy" || !permit.IsOwnProgram(s.argv[0]) {
		return 0
	}
	return slices.Index(s.argv, "--") + 1
}

// isOwn reports whether the server is toktee's.
func (s *server) isOwn() bool {
	return len(s.argv) > 1 && permit.IsOwnProgram(s.argv[0]) && s.argv[1] == "mcp"
}

func (e servers) file() string { return e.path }
func (e servers) what() string { return "MCP servers start through toktee mcp-proxy" }

func (e servers) add(old []byte) ([]byte, error) {
	return e.change(old, func(s *server) []replacement {
		switch {
		case s.argv == nil || s.isOdd || s.isOwn():
			return nil
		case s.wrapped() > 0:
			return e.point(s)
		case e.never != nil && e.never(s.name, s.argv):
			return nil
		}
		return e.wrap(old, s)
	})
}

func (e servers) remove(old []byte) ([]byte, error) {
	return e.change(old, func(s *server) []replacement {
		if n := s.wrapped(); n > 0 && n < len(s.argv) && !s.isOdd {
			return e.unwrap(old, s, n)
		}
		return nil
	})
}

// change makes the replacements for each server. The servers must be unchanged since then, but for being wrapped.
func (e servers) change(old []byte, f func(s *server) []replacement) ([]byte, error) {
	if old == nil {
		return nil, nil
	}
	list, err := e.read(old)
	if err != nil {
		return nil, err
	}
	var all []replacement
	for i := range list {
		all = append(all, f(&list[i])...)
	}
	if len(all) == 0 {
		return old, nil
	}
	out := replaced(old, all)
	now, err := e.read(out)
	if err != nil || !slices.EqualFunc(list, now, func(a, b server) bool {
		return a.name == b.name && reflect.DeepEqual(a.argv[a.wrapped():], b.argv[b.wrapped():])
	}) {
		return nil, errors.Join(errors.New("the form of its list of servers isn't known"), err)
	}
	return out, nil
}

// wrap puts toktee before a server's command.
func (e servers) wrap(text []byte, s *server) []replacement {
	program := quoted(e.program)
	words := []string{quoted("mcp-proxy"), quoted("--server"), quoted(s.name), quoted("--")}
	if s.command == (span{}) {
		words = append([]string{program}, words...)
		return []replacement{{span{s.list.From + 1, s.list.From + 1}, strings.Join(words, ", ") + ","}}
	}
	words = append(words, s.command.of(text))
	list := []replacement{{s.command, program}}
	if s.list == (span{}) {
		args := strings.Replace(e.noArgs, "[", "["+strings.Join(words, ", "), 1)
		if strings.Contains(string(text), "\r\n") {
			args = strings.ReplaceAll(args, "\n", "\r\n")
		}
		return append(list, replacement{span{s.command.To, s.command.To}, args})
	}
	front := strings.Join(words, ", ")
	if len(s.elements) > 0 {
		front += ","
	}
	return append(list, replacement{span{s.list.From + 1, s.list.From + 1}, front})
}

// unwrap takes the n words of toktee out of a server's command.
func (e servers) unwrap(text []byte, s *server, n int) []replacement {
	if s.command == (span{}) {
		return []replacement{{span{s.list.From + 1, afterComma(text, s.elements[n-1].To)}, ""}}
	}
	command := s.elements[n-1] // of argv, the first is the program, and this follows "--"
	list := []replacement{{s.command, command.of(text)}}
	end := afterComma(text, command.To)
	if len(s.elements) == n && s.command.To < s.list.From && e.isNoArgs(text[s.command.To:s.list.From+1]) {
		return append(list, replacement{span{s.command.To, s.list.To}, ""})
	}
	return append(list, replacement{span{s.list.From + 1, end}, ""})
}

// isNoArgs reports whether this is what wrap has put between a command and its list.
func (e servers) isNoArgs(between []byte) bool {
	return strings.ReplaceAll(string(between), "\r\n", "\n")+"]" == e.noArgs
}

// point lets a wrapped server be started by this toktee.
func (e servers) point(s *server) []replacement {
	at := s.command
	if at == (span{}) {
		at = s.elements[0]
	}
	if s.argv[0] == e.program {
		return nil
	}
	return []replacement{{at, quoted(e.program)}}
}

// afterComma returns the place after a comma that follows, or the place itself if none does.
func afterComma(text []byte, at int) int {
	rest := string(text[at:])
	if after, ok := strings.CutPrefix(strings.TrimLeft(rest, " \t\r\n"), ","); ok {
		return len(text) - len(after)
	}
	return at
}

// A replacement puts a text in the place of a range.
type replacement struct {
	span
	with string
}

// replaced makes replacements that don't overlap.
func replaced(text []byte, list []replacement) []byte {
	slices.SortStableFunc(list, func(a, b replacement) int { return cmp.Compare(a.From, b.From) })
	var out []byte
	at := 0
	for _, r := range list {
		out = append(append(out, text[at:r.From]...), r.with...)
		at = r.To
	}
	return append(out, text[at:]...)
}
