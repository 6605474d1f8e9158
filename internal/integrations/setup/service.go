package setup

import (
	"fmt"
	"html"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A Service is a program of the system that starts the gateway when the user logs in, and again when it ends: systemd
// or launchd.
type Service struct {
	file string // below the home folder
	text func(argv, env []string) string
	// Start, Restart and Stop are command lines, one after the other. HOME and UID are replaced by the user's.
	Start, Restart, Stop [][]string
}

const (
	unit  = "toktee-gateway.service"
	label = "toktee.gateway"
)

// Services are those of the systems that have one.
var Services = map[string]*Service{
	"linux": {
		file:    filepath.Join(".config", "systemd", "user", unit),
		text:    unitText,
		Start:   [][]string{{"systemctl", "--user", "daemon-reload"}, {"systemctl", "--user", "enable", "--now", unit}},
		Restart: [][]string{{"systemctl", "--user", "daemon-reload"}, {"systemctl", "--user", "restart", unit}},
		Stop:    [][]string{{"systemctl", "--user", "disable", "--now", unit}},
	},
	"darwin": {
		file:  filepath.Join("Library", "LaunchAgents", label+".plist"),
		text:  plistText,
		Start: [][]string{{"launchctl", "bootstrap", "gui/UID", "HOME/Library/LaunchAgents/" + label + ".plist"}},
		Restart: [][]string{
			{"launchctl", "bootout", "gui/UID/" + label},
			{"launchctl", "bootstrap", "gui/UID", "HOME/Library/LaunchAgents/" + label + ".plist"},
		},
		Stop: [][]string{{"launchctl", "bootout", "gui/UID/" + label}},
	},
}

// unitText returns a unit of systemd, which starts the gateway again however often it ends.
func unitText(argv, env []string) string {
	quote := func(words []string) string {
		for i, w := range words {
			words[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "%", "%%", "$", "$$").Replace(w) + `"`
		}
		return strings.Join(words, " ")
	}
	text := "[Unit]\nDescription=toktee gateway\nStartLimitIntervalSec=0\n\n[Service]\nExecStart=" + quote(argv) + "\n"
	if len(env) > 0 {
		text += "Environment=" + strings.ReplaceAll(quote(env), "$$", "$") + "\n"
	}
	return text + "Restart=always\n\n[Install]\nWantedBy=default.target\n"
}

// plistText returns a property list of launchd.
func plistText(argv, env []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
<key>Label</key><string>%s</string>
<key>RunAtLoad</key><true/>
<key>KeepAlive</key><true/>
<key>ThrottleInterval</key><integer>1</integer>
<key>ProgramArguments</key><array>
`, label)
	for _, word := range argv {
		fmt.Fprintf(&b, "<string>%s</string>\n", html.EscapeString(word))
	}
	b.WriteString("</array>\n<key>EnvironmentVariables</key><dict>\n")
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		fmt.Fprintf(&b, "<key>%s</key><string>%s</string>\n", name, html.EscapeString(value))
	}
	b.WriteString("</dict>\n</dict></plist>\n")
	return b.String()
}

// passed are the variables of the user's shell that a gateway needs. A service doesn't get them.
var passed = []string{
	"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy", "NODE_EXTRA_CA_CERTS",
	"SSL_CERT_FILE", "CODEX_CA_CERTIFICATE", "TOKTEE_STORE", "XDG_DATA_HOME", "XDG_CONFIG_HOME",
}

// listens finds the port in a service's file.
const listens = `127\.0\.0\.1:(\d+)`

// Port returns the port of the gateway in a service's file, 0 if there is none.
func (s *Service) Port(p *Place) int {
	text, _, err := readSettings(filepath.Join(p.Home, s.file))
	if m := regexp.MustCompile(listens).FindSubmatch(text); err == nil && m != nil {
		port, _ := strconv.Atoi(string(m[1]))
		return port
	}
	return 0
}

// edit returns the file that starts a gateway at a port.
func (s *Service) edit(p *Place, port int) wholeFile {
	argv := []string{p.Program, "gateway", "--listen", fmt.Sprintf("127.0.0.1:%d", port)}
	var env []string
	for _, name := range passed {
		if v, _ := p.Getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return wholeFile{path: filepath.Join(p.Home, s.file), text: s.text(argv, env), mark: "toktee"}
}

// service is the system's entry in a plan, in the place of an agent.
var service = &Agent{Name: "gateway", Title: "the gateway"}

// Init computes the change that lets the system start a gateway at a port.
func (s *Service) Init(p *Place, port int) *Plan {
	plan := &Plan{journal: journal{p.Data}, fresh: 0o600}
	plan.init(service, s.edit(p, port), s.located(p))
	return plan
}

// Uninstall computes the change that removes it.
func (s *Service) Uninstall(p *Place) *Plan {
	plan := &Plan{journal: journal{p.Data}, undo: true}
	plan.uninstall(service, s.edit(p, 0), s.located(p), nil)
	return plan
}

// located returns the service's file.
func (s *Service) located(p *Place) []located {
	t, err := targetOf(filepath.Join(p.Home, s.file))
	if err != nil {
		return nil // which the plan reports
	}
	return []located{{s.edit(p, 0), t}}
}
