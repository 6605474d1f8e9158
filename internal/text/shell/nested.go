package shell

import "strings"

// shellFamily is a shell's way to take a script on its command line.
type shellFamily uint8

const (
	noShell    shellFamily = iota
	posixShell             // bash -lc 'script'
	powerShell             // pwsh -Command script
	dosShell               // cmd /c script
)

// familyOf is the family of the shell of that name, noShell for other programs.
func familyOf(name string) shellFamily {
	switch name {
	case "sh", "bash", "zsh", "dash", "ash", "ksh":
		return posixShell
	case "pwsh", "powershell":
		return powerShell
	case "cmd":
		return dosShell
	}
	return noShell
}

// nestedScript finds the script that a shell runs: in its arguments, or in stdin, the text of a here-document. flags
// are the options before it. ok is false if the shell runs a file.
func nestedScript(family shellFamily, args []string, stdin string) (script string, flags []string, ok bool) {
	var found bool
	if family == posixShell {
		script, flags, found, ok = posixScript(args)
	} else {
		script, found, ok = windowsScript(args, family)
	}
	if found {
		return script, flags, ok
	}
	return stdin, args, stdin != ""
}

// windowsScript finds the script in pwsh -Command script and cmd /c script. found means that there is an option for
// one, ok that a script follows it.
func windowsScript(args []string, family shellFamily) (script string, found, ok bool) {
	for i, a := range args {
		if family.takesScript(strings.ToLower(a)) {
			rest := args[i+1:]
			return strings.Join(rest, " "), true, len(rest) > 0
		}
	}
	return "", false, false
}

// takesScript reports whether a script follows an option of a Windows shell.
func (f shellFamily) takesScript(option string) bool {
	switch option {
	case "/c":
		return f == dosShell
	case "-c", "-command":
		return f == powerShell
	}
	return false
}

// posixScript finds the script in bash -lc 'script'. found means that the arguments name a script or a script file, ok
// that the script is among them.
func posixScript(args []string) (script string, flags []string, found, ok bool) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case isAny(a, "-o", "+o", "-O", "+O", "--rcfile", "--init-file"):
			i++
		case strings.HasPrefix(a, "--"):
		case strings.HasPrefix(a, "-") && strings.Contains(a, "c"):
			script, flags, ok = scriptBehind(args, i+1)
			return script, flags, true, ok
		case !strings.HasPrefix(a, "-"): // a script file
			return "", nil, true, false
		}
	}
	return "", nil, false, false
}

// scriptBehind finds the script after -c, from args[from] on. Options may come between, as in bash -c -e 'script'.
func scriptBehind(args []string, from int) (script string, flags []string, ok bool) {
	for i := from; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-o", a == "+o":
			i++
		case !strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "+"):
			return a, args[:i], true
		}
	}
	return "", nil, false
}
