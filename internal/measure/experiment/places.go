package experiment

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/toktee/toktee/internal/measure/transcript"
)

// Places returns the folders in which agents keep their transcripts, by their own variables and defaults.
func Places(getenv func(string) (string, bool)) []string {
	home, _ := getenv("HOME")
	var list []string
	for _, p := range []struct{ variable, folder, inside string }{
		{"CLAUDE_CONFIG_DIR", ".claude", "projects"},
		{"CODEX_HOME", ".codex", "sessions"},
		{"COPILOT_HOME", ".copilot", "session-state"},
		{"PI_CODING_AGENT_DIR", ".pi/agent", "sessions"},
	} {
		dir, _ := getenv(p.variable)
		if dir == "" && home != "" {
			dir = filepath.Join(home, filepath.FromSlash(p.folder))
		}
		if dir == "" {
			continue
		}
		dir = filepath.Join(dir, filepath.FromSlash(p.inside))
		if st, err := os.Stat(dir); err == nil && st.IsDir() {
			list = append(list, dir)
		}
	}
	return list
}

// Wanted reports whether a source in one of the agents' folders may be about a session of the experiment: its path
// names one, as all agents' do, or it is a sub-agent of an older Claude Code, or one of Codex, whose first line names
// the main agent.
func (g *Gathering) Wanted(s *transcript.Source) bool {
	base := filepath.Base(s.Name)
	return strings.HasPrefix(base, "agent-") || g.about(s.Name) != "" ||
		strings.HasPrefix(base, "rollout-") && g.begins(s)
}

// maxHeader bounds the first line of a rollout, which has the instructions too, in bytes.
const maxHeader = 1 << 20

// begins reports whether the first line of a rollout names a session of the experiment as its own.
func (g *Gathering) begins(s *transcript.Source) bool {
	f, err := s.Open()
	if err != nil {
		return false
	}
	defer f.Close()
	var header struct {
		Payload struct {
			Session string `json:"session_id"`
			Parent  string `json:"parent_thread_id"`
		} `json:"payload"`
	}
	return json.NewDecoder(io.LimitReader(f, maxHeader)).Decode(&header) == nil &&
		(g.sessions[header.Payload.Session] != nil || g.sessions[header.Payload.Parent] != nil)
}

// about returns the session of the experiment that a source's path names, or "".
func (g *Gathering) about(name string) string {
	name = strings.TrimSuffix(name, ".zst")
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r == '/' || r == '\\' }) {
		part = strings.TrimSuffix(part, filepath.Ext(part))
		if g.sessions[part] != nil {
			return part
		}
		for i, r := range part { // rollout-2026-11-25T12-00-00-ID, TIME_ID
			if (r == '-' || r == '_') && g.sessions[part[i+1:]] != nil {
				return part[i+1:]
			}
		}
	}
	return ""
}
