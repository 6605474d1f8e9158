// Package agentcut knows how agents themselves cut long results before they send them to a model. What an agent would
// have sent without toktee is what savings are counted against.
//
// # Sources
//
// The limits were measured with the real clients, in the versions of docs/clients.md, and a model server that records
// requests: an output of 500 KB, and of 21 KB. Those of other versions may differ.
//
// # Limits and cost
//
// Bytes count as characters, so limits of text that isn't ASCII are too low. The notices that agents put around a cut
// output count with their usual length.
package agentcut

import "strings"

// A Cut describes the text that an agent sends of a result with more than Above bytes: its first and its last bytes,
// and a notice.
type Cut struct {
	Above      int
	Head, Tail int
	Lines      int // that the agent sends at most, the first ones; 0 for any number
	Notice     int // tokens
}

// Command is the name of every tool that runs commands.
const Command = "Bash"

// Of returns how an agent cuts the results of a tool. ok is false if that isn't known. failed is whether the agent
// knows that the call failed.
func Of(agent, tool string, failed bool) (c Cut, ok bool) {
	switch agent {
	case "claude":
		switch {
		case tool == "Read":
			return Cut{}, false // a long file is an error
		case tool == "Grep":
			return Cut{Above: 20_000, Head: 2_000, Notice: 60}, true
		case tool != Command:
			return Cut{Above: 50_000, Head: 2_000, Notice: 60}, true
		case failed:
			return Cut{Above: 10_000, Head: 5_000, Tail: 5_000, Notice: 10}, true
		}
		return Cut{Above: 30_000, Head: 2_000, Notice: 60}, true
	case "codex": // 10,000 tokens, which it counts as 4 bytes each
		return Cut{Above: 40_000, Head: 20_000, Tail: 20_000, Notice: 40}, true
	case "gemini":
		if tool == "read_file" {
			return Cut{}, false
		}
		return Cut{Above: 40_000, Head: 8_000, Tail: 32_000, Notice: 60}, true
	case "copilot":
		return Cut{Above: 20 << 10, Head: 500, Notice: 100}, true
	case "cline":
		return Cut{Above: 8_000, Head: 3_980, Tail: 3_980, Notice: 10}, true
	case "opencode": // results of MCP servers; it has cut others when toktee gets them
		return Cut{Above: 50 << 10, Head: 50 << 10, Lines: 2000, Notice: 60}, true
	case "pi":
		return Cut{Above: 50 << 10, Tail: 50 << 10, Notice: 60}, true
	}
	return Cut{}, false
}

// Sent returns the part of an output that is sent.
func (c Cut) Sent(output string) string {
	lines := 0
	for i := range output {
		if output[i] != '\n' {
			continue
		}
		if lines++; lines == c.Lines {
			output = output[:i+1]
			break
		}
	}
	if len(output) <= c.Above {
		return output
	}
	return strings.ToValidUTF8(output[:c.Head], "") + strings.ToValidUTF8(output[len(output)-c.Tail:], "")
}
