package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies/report"
)

// apt reads apt-get, apt and dpkg: errors, what holds a package back, how many packages were changed, and what became of
// those that were asked for.
var apt = report.Program{
	Name: "apt",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "apt-get", "apt", "aptitude":
			for _, a := range c.Args {
				switch a {
				case "install", "update", "upgrade", "dist-upgrade", "full-upgrade", "remove", "purge", "autoremove", "build-dep", "reinstall", "source", "download":
					return true
				}
			}
		case "dpkg":
			return has(c.Args, "-i", "--install", "--configure", "-r", "-P")
		}
		return false
	},
	Old:    func() report.Reader { return &aptParser{} },
	OldFor: func(c shell.Call) report.Reader { return &aptParser{asked: askedFor(c)} },
}

// askedFor are the packages that a call names.
func askedFor(c shell.Call) []string {
	var out []string
	for _, a := range c.Args {
		name, _, _ := strings.Cut(a, "=")
		name, _, _ = strings.Cut(name, ":")
		if !strings.HasPrefix(a, "-") && len(out) < maxNoted {
			out = append(out, name)
		}
	}
	return out
}

// aptParser follows one run.
type aptParser struct {
	record
	asked []string
	setUp []int // the lines that tell what became of what was asked for
	final int   // the last package that was set up, or would be
	unmet bool
	tells string
	lists bool // below "The following ... packages will be ...:"
}

func (p *aptParser) Line(n int, s string) {
	if s == "" {
		p.lists, p.unmet = false, false
		return
	}
	if s[0] == ' ' {
		p.indented(n, s)
		return
	}
	p.lists, p.unmet = false, false
	switch {
	case strings.HasPrefix(s, "E: "), strings.HasPrefix(s, "dpkg: error"), strings.HasPrefix(s, "Err:"):
		p.fail = true
		_, msg, _ := strings.Cut(s, " ")
		p.find(report.Finding{Message: strings.TrimPrefix(msg, "error "), At: n})
	case strings.HasPrefix(s, "The following packages have unmet dependencies"), strings.HasPrefix(s, "Errors were encountered while processing"):
		p.fail, p.unmet = true, true
		p.find(report.Finding{Message: strings.TrimSuffix(s, ":"), At: n})
	case strings.HasPrefix(s, "W: "), strings.HasPrefix(s, "N: "):
		p.note(n)
	case strings.HasPrefix(s, "The following "):
		p.seen(n)
		p.lists = true
		if strings.Contains(s, "REMOVED") || strings.Contains(s, "DOWNGRADED") || strings.Contains(s, "kept back") {
			p.note(n)
		}
	case parse.Digit(s[0]) && strings.Contains(s, " newly installed, "):
		p.end(n)
		p.tells = changed(s)
	case parse.Digit(s[0]) && strings.Contains(s, " packages can be upgraded"), strings.HasPrefix(s, "All packages are up to date"), strings.Contains(s, " is already the newest version"):
		p.pass = true
		p.end(n)
	case strings.HasPrefix(s, "Setting up "), strings.HasPrefix(s, "Inst "), strings.HasPrefix(s, "Removing "), strings.HasPrefix(s, "Remv "), strings.HasPrefix(s, "Purging "):
		p.dull(n)
		p.final = n
		if what := strings.Fields(s); len(p.setUp) < maxNoted && (len(what) > 1 && has(p.asked, strings.TrimSuffix(what[1], ":amd64")) || len(what) > 2 && what[0] == "Setting" && has(p.asked, strings.TrimSuffix(what[2], ":amd64"))) {
			p.setUp = append(p.setUp, n)
		}
	case strings.HasPrefix(s, "Fetched "), strings.HasPrefix(s, "Need to get "), strings.HasPrefix(s, "After this operation, "):
		p.seen(n)
	case aptProgress(s):
		p.dull(n)
	default:
		p.other(n)
	}
}

// indented reads lists of packages, and what an error says besides.
func (p *aptParser) indented(n int, s string) {
	switch {
	case p.unmet:
		p.says(n)
	case p.lists:
		p.dull(n)
	case p.last == n-1:
		p.seen(n)
	default:
		p.other(n)
	}
}

// aptProgress reports whether a line tells how far it is.
func aptProgress(s string) bool {
	for _, w := range [...]string{"Get:", "Hit:", "Ign:", "Reading package lists", "Building dependency tree", "Reading state information", "Selecting previously unselected", "Preparing to unpack",
		"Unpacking ", "Conf ", "Processing triggers for ", "(Reading database", "debconf: ", "update-alternatives: using", "NOTE: This is only a simulation", "Extracting templates from", "Preconfiguring packages",
		"Created symlink ", "invoke-rc.d: ", "Suggested packages:", "Recommended packages:", "Calculating upgrade", "WARNING: apt does not have a stable CLI", "Correcting dependencies"} {
		if strings.HasPrefix(s, w) {
			return true
		}
	}
	return false
}

// changed is what "0 upgraded, 3 newly installed, 0 to remove and 5 not upgraded." says that was done.
func changed(s string) string {
	var parts []string
	for part := range strings.SplitSeq(strings.TrimSuffix(s, "."), ",") {
		done, _, _ := strings.Cut(strings.TrimSpace(part), " and ")
		if done != "" && !strings.HasPrefix(done, "0 ") {
			parts = append(parts, done)
		}
	}
	return strings.Join(parts, ", ")
}

// Report implements [report.Reader].
func (p *aptParser) Report() report.Report {
	if len(p.setUp) == 0 && p.final > 0 {
		p.setUp = append(p.setUp, p.final)
	}
	p.summary = append(p.summary, p.setUp...)
	r := p.report()
	r.Verdict = p.tells
	return r
}
