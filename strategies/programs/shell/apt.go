package shell

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// apt reads apt-get, apt and dpkg. It shows errors, packages that are held back, the number of changes, and
// the result for packages that were requested:
//
//	The following NEW packages will be installed:
//	  jq libjq1
//	0 upgraded, 2 newly installed, 0 to remove and 5 not upgraded.
//	Setting up jq (1.7.1-3build1) ...
//	E: Unable to locate package shelf-tools
var apt = report.Program{
	Name: "apt",
	Runs: func(c report.Call) bool {
		switch c.Name {
		case "apt-get", "apt", "aptitude":
			return c.Has("install", "update", "upgrade", "dist-upgrade", "full-upgrade", "remove", "purge",
				"autoremove", "build-dep", "reinstall", "source", "download")
		case "dpkg":
			return c.Has("-i", "--install", "--configure", "-r", "-P")
		}
		return false
	},
	Extent: report.Unmixed, Interleaved: true,
	New: func(c report.Call) report.Parser { return &aptParser{call: c} },
}

var aptLines = shape.PhraseTable{
	{"error", "E: …", "dpkg: error…", "Err:…"},
	// A list of packages follows, with the problem of each.
	{"unmet", "The following packages have unmet dependencies…", "Errors were encountered while processing…"},
	{shape.Noted, "W: …", "N: …"},
	// A list of packages follows that are removed or held back.
	{"loses", "The following …REMOVED…", "The following …DOWNGRADED…", "The following …kept back…"},
	// Another list of packages follows.
	{"lists", "The following …"},
	// How many packages are changed.
	{"totals", "… newly installed, …"},
	{shape.Passes, "… packages can be upgraded…", "All packages are up to date…",
		"… is already the newest version…"},
	// What becomes of a package.
	{"package", "Setting up …", "Inst …", "Removing …", "Remv …", "Purging …"},
	{shape.Belongs, "Fetched …", "Need to get …", "After this operation, …"},
	{shape.Noise, "Get:…", "Hit:…", "Ign:…", "Reading package lists…", "Building dependency tree…",
		"Reading state information…", "Selecting previously unselected…", "Preparing to unpack…", "Unpacking …",
		"Conf …", "Processing triggers for …", "(Reading database…", "debconf: …", "update-alternatives: using…",
		"NOTE: This is only a simulation…", "Extracting templates from…", "Preconfiguring packages…",
		"Created symlink …", "invoke-rc.d: …", "Suggested packages:…", "Recommended packages:…", "Calculating upgrade…",
		"WARNING: apt does not have a stable CLI…", "Correcting dependencies…"},
}

type aptParser struct {
	call  report.Call
	setUp []int  // the results for packages that the call names
	final int    // the last package that was set up, or would be
	above string // that of the last line that isn't indented; foreign below an empty line
}

// Line implements [report.Parser].
func (p *aptParser) Line(l report.Line, run *report.Run) {
	switch {
	case l.Bare == "":
		p.above = shape.Foreign
	case l.Text[0] != ' ':
		p.above = aptLines.Take(run, l.N, l.Text)
		p.phrase(l, run)
	case p.above == "unmet":
		shape.Explain(run, l.N)
	case p.above == "lists", p.above == "loses":
		run.Noise(l.N)
	case p.above != shape.Foreign:
		run.Belongs(l.N)
	default:
		run.Unclaimed(l.N)
	}
}

// phrase acts on a line that isn't indented.
func (p *aptParser) phrase(l report.Line, run *report.Run) {
	switch p.above {
	case "error":
		_, message, _ := strings.Cut(l.Text, " ")
		shape.Fail(run, l.N, strings.TrimPrefix(message, "error "))
	case "unmet":
		shape.Fail(run, l.N, strings.TrimSuffix(l.Text, ":"))
	case "lists":
		run.Belongs(l.N)
	case "loses":
		shape.NoteLine(run, l.N)
	case "totals":
		shape.EndLine(run, l.N)
		run.Verdict = changed(l.Text)
	case "package":
		run.Noise(l.N)
		p.final = l.N
		if p.asked(aptName(l.Text)) {
			p.setUp = report.AppendFirst(p.setUp, l.N, shape.MaxNoted)
		}
	}
}

// aptName returns the package of a line: "Setting up jq:amd64 (1.7.1) ...",
// "Inst jq (1.7.1 Ubuntu:24.04 [amd64])".
func aptName(line string) string {
	_, rest, _ := strings.Cut(strings.TrimPrefix(line, "Setting "), " ")
	name, _, _ := strings.Cut(rest, " ")
	return strings.TrimSuffix(name, ":amd64")
}

// asked reports whether the call names a package: "jq", "jq=1.7.1", "jq:amd64".
func (p *aptParser) asked(name string) bool {
	return slices.ContainsFunc(p.call.Args, func(arg string) bool {
		return parse.StartsWith(arg+"=", name+"=", name+":")
	})
}

// changed returns the changes in "0 upgraded, 3 newly installed, 0 to remove and 5 not upgraded.".
func changed(line string) string {
	var parts []string
	for part := range strings.SplitSeq(strings.TrimSuffix(line, "."), ",") {
		done, _, _ := strings.Cut(strings.TrimSpace(part), " and ")
		if done != "" && !strings.HasPrefix(done, "0 ") {
			parts = append(parts, done)
		}
	}
	return strings.Join(parts, ", ")
}

// Close implements [report.Closer].
func (p *aptParser) Close(run *report.Run) {
	if len(p.setUp) == 0 && p.final > 0 {
		p.setUp = []int{p.final}
	}
	run.Summary = append(run.Summary, p.setUp...)
}
