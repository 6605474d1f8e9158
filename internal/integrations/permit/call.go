package permit

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/shell"
)

// A Call is an action that a tool of toktee's is about to take.
type Call struct {
	Line  string // a command line, "" for none
	Dir   string // its folder, absolute
	Input string // the text that it reads and may run, "" for nothing
	// Program means that the call runs a program in another language than the shell's, which may do anything.
	Program bool

	Path   string // a file or folder, absolute; "" for a command
	Change bool   // it is changed, made or removed
}

// limits of what is compared: a line of more words or folders is one whose words aren't known.
const (
	maxWords   = 2048
	maxFolders = 16
	maxCluster = 5 // a hyphen and letters that may be options, before a value
)

// A scan is a call in the form that rules are compared with. Texts are in lower case.
type scan struct {
	call Call
	// words are those of the command line. A path is there with its last name, too: "/bin/rm" is also "rm".
	words map[string]bool
	// open are words of which only a part is known: "t?uch" is "t*uch". Those of openPrograms may be names of programs.
	open, openPrograms []string
	// programs are the words that may be names of programs.
	programs []string
	// anyWord means that a word isn't known at all, anyProgram that it may be the name of a program.
	anyWord, anyProgram bool
	// unknown means that the line can't be read: any rule for commands may be meant.
	unknown bool
	texts   []string // the line, and what remains of it from each word on: for regular expressions
	paths   [][]string
	folders []string
}

// scanOf reads a call. It looks at files only for their links: "cat a" reads the target of a link a.
func scanOf(call Call) *scan {
	s := &scan{call: call, words: map[string]bool{}}
	if call.Line == "" {
		return s
	}
	words, ok := shell.EveryWord(call.Line)
	if call.Input != "" {
		more, _ := shell.EveryWord(call.Input)
		words = append(words, more...)
	}
	s.unknown = !ok || len(words) > maxWords
	words = words[:min(len(words), maxWords)]
	for _, w := range words {
		s.word(strings.ToLower(w.Text), w.Program)
	}
	for _, text := range []string{call.Line, call.Input} {
		plain := strings.Fields(withoutQuotes(text))
		rest := strings.Join(plain, " ")
		s.unknown = s.unknown || len(plain) > maxWords
		for _, w := range plain[:min(len(plain), maxWords)] {
			s.word(strings.ToLower(w), false)
			s.texts = append(s.texts, rest)
			rest = strings.TrimPrefix(rest[len(w):], " ")
		}
		s.texts = append(s.texts, text)
	}
	s.folders = []string{call.Dir}
	hidden := s.findsHidden()
	for _, w := range words {
		for _, piece := range pieces(w.Text) {
			s.word(strings.ToLower(piece), false)
			if w.Glob && !hidden && !strings.HasPrefix(w.Text, "-") {
				piece = visibleNames(piece)
			}
			s.path(piece)
		}
	}
	return s
}

// readers are programs that change no file by themselves.
var readers = []string{
	"[", "cat", "cd", "cmp", "cut", "diff", "echo", "false", "grep", "head", "jq", "ls", "nl", "printf", "pwd",
	"stat", "tail", "test", "tr", "true", "wc",
}

// shells are programs whose scripts are read, in words and in what they are given.
var shells = []string{"sh", "bash", "dash", "zsh"}

// changes reports whether the line may change a file.
func (s *scan) changes() bool {
	return s.unknown || s.anyProgram || len(s.openPrograms) > 0 || strings.Contains(s.call.Line+s.call.Input, ">") ||
		slices.ContainsFunc(s.programs, func(name string) bool { return !slices.Contains(readers, name) })
}

// findsHidden reports whether a star of the shell's may match a dot at the beginning of a name: dotglob and
// globdots make it, and programs may take "*.go" for a pattern of their own if there is no such file. Readers don't,
// nor do shells, whose scripts are read here.
func (s *scan) findsHidden() bool {
	others := func(name string) bool {
		isRead := strings.HasPrefix(name, "-") || strings.Contains(name, " ") // an option, or a script
		return !isRead && !slices.Contains(readers, name) && !slices.Contains(shells, name)
	}
	return s.unknown || s.anyProgram || slices.ContainsFunc(s.openPrograms, others) ||
		slices.ContainsFunc(s.programs, others) ||
		strings.Contains(strings.ToLower(s.call.Line+s.call.Input), "glob")
}

// word adds a word of the line.
func (s *scan) word(w string, program bool) {
	w = globbed(w)
	switch {
	case strings.Trim(w, "*") == "":
		s.anyWord, s.anyProgram = s.anyWord || w != "", s.anyProgram || program && w != ""
	case strings.Contains(w, "*"):
		s.open = append(s.open, w)
		if program {
			s.openPrograms = append(s.openPrograms, w, w[strings.LastIndexByte(w, '/')+1:])
		}
	default:
		base := w[strings.LastIndexByte(w, '/')+1:]
		s.words[w], s.words[base] = true, true
		if program {
			s.programs = append(s.programs, base)
		}
	}
}

// pieces returns what may be a path or a program in a word: "--file=.env", "HEAD:.env", "@.env", "-f.env" and "-rf.env"
// have .env, and "alias.t=!touch" has touch.
func pieces(w string) []string {
	all := []string{w}
	for {
		i := strings.IndexAny(w, "=:,;@!")
		if i < 0 {
			break
		}
		w = w[i+1:]
		all = append(all, w)
		if end := strings.IndexAny(w, "=:,;@!"); end > 0 {
			all = append(all, w[:end])
		}
	}
	if first := all[0]; len(first) > 2 && first[0] == '-' && first[1] != '-' {
		for i := 2; i < min(len(first), maxCluster); i++ {
			all = append(all, first[i:])
			if end := strings.IndexAny(first[i:], "=:,;@!"); end > 0 {
				all = append(all, first[i:i+end])
			}
		}
	}
	return all
}

// path adds the places that a word may name: below the call's folder and below every folder that words before it name,
// since the command may have changed to it; and where its links lead.
func (s *scan) path(w string) {
	w = globbed(w)
	if w == "" || len(s.paths) > maxWords {
		s.unknown = s.unknown || w != ""
		return
	}
	if name, rest, _ := strings.Cut(w, "/"); strings.HasPrefix(name, "~") {
		w = "*/" + rest
	}
	if strings.HasPrefix(w, "*") { // "$x/.env" may be anywhere
		s.paths = append(s.paths, segments(w))
	}
	for _, dir := range s.folders {
		whole := w
		if !filepath.IsAbs(w) {
			whole = dir + string(filepath.Separator) + w
		}
		path := filepath.Clean(whole)
		s.paths = append(s.paths, segments(path))
		if strings.Contains(w, "*") {
			s.links(path)
			continue
		}
		real, err := filepath.EvalSymlinks(whole) // before it is cleaned: "link/.." is a folder of the link's target
		if err != nil {
			continue
		}
		if real != path {
			s.paths = append(s.paths, segments(real))
		}
		if st, err := os.Stat(real); err == nil && st.IsDir() && len(s.folders) < maxFolders && path != dir {
			s.folders = append(s.folders, path)
		}
	}
}

// visible means any character of a path but a dot, at the beginning of a name.
const visible = "\x00"

// visibleNames marks names that begin with a star of the shell's: "*.go" isn't ".env.go".
func visibleNames(w string) string {
	names := strings.Split(w, "/")
	for i, name := range names {
		if strings.HasPrefix(name, "*") && name != "**" {
			names[i] = visible + name
		}
	}
	return strings.Join(names, "/")
}

// links adds where the links lead that a pattern finds.
func (s *scan) links(pattern string) {
	found, err := filepath.Glob(strings.ReplaceAll(pattern, visible, ""))
	s.unknown = s.unknown || err == nil && len(found) > maxWords
	for _, path := range found[:min(len(found), maxWords)] {
		if real := realPath(path); real != path {
			s.paths = append(s.paths, segments(real))
		}
	}
}

// globbed returns a word with a star in place of what matches several names: "?", "[a-z]", "{a,b}". In find's and
// xargs' "{}" nothing does.
func globbed(w string) string {
	if w == "{}" {
		return w
	}
	var b strings.Builder
	for w != "" {
		i := strings.IndexAny(w, "?[{")
		if i < 0 {
			break
		}
		b.WriteString(w[:i] + "*")
		end := map[byte]string{'?': "?", '[': "]", '{': "}"}[w[i]]
		_, w, _ = strings.Cut(w[i:], end)
	}
	return b.String() + w
}

// segments returns the names in a path, in lower case. A star that is a whole name means any number of names,
// since it may be a variable's value.
func segments(path string) []string {
	names := strings.FieldsFunc(strings.ToLower(filepath.ToSlash(path)), func(r rune) bool { return r == '/' })
	kept := names[:0]
	for _, name := range names {
		if name != "." {
			kept = append(kept, name)
		}
		if strings.Trim(name, "*") == "" {
			kept[len(kept)-1] = "**"
		}
	}
	return kept
}
