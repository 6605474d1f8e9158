package telemetry

import (
	"cmp"
	"encoding/json"
	"fmt"

	"go.opentelemetry.io/otel/attribute"

	"github.com/toktee/toktee/internal/host/journal"
	"github.com/toktee/toktee/internal/text/secrets"
	"github.com/toktee/toktee/result"
)

// The keys of the conventions for generative AI. They are in development, and the packages of conventions for Go have
// dropped them.
const (
	keyOperation    = "gen_ai.operation.name"
	keyTool         = "gen_ai.tool.name"
	keyToolType     = "gen_ai.tool.type"
	keyCallID       = "gen_ai.tool.call.id"
	keyConversation = "gen_ai.conversation.id"
	keyAgent        = "gen_ai.agent.name"
	keyAgentID      = "gen_ai.agent.id"
	keyGiven        = "gen_ai.tool.call.result"
	keyError        = "error.type"

	executeTool = "execute_tool"
	function    = "function" // the type of all tools here: the agent's side runs them
	noTool      = "unknown"  // the name is required
)

// Our own keys.
const (
	keyDoor      = "toktee.door"
	keyStrategy  = "toktee.strategy"
	keyOutcome   = "toktee.outcome"
	keyHow       = "toktee.how"
	keyResult    = "toktee.result.id"
	keyCommand   = "toktee.command"
	keyFolder    = "toktee.dir"
	keyRawTokens = "toktee.raw_tokens"
)

// failed is the outcome of a call that failed.
var failed = result.Fail.String()

// fields are attributes in the making: what isn't known is left out.
type fields []attribute.KeyValue

func (f *fields) text(key, value string) {
	if value != "" {
		*f = append(*f, attribute.String(key, value))
	}
}

func (f *fields) number(key string, value int) { *f = append(*f, attribute.Int(key, value)) }

func (f *fields) flag(key string, value bool) {
	if value {
		*f = append(*f, attribute.Bool(key, true))
	}
}

func toolOf(e *journal.Event) string { return cmp.Or(e.Tool, noTool) }

// sessionAttributes returns the attributes of an event's session.
func sessionAttributes(e *journal.Event) []attribute.KeyValue {
	var f fields
	session, agent := sessionOf(e)
	f.text(keyConversation, session)
	f.text(keyAgent, e.Program)
	f.text(keyAgentID, agent)
	f.text(keyDoor, e.Door)
	return f
}

// callAttributes are those of the span of a call. Contents are its command and folder, and the text that was given.
func callAttributes(e *journal.Event, contents bool, text string) []attribute.KeyValue {
	f := fields(sessionAttributes(e))
	f.text(keyOperation, executeTool)
	f.text(keyTool, toolOf(e))
	f.text(keyToolType, function)
	f.text(keyCallID, e.CallID)
	f.text(keyError, errorType(e))
	f.text(keyResult, e.ID)
	f.text(keyStrategy, e.Strategy)
	f.text("toktee.level", e.Level)
	f.text(keyOutcome, e.Outcome)
	if e.ExitCode != nil {
		f.number("toktee.exit_code", *e.ExitCode)
	}
	if e.Kind == journal.Passed {
		f.flag("toktee.passed", true)
	} else {
		f.number(keyRawTokens, e.Raw)
		f.number("toktee.given_tokens", e.Given)
		f.number("toktee.saved_tokens", e.WithoutToktee()-e.Given)
		f.flag("toktee.approximate", e.Approximate)
		f.text("toktee.encoding", e.Encoding)
	}
	f.number("toktee.bytes", int(e.Bytes))
	f.flag("toktee.kept", e.Kept)
	f.flag("toktee.repeat", e.Repeat)
	f.flag("toktee.fallback", e.Fallback)
	if contents { // masked independent of the settings, since they leave the machine
		f.text(keyCommand, secrets.Mask(e.Command))
		f.text(keyFolder, e.Dir)
		f.text(keyGiven, secrets.Mask(text))
	}
	return f
}

// laterAttributes are those of an event that is about an earlier call.
func laterAttributes(e *journal.Event, of call) []attribute.KeyValue {
	who := *e
	if who.Session == "" {
		who.Session, who.Program = of.event.Session, cmp.Or(who.Program, of.event.Program)
	}
	f := fields(sessionAttributes(&who))
	f.text(keyTool, of.event.Tool)
	f.text(keyResult, e.ID)
	f.text(keyStrategy, of.event.Strategy)
	f.number("toktee.given_tokens", givenLater(e, of))
	f.flag("toktee.approximate", e.Approximate)
	if e.Kind != journal.Fetched {
		return f
	}
	f.number("toktee.bytes", int(e.Bytes))
	f.flag("toktee.grep", e.Grep)
	if e.Lines != [2]int{} {
		f = append(f, attribute.IntSlice("toktee.lines", e.Lines[:]))
	}
	return f
}

// givenLater is how many tokens an event gave to a model. With the whole output, it has what its text had left out.
func givenLater(e *journal.Event, of call) int {
	if e.Kind == journal.Whole && e.Given > 0 {
		return max(e.Given-of.event.Given, 0)
	}
	if e.Kind == journal.Whole {
		return max(of.event.WithoutToktee()-of.event.Given, 0)
	}
	return e.Given
}

// errorType is the kind of error of a call that failed, "" for any other.
func errorType(e *journal.Event) string {
	if e.Outcome != failed {
		return ""
	}
	return cmp.Or(e.Error, "_OTHER")
}

// errorText describes the status of a call's span that failed.
func errorText(e *journal.Event) string {
	if e.ExitCode != nil && *e.ExitCode != 0 {
		return fmt.Sprintf("exit %d", *e.ExitCode)
	}
	return e.Error
}

// text returns the text that was sent to a model, "" if the store no longer has it. A newer result of the same call has
// another text.
func (x *export) text(e *journal.Event) string {
	if x.o.Store == nil || e.ID == "" {
		return ""
	}
	record, err := x.o.Store.Get(e.ID)
	if err != nil {
		return ""
	}
	var r result.ToolResult
	if err := json.Unmarshal(record.Result, &r); err != nil || r.Metadata().LLMTokens != e.Given {
		return ""
	}
	return r.LLMContent()
}
