package transcript

import (
	"strconv"

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

// Actions that aren't calls of a tool. The text of "message" and "system" is content, that of the others a thought.
var (
	openHandsCalls = map[string]bool{
		"run": true, "run_ipython": true, "read": true, "write": true, "edit": true, "browse": true,
		"browse_interactive": true, "think": true, "delegate": true, "call_tool_mcp": true, "mcp": true, "push": true,
		"send_pr": true,
	}
	openHandsQuiet = map[string]bool{ // the model gets nothing of them
		"change_agent_state": true, "recall": true, "null": true, "start_hooks": true, "pause": true, "resume": true,
		"stop": true, "condensation_request": true, "loop_recovery": true, "task_tracking": true,
	}
)

// byHarness reports whether an event is the user's own, or the set-up's.
func (e *openHandsEvent) byHarness() bool { return e.Source == "user" || e.Source == "environment" }

// action reads an action, such as
//
//	{"id":3,"source":"agent","action":"run","args":{"command":"ls","thought":"what is here?"}}
func (o *openHands) action(e *openHandsEvent, raw jsontext.Value) error {
	var args struct {
		Content jsontext.Value `json:"content"`
		Thought jsontext.Value `json:"thought"`
		Summary string         `json:"summary"`
	}
	if e.Args.Kind() == '{' {
		if err := json.Unmarshal(e.Args, &args, tolerant...); err != nil {
			return err
		}
	}
	said := Item{Kind: Text, Session: o.session, Role: Assistant, Text: firstText(args.Thought, e.Thought)}
	switch name := stringOf(e.Action); {
	case name == "message", name == "system":
		said.Text = firstText(args.Content, e.Content)
		isFirst := e.Source == "" && o.calls == 0
		if name == "system" || isFirst || e.byHarness() {
			said.Role = User
		}
		return o.put(said)
	case name == "finish", name == "reject":
		return o.put(said)
	case name == "condensation":
		if err := o.put(Item{Kind: Break, Session: o.session}); err != nil {
			return err
		}
		return o.put(Item{Kind: Text, Session: o.session, Text: args.Summary})
	case openHandsQuiet[name]:
		return nil
	case !openHandsCalls[name]:
		o.stats.unknown("action/" + name)
		return nil
	case e.byHarness():
		return nil
	default:
		return o.call(e, raw, said)
	}
}

// call puts what the model said, then the call itself, and remembers it for its observation.
func (o *openHands) call(e *openHandsEvent, raw jsontext.Value, said Item) error {
	if err := o.put(said); err != nil {
		return err
	}
	o.calls++
	o.last = strconv.Itoa(o.calls)
	if len(e.ID) > 0 {
		if o.byEvent == nil {
			o.byEvent = map[string]string{}
		}
		o.byEvent[string(e.ID)] = o.last
	}
	return o.put(Item{
		Kind: Call, Session: o.session, ID: o.last, Tool: stringOf(e.Action), Args: o.args(e, raw), Message: o.last,
	})
}

// firstText is the text of a, or where it has none that of b.
func firstText(a, b jsontext.Value) string {
	if s, _ := textOf(a); s != "" {
		return s
	}
	s, _ := textOf(b)
	return s
}

// notArguments are members of an action that aren't arguments: the thought, which is a text by itself, settings of the
// harness, and the members of the event where the arguments are beside them.
var notArguments = []string{
	"thought", "security_risk", "confirmation_state", "hidden", "blocking", "is_input", "is_static", "keep_prompt",
	"include_extra", "kernel_init_code", "translated_ipython_code", "impl_source", "cwd", "is_confirmed", "action_risk",
	"id", "timestamp", "source", "message", "action", "cause", "timeout", "tool_call_metadata", "llm_metrics",
}

// args are an action's arguments.
func (o *openHands) args(e *openHandsEvent, raw jsontext.Value) jsontext.Value {
	v := e.Args
	if v.Kind() != '{' {
		v = raw // earlier versions have them beside the rest
	}
	var m map[string]jsontext.Value
	if json.Unmarshal(v, &m, tolerant...) != nil {
		return nil
	}
	for _, k := range notArguments {
		delete(m, k)
	}
	b, err := json.Marshal(m, append(tolerant, json.Deterministic(true))...)
	if err != nil {
		return nil
	}
	return b
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
