package hook

import (
	"bytes"
	"encoding/json"
)

// lastSize returns the tokens of the newest request to the model whose usage a transcript has, 0 if it has none near
// its end. Claude Code and Codex write these lines:
//
//	{"type":"assistant","message":{"usage":{"input_tokens":4,"cache_read_input_tokens":14000,"output_tokens":240}}}
//	{"type":"event_msg","payload":{"info":{"last_token_usage":{"input_tokens":9000,"cached_input_tokens":8000}}}}
func lastSize(path string) int {
	lines := tail(path, maxTail)
	for len(lines) > 0 {
		i := bytes.LastIndexByte(lines, '\n')
		if line := lines[i+1:]; bytes.Contains(line, []byte(`usage":{`)) {
			if n := sizeIn(line); n > 0 {
				return n
			}
		}
		lines = lines[:max(i, 0)]
	}
	return 0
}

func sizeIn(line []byte) int {
	var r struct {
		Sidechain bool `json:"isSidechain"` // of a sub-agent, in the file of the session
		Message   struct {
			Usage struct {
				Input   int `json:"input_tokens"`
				Cached  int `json:"cache_read_input_tokens"`
				Written int `json:"cache_creation_input_tokens"`
			}
		}
		Payload struct {
			Info struct {
				Last struct {
					Input int `json:"input_tokens"` // with the cached ones
				} `json:"last_token_usage"`
			}
		}
	}
	if json.Unmarshal(line, &r) != nil || r.Sidechain {
		return 0
	}
	u := r.Message.Usage
	return u.Input + u.Cached + u.Written + r.Payload.Info.Last.Input
}
