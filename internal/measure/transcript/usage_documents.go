package transcript

import (
	"cmp"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

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
