package transcript

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// openHandsKinds are the kinds of the SDK's events.
var openHandsKinds = map[string]bool{
	"ActionEvent": true, "ObservationEvent": true, "MessageEvent": true, "SystemPromptEvent": true,
	"Condensation": true, "CondensationRequest": true, "CondensationSummaryEvent": true, "AgentErrorEvent": true,
	"UserRejectObservation": true, "PauseEvent": true, "ConversationStateUpdateEvent": true,
	"ConversationErrorEvent": true, "TokenEvent": true, "LLMCompletionLogEvent": true,
}

// sdk reads an event of the SDK.
func (o *openHands) sdk(e *openHandsEvent) error {
	said := Item{Kind: Text, Session: o.session, Role: Assistant, Message: e.ResponseID}
	switch e.Kind {
	case "SystemPromptEvent":
		var p struct {
			Text string `json:"text"`
		}
		if e.Prompt.Kind() == '{' && json.Unmarshal(e.Prompt, &p, tolerant...) != nil {
			return nil
		}
		return o.put(Item{Kind: Text, Session: o.session, Text: p.Text})
	case "MessageEvent":
		said.Text, _ = textOf(e.LLM.Content)
		if e.LLM.Role != "assistant" {
			said.Role, said.Message = User, ""
		}
		return o.put(said)
	case "Condensation":
		if err := o.put(Item{Kind: Break, Session: o.session}); err != nil {
			return err
		}
		return o.put(Item{Kind: Text, Session: o.session, Text: e.Summary})
	case "ActionEvent":
		said.Text, _ = textOf(e.Thought)
		said.Text = strings.TrimPrefix(said.Text+"\n"+e.Reasoning, "\n")
		said.Text = strings.TrimSuffix(said.Text, "\n")
		if err := o.put(said); err != nil {
			return err
		}
		o.calls++
		return o.put(Item{
			Kind: Call, Session: o.session, ID: e.ToolCallID, Tool: e.ToolName, Args: o.sdkArgs(e),
			Message: e.ResponseID,
		})
	case "ObservationEvent", "AgentErrorEvent", "UserRejectObservation":
		return o.sdkResult(e)
	case "CondensationRequest", "CondensationSummaryEvent", "PauseEvent", "ConversationStateUpdateEvent",
		"ConversationErrorEvent", "TokenEvent", "LLMCompletionLogEvent":
	default:
		o.stats.unknown(e.Kind)
	}
	return nil
}

// sdkArgs are the arguments of the call that an event has, or else of its action.
func (o *openHands) sdkArgs(e *openHandsEvent) jsontext.Value {
	var call struct {
		Arguments jsontext.Value `json:"arguments"`
	}
	if e.ToolCall.Kind() == '{' && json.Unmarshal(e.ToolCall, &call, tolerant...) == nil {
		if has(call.Arguments) {
			return argsOf(call.Arguments)
		}
	}
	return argsOf(e.Action)
}

// sdkResult puts the result of a call: what was observed, an error, or the user's refusal.
func (o *openHands) sdkResult(e *openHandsEvent) error {
	it := Item{Kind: Result, Session: o.session, ID: e.ToolCallID, Failed: e.Kind != "ObservationEvent"}
	var obs struct {
		Content  jsontext.Value `json:"content"`
		Output   jsontext.Value `json:"output"`
		ExitCode *int           `json:"exit_code"`
		IsError  bool           `json:"is_error"`
	}
	if e.Observation.Kind() == '{' {
		if err := json.Unmarshal(e.Observation, &obs, tolerant...); err != nil {
			return err
		}
	}
	if it.Text, it.Images = textOf(obs.Content); it.Text == "" {
		it.Text, _ = textOf(obs.Output)
	}
	if it.Text == "" {
		it.Text = e.Error + e.Rejection
	}
	it.Failed = it.Failed || obs.IsError
	if obs.ExitCode != nil && *obs.ExitCode >= 0 {
		it.Exit = obs.ExitCode
	}
	return o.put(it)
}
