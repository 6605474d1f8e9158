package shell

import (
	"slices"
	"strings"
)

// Option is one option of a call, taken out of a cluster: "-rn" is "-r" and "-n", "-A5" is "-A" with the value "5", and
// "-50" is "-#" with the value "50".
type Option struct{ Name, Value string }

// Split separates a call's options from its operands, by the known options of the program that take a value. For an
// unknown program, an option has a value only after "=".
func (c Call) Split() (opts []Option, operands []string) {
	valued, args := valuedOptions(c), c.Args
	if c.Name == "git" && len(args) > 0 {
		args = args[1:]
	}
	for i := 0; i < len(args); i++ {
		a, next := args[i], args[i+1:]
		switch {
		case a == "--":
			return opts, append(operands, next...)
		case strings.HasPrefix(a, "--"):
			name, value, hasValue := strings.Cut(a, "=")
			if !hasValue && valued.has(name) && len(next) > 0 {
				i++
				value = next[0]
			}
			opts = append(opts, Option{name, value})
		case len(a) > 1 && a[0] == '-':
			var took bool
			if opts, took = cluster(opts, a[1:], next, valued); took {
				i++
			}
		default:
			operands = append(operands, a)
		}
	}
	return opts, operands
}

// cluster reads the letters after a single dash; next are the words after it. took means that the last letter took the
// first of them as its value.
func cluster(opts []Option, letters string, next []string, valued optionList) (_ []Option, took bool) {
	if letters[0] >= '0' && letters[0] <= '9' {
		return append(opts, Option{"-#", letters}), false
	}
	for i := range len(letters) {
		name := "-" + letters[i:i+1]
		if !valued.has(name) {
			opts = append(opts, Option{name, ""})
			continue
		}
		if value := letters[i+1:]; value != "" {
			return append(opts, Option{name, value}), false
		}
		if len(next) == 0 {
			return append(opts, Option{name, ""}), true
		}
		return append(opts, Option{name, next[0]}), true
	}
	return opts, false
}

// An optionTable lists the options of some programs that take the next word as their value.
type optionTable []struct {
	names  []string
	valued optionList
}

// of returns the options of a program, none for one that isn't listed.
func (t optionTable) of(name string) optionList {
	for i := range t {
		if slices.Contains(t[i].names, name) {
			return t[i].valued
		}
	}
	return ""
}

// valuedOptions are the options of a call's program that take the next word as their value.
func valuedOptions(c Call) optionList {
	if c.Name == "git" {
		return gitOptions.of(c.Sub())
	}
	return programOptions.of(c.Name)
}

var programOptions = optionTable{
	{
		names: []string{"grep", "egrep", "fgrep", "zgrep", "ggrep", "ugrep"},
		valued: "-e -f -m -A -B -C -d -D --regexp --file --max-count --after-context --before-context --context " +
			"--include --exclude --exclude-dir --label --color --binary-files",
	},
	{
		names: []string{"rg"},
		valued: "-e -f -m -A -B -C -g -t -T -j -M -r -E -d --regexp --file --max-count --after-context " +
			"--before-context --context --glob --iglob --type --type-not --type-add --threads --max-columns " +
			"--replace --encoding --max-depth --max-filesize --sort --sortr --color --colors --context-separator " +
			"--field-match-separator --field-context-separator --pre --engine",
	},
	{
		names: []string{"ag", "ack"},
		valued: "-A -B -C -m -g -G -p --after --before --context --max-count --ignore --ignore-dir --depth " +
			"--file-search-regex --path-to-ignore --type",
	},
	{names: []string{"head", "tail"}, valued: "-n -c --lines --bytes"},
	{names: []string{"sed"}, valued: "-e -f --expression --file"},
	{names: []string{"awk", "gawk", "mawk"}, valued: "-F -v -f"},
	{names: []string{"sort"}, valued: "-k -t -o -S -T --key --field-separator --output"},
	{names: []string{"uniq"}, valued: "-f -s -w"},
	{names: []string{"cut"}, valued: "-d -f -c -b --delimiter --fields --characters --bytes"},
	{names: []string{"nl"}, valued: "-b -d -f -h -i -l -n -s -v -w"},
	{
		names: []string{"bat", "batcat"},
		valued: "-r --line-range -l --language -H --highlight-line --style --theme --color --paging --wrap " +
			"--tabs",
	},
	{
		names: []string{"ls", "eza", "exa"},
		valued: "-I -w --ignore --hide --color --sort --time --time-style --format --indicator-style -L " +
			"--level",
	},
	{names: []string{"tree"}, valued: "-L -P -I -o -H -T --charset --filelimit --sort --timefmt"},
	{
		names: []string{"fd", "fdfind"},
		valued: "-d -t -e -E -g -S -c -j --max-depth --min-depth --type --extension --exclude --size " +
			"--changed-within --changed-before --owner --color --threads --max-results --base-directory --search-path",
	},
	{names: []string{"du"}, valued: "-d -t -X -B --max-depth --threshold --exclude --block-size --time"},
	{
		names: []string{"diff", "interdiff"},
		valued: "-U -C -x -X -I -F -p -W --unified --context --exclude --exclude-from --label --color " +
			"--width",
	},
}

// gitOptions are those of git's subcommands.
var gitOptions = optionTable{
	{
		names: []string{"grep"},
		valued: "-e -f -m -A -B -C -O --max-depth --threads --max-count --after-context --before-context " +
			"--context",
	},
	{
		names: []string{"diff", "show", "log", "format-patch"},
		valued: "-n -S -G -O -L -U --author --since --until --after --before --grep --format --max-count --skip " +
			"--date --diff-filter --unified",
	},
	{names: []string{"ls-files"}, valued: "-x -X --exclude --exclude-from"},
}
