package transcript

import (
	"maps"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// claudeUsage is the member usage of a message:
//
//	{"input_tokens":10,"cache_creation_input_tokens":11140,"cache_read_input_tokens":31260,"output_tokens":6,
//	 "cache_creation":{"ephemeral_5m_input_tokens":11140,"ephemeral_1h_input_tokens":0}}
type claudeUsage struct {
	Input    int64 `json:"input_tokens"`
	Write    int64 `json:"cache_creation_input_tokens"`
	Read     int64 `json:"cache_read_input_tokens"`
	Output   int64 `json:"output_tokens"`
	Creation struct {
		Hour int64 `json:"ephemeral_1h_input_tokens"`
	} `json:"cache_creation"`
}

// usage reads the usage of a message of the model, which each of its lines repeats.
func (c *claude) usage(l *claudeLine, session string) error {
	var u claudeUsage
	if l.Message.Usage.Kind() != '{' || json.Unmarshal(l.Message.Usage, &u, tolerant...) != nil {
		return nil
	}
	return c.billed(Usage{
		Session: session, Message: l.Message.ID, Model: l.Message.Model, Time: timeOf(l.Timestamp), Requests: 1,
		Input: u.Input, CacheRead: u.Read, CacheWrite: u.Write, CacheLong: min(u.Creation.Hour, u.Write),
		Output: u.Output,
	})
}

// codexTokens are the counts of a request, or of all requests so far. Input includes cached tokens.
type codexTokens struct {
	Input  int64 `json:"input_tokens"`
	Cached int64 `json:"cached_input_tokens"`
	Output int64 `json:"output_tokens"`
	Total  int64 `json:"total_tokens"`
}

// usage reads an event that counts tokens, which Codex repeats if only its limits have changed:
//
//	{"type":"token_count","info":{"total_token_usage":{"input_tokens":46194,...},"last_token_usage":{"input_tokens":
//	 23588,"cached_input_tokens":22400,"output_tokens":177,...}}}
func (c *codex) usage(payload jsontext.Value, at time.Time) error {
	var p struct {
		Type string `json:"type"`
		Info struct {
			Total codexTokens `json:"total_token_usage"`
			Last  codexTokens `json:"last_token_usage"`
		} `json:"info"`
	}
	if json.Unmarshal(payload, &p, tolerant...) != nil || p.Type != "token_count" || p.Info.Total == c.total {
		return nil
	}
	c.total = p.Info.Total
	u := p.Info.Last
	return c.billed(Usage{
		Session: c.session, Model: c.model, Time: at, Requests: 1,
		Input: max(0, u.Input-u.Cached), CacheRead: u.Cached, Output: u.Output,
	})
}

// copilotTokens are the counts of a request, or of all requests of a model.
type copilotTokens struct {
	Input  int64 `json:"inputTokens"` // which includes cached tokens
	Output int64 `json:"outputTokens"`
	Read   int64 `json:"cacheReadTokens"`
	Write  int64 `json:"cacheWriteTokens"`
}

func (t *copilotTokens) usage(session, model string, at time.Time, requests int) Usage {
	return Usage{
		Session: session, Model: model, Time: at, Requests: requests,
		Input: max(0, t.Input-t.Read-t.Write), CacheRead: t.Read, CacheWrite: t.Write, Output: t.Output,
	}
}

// usage reads the output of a message, and the totals at the end of a session, by model:
//
//	{"type":"assistant.message","data":{"messageId":"m1","outputTokens":174,...}}
//	{"type":"session.shutdown","data":{"modelMetrics":{"gpt-5.4":{"requests":{"count":3},"usage":{"inputTokens":900,
//	 "outputTokens":80,"cacheReadTokens":700,"cacheWriteTokens":0}}}}}
func (c *copilot) usage(l *copilotLine, session string) error {
	at := timeOf(l.Timestamp)
	switch l.Type {
	case "assistant.message":
		if l.Data.Output == nil {
			return nil
		}
		return c.billed(Usage{
			Session: session, Message: l.Data.MessageID, Model: l.Data.Model, Time: at, Output: *l.Data.Output,
			Requests: 1, Half: true,
		})
	case "session.shutdown":
		var all map[string]struct {
			Requests struct {
				Count int `json:"count"`
			} `json:"requests"`
			Usage copilotTokens `json:"usage"`
		}
		if l.Data.Metrics.Kind() != '{' || json.Unmarshal(l.Data.Metrics, &all, tolerant...) != nil {
			return nil
		}
		for _, model := range slices.Sorted(maps.Keys(all)) {
			m := all[model]
			u := m.Usage.usage(c.session, model, at, m.Requests.Count)
			u.Total = true
			if err := c.billed(u); err != nil {
				return err
			}
		}
	}
	return nil
}

// piUsage is the member usage of a message:
//
//	{"input":3,"output":191,"cacheRead":0,"cacheWrite":1684,"cost":{"total":0.009189,...}}
type piUsage struct {
	Input  int64 `json:"input"`
	Output int64 `json:"output"`
	Read   int64 `json:"cacheRead"`
	Write  int64 `json:"cacheWrite"`
	Cost   struct {
		Total float64 `json:"total"`
	} `json:"cost"`
}

// usage reads the usage of a message of the model.
func (p *pi) usage(l *piLine) error {
	var u piUsage
	if l.Message.Usage.Kind() != '{' || json.Unmarshal(l.Message.Usage, &u, tolerant...) != nil {
		return nil
	}
	at := timeOf(l.Timestamp)
	if at.IsZero() {
		at = timeOf(l.Message.Timestamp)
	}
	return p.billed(Usage{
		Session: p.session, Model: l.Message.Model, Time: at, Requests: 1,
		Input: u.Input, CacheRead: u.Read, CacheWrite: u.Write, Output: u.Output, Dollars: u.Cost.Total,
	})
}
