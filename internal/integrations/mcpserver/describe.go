package mcpserver

import (
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/agent/tool"
)

// describe returns a tool's description for clients. Its hints must be true, since clients decide by them whether to
// ask.
func describe(t tool.Tool) *mcp.Tool {
	hints := mcp.ToolAnnotations{}
	switch t.Name {
	case "grep", "list", "read":
		hints = mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: is(false)}
	case "edit", "patch":
		hints = mcp.ToolAnnotations{DestructiveHint: is(true), OpenWorldHint: is(false)}
	case "write":
		hints = mcp.ToolAnnotations{DestructiveHint: is(true), IdempotentHint: true, OpenWorldHint: is(false)}
	case "abort":
		hints = mcp.ToolAnnotations{DestructiveHint: is(false), IdempotentHint: true, OpenWorldHint: is(false)}
	default: // a command may do anything
		hints = mcp.ToolAnnotations{DestructiveHint: is(true), OpenWorldHint: is(true)}
	}
	return &mcp.Tool{Name: t.Name, Description: t.Description, InputSchema: t.Schema, Annotations: &hints}
}

func is(b bool) *bool { return &b }

// instructionsFor returns instructions for the model, which may end up in its context once for a session.
func instructionsFor(offered []string) string {
	text := instructions
	if slices.Contains(offered, "exec") {
		text += execInstructions
	}
	return text + otherInstructions
}

const instructions = `Results that toktee has shortened say how much they leave out, in place; their last line is ` +
	`the call of toktee_output that gets more. Nothing else was changed: numbers are exact, and no failure is left out.

`

const execInstructions = `- exec runs a command line. Don't pipe into head, tail or grep to save tokens: the short ` +
	`text does that, and knows how the command ended.
`

const otherInstructions = `- toktee_output reads a part of an earlier result: some lines, or those that match a ` +
	`pattern. It is cheaper than to run a command again, and sees the same output.
- abort ends the run that you are a part of, with a reason for the person. Call it when to go on can do harm or ` +
	`can't succeed: the wrong folder or branch, a task that contradicts what is there, a permission or a decision ` +
	`that only a person can give. Say in the reason what you found and what has to be decided. Don't call it for an ` +
	`error that you can fix, or when you have finished.`
