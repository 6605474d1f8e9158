package shell

import "strings"

// effect is the effect of a filter on the lines that pass it.
type effect struct {
	cut      bool // it keeps them by their position
	picked   bool // it keeps lines by their content
	reshaped bool // it changes them
	fails    bool // its own status is 1 for something ordinary, such as no match
}

// isFilter reports whether a call after a pipe only filters its input.
func isFilter(c Call) bool {
	switch {
	case isFilterName(c.Name):
		return !ownInput(c)
	case c.Name == "perl":
		return hasFlag(c, 'n', "") || hasFlag(c, 'p', "")
	}
	return isAny(c.Name, "python", "python3") && len(c.Args) > 1 && c.Args[0] == "-m" && c.Args[1] == "json.tool"
}

// isFilterName reports whether a program can be a filter.
func isFilterName(name string) bool {
	switch name {
	case "head", "tail", "sed", "sort", "uniq", "wc", "cut", "tr", "column", "nl", "tee", "cat", "bat", "batcat",
		"less", "more", "tac", "rev", "fold", "fmt", "expand", "unexpand", "paste", "pr", "awk", "gawk", "mawk",
		"jq", "yq", "xq", "base64", "xxd", "od", "hexdump", "strings", "md5sum", "sha1sum", "sha256sum", "shasum",
		"gunzip", "zcat", "gzip", "iconv", "ts", "pv", "shuf", "delta", "colordiff", "strip-ansi", "ansi2txt",
		"sponge", "numfmt", "dos2unix", "egrep", "fgrep", "grep", "rg", "ag", "ack", "ggrep", "ugrep",
		"Select-Object", "Select-String", "Sort-Object", "Measure-Object", "Format-Table", "Format-List",
		"Out-String", "Out-Host":
		return true
	}
	return false
}

// ownInput reports whether a call that could be a filter reads files of its own instead.
func ownInput(c Call) bool {
	opts, operands := c.Split()
	switch c.Name {
	case "head", "tail", "cat", "tac", "nl", "wc", "sort", "bat", "batcat", "less", "more":
		return hasFile(operands)
	}
	return isGrep(c) && grepsFiles(c, opts, operands)
}

// grepsFiles reports whether a search reads files and not the pipe.
func grepsFiles(c Call, opts []Option, operands []string) bool {
	need := 1 // the pattern
	for _, o := range opts {
		switch o.Name {
		case "-e", "-f", "--regexp", "--file":
			need = 0
		case "-r", "-R", "--recursive":
			if c.Name != "rg" {
				return true
			}
		case "--files":
			return true
		}
	}
	return len(operands) > need && hasFile(operands[need:])
}

// hasFile reports whether a call's operands name a file other than the standard input.
func hasFile(operands []string) bool {
	for _, o := range operands {
		if o != "-" && o != "/dev/stdin" {
			return true
		}
	}
	return false
}

// isGrep reports whether a call is a search for a pattern.
func isGrep(c Call) bool {
	switch c.Name {
	case "grep", "egrep", "fgrep", "ggrep", "ugrep", "rg", "ag", "ack":
		return true
	}
	return false
}

// feeds reports whether a call at the start of a pipe prints a file or a text unchanged. A search after it is then a
// search in that text.
func feeds(c Call) bool {
	switch c.Name {
	case "cat", "echo", "printf", "zcat", "Get-Content":
		return true
	case "git":
		return c.Sub() == "show" && len(c.Args) == 2 && strings.Contains(c.Args[1], ":")
	}
	return false
}

// effectOf returns the effect of a filter.
func effectOf(c Call) effect {
	switch c.Name {
	case "head", "tail", "shuf":
		return effect{cut: true}
	case "Select-Object":
		return effect{cut: true, reshaped: true}
	case "tee", "less", "more", "bat", "batcat", "tac", "sort", "pv", "sponge", "strip-ansi", "ansi2txt", "dos2unix",
		"iconv", "Out-String", "Out-Host", "Sort-Object":
		if c.Name == "sort" && hasFlag(c, 'u', "--unique") {
			return effect{picked: true}
		}
		return effect{}
	case "cat":
		return effect{reshaped: len(c.Args) > 0 && c.Args[0] != "-"}
	case "uniq":
		return effect{picked: true, reshaped: hasFlag(c, 'c', "--count")}
	case "sed":
		return sedEffect(c)
	case "awk", "gawk", "mawk":
		return awkEffect(c)
	case "grep", "egrep", "fgrep", "ggrep", "ugrep", "rg", "ag", "ack":
		return grepEffect(c)
	}
	return effect{reshaped: true}
}

// grepEffect returns the effect of a search: it keeps lines by their content. Some options make it print other things.
func grepEffect(c Call) effect {
	e := effect{picked: true, fails: true}
	opts, _ := c.Split()
	for _, o := range opts {
		switch o.Name {
		case "-m", "--max-count":
			e.cut = true
		case "-n", "-H", "-c", "-l", "-L", "-o", "-A", "-B", "-C", "-b", "-#", "--line-number", "--count",
			"--only-matching", "--context", "--after-context", "--before-context", "--files-with-matches", "--json",
			"--column", "--replace":
			e.reshaped = true
		}
		if o.Name == "-r" && c.Name == "rg" {
			e.reshaped = true
		}
	}
	return e
}

// sedEffect distinguishes sed -n 5,9p and sed 10q, which keep lines by position, from sed -n /re/p and from s/a/b/.
func sedEffect(c Call) effect {
	script, quiet := sedScript(c)
	switch {
	case script == "":
		return effect{reshaped: true}
	case quiet && (script[0] >= '0' && script[0] <= '9' || script[0] == '$'):
		return effect{cut: true}
	case quiet && script[0] == '/':
		return effect{picked: true}
	case quiet:
		return effect{cut: true, reshaped: true}
	}
	switch last := script[len(script)-1]; {
	case last != 'q' && last != 'd':
		return effect{reshaped: true}
	case script[0] == '/':
		return effect{picked: true}
	}
	return effect{cut: true}
}

// sedScript returns sed's script and whether it prints only on request.
func sedScript(c Call) (script string, quiet bool) {
	opts, operands := c.Split()
	for _, o := range opts {
		switch o.Name {
		case "-n", "--quiet", "--silent":
			quiet = true
		case "-e", "--expression":
			script += strings.TrimSpace(o.Value) + ";"
		}
	}
	if script == "" && len(operands) > 0 {
		script = strings.TrimSpace(operands[0])
	}
	return strings.TrimSuffix(script, ";"), quiet
}

// awkEffect distinguishes programs that select lines, such as NR==3 and /re/ {print}, from those that make others.
func awkEffect(c Call) effect {
	_, operands := c.Split()
	if len(operands) == 0 {
		return effect{reshaped: true}
	}
	prog := operands[0]
	e := effect{cut: strings.Contains(prog, "NR")}
	bare := strings.ReplaceAll(strings.ReplaceAll(prog, " ", ""), "{print}", "")
	bare = strings.ReplaceAll(bare, "{print$0}", "")
	switch {
	case strings.ContainsAny(bare, "{"):
		e.reshaped = true
	case !e.cut:
		e.picked = true
	}
	return e
}
