package ci

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toktee/toktee/internal/text/textline"
	"github.com/toktee/toktee/strategies"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// compose is docker compose up, down, start, stop and restart, and docker pull and push:
//
//	[+] Running 2/2
//	 ✔ Container app-db-1   Started  0.4s
//	 ✘ Container app-api-1  Error    10.1s
//	dependency failed to start: container app-api-1 is unhealthy
//	db-1  | LOG:  database system is ready to accept connections
//
// What matters is what became of each container, the first line in which a service says that it is ready, and those in
// which it reports an error. What the services print besides is ranked by its words.
var compose = report.Program{
	Name:   "docker",
	Runs:   composes,
	Begins: []string{"[+] Running "},
	Extent: report.Unmixed, Interleaved: true,
	New: func(report.Call) report.Parser { return new(composeParser) },
}

// composes reports whether a call does something with containers, rather than list or build them.
func composes(c report.Call) bool {
	switch {
	case isDocker(c) && c.Sub() == "compose":
		c.Args = c.Args[1:]
	case isDocker(c):
		return shape.Phrases{"pull", "push", "start", "stop", "restart", "rm", "rmi", "kill"}.Match(c.Sub())
	case !isCompose(c):
		return false
	}
	return !c.Has("ps", "ls", "images", "config", "build", "exec", "run", "top", "version", "port", "stats")
}

var composeLines = shape.PhraseTable{
	{"running", "[+] Running …"},
	{shape.Fails, "Error response from daemon: …", "dependency failed to start: …", "Error: …", "ERROR: …",
		"failed to solve: …", "Cannot connect to the Docker daemon…", "no configuration file provided…",
		"error getting credentials…", "denied: …", "unauthorized: …", "service \"…didn't complete…",
		"service \"…has no container…", "service \"…is not running…"},
	{"exited", "… exited with code …"},
	{shape.Belongs, "Attaching to …", "…: Pulling from …", "The push refers to repository …"},
	{shape.Passes, "Status: …", "Digest: …", "…: digest: sha256:…"},
	{shape.Noted, "time=…level=warning…", "WARN…"},
}

type composeParser struct {
	passed   bool
	others   bool              // services print among its lines
	ready    []string          // services that said that they are ready
	units    []strategies.Span // what became of each container
	troubles int
}

const (
	maxServices = 64
	maxTroubles = 12 // lines of services that report an error, the first ones
)

// Line implements [report.Parser].
func (p *composeParser) Line(l report.Line, run *report.Run) {
	switch {
	case l.Bare == "":
		return
	case isUnit(l.Bare):
		p.unit(l, run)
		return
	case isLayer(l.Bare):
		run.Noise(l.N)
		return
	case p.service(l, run):
		p.others = true
		run.Unclaimed(l.N, false)
		return
	}
	switch composeLines.Take(run, l.N, l.Bare) {
	case shape.Passes:
		p.passed = true
	case "running":
		p.running(l, run)
	case "exited":
		p.exited(l, run)
	case shape.Foreign:
		p.others = true
	}
}

// running reads "[+] Running 2/3".
func (p *composeParser) running(l report.Line, run *report.Run) {
	if !allDone(l.Bare) {
		run.Noise(l.N)
		return
	}
	p.passed = true
	run.Claim(report.Passed)
	shape.EndLine(run, l.N)
}

var (
	unitKinds  = shape.Phrases{"Container …", "Network …", "Volume …", "Image …", "Service …"}
	unitFailed = shape.Phrases{"✘…", "… Error", "… Error …", "… Unhealthy", "… Unhealthy …", "… unhealthy", "… unhealthy …"}
)

// isUnit reports whether a line says what became of a container, a network, a volume or an image:
// "✔ Container app-db-1  Started". Before it is how that went, or a wheel that turns.
func isUnit(s string) bool {
	if mark, rest, _ := strings.Cut(s, " "); mark == "!" || s[0] >= utf8.RuneSelf {
		s = rest
	}
	return unitKinds.Match(strings.TrimLeft(s, " "))
}

func (p *composeParser) unit(l report.Line, run *report.Run) {
	if unitFailed.Match(l.Bare) {
		shape.Fail(run, l.N, l.Bare)
		return
	}
	run.Belongs(l.N)
	p.units = report.AppendRange(p.units, l.N)
}

// exited reads "api-1 exited with code 1".
func (p *composeParser) exited(l report.Line, run *report.Run) {
	name, code, _ := strings.Cut(l.Bare, " exited with code ")
	if code == "0" {
		shape.EndLine(run, l.N)
		return
	}
	run.Found("", report.Finding{Name: name, Message: l.Bare, At: l.N})
}

// service reads a line that a service prints, and reports whether the line is such a one:
//
//	db-1  | LOG:  database system is ready to accept connections
func (p *composeParser) service(l report.Line, run *report.Run) bool {
	name, text, ok := strings.Cut(l.Text, " | ")
	name = strings.TrimRight(name, " ")
	if !ok || name == "" || strings.ContainsAny(name, " \t:/") {
		return false
	}
	if p.troubles < maxTroubles && textline.SeverityOf(text) >= textline.Suspect {
		p.troubles++
		run.Summary = append(run.Summary, l.N)
	}
	if len(p.ready) < maxServices && !slices.Contains(p.ready, name) && saysReady(text) {
		p.ready = append(p.ready, name)
		run.Summary = append(run.Summary, l.N)
	}
	return true
}

// readyWords say that a service can be called now.
var readyWords = shape.Phrases{"…ready to accept connections…", "…ready on …", "…ready in …", "…listening on…",
	"…listening at…", "…server started…", "…running on http…", "…local: …", "…ready for connections…",
	"…started server…"}

func saysReady(s string) bool { return len(s) <= 300 && readyWords.Match(strings.ToLower(s)) }

// layerStates are how far a layer of an image is.
var layerStates = shape.Phrases{"Pull…", "Download…", "Extract…", "Verifying…", "Waiting…", "Already exists…", "Pushed…",
	"Pushing…", "Preparing…", "Layer…", "Mounted…"}

// isLayer reports whether a line says how far a layer of an image is: "a3ed95caeb02: Pull complete".
func isLayer(s string) bool {
	id, state, ok := strings.Cut(s, " ")
	return ok && shape.IsHash(strings.TrimSuffix(id, ":")) && layerStates.Match(strings.TrimLeft(state, " "))
}

// Close implements [report.Closer]. What the services print matters as much as what became of the containers, and that
// all containers run isn't all there is.
func (p *composeParser) Close(run *report.Run) {
	if p.passed && !run.Failing() {
		run.Report.Noise = shape.JoinRanges(run.Report.Noise, p.units)
		if p.others || len(run.Pending()) > 0 {
			run.Claim(report.Unproven)
		}
	}
	run.Answer = p.others
}
