package transcript

import (
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// atif reads trajectories in the Agent Trajectory Interchange Format.
type atif struct {
	*reader
	session string
	model   string
}

// atifStep is a step: what the user or the model said, and the calls of the model with their results:
//
//	{"step_id":2,"source":"agent","message":"","tool_calls":[{"tool_call_id":"c1","function_name":"bash",
//	 "arguments":{"command":"ls"}}],"observation":{"results":[{"source_call_id":"c1","content":"main.go"}]}}
type atifStep struct {
	StepID    jsontext.Value `json:"step_id"`
	Source    string         `json:"source"`
	Model     string         `json:"model_name"`
	Message   jsontext.Value `json:"message"`
	Reasoning string         `json:"reasoning_content"`
	Copied    bool           `json:"is_copied_context"`
	Timestamp jsontext.Value `json:"timestamp"`
	Metrics   *atifMetrics   `json:"metrics"`
	ToolCalls []struct {
		ID        string         `json:"tool_call_id"`
		Name      string         `json:"function_name"`
		Arguments jsontext.Value `json:"arguments"`
	} `json:"tool_calls"`
	Observation struct {
		Results []struct {
			CallID  string         `json:"source_call_id"`
			Content jsontext.Value `json:"content"`
		} `json:"results"`
	} `json:"observation"`
}

// newATIF takes the session, the version and the model from the members before the steps.
func newATIF(r *reader, session string, h *head) *atif {
	a := &atif{reader: r, session: session}
	if h.SessionID != "" {
		a.session = h.SessionID
	}
	var agent struct {
		Model string `json:"model_name"`
	}
	if h.Agent.Kind() == '{' && json.Unmarshal(h.Agent, &agent, tolerant...) == nil {
		a.model = agent.Model
	}
	r.stats.version(h.Version)
	return a
}

// record reads a step. A step that is copied context, from before a compaction, has texts alone that count.
func (a *atif) record(raw jsontext.Value) error {
	var s atifStep
	if err := json.Unmarshal(raw, &s, tolerant...); err != nil {
		return err
	}
	name := string(s.StepID)
	said := Item{Kind: Text, Session: a.session, Message: name, Model: s.Model, Role: Assistant}
	if said.Model == "" {
		said.Model = a.model
	}
	switch s.Source {
	case "agent":
	case "user", "system":
		said.Role, said.Message, said.Model = User, "", ""
	default:
		a.stats.unknown("source/" + s.Source)
		return nil
	}
	if err := a.usage(&s, said.Model); err != nil {
		return err
	}
	said.Text = s.Reasoning
	if err := a.put(said); err != nil {
		return err
	}
	said.Text, _ = textOf(s.Message)
	if err := a.put(said); err != nil {
		return err
	}
	if s.Copied {
		return a.copied(&s)
	}
	return a.calls(&s, said, name)
}

// calls hands on a step's calls and what came back. Ids need to be unique within a step alone.
func (a *atif) calls(s *atifStep, said Item, name string) error {
	id := func(call string) string { return name + "/" + call }
	for i, c := range s.ToolCalls {
		if c.ID == "" {
			c.ID = strconv.Itoa(i)
		}
		it := said
		it.Kind, it.Text, it.ID, it.Tool, it.Args = Call, "", id(c.ID), c.Name, argsOf(c.Arguments)
		if err := a.put(it); err != nil {
			return err
		}
	}
	for _, res := range s.Observation.Results {
		text, images := textOf(res.Content)
		if res.CallID == "" && len(s.ToolCalls) == 1 {
			if res.CallID = s.ToolCalls[0].ID; res.CallID == "" {
				res.CallID = "0"
			}
		}
		it := Item{Kind: Result, Session: a.session, ID: id(res.CallID), Text: text, Images: images}
		if res.CallID == "" {
			it = Item{Kind: Text, Session: a.session, Text: text}
		}
		if err := a.put(it); err != nil {
			return err
		}
	}
	return nil
}

// copied reads a step that another session has too: its calls were counted there.
func (a *atif) copied(s *atifStep) error {
	for _, res := range s.Observation.Results {
		text, _ := textOf(res.Content)
		if err := a.put(Item{Kind: Text, Session: a.session, Text: text}); err != nil {
			return err
		}
	}
	return nil
}
