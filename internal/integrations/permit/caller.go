package permit

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Caller is an agent in which toktee was started.
type Caller struct {
	Agent string // one of [Agents]
	// Getenv is toktee's environment, in the form of [os.LookupEnv].
	Getenv func(string) (string, bool)
	Dir    string // the folder of the session, absolute
	// Server means that toktee's tools run outside of the agent's own: the agent's sandbox and the user's hooks for
	// its tools don't reach them, and so they count as rules. All rules must be known then, those of flags, too.
	Server bool
	// Apart means that toktee wasn't started in the session: its flags aren't known, nor whether somebody attends it.
	Apart bool
	Mode  string // Claude Code's permission mode, "" for the one that it began in
	// AgentType is the definition of the sub-agent that calls, "" if it isn't known: opencode's rules are then those of
	// all of them.
	AgentType string

	// Managed are the folders of the machine's settings; nil are those of the system.
	Managed []string
	// Process returns how the agent was started; nil asks the system.
	Process func() (Process, error)
}

// Agents are the agents whose rules can be read.
func Agents() []string { return []string{"claude", "codex", "gemini", "opencode"} }

// CallersOf returns the agents whose commands have this environment: an agent inside another one has both.
func CallersOf(getenv func(string) (string, bool)) []string {
	var agents []string
	for _, v := range []struct{ agent, variable string }{
		{"claude", "CLAUDECODE"}, {"claude", "CLAUDE_CODE_SESSION_ID"}, {"codex", "CODEX_THREAD_ID"},
		{"codex", "CODEX_SANDBOX"}, {"gemini", "GEMINI_CLI"}, {"opencode", "OPENCODE"},
	} {
		if value, _ := getenv(v.variable); value != "" && !slices.Contains(agents, v.agent) {
			agents = append(agents, v.agent)
		}
	}
	return agents
}

// ShellsOf returns those of [CallersOf] in whose shell a process was started. Variables of Gemini CLI and opencode are
// the same for their servers, and so they are never among them.
func ShellsOf(getenv func(string) (string, bool)) []string {
	var agents []string
	for variable, agent := range map[string]string{"CLAUDE_CODE_CHILD_SESSION": "claude", "CODEX_THREAD_ID": "codex"} {
		if value, _ := getenv(variable); value != "" {
			agents = append(agents, agent)
		}
	}
	return agents
}

// ClientsAgent returns the agent that a client of the Model Context Protocol is by its name, "" for another one.
func ClientsAgent(client string) string {
	for _, agent := range Agents() {
		if strings.HasPrefix(strings.ToLower(client), agent) {
			return agent
		}
	}
	return ""
}

// A Refused is the error for a call that a rule may be meant for.
type Refused struct {
	Agent string
	Rule
}

func (r *Refused) Error() string {
	return fmt.Sprintf("refused: a rule of %s to %s may apply to this call: %s in %s", r.Agent, r.List, r.Text, r.File)
}

// Rules are an agent's rules to deny and to ask.
type Rules struct {
	agent string
	lists [][]entry // in each list, the last rule that fits prevails, but for those to deny
}

// Rules reads the agent's rules.
func (c *Caller) Rules() (*Rules, error) {
	read := map[string]func(*Caller) ([][]entry, error){
		"claude": claudeRules, "codex": codexRules, "gemini": geminiRules, "opencode": opencodeRules,
	}[c.Agent]
	if read == nil {
		return nil, fmt.Errorf("the rules of %q can't be read: want one of %s", c.Agent, strings.Join(Agents(), ", "))
	}
	lists, err := read(c)
	if err != nil {
		return nil, fmt.Errorf("the rules of %s can't be read: %w", c.Agent, err)
	}
	return &Rules{c.Agent, lists}, nil
}

// Check compares a call with the rules: the error is nil or a [*Refused] with a rule that may be meant for the call.
// Check compares what a command line shows. What a script or a program does that the command starts is unknown to it,
// as it is to the agents.
func (r *Rules) Check(call Call) error { return r.check(scanOf(call)) }

// permits reports whether a rule to allow is surely meant for a call.
func (r *Rules) permits(s *scan) bool {
	return slices.ContainsFunc(slices.Concat(r.lists...), func(e entry) bool {
		return e.List == "allow" && e.permits(s)
	})
}

func (r *Rules) check(s *scan) error {
	var found *Refused
	for _, list := range r.lists {
		var last *Refused
		for _, e := range list {
			switch {
			case e.List == "allow":
				if last != nil && e.permits(s) {
					last = nil
				}
			case (last == nil || last.List != "deny" && e.List == "deny") && e.refuses(s):
				last = &Refused{r.agent, e.Rule}
			}
		}
		if last != nil && (found == nil || found.List != "deny") {
			found = last
		}
	}
	if found == nil {
		return nil
	}
	return found
}

// CheckAll checks a call with the rules of several agents. A rule to deny comes before one to ask.
func CheckAll(all []*Rules, call Call) (err error) {
	for _, r := range all {
		if e := r.Check(call); e != nil && (err == nil || !MayAsk(e)) {
			err = e
		}
	}
	return err
}

// MayAsk reports whether a call was refused by a rule to ask: a person may allow it.
func MayAsk(err error) bool {
	var refused *Refused
	return errors.As(err, &refused) && refused.List == "ask"
}

// errUnknownStart means that nothing is known of an agent's flags.
var errUnknownStart = errors.New("how the agent was started isn't known")
