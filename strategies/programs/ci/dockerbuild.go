package ci

import (
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// dockerBuild is the builds of docker, podman and buildah: BuildKit's plain progress and what it leaves on a terminal,
// and the classic builder's steps. A failure ends with the last lines of the step and those of the Dockerfile:
//
//	#8 [4/5] RUN npm ci
//	#8 ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1
//	------
//	 > [4/5] RUN npm ci:
//	2.113 npm error code ERESOLVE
//	------
//	Dockerfile:5
//	--------------------
//	   4 |     COPY package.json package-lock.json ./
//	   5 | >>> RUN npm ci
//	--------------------
//	ERROR: failed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1
//
// What a step's own command prints is read by its program, where that is known.
var dockerBuild = report.Program{
	Name: "docker build",
	Runs: func(c report.Call) bool {
		switch {
		case isDocker(c) && c.Sub() == "compose", isCompose(c):
			return c.Has("build", "--build")
		case isDocker(c):
			c.Args = c.Args[:min(len(c.Args), 2)]
			return c.Has("build") || c.Sub() == "buildx"
		}
		return c.Name == "buildah" && c.Has("build", "bud")
	},
	Begins: []string{"[+] Building ", "#1 [internal] load ", "#0 building with ",
		"Sending build context to Docker daemon"},
	Extent: report.Unmixed, Interleaved: true,
	New: func(report.Call) report.Parser { return new(imageParser) },
}

// buildFailures are how any builder fails.
var buildFailures = shape.Phrases{"ERROR: …", "failed to solve…", "target …: failed to solve…", "=> ERROR …",
	"The command '…returned a non-zero code…", "Error response from daemon: …", "Error: building at STEP…",
	"unable to prepare context…", "Cannot connect to the Docker daemon…"}

// buildPlain is BuildKit's plain progress, behind the step's number: "#7 [3/4] RUN npm ci", "#7 CACHED",
// "#7 DONE 0.2s".
var buildPlain = shape.PhraseTable{
	{"failed", "ERROR: …"},
	{"cached", "CACHED"},
	{shape.Passes, "naming to …done", "writing image …done", "pushing manifest for …done"},
	{shape.Ends, "naming to …", "writing image …", "pushing manifest for …"},
	{shape.Noted, "WARN…"},
	{shape.Noise, "sha256:…", "extracting …", "transferring …", "resolve …"},
	// A step went well, which says nothing once another has failed.
	{"quiet", "DONE…", "[internal]…", "building with…", "[auth]…"},
	{shape.Belongs, "…"},
}

// buildScreen is what BuildKit leaves on a terminal, behind "=> ": "CACHED [2/4] WORKDIR /app   0.0s".
var buildScreen = shape.PhraseTable{
	{"cached", "CACHED …"},
	{shape.Ends, "=> naming to …", "=> writing image …"},
	{shape.Noted, "WARN…"},
	{shape.Noise, "=> …"},
	{shape.Belongs, "…"},
}

// buildClassic is what the classic builder prints, and podman.
var buildClassic = shape.PhraseTable{
	{"terminal", "[+] Building …"},
	{shape.Passes, "Successfully built …", "Successfully tagged …"},
	{shape.Ends, "COMMIT …"},
	{"reused", " ---> Using cache…", "--> Using cache…"},
	{shape.Belongs, "Step … : …", " ---> …", "Removing intermediate container …", "Removed intermediate container …",
		"Sending build context to Docker daemon…", "STEP …", "--> …", "DEPRECATED: …", "            …"},
	{shape.Noted, "WARN…", " - …", " …warning…"},
}

type imageParser struct {
	begun    bool // a line of its own was read
	failures []report.Finding
	cached   [2]int            // the last lines that say that a step was taken from the cache, of either builder
	quiet    []strategies.Span // lines of steps that went well
	step     int               // the line that names the step that failed
	replay   bool              // inside that step's last lines
	replayed []int
	file     string // the Dockerfile, and the line that failed
	row      int
	frames   int   // rules that may still come around the Dockerfile's lines
	source   []int // lines of the Dockerfile that are shown
}

const (
	maxReplay   = 12
	maxSource   = 4
	maxFailures = 4 // a failure is reported several times
)

// Line implements [report.Parser].
func (p *imageParser) Line(l report.Line, run *report.Run) {
	plain, _, _ := strings.Cut(l.Text, " ")
	isPlain := len(plain) > 1 && plain[0] == '#' && parse.Digit(plain[1])
	switch {
	case l.Bare == "", p.summary(l, run):
	case !isPlain && buildFailures.Match(l.Bare):
		p.replay = false
		p.fail(l.N, strings.TrimPrefix(l.Bare, "=> "), run)
	case p.replay:
		run.Belongs(l.N)
		p.replayed = report.AppendLast(p.replayed, l.N, maxReplay)
	case p.frames == 1:
		run.Belongs(l.N)
		if strings.Contains(l.Text, ">>>") {
			p.source = report.AppendFirst(p.source, l.N, maxSource)
		}
	case isPlain:
		p.progress(l.N, strings.TrimPrefix(l.Text[len(plain):], " "), buildPlain, run)
	case strings.HasPrefix(l.Bare, "=> "):
		p.progress(l.N, l.Bare[len("=> "):], buildScreen, run)
	default:
		p.progress(l.N, l.Text, buildClassic, run)
	}
}

// summary reads what divides the lines that sum up a failure. It reports whether the line is such a one.
func (p *imageParser) summary(l report.Line, run *report.Run) bool {
	switch {
	case l.Text == "------": // around the last lines of a step
		p.replay = false
	case shape.HasForm(l.Text, " > …:"): // above them
		p.replay, p.replayed, p.step = true, nil, l.N
	case l.Text == "--------------------": // around the lines of the Dockerfile
		p.frames--
	case !p.dockerfile(l):
		return false
	}
	run.Belongs(l.N)
	p.begun = true
	return true
}

// dockerfile reads the place above an excerpt: "Dockerfile:5", "docker/api.Dockerfile:12".
func (p *imageParser) dockerfile(l report.Line) bool {
	name, row, _ := strings.Cut(l.Text, ":")
	if !shape.AllDigits(row) || strings.ContainsAny(name, " \t") || !strings.Contains(strings.ToLower(name), "file") {
		return false
	}
	p.file, p.frames, p.replay = name, 2, false
	p.row, _, _ = parse.CutNumber(row)
	p.source = []int{l.N}
	return true
}

// progress reads a line of a builder's progress.
func (p *imageParser) progress(n int, line string, lines shape.PhraseTable, run *report.Run) {
	means := lines.Take(run, n, line)
	p.begun = p.begun || means != shape.Foreign
	switch means {
	case "failed":
		p.fail(n, line, run)
	case "cached":
		run.Belongs(n)
		p.cached[0] = n
	case "reused":
		run.Belongs(n)
		p.cached[1] = n
	case "quiet":
		run.Belongs(n)
		p.quiet = report.AppendRange(p.quiet, n)
	case "terminal":
		if !strings.HasSuffix(strings.TrimRight(line, " "), "FINISHED") {
			run.Noise(n)
			return
		}
		shape.EndLine(run, n)
		if allDone(line) {
			run.Claim(report.Passed)
		}
	}
}

// fail takes line n, which says what went wrong. Where it went wrong is said below.
func (p *imageParser) fail(n int, message string, run *report.Run) {
	run.Claim(report.Failed)
	run.Belongs(n)
	p.begun = true
	kept := p.failures[:min(len(p.failures), maxFailures)] // and the last one
	p.failures = append(kept, report.Finding{Message: strings.TrimPrefix(message, "ERROR: "), At: n})
}

// allDone reports whether a line counts as many steps or containers as there are: "[+] Running 2/2",
// "[+] Building 1.2s (12/12) FINISHED".
func allDone(line string) bool {
	before, after, _ := strings.Cut(line, "/")
	done := before[strings.LastIndexAny(before, " (")+1:]
	all, _, _ := strings.Cut(after, ")")
	return shape.AllDigits(done) && done == all
}

// Close implements [report.Closer]. The same failure is reported several times: what is said last has the reason beside
// it, and comes first.
func (p *imageParser) Close(run *report.Run) {
	if !p.begun {
		run.Claim(report.NotOurs)
		return
	}
	for _, n := range p.cached {
		if n > 0 {
			run.Notes = append(run.Notes, n)
		}
	}
	last := len(p.failures) - 1
	if last < 0 {
		return
	}
	f := &p.failures[last]
	slices.Reverse(p.replayed)
	f.Evidence = append(p.replayed, p.source...)
	if p.step > 0 {
		f.Evidence = append(f.Evidence, p.step)
	}
	p.failures[0], p.failures[last] = p.failures[last], p.failures[0]
	for _, f := range p.failures[:min(len(p.failures), maxFailures)] {
		f.File, f.Row = p.file, p.row
		run.Found("", f)
	}
	run.Answer = true
	run.Report.Noise = shape.JoinRanges(run.Report.Noise, p.quiet)
}
