package programs

import (
	"cmp"
	"strings"

	"github.com/toktee/toktee/internal/parse"
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
	Runs:   report.Named("curl"),
	Extent: report.Nowhere,
	New:    func(report.Call) report.Parser { return new(curlParser) },
}

// What only curl's lines mean.
const (
	curlError  = special + iota
	curlStatus // the server's answer, as -v prints it
	curlHead   // the server's answer, as -i prints it
)

var curlLines = wordings{
	{curlError, phrases{"curl: (…"}},
	{curlStatus, phrases{"< HTTP/…"}},
	{curlHead, phrases{"HTTP/…"}},
	{noted, phrases{
		"* …SSL certificate problem…", "* …Could not resolve…", "* …Connection refused…", "* …connect to …",
		"* …timed out…", "* …certificate has expired…", "* …alert …", "* …closing connection…", "> … HTTP/…",
	}},
	{dull, phrases{"* …", "> …", ">", "<", "{ […", "} […"}},
	{belongs, phrases{"< …"}},
}

type curlParser struct {
	verbose bool // it prints what it does, with -v
	body    bool // the body has begun
	meter   int  // the last line of progress
}

// Line implements [report.Parser].
func (p *curlParser) Line(l report.Line, run *report.Run) {
	switch {
	case l.Bare == "":
	case isMeter(l.Text):
		run.Dull(l.N)
		p.meter = l.N
		p.verbose = p.verbose || strings.Contains(l.Text, "*")
	case run.Verdict != "" && !p.body && !p.verbose && isHeader(l.Text):
	default:
		p.talk(l, run)
	}
}

// talk reads what curl says, besides its progress.
func (p *curlParser) talk(l report.Line, run *report.Run) {
	m := curlLines.meaning(l.Text)
	if m == curlHead && p.body {
		m = foreign
	}
	switch m {
	case curlError:
		_, message, _ := strings.Cut(l.Text, ") ")
		failure(run, l.N, message)
	case curlHead:
		p.status(l.N, l.Text, run)
	case curlStatus:
		p.verbose = true
		p.status(l.N, strings.TrimPrefix(l.Text, "< "), run)
	case foreign:
		p.body = true
	default:
		p.verbose = p.verbose || m != belongs
		curlLines.take(run, l.N, l.Text)
	}
}

// status reads "HTTP/1.1 404 Not Found". A refusal is what the reader needs first, and no failure of curl.
func (p *curlParser) status(n int, s string, run *report.Run) {
	_, answer, _ := strings.Cut(s, " ")
	code, _ := parse.CutNumber(answer)
	verdict := "HTTP " + strings.TrimSpace(answer[:min(len(answer), 3)])
	more := code == 100 || code >= 300 && code < 400 || strings.Contains(answer, "Connection established")
	switch {
	case more: // another answer follows
		run.Verdict = cmp.Or(run.Verdict, verdict)
		noteLine(run, n)
		return
	case code >= 400:
		run.Found("", report.Finding{Message: strings.TrimSpace(answer), At: n})
	default:
		endLine(run, n)
	}
	run.Verdict = verdict
}

// isHeader reports whether a line is "Name: value".
func isHeader(s string) bool {
	name, _, ok := strings.Cut(s, ":")
	return ok && name != "" && !strings.ContainsAny(name, " <{\"")
}

// curlMeter is the head of curl's progress, and its bar.
var curlMeter = phrases{"  % Total …", "                                 Dload …", "###…%"}

// isMeter reports whether a line is curl's progress:
//
//	  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
//	100    19  100    19    0     0   5417      0 --:--:-- --:--:-- --:--:--  6333
//	  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0*   Trying 127.0.0.1:8088...
func isMeter(s string) bool {
	if curlMeter.match(s) {
		return true
	}
	if i := strings.IndexByte(s, '*'); i > 0 {
		s = s[:i]
	}
	cells := strings.Fields(s)
	return len(cells) >= 11 && allDigits(cells[0]) && strings.Count(s, ":") >= 4 &&
		strings.Contains(cells[8]+cells[9], ":")
}

func allDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// Close implements [report.Closer].
func (p *curlParser) Close(run *report.Run) {
	run.Answer = true
	if p.meter > 0 && !p.body && run.Verdict == "" {
		endLine(run, p.meter) // all there is
	}
}
