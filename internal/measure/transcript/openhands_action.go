package transcript

import (
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

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
