// Package model is what an agent asks of a language model and what it gets back, whichever wire format lies between.
//
// A provider turns a [Request] into its API's JSON, sends it, and hands on what streams back: text as it comes as
// [TextDelta], and every item that is complete as [Done], at once, so that the caller can put it on disk before the next
// one arrives. What was cut is never an item, except text, whose beginning is true as far as it goes.
//
// A context that ends gives its cause as error, together with what there was until then. Every other error is an
// [*Error].
package model

import (
	"github.com/toktee/toktee/session"
	"github.com/toktee/toktee/tool"
)

// Request is one call of a model.
type Request struct {
	Model     string
	System    string       // instructions; "" for none
	View      session.View // the conversation
	Tools     []tool.Tool  // their names, descriptions and schemas are sent
	MaxTokens int          // limit of the answer; 0 leaves it to the provider
	// Effort asks for reasoning: "" for what the model does by itself, else a word that the provider knows, such as "low",
	// "medium" or "high". Anthropic's takes a budget in tokens.
	Effort string
}

// Response is what came back. Where Stream returns an error too, it is what was complete until then.
type Response struct {
	ID    string         // the provider's id of the response, or one made by the client
	Items []session.Item // in the order of the stream
	Stop  session.StopReason
	Usage Usage
	// Cut are the names of calls whose arguments were still coming when the stream broke off.
	Cut []string
}

// Usage counts tokens as the provider states them; 0 where it doesn't.
type Usage struct {
	Input      int `json:"input"`       // all of the prompt, what came from a cache included
	CacheRead  int `json:"cache_read"`  // what of it came from a cache
	CacheWrite int `json:"cache_write"` // what of it was written to one
	Output     int `json:"output"`      // reasoning included
	Reasoning  int `json:"reasoning"`   // what of the output was reasoning
}

// Add returns the sum of both.
func (u Usage) Add(o Usage) Usage {
	return Usage{u.Input + o.Input, u.CacheRead + o.CacheRead, u.CacheWrite + o.CacheWrite, u.Output + o.Output, u.Reasoning + o.Reasoning}
}
