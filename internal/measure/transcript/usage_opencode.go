package transcript

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

// usage emits the usage of a request: of a step if the message has steps, else of the message. Both have the form
//
//	{"tokens":{"input":4,"output":120,"reasoning":0,"cache":{"read":9000,"write":700}},"cost":0.0071,...}
func (o *openCode) usage(t openCodeTokens, dollars float64, message string) error {
	return o.billed(Usage{
		Session: o.session, Message: message, Model: o.message.ModelID, Time: timeOf(o.message.Time.Created),
		Requests: 1, Input: t.Input, CacheRead: t.Cache.Read, CacheWrite: t.Cache.Write, Output: t.Output + t.Reasoning,
		Dollars: dollars,
	})
}
