package shell

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toktee/toktee/internal/text/parse"
	"github.com/toktee/toktee/strategies/programs/internal/shape"
	"github.com/toktee/toktee/strategies/report"
)

// curl prints the body that it fetches, which is an answer, and with -i or -v the status of the server's answer:
//
//	> GET /site.css HTTP/1.1
//	< HTTP/1.1 404 Not Found
//	< Content-Type: text/html
//	curl: (22) The requested URL returned error: 404
//
// Progress and the rest of the talk with the server are dull.
var curl = report.Program{
	Name:   "curl",
	Names:  []string{"curl"},
	Extent: report.Nowhere, Interleaved: true,
	New: func(report.Call) report.Parser { return new(curlParser) },
}

var curlLines = shape.PhraseTable{
	{"error", "curl: (…"},
	// The server's answer, as -v prints it, and as -i does.
	{"status", "< HTTP/…"},
	{"head", "HTTP/…"},
	{shape.Noted, "* …SSL certificate problem…", "* …Could not resolve…", "* …Connection refused…", "* …connect to …",
		"* …timed out…", "* …certificate has expired…", "* …alert …", "* …closing connection…", "> … HTTP/…"},
	append(shape.Phrases{shape.Noise}, curlVerbose...),
	{shape.Belongs, "< …"},
}

// curlVerbose lists lines that only -v prints.
var curlVerbose = shape.Phrases{"* …", "> …", ">", "<", "{ […", "} […", "< HTTP/…"}

type curlParser struct {
	verbose bool        // -v is on
	body    bool        // the body has begun
	codes   []string    // of the answers so far, each once
	maybe   report.Line // a line of the body that opens another answer, of another command, if a header follows
	unsure  bool        // there was such a line: the body may only quote it
	meter   int         // the last line of progress
}

// Line implements [report.Parser].
func (p *curlParser) Line(l report.Line, run *report.Run) {
	if p.maybe.N > 0 && p.maybe.N == l.N-1 && isHeader(l.Text) {
		p.body, p.unsure = false, true
		p.status(p.maybe.N, p.maybe.Text, run)
	}
	switch {
	case l.Bare == "":
	case isMeter(l.Text):
		run.Noise(l.N)
		p.meter = l.N
		p.verbose = p.verbose || strings.Contains(l.Text, "*")
	case run.Verdict != "" && !p.body && !p.verbose && isHeader(l.Text):
	default:
		p.verbose = p.verbose || curlVerbose.Match(l.Text)
		p.phrase(l, run)
	}
}

func (p *curlParser) phrase(l report.Line, run *report.Run) {
	switch curlLines.Take(run, l.N, l.Text) {
	case "error":
		_, message, _ := strings.Cut(l.Text, ") ")
		shape.Fail(run, l.N, message)
	case "head":
		if !p.body {
			p.status(l.N, l.Text, run)
		} else if len(p.codes) > 0 {
			p.maybe = l
		}
	case "status":
		p.status(l.N, l.Text[len("< "):], run)
	case shape.Foreign:
		p.body = true
	}
}

// status reads "HTTP/1.1 404 Not Found". A refusal comes first for the reader, and is no failure of curl.
func (p *curlParser) status(n int, s string, run *report.Run) {
	_, answer, _ := strings.Cut(s, " ")
	code, _, _ := parse.CutNumber(answer)
	number := strings.TrimSpace(answer[:min(len(answer), 3)])
	more := code == 100 || code/100 == 3 || strings.Contains(answer, "Connection established")
	switch {
	case more: // another answer follows
		run.Verdict = cmp.Or(run.Verdict, "HTTP "+number)
		shape.NoteLine(run, n)
		return
	case code >= 400:
		run.Found("", report.Finding{Message: strings.TrimSpace(answer), At: n})
	default:
		shape.EndLine(run, n)
	}
	if !slices.Contains(p.codes, number) && len(p.codes) < maxCodes {
		p.codes = append(p.codes, number)
	}
	if run.Verdict = "HTTP " + strings.Join(p.codes, "/"); p.unsure || len(p.codes) == maxCodes {
		run.Verdict = ""
	}
}

// maxCodes is one more than the different codes that a verdict has.
const maxCodes = 6

// isHeader reports whether a line is "Name: value".
func isHeader(s string) bool {
	name, _, ok := strings.Cut(s, ":")
	return ok && name != "" && !strings.ContainsAny(name, " <{\"")
}

// curlMeter lists the head of curl's progress, and its bar.
var curlMeter = shape.Phrases{"  % Total …", "                                 Dload …", "###…%"}

// isMeter reports whether a line is curl's progress:
//
//	  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
//	100    19  100    19    0     0   5417      0 --:--:-- --:--:-- --:--:--  6333
//	  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0*   Trying 127.0.0.1:8088...
func isMeter(s string) bool {
	if curlMeter.Match(s) {
		return true
	}
	if i := strings.IndexByte(s, '*'); i > 0 {
		s = s[:i]
	}
	cells := strings.Fields(s)
	if len(cells) < 11 || strings.Count(s, ":") < 4 {
		return false
	}
	return strings.Trim(cells[0], "0123456789") == "" && strings.Contains(cells[8]+cells[9], ":")
}

// Close implements [report.Closer].
func (p *curlParser) Close(run *report.Run) {
	run.Answer = true
	if p.meter > 0 && !p.body && run.Verdict == "" {
		shape.EndLine(run, p.meter) // all there is
	}
}

// wget prints no body, unless -O- asks for it:
//
//	--2026-11-20 19:21:22--  http://127.0.0.1:8088/a
//	Connecting to 127.0.0.1:8088... connected.
//	HTTP request sent, awaiting response... 404 Not Found
//	2026-11-20 19:21:22 ERROR 404: Not Found.
var wget = shape.Phrased(report.Program{
	Name: "wget",
	Runs: func(c report.Call) bool { return c.Name == "wget" && !c.Has("-O-", "-qO-") },
}, shape.PhraseTable{
	{shape.Fails, "…awaiting response... 4…", "…awaiting response... 5…", "… ERROR ….", "wget: …", "ERROR: …",
		"…failed: …", "Unable to establish SSL…"},
	{shape.Noted, "…awaiting response... …"},
	{shape.Passes, "…/s) - … saved […", "Downloaded: …"},
	{shape.Noise, "Resolving …", "Connecting to …", "Length: …", "Reusing existing …", "…K ......…", "…%[…"},
})
