package tool

import (
	"context"
	"strings"

	"github.com/toktee/toktee/result"
	"github.com/toktee/toktee/summarize"
)

const patchDescription = "Applies a patch to files, all of it or nothing: a unified diff (---, +++, @@) or an " +
	"apply_patch envelope (*** Begin Patch). Context must be exact; line numbers may be off where the context " +
	"occurs once."

func patchHints() hints {
	return hints{
		"patch": {Description: "a unified diff, or an envelope from *** Begin Patch to *** End Patch"},
	}
}

// patchArgs are the arguments of patch: a patch in either of the forms that [parsePatch] reads.
type patchArgs struct {
	Patch string `json:"patch"`
}

// A filePatch is the part of a patch about one file.
type filePatch struct {
	from, to string // the same unless it is moved; from is "" for a new file, to for one that is deleted
	hunks    []hunk
	content  string // of a new file
	runnable bool   // a new file is to be executable
}

// patch applies a patch: it plans the new state of every file, and changes none if the patch doesn't fit one.
func (s *Set) patch(ctx context.Context, c call, a patchArgs) (result.ToolResult, error) {
	patches, err := parsePatch(a.Patch)
	if err != nil {
		return result.ToolResult{}, err
	}
	s.changing.Lock()
	defer s.changing.Unlock()
	p := plan{files: s.files, state: map[string]*fileState{}}
	for i := range patches {
		if err := p.apply(&patches[i]); err != nil {
			return result.ToolResult{}, badInput("nothing was changed: %w", err)
		}
	}
	changes := p.changes()
	if len(changes) == 0 {
		return result.ToolResult{}, badInput("the files are already as the patch wants them")
	}
	if ctx.Err() != nil {
		return s.stopped(ctx, c, summarize.Request{}, nil)
	}
	if err := p.commit(); err != nil {
		return result.ToolResult{}, badInput("nothing was changed: %w", err)
	}
	return s.changed(ctx, c, changes, nil)
}

// parsePatch reads a patch of either form: see [parseUnified] and [parseEnvelope]. There is at least one file in it.
func parsePatch(s string) ([]filePatch, error) {
	const want = "want a unified diff or an envelope from *** Begin Patch to *** End Patch"
	if strings.TrimSpace(s) == "" {
		return nil, badInput("no patch: " + want)
	}
	parse := parseUnified
	if strings.Contains(s, "*** Begin Patch") {
		parse = parseEnvelope
	}
	patches, err := parse(patchLines(s))
	if err == nil && len(patches) == 0 {
		err = badInput("the patch changes nothing: " + want)
	}
	return patches, err
}

// patchLines splits a patch into lines. Those of files keep their carriage returns, unless the patch's own lines,
// such as "@@", have some too: then they are the patch's.
func patchLines(s string) []string {
	lines := splitPatch(s)
	for _, l := range lines {
		isOwn := strings.HasPrefix(l, "@@") || strings.HasPrefix(l, "***")
		if isOwn && strings.HasSuffix(l, "\r") {
			return splitPatch(strings.ReplaceAll(s, "\r\n", "\n"))
		}
	}
	return lines
}

// splitPatch splits a text into its lines, without line feeds.
func splitPatch(s string) []string { return strings.Split(strings.TrimSuffix(s, "\n"), "\n") }
