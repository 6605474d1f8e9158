package transcript

import (
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// sweAgent reads SWE-agent's trajectories: their steps, or, where there are none, the history of messages.
type sweAgent struct {
	*reader
	session    string
	trajectory bool
	steps      int
	waiting    []string // calls of the last message that have no result
	prompted   bool     // the first step's prompt has been read
}

// sweStep is a step of the trajectory: what the model wrote, its command, and what the command printed:
//
//	{"action":"ls","observation":"main.go\n","response":"Let me look.\n```\nls\n```","thought":"Let me look."}
type sweStep struct {
	Action      string         `json:"action"`
	Observation string         `json:"observation"`
	Response    string         `json:"response"`
	Thought     string         `json:"thought"`
	Query       jsontext.Value `json:"query"`
	Messages    jsontext.Value `json:"messages"`
}

// sweMessage is a message of the history:
//
//	{"role":"assistant","content":"Let me look.","action":"ls","agent":"main"}
//	{"role":"user","content":"main.go","message_type":"observation","agent":"main"}
type sweMessage struct {
	Role      string         `json:"role"`
	Content   jsontext.Value `json:"content"`
	Thought   string         `json:"thought"`
	Action    string         `json:"action"`
	Agent     string         `json:"agent"`
	Kind      string         `json:"message_type"`
	Demo      bool           `json:"is_demo"`
	CallIDs   []string       `json:"tool_call_ids"`
	ToolCalls []struct {
		ID       string `json:"id"`
		Function struct {
			Name      string         `json:"name"`
			Arguments jsontext.Value `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
}

// record reads a step, or a message of the history.
func (s *sweAgent) record(raw jsontext.Value) error {
	if !s.trajectory {
		var m sweMessage
		if err := json.Unmarshal(raw, &m, tolerant...); err != nil {
			return err
		}
		return s.message(&m)
	}
	var st sweStep
	if err := json.Unmarshal(raw, &st, tolerant...); err != nil {
		return err
	}
	if err := s.prompt(&st); err != nil {
		return err
	}
	s.steps++
	id := strconv.Itoa(s.steps)
	said := st.Response
	if said == "" {
		said = st.Thought
	}
	if err := s.put(Item{Kind: Text, Session: s.session, Role: Assistant, Text: said, Message: id}); err != nil {
		return err
	}
	if st.Action == "" {
		return s.put(Item{Kind: Text, Session: s.session, Text: st.Observation})
	}
	if err := s.put(Item{Kind: Call, Session: s.session, ID: id, Tool: "bash", Args: object("command", st.Action),
		Message: id}); err != nil {
		return err
	}
	return s.put(Item{Kind: Result, Session: s.session, ID: id, Text: st.Observation})
}

// prompt takes the texts that the model got before the first step; every later step repeats it.
func (s *sweAgent) prompt(st *sweStep) error {
	if s.prompted {
		return nil
	}
	s.prompted = true
	v := st.Query
	if v.Kind() != '[' {
		v = st.Messages
	}
	var list []sweMessage
	if v.Kind() != '[' || json.Unmarshal(v, &list, tolerant...) != nil {
		return nil
	}
	for _, m := range list {
		text, _ := textOf(m.Content)
		if err := s.put(Item{Kind: Text, Session: s.session, Text: text}); err != nil {
			return err
		}
	}
	return nil
}

// mainAgents are the names of the agent whose session it is.
var mainAgents = map[string]bool{"": true, "main": true, "primary": true}

// maybeObservation reports whether a message can be what a command printed. Earlier versions don't mark it.
func (m *sweMessage) maybeObservation() bool {
	if m.Demo {
		return false
	}
	return m.Kind == "observation" || m.Kind == "" && m.Role != "system"
}

// message reads a message of the history.
func (s *sweAgent) message(m *sweMessage) error {
	session := s.session
	if !mainAgents[m.Agent] {
		session += "/" + m.Agent
	}
	text, images := textOf(m.Content)
	switch {
	case m.Role == "assistant" && !m.Demo:
		return s.assistant(m, session, text)
	case len(s.waiting) > 0 && m.maybeObservation():
		id := s.waiting[0]
		if len(m.CallIDs) > 0 {
			id = m.CallIDs[0]
		}
		s.waiting = s.waiting[1:]
		return s.put(Item{Kind: Result, Session: session, ID: id, Text: text, Images: images})
	case m.Role == "":
		s.stats.unknown("history/" + m.Kind)
		return nil
	}
	return s.put(Item{Kind: Text, Session: session, Text: text})
}

// assistant puts what the model wrote, then its calls; a command without a call is one of the shell.
func (s *sweAgent) assistant(m *sweMessage, session, text string) error {
	s.steps++
	name := strconv.Itoa(s.steps)
	if text == "" {
		text = m.Thought
	}
	if err := s.put(Item{Kind: Text, Session: session, Role: Assistant, Text: text, Message: name}); err != nil {
		return err
	}
	s.waiting = s.waiting[:0]
	for i, c := range m.ToolCalls {
		id := c.ID
		if id == "" {
			id = name + "." + strconv.Itoa(i)
		}
		s.waiting = append(s.waiting, id)
		it := Item{
			Kind: Call, Session: session, ID: id, Tool: c.Function.Name, Args: argsOf(c.Function.Arguments),
			Message: name,
		}
		if err := s.put(it); err != nil {
			return err
		}
	}
	if len(m.ToolCalls) == 0 && m.Action != "" {
		s.waiting = append(s.waiting, name)
		return s.put(Item{
			Kind: Call, Session: session, ID: name, Tool: "bash", Args: object("command", m.Action), Message: name,
		})
	}
	return nil
}
