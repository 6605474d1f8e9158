// Package model defines what an agent sends to a language model and what it gets back, for every wire format.
//
// A provider (the packages anthropic, openaichat and openairesponses) turns a [Request] into its API's JSON, sends it
// to an [Endpoint], and passes on what streams back: a [TextDelta] for each piece of text, and a [Done] for each item
// as soon as it is complete, so that the caller can put it on disk before the next one arrives. A call that was cut off
// is never an item. A text that was cut off is one, since its beginning is right as far as it goes.
//
// # Errors
//
// When the context ends, a provider returns the context's cause, together with the response as far as it was complete.
// Every other error is an [*Error], which reports whether a later try may succeed.
//
// # Limits
//
// A provider repeats a request by itself only while no event of the answer was passed on: see [Endpoint] for the number
// of retries and the limits of silence. A pause of more than two minutes that a provider asks for is an error, not a
// pause.
//
// The types here are plain data. They may be read by several goroutines and must not be changed while a provider uses
// them.
package model

import (
	"github.com/toktee/toktee/agent/session"
	"github.com/toktee/toktee/agent/tool"
)

// Request asks a model for one answer.
type Request struct {
	Model     string
	System    string       // instructions; "" for none
	View      session.View // the conversation
	Tools     []tool.Tool  // their names, descriptions and schemas are sent
	MaxTokens int          // limit of the answer; 0 leaves it to the provider
	// Effort asks for reasoning: "" for the model's default, else a word that the provider knows, such as "low",
	// "medium" or "high". For Anthropic, each of the three is a budget of tokens.
	Effort string
}

// Response is the answer. With an error it holds the complete parts.
type Response struct {
	ID    string         // the provider's id of the response, or one made by the client
	Items []session.Item // in the order of the stream
	Stop  session.StopReason
	Usage Usage
	// Cut names the tools of the calls whose arguments were still arriving when the stream broke off.
	Cut []string
}

// Usage counts tokens as the provider reports them; 0 if it doesn't.
type Usage struct {
	Input      int `json:"input"`       // the whole prompt, including what came from a cache
	CacheRead  int `json:"cache_read"`  // the part of it that came from a cache
	CacheWrite int `json:"cache_write"` // the part of it that was written to one
	Output     int `json:"output"`      // including reasoning
	Reasoning  int `json:"reasoning"`   // the part of the output that was reasoning
}
