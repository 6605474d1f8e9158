package shell

import "strings"

// Option is one option of a call, taken out of a cluster: "-rn" is "-r" and "-n", "-A5" is "-A" with the value "5", and
// "-50" is "-#" with the value "50".
type Option struct{ Name, Value string }

// Split tells a call's options from its operands, by what is known of the program's options that take a value. Where
// the program isn't known, an option has a value only behind "=".
func (c Call) Split() (opts []Option, operands []string) {
	valued, args := valuedOptions(c), c.Args
	if c.Name == "git" && len(args) > 0 {
		args = args[1:]
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			return opts, append(operands, args[i+1:]...)
		case strings.HasPrefix(a, "--"):
			name, value, eq := strings.Cut(a, "=")
			if !eq && strings.Contains(valued, " "+name+" ") && i+1 < len(args) {
				i++
				value = args[i]
			}
			opts = append(opts, Option{name, value})
		case len(a) > 1 && a[0] == '-':
			var took bool
			next := ""
			if i+1 < len(args) {
				next = args[i+1]
			}
			if opts, took = cluster(opts, a[1:], next, valued); took {
				i++
			}
		default:
			operands = append(operands, a)
		}
	}
	return opts, operands
}

// cluster reads the letters behind a single dash; took says that the last one took the next word.
func cluster(opts []Option, letters, next, valued string) (_ []Option, took bool) {
	if letters[0] >= '0' && letters[0] <= '9' {
		return append(opts, Option{"-#", letters}), false
	}
	for i := 0; i < len(letters); i++ {
		name := "-" + letters[i:i+1]
		if !strings.Contains(valued, " "+name+" ") {
			opts = append(opts, Option{name, ""})
			continue
		}
		if value := letters[i+1:]; value != "" {
			return append(opts, Option{name, value}), false
		}
		return append(opts, Option{name, next}), true
	}
	return opts, false
}

// valuedOptions are the options of a program that take the next word as their value, each between spaces.
func valuedOptions(c Call) string {
	switch c.Name {
	case "grep", "egrep", "fgrep", "zgrep", "ggrep", "ugrep":
		return " -e -f -m -A -B -C -d -D --regexp --file --max-count --after-context --before-context --context --include --exclude --exclude-dir --label --color --binary-files "
	case "rg":
		return " -e -f -m -A -B -C -g -t -T -j -M -r -E -d --regexp --file --max-count --after-context --before-context --context --glob --iglob" +
			" --type --type-not --type-add --threads --max-columns --replace --encoding --max-depth --max-filesize --sort --sortr --color --colors --context-separator --field-match-separator --field-context-separator --pre --engine "
	case "ag", "ack":
		return " -A -B -C -m -g -G -p --after --before --context --max-count --ignore --ignore-dir --depth --file-search-regex --path-to-ignore --type "
	case "head", "tail":
		return " -n -c --lines --bytes "
	case "sed":
		return " -e -f --expression --file "
	case "awk", "gawk", "mawk":
		return " -F -v -f "
	case "sort":
		return " -k -t -o -S -T --key --field-separator --output "
	case "uniq":
		return " -f -s -w "
	case "cut":
		return " -d -f -c -b --delimiter --fields --characters --bytes "
	case "nl":
		return " -b -d -f -h -i -l -n -s -v -w "
	case "bat", "batcat":
		return " -r --line-range -l --language -H --highlight-line --style --theme --color --paging --wrap --tabs "
	case "ls", "eza", "exa":
		return " -I -w --ignore --hide --color --sort --time --time-style --format --indicator-style -L --level "
	case "tree":
		return " -L -P -I -o -H -T --charset --filelimit --sort --timefmt "
	case "fd", "fdfind":
		return " -d -t -e -E -g -S -c -j --max-depth --min-depth --type --extension --exclude --size --changed-within --changed-before --owner --color --threads --max-results --base-directory --search-path "
	case "du":
		return " -d -t -X -B --max-depth --threshold --exclude --block-size --time "
	case "diff", "interdiff":
		return " -U -C -x -X -I -F -p -W --unified --context --exclude --exclude-from --label --color --width "
	case "git":
		return gitValued(c.Sub())
	}
	return ""
}

func gitValued(sub string) string {
	switch sub {
	case "grep":
		return " -e -f -m -A -B -C -O --max-depth --threads --max-count --after-context --before-context --context "
	case "diff", "show", "log", "format-patch":
		return " -n -S -G -O -L -U --author --since --until --after --before --grep --format --max-count --skip --date --diff-filter --unified "
	case "ls-files":
		return " -x -X --exclude --exclude-from "
	}
	return ""
}
