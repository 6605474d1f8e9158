package programs

import (
	"strings"

	"github.com/toktee/toktee/internal/parse"
	"github.com/toktee/toktee/internal/shell"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/report"
)

// dockerBuild reads the builds of docker, podman and buildah: BuildKit's plain progress and what it leaves on a terminal,
// and the classic builder's steps.
//
// What a step's own command prints is read by its program, where that is known.
var dockerBuild = report.Program{
	Name: "docker build",
	Runs: func(c shell.Call) bool {
		switch c.Name {
		case "docker", "podman", "nerdctl":
			return has(c.Args[:min(len(c.Args), 2)], "build") || c.Sub() == "buildx" || c.Sub() == "compose" && has(c.Args, "build", "--build")
		case "docker-compose", "podman-compose":
			return has(c.Args, "build", "--build")
		case "buildah":
			return has(c.Args, "build", "bud")
		}
		return false
	},
	Begins: []string{"[+] Building ", "#1 [internal] load ", "#0 building with ", "Sending build context to Docker daemon"},
	Old:    func() report.Reader { return &imageBuild{} },
}

// imageBuild follows one build.
type imageBuild struct {
	record
	cached   [2]int // the last lines that tell of a step that was taken from the cache, of either builder
	replay   bool   // inside the lines that are told again of the step that failed
	replayed []int
	source   []int      // the lines of the Dockerfile that are shown
	quiet    lineRanges // steps that went well: dull once another has failed
	file     string
	row      int
	excerpt  int // rules that are still to come around the Dockerfile's lines
	step     int // the line of the step that failed
}

const maxReplay = 12

func (p *imageBuild) Line(n int, s string) {
	bare := strings.TrimLeft(s, " ")
	if bare == "" {
		return
	}
	switch {
	case p.rule(n, s), p.errors(n, s, bare):
	case p.replay:
		p.seen(n)
		p.replayed = appendEnd(p.replayed, n, maxReplay)
	case p.excerpt == 1:
		p.seen(n)
		if strings.Contains(s, ">>>") && len(p.source) < 4 {
			p.source = append(p.source, n)
		}
	case s[0] == '#' && len(s) > 2 && parse.Digit(s[1]):
		p.plain(n, s)
	case strings.HasPrefix(bare, "=> "):
		p.screen(n, bare[3:])
	default:
		p.classic(n, s)
	}
}

// rule reads what parts the summary of a failure: the step's last lines between rules of "-", then the Dockerfile's.
func (p *imageBuild) rule(n int, s string) bool {
	switch {
	case s == "------":
		p.seen(n)
		p.replay = false
	case strings.HasPrefix(s, " > ") && strings.HasSuffix(s, ":"):
		p.seen(n)
		p.replay, p.replayed, p.step = true, nil, n
	case strings.HasPrefix(s, "--------------------") && strings.Trim(s, "-") == "":
		p.seen(n)
		p.excerpt--
	case p.dockerfile(n, s):
	default:
		return false
	}
	return true
}

// dockerfile reads the place above an excerpt: "Dockerfile:5", "docker/api.Dockerfile:12".
func (p *imageBuild) dockerfile(n int, s string) bool {
	name, row, ok := strings.Cut(s, ":")
	if !ok || row == "" || !parse.Digit(row[0]) || strings.ContainsAny(name, " \t") || !strings.Contains(strings.ToLower(name), "file") {
		return false
	}
	num, rest := parse.CutNumber(row)
	if rest != "" {
		return false
	}
	p.seen(n)
	p.file, p.row, p.excerpt, p.replay = name, num, 2, false
	p.source = append(p.source[:0], n)
	return true
}

// errors reads how a build fails.
func (p *imageBuild) errors(n int, s, bare string) bool {
	if s[0] == '#' && parse.Digit(s[1%len(s)]) {
		if _, rest, ok := strings.Cut(s, " "); ok && strings.HasPrefix(rest, "ERROR: ") {
			p.fail = true
			p.find(report.Finding{Message: rest[len("ERROR: "):], At: n})
			return true
		}
		return false
	}
	for _, open := range [...]string{"ERROR: failed to ", "ERROR: ", "failed to solve", "target ", "=> ERROR ", "The command '", "Error response from daemon: ", "Error: building at STEP", "unable to prepare context", "Cannot connect to the Docker daemon"} {
		if !strings.HasPrefix(bare, open) {
			continue
		}
		if open == "target " && !strings.Contains(bare, ": failed to solve") || open == "The command '" && !strings.Contains(bare, "returned a non-zero code") {
			return false
		}
		p.fail = true
		p.replay = false
		p.find(report.Finding{Message: strings.TrimPrefix(strings.TrimPrefix(bare, "=> "), "ERROR: "), At: n})
		return true
	}
	return false
}

// plain reads a line of BuildKit's plain progress: "#7 [3/4] RUN npm ci", "#7 CACHED", "#7 DONE 0.2s".
func (p *imageBuild) plain(n int, s string) {
	_, rest, _ := strings.Cut(s, " ")
	switch {
	case rest == "CACHED":
		p.seen(n)
		p.cached[0] = n
	case strings.HasPrefix(rest, "naming to "), strings.HasPrefix(rest, "writing image "), strings.HasPrefix(rest, "pushing manifest for "):
		p.end(n)
		p.pass = strings.HasSuffix(rest, "done") || p.pass
	case strings.HasPrefix(rest, "WARN"), strings.HasPrefix(rest, "WARNING: "):
		p.note(n)
	case strings.HasPrefix(rest, "sha256:"), strings.HasPrefix(rest, "extracting "), strings.HasPrefix(rest, "transferring "), strings.HasPrefix(rest, "resolve "):
		p.dull(n)
	default:
		p.seen(n)
		if strings.HasPrefix(rest, "DONE") || strings.HasPrefix(rest, "[internal]") || strings.HasPrefix(rest, "building with") || strings.HasPrefix(rest, "[auth]") {
			p.quiet.add(n)
		}
	}
}

// screen reads what is left on a terminal: " => CACHED [2/4] WORKDIR /app   0.0s".
func (p *imageBuild) screen(n int, s string) {
	switch {
	case strings.HasPrefix(s, "CACHED "):
		p.seen(n)
		p.cached[0] = n
	case strings.HasPrefix(s, "=> naming to "), strings.HasPrefix(s, "=> writing image "):
		p.end(n)
	case strings.HasPrefix(s, "WARN"):
		p.note(n)
	case strings.HasPrefix(s, "=> "):
		p.dull(n)
	default:
		p.seen(n)
	}
}

// classic reads what the classic builder prints, and the counts of a terminal.
func (p *imageBuild) classic(n int, s string) {
	switch {
	case strings.HasPrefix(s, "[+] Building "):
		p.seen(n)
		if strings.HasSuffix(strings.TrimRight(s, " "), "FINISHED") {
			p.end(n)
			done, all, ok := counted(s)
			p.pass = p.pass || ok && done == all
		} else {
			p.noise.add(n)
		}
	case strings.HasPrefix(s, "Successfully built "), strings.HasPrefix(s, "Successfully tagged "), strings.HasPrefix(s, "COMMIT "):
		p.end(n)
		p.pass = p.pass || s[0] == 'S'
	case strings.HasPrefix(s, "Step ") && strings.Contains(s, " : "), strings.HasPrefix(s, " ---> "), strings.HasPrefix(s, "Removing intermediate container "),
		strings.HasPrefix(s, "Removed intermediate container "), strings.HasPrefix(s, "Sending build context to Docker daemon"), strings.HasPrefix(s, "STEP "),
		strings.HasPrefix(s, "--> "):
		p.seen(n)
		if strings.Contains(s, "sing cache") {
			p.cached[1] = n
		}
	case strings.HasPrefix(s, "DEPRECATED: "), strings.HasPrefix(s, "            "):
		p.seen(n)
	case strings.HasPrefix(s, "WARN"), strings.HasPrefix(s, " - "), strings.HasPrefix(s, " ") && strings.Contains(s, "warning"):
		p.note(n)
	default:
		p.other(n)
	}
}

// counted reads "(12/12)".
func counted(s string) (done, all int, ok bool) {
	_, s, ok = strings.Cut(s, "(")
	if !ok {
		return 0, 0, false
	}
	done, s = parse.CutNumber(s)
	s, ok = strings.CutPrefix(s, "/")
	all, s = parse.CutNumber(s)
	return done, all, ok && strings.HasPrefix(s, ")")
}

// Report implements [report.Reader].
func (p *imageBuild) Report() report.Report {
	if p.first == 0 {
		return report.Report{}
	}
	for _, n := range p.cached {
		if n > 0 {
			p.notes = append(p.notes, n)
		}
	}
	for i := range p.findings {
		f := &p.findings[i]
		f.File, f.Row = p.file, p.row
		if i == len(p.findings)-1 {
			f.Evidence = append(f.Evidence, reversed(p.replayed)...)
			f.Evidence = append(f.Evidence, p.source...)
			if p.step > 0 {
				f.Evidence = append(f.Evidence, p.step)
			}
		}
	}
	if n := len(p.findings); n > 1 { // the same failure told twice: what is said last has the reason beside it
		p.findings[0], p.findings[n-1] = p.findings[n-1], p.findings[0]
		p.findings = p.findings[:1+min(n-1, 3)]
	}
	r := p.report()
	if r.Outcome == strategies.Fail {
		r.Region, r.Answer = strategies.Span{}, true
		r.Noise = joinRanges(r.Noise, p.quiet.list)
	}
	return r
}

func reversed(list []int) []int {
	out := make([]int, 0, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		out = append(out, list[i])
	}
	return out
}
