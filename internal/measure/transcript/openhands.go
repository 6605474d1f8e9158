package transcript

import (
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// openHands reads OpenHands' events: actions and observations, of which each names the action that caused it, or
// follows it; and the events of its later SDK, which have kinds.
type openHands struct {
	*reader
	session string
	calls   int
	last    string            // the call that the next observation answers, where it doesn't say
	byEvent map[string]string // calls without an observation, by the event's id
}

// openHandsEvent is an event: an action, an observation, or with a kind an event of the SDK.
type openHandsEvent struct {
	ID          jsontext.Value `json:"id"`
	Source      string         `json:"source"`
	Action      jsontext.Value `json:"action"`
	Observation jsontext.Value `json:"observation"`
	Args        jsontext.Value `json:"args"`
	Content     jsontext.Value `json:"content"`
	Thought     jsontext.Value `json:"thought"`
	Cause       jsontext.Value `json:"cause"`
	ExitCode    *int           `json:"exit_code"`
	Extras      struct {
		ExitCode *int `json:"exit_code"`
		Metadata struct {
			ExitCode *int `json:"exit_code"`
		} `json:"metadata"`
	} `json:"extras"`
	// Of the SDK's events.
	Kind       string         `json:"kind"`
	ToolName   string         `json:"tool_name"`
	ToolCallID string         `json:"tool_call_id"`
	ActionID   string         `json:"action_id"`
	ResponseID string         `json:"llm_response_id"`
	ToolCall   jsontext.Value `json:"tool_call"`
	Reasoning  string         `json:"reasoning_content"`
	Error      string         `json:"error"`
	Rejection  string         `json:"rejection_reason"`
	Summary    string         `json:"summary"`
	Prompt     jsontext.Value `json:"system_prompt"`
	LLM        struct {
		Role    string         `json:"role"`
		Content jsontext.Value `json:"content"`
	} `json:"llm_message"`
}

// record reads an event, or a pair of an action and what was observed.
func (o *openHands) record(raw jsontext.Value) error {
	if raw.Kind() == '[' { // an action and what was observed
		var pair []jsontext.Value
		if err := json.Unmarshal(raw, &pair, tolerant...); err != nil {
			return err
		}
		for _, v := range pair {
			if err := o.record(v); err != nil {
				return err
			}
		}
		return nil
	}
	var e openHandsEvent
	if err := json.Unmarshal(raw, &e, tolerant...); err != nil {
		return err
	}
	switch {
	case e.Kind != "":
		return o.sdk(&e)
	case stringOf(e.Action) != "":
		return o.action(&e, raw)
	case stringOf(e.Observation) != "":
		return o.observation(&e)
	case len(e.Action) > 0 || len(e.Observation) > 0: // null: nothing was done
	default:
		o.stats.unknown("event")
	}
	return nil
}

// openHandsOutcomes are observations that may be of no action; they are texts then.
var openHandsOutcomes = map[string]bool{"error": true, "user_rejected": true, "success": true}

// observation reads what a tool printed, such as
//
//	{"id":4,"cause":3,"source":"agent","observation":"run","content":"main.go","extras":{"exit_code":0}}
func (o *openHands) observation(e *openHandsEvent) error {
	name := stringOf(e.Observation)
	text, images := textOf(e.Content)
	switch name {
	case "agent_state_changed", "null", "condense", "task_tracking", "loop_detection":
		return nil
	case "recall":
		return o.put(Item{Kind: Text, Session: o.session, Text: text})
	}
	id := ""
	switch {
	case len(e.Cause) > 0 && e.Cause.Kind() != 'n':
		id = o.byEvent[string(e.Cause)]
		delete(o.byEvent, string(e.Cause))
	default:
		id, o.last = o.last, ""
	}
	if id == "" {
		if openHandsOutcomes[name] {
			return o.put(Item{Kind: Text, Session: o.session, Text: text})
		}
		if e.byHarness() {
			return nil // what a command of the harness printed
		}
		o.stats.Orphans++
		return nil
	}
	it := Item{Kind: Result, Session: o.session, ID: id, Text: text, Images: images, Failed: name == "error"}
	for _, exit := range []*int{e.ExitCode, e.Extras.ExitCode, e.Extras.Metadata.ExitCode} {
		if exit != nil && *exit >= 0 { // -1: it is still running
			it.Exit = exit
		}
	}
	return o.put(it)
}
