package session

import "encoding/json"

// AnthropicMessage is a message of Anthropic's Messages API.
type AnthropicMessage struct {
	Role    string           `json:"role"`
	Content []AnthropicBlock `json:"content"`
}

// AnthropicBlock is a block of content; its type says which fields it has.
type AnthropicBlock struct {
	Type         string           `json:"type"` // text, thinking, redacted_thinking, tool_use, tool_result or image
	Text         string           `json:"text,omitempty"`
	Thinking     *string          `json:"thinking,omitempty"` // may be "": thought that isn't shown
	Signature    string           `json:"signature,omitempty"`
	Data         string           `json:"data,omitempty"` // of redacted_thinking
	ID           string           `json:"id,omitempty"`
	Name         string           `json:"name,omitempty"`
	Input        json.RawMessage  `json:"input,omitempty"` // an object
	ToolUseID    string           `json:"tool_use_id,omitempty"`
	Content      []AnthropicBlock `json:"content,omitempty"` // of tool_result: text and image
	IsError      bool             `json:"is_error,omitempty"`
	Source       *AnthropicImage  `json:"source,omitempty"`
	CacheControl *CacheControl    `json:"cache_control,omitempty"` // for the caller to set
}

// AnthropicImage is the data of an image.
type AnthropicImage struct {
	Type      string `json:"type"` // base64
	MediaType string `json:"media_type"`
	Data      string `json:"data"`
}

// CacheControl asks the provider to cache the request up to a block.
type CacheControl struct {
	Type string `json:"type"` // ephemeral
	TTL  string `json:"ttl,omitempty"`
}

// Anthropic is the view as messages of Anthropic's Messages API.
func (v View) Anthropic() []AnthropicMessage { return nil }
