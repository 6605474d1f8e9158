package fakemodel

import (
	"encoding/json"
	"fmt"
	"strings"
)

// readGemini reads a request of Gemini's generateContent or streamGenerateContent.
func readGemini(path string, body []byte) (ask, error) {
	var b struct {
		Tools    []tool
		Contents []struct {
			Parts []struct {
				Response *struct {
					ID       string
					Response json.RawMessage
				} `json:"functionResponse"`
			}
		}
		Config struct {
			MIME string `json:"responseMimeType"`
		} `json:"generationConfig"`
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return ask{}, fmt.Errorf("a request of Gemini: %w", err)
	}
	a := ask{tools: names(b.Tools), stream: strings.HasSuffix(path, ":streamGenerateContent")}
	a.json = strings.Contains(b.Config.MIME, "json")
	for _, c := range b.Contents {
		for _, p := range c.Parts {
			if p.Response != nil {
				r := geminiResult(p.Response.Response)
				r.ID = p.Response.ID
				a.results = append(a.results, r)
			}
		}
	}
	return a, nil
}

// geminiResult reads {"output": TEXT} or {"error": TEXT}. Anything else is returned as its JSON.
func geminiResult(b json.RawMessage) Result {
	var r struct{ Output, Error *string }
	switch err := json.Unmarshal(b, &r); {
	case err == nil && r.Error != nil:
		return Result{Text: *r.Error, Error: true}
	case err == nil && r.Output != nil:
		return Result{Text: *r.Output}
	}
	return Result{Text: string(b)}
}

// writeGemini writes a turn in Gemini's format. If JSON is requested, as by the agent's choice of a model, it is an
// object with nothing in it.
func writeGemini(w *writer, t turn) {
	parts := []any{object{"text": t.text}}
	switch {
	case len(t.calls) > 0:
		parts = nil
	case t.json:
		parts = []any{object{"text": "{}"}}
	}
	for _, c := range t.calls {
		parts = append(parts, object{"functionCall": object{"id": c.id, "name": c.Name, "args": c.Args}})
	}
	answer := object{
		"candidates": []any{object{
			"content": object{"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0,
		}},
		"usageMetadata": object{"promptTokenCount": 100, "candidatesTokenCount": 10, "totalTokenCount": 110},
		"modelVersion":  "fake",
	}
	if t.stream {
		w.event("", answer)
		return
	}
	w.json(answer)
}
