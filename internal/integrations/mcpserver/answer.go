package mcpserver

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toktee/toktee/internal/integrations/mcpoutput"
	"github.com/toktee/toktee/result"
)

// variants are the forms of a result for each of its readers. The protocol has no names for them yet, so each era has
// an encoder that puts them into the fields that its clients read.
type variants struct {
	model  []result.Block // the model's texts, in order
	failed bool
	// The whole output, for the person and for programs; none if it wasn't kept.
	id, sha256 string
	bytes      int64
	isPartial  bool // the model's text leaves something out
}

func variantsOf(r result.ToolResult) variants {
	v := variants{
		model: r.Blocks(), failed: r.Failed() || r.Error() != nil,
		isPartial: len(r.Metadata().Omissions) > 0,
	}
	if v.model == nil {
		v.model = []result.Block{{Text: r.LLMContent()}}
	}
	if p := r.Payload(); p.Bytes > 0 {
		v.id, v.sha256, v.bytes = r.ID(), p.SHA256, p.Bytes
	}
	return v
}

// encode returns a result in all eras in use: text in content, nothing in structuredContent, the output as metadata.
func encode(v variants, client string) *mcp.CallToolResult {
	out := &mcp.CallToolResult{IsError: v.failed}
	for _, b := range v.model {
		if b.MediaType == "" {
			out.Content = append(out.Content, &mcp.TextContent{Text: b.Text})
			continue
		}
		data, err := base64.StdEncoding.DecodeString(b.Data)
		if err == nil {
			out.Content = append(out.Content, &mcp.ImageContent{Data: data, MIMEType: b.MediaType})
		}
	}
	if v.id == "" {
		return out
	}
	if !v.failed || !readsErrors(client) {
		out.Meta = mcp.Meta{mcpoutput.MetaKey: map[string]any{"id": v.id, "bytes": v.bytes, "sha256": v.sha256}}
	}
	if v.isPartial && !readsLinks(client) {
		out.Content = append(out.Content, &mcp.ResourceLink{
			URI: mcpoutput.URI(v.id), Name: v.id, Title: "the whole output", MIMEType: "text/plain", Size: &v.bytes,
		})
	}
	return out
}

// readsLinks reports whether a client hands a link to a resource to its model, as text or as JSON: there it would cost
// some 40 tokens for a repetition of the text's last line (measured with the clients, November 2026).
func readsLinks(client string) bool {
	return isOneOf(client, "claude", "codex", "gemini", "qwen", "continue")
}

// readsErrors reports whether a client shows its model the whole result of an error as JSON, with the metadata.
func readsErrors(client string) bool { return isOneOf(client, "gemini", "qwen") }

// isOneOf reports whether a client's name has one of these words.
func isOneOf(client string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(strings.ToLower(client), word) })
}

// client returns the name by which a client introduced itself, "" for none.
func client(req *mcp.CallToolRequest) string {
	if info := req.ClientInfo(); info != nil {
		return info.Name
	}
	return ""
}
