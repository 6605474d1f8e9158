package transcript

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A Usage is a record of what was billed: for one request to the model, or for a session so far. The formats differ in
// what they have of it:
//
//	claude-code  a record a line of the model's, the same for all lines of a message; of a message that is being
//	             written, its output isn't complete
//	codex        a record a request; cached input, and no cache writes, which OpenAI doesn't bill
//	copilot-cli  the output of each message; the rest only where the session was ended, and in all
//	opencode, pi all, and dollars
//	openhands    dollars a request; tokens in newer versions, for all requests together
//	swe-agent    tokens and dollars of the session, without cached ones
//	atif         a record a step, as far as the program that wrote it knows
type Usage struct {
	Session string
	Message string // records with the same one are about the same request: the last one holds; "" is a request alone
	Model   string
	Time    time.Time // zero where the record has none

	Input      int64 // tokens that no cache had
	CacheRead  int64
	CacheWrite int64
	CacheLong  int64 // of CacheWrite, those that are kept for an hour, which cost more
	Output     int64
	Dollars    float64 // as the agent reckons, 0 where it doesn't

	Requests int  // that it is about; 0 where a total doesn't say
	Total    bool // it is about the whole session so far, and takes the place of all records of the model before it
	Half     bool // the format has no input here, so that the record has no cost
}

// ReadBilled is [Source.Read] that also hands out the usage records, each after the items of its record. Either function
// may be nil.
func (s *Source) ReadBilled(ctx context.Context, emit func(*Item) error, bill func(*Usage) error) (Stats, error) {
	if emit == nil {
		emit = func(*Item) error { return nil }
	}
	return s.read(ctx, nil, emit, bill)
}

// billed hands a usage record on.
func (r *reader) billed(u Usage) error {
	if r.bill == nil {
		return nil
	}
	return r.bill(&u)
}

// timeOf reads a time in the form of RFC 3339, or in milliseconds; the zero time for anything else.
func timeOf(v jsontext.Value) time.Time {
	switch v.Kind() {
	case '"':
		t, _ := time.Parse(time.RFC3339Nano, stringOf(v))
		return t
	case '0':
		var ms float64
		if json.Unmarshal(v, &ms) == nil && ms > 1e11 {
			return time.UnixMilli(int64(ms))
		}
	}
	return time.Time{}
}

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

// usage reads what a message of the model cost. Each of its lines says so.
func (c *claude) usage(l *claudeLine, session string) error {
	var u claudeUsage
	if l.Message.Usage.Kind() != '{' || json.Unmarshal(l.Message.Usage, &u, tolerant...) != nil {
		return nil
	}
	return c.billed(Usage{
		Session: session, Message: l.Message.ID, Model: l.Message.Model, Time: timeOf(l.Timestamp), Requests: 1,
		Input: u.Input, CacheRead: u.Read, CacheWrite: u.Write, CacheLong: min(u.Creation.Hour, u.Write), Output: u.Output,
	})
}

// codexTokens are the counts of a request, or of all requests so far. Input includes what was cached.
type codexTokens struct {
	Input  int64 `json:"input_tokens"`
	Cached int64 `json:"cached_input_tokens"`
	Output int64 `json:"output_tokens"`
	Total  int64 `json:"total_tokens"`
}

// usage reads an event that counts tokens, which Codex repeats where only its limits have changed:
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
	Input  int64 `json:"inputTokens"` // which includes what was cached
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

// usage reads what a message says of its output, and what the end of a session says of all, by model:
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

// usage reads what a message of the model cost.
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

// openCodeTokens are the counts of a step. Output has no thoughts in it, which are billed as output.
type openCodeTokens struct {
	Input     int64 `json:"input"`
	Output    int64 `json:"output"`
	Reasoning int64 `json:"reasoning"`
	Cache     struct {
		Read  int64 `json:"read"`
		Write int64 `json:"write"`
	} `json:"cache"`
}

// usage is the record of a request: of a step where the message has steps, else of the message. Both have the form
//
//	{"tokens":{"input":4,"output":120,"reasoning":0,"cache":{"read":9000,"write":700}},"cost":0.0071,...}
func (o *openCode) usage(t openCodeTokens, dollars float64, message string) error {
	return o.billed(Usage{
		Session: o.session, Message: message, Model: o.message.ModelID, Time: timeOf(o.message.Time.Created),
		Requests: 1, Input: t.Input, CacheRead: t.Cache.Read, CacheWrite: t.Cache.Write, Output: t.Output + t.Reasoning,
		Dollars: dollars,
	})
}

// messageUsage reads what a message cost, unless its steps say so.
func (o *openCode) messageUsage(stepped bool) error {
	if o.message.Tokens == nil || stepped {
		return nil
	}
	return o.usage(*o.message.Tokens, o.message.Cost, o.message.ID)
}

// atifMetrics is the member metrics of a step. The prompt includes what was cached.
type atifMetrics struct {
	Prompt     int64   `json:"prompt_tokens"`
	Completion int64   `json:"completion_tokens"`
	Cached     int64   `json:"cached_tokens"`
	Cost       float64 `json:"cost_usd"`
}

// usage reads what a step cost.
func (a *atif) usage(s *atifStep, model string) error {
	if s.Metrics == nil || s.Copied {
		return nil
	}
	m := s.Metrics
	return a.billed(Usage{
		Session: a.session, Message: string(s.StepID), Model: model, Time: timeOf(s.Timestamp), Requests: 1,
		Input: max(0, m.Prompt-m.Cached), CacheRead: m.Cached, Output: m.Completion, Dollars: m.Cost,
	})
}

// A bill is what a document says of itself beside its records: OpenHands' metrics, and SWE-agent's statistics.
//
//	{"metrics":{"accumulated_cost":0.070713,"costs":[0.015396,...],"accumulated_token_usage":{...}},...}
//	{"info":{"model_stats":{"instance_cost":0.19,"tokens_sent":61000,"tokens_received":900,"api_calls":12}},...}
type bill struct {
	Instance string `json:"instance_id"`
	Session  string `json:"session_id"`
	Metrics  struct {
		Cost   float64          `json:"accumulated_cost"`
		Costs  []jsontext.Value `json:"costs"`
		Tokens *struct {
			Prompt     int64 `json:"prompt_tokens"`
			Completion int64 `json:"completion_tokens"`
			Read       int64 `json:"cache_read_tokens"`
			Write      int64 `json:"cache_write_tokens"`
		} `json:"accumulated_token_usage"`
	} `json:"metrics"`
	Info struct {
		Stats *struct {
			Cost     float64 `json:"instance_cost"`
			Sent     int64   `json:"tokens_sent"`
			Received int64   `json:"tokens_received"`
			Calls    int     `json:"api_calls"`
		} `json:"model_stats"`
	} `json:"info"`
}

// documentBilled reads what a document's members say that was billed for it.
func (r *reader) documentBilled(session string, members jsontext.Value) error {
	var b bill
	if r.bill == nil || json.Unmarshal(members, &b, tolerant...) != nil {
		return nil
	}
	u := Usage{Session: cmp.Or(b.Instance, b.Session, session), Total: true}
	switch s, t := b.Info.Stats, b.Metrics.Tokens; {
	case s != nil:
		u.Input, u.Output, u.Dollars, u.Requests = s.Sent, s.Received, s.Cost, s.Calls
	case t != nil:
		u.Input, u.Output = max(0, t.Prompt-t.Read-t.Write), t.Completion
		u.CacheRead, u.CacheWrite, u.Dollars, u.Requests = t.Read, t.Write, b.Metrics.Cost, len(b.Metrics.Costs)
	case b.Metrics.Cost > 0 || len(b.Metrics.Costs) > 0:
		u.Dollars, u.Requests = b.Metrics.Cost, len(b.Metrics.Costs)
	default:
		return nil
	}
	return r.billed(u)
}
