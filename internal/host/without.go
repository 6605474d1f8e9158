package host

import (
	"io"
	"strings"

	"github.com/toktee/toktee/internal/run/spool"
	"github.com/toktee/toktee/internal/text/agentcut"
	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

// program returns the agent that the integration serves: the one of the options, or the one that the environment shows.
func (h *Host) program() string {
	if h.o.Program != "" || h.o.Getenv == nil {
		return h.o.Program
	}
	if v, _ := h.o.Getenv("CLAUDE_CODE_SESSION_ID"); v != "" {
		return "claude"
	}
	if v, _ := h.o.Getenv("CODEX_THREAD_ID"); v != "" {
		return "codex"
	}
	return ""
}

// Cut returns the tokens of a call's output as the agent itself would have cut it. ok is false if the agent sends all
// of the output, or isn't known. The request's Source must be a [*spool.Spool]. Of an output that isn't in memory, the
// first bytes are counted in place of the last ones.
func (h *Host) Cut(req *summarize.Request, failed bool) (n int, ok bool) {
	tool := req.Tool
	if req.Command != "" {
		tool = agentcut.Command
	}
	cut, ok := agentcut.Of(h.program(), tool, failed)
	sp, isSpool := req.Source.(*spool.Spool)
	if !ok || h.o.Integration == "gateway" || !isSpool || cut.Lines == 0 && sp.Len() <= int64(cut.Above) {
		return 0, false // the gateway gets outputs after the cut
	}
	b, inMemory := sp.Bytes()
	if !inMemory {
		in, err := sp.Open()
		if err != nil {
			return 0, false
		}
		defer in.Close()
		if b, err = io.ReadAll(io.LimitReader(in, int64(cut.Head+cut.Tail))); err != nil {
			return 0, false
		}
	}
	output := strings.ToValidUTF8(string(b), "")
	sent := cut.Sent(output)
	if len(sent) == len(output) && inMemory {
		return 0, false
	}
	return h.Count(sent) + cut.Notice, true
}

// without returns the tokens that the agent would have sent of an output without toktee, 0 if that is all of it.
func (h *Host) without(req *summarize.Request, r result.ToolResult) int {
	m := r.Metadata()
	n, ok := req.AgentTokens, req.AgentTokens > 0
	if !ok {
		n, ok = h.Cut(req, r.Failed())
	}
	if ok && n < m.UITokens {
		return n
	}
	return 0
}
