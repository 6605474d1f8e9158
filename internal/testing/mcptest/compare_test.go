package mcptest

import (
	"slices"
	"strings"
)

const (
	pagingTool = "toktee_output"
	ourURI     = "toktee://"
	ourMeta    = `"dev.toktee/output"`
)

// A reporter is what a comparison tells: a test.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// A change is a result that the proxy changed.
type change struct {
	tool           string
	server, client tree // the whole messages
}

// compare holds that the proxy changed nothing but what it may change: texts and structured content of tools' results,
// and what tells of the paging tool. It returns the results that were changed.
func compare(t reporter, server, client recording) []change {
	t.Helper()
	own := ownIDs(client.up)
	up := slices.DeleteFunc(slices.Clone(client.up), func(m message) bool {
		return own[m.id] && m.method != "" || own[m.at("params", "requestId").raw]
	})
	sameMessages(t, "to the server", up, server.up)
	sameMessages(t, "to the client", said(client.down), said(server.down))

	answers := answered(t, client.down)
	var changes []change
	for _, m := range server.down {
		if m.method != "" {
			continue
		}
		got, ok := answers[m.id]
		delete(answers, m.id)
		if !ok {
			if !cancelled(client.up, m.id) {
				t.Errorf("the answer %s didn't reach the client: %s", m.id, excerpt(string(m.raw)))
			}
			continue
		}
		request := requested(client.up, m.id)
		if string(got.raw) == string(m.raw) {
			continue
		}
		changes = append(changes, changed(t, request, m, got)...)
	}
	for id, m := range answers {
		if !own[id] {
			t.Errorf("the server never gave the answer %s", excerpt(string(m.raw)))
		}
	}
	progressFirst(t, client)
	return changes
}

// ownIDs are the requests that the proxy answers itself.
func ownIDs(up []message) map[string]bool {
	ids := map[string]bool{}
	for _, m := range up {
		p := m.at("params")
		if m.method == "tools/call" && p.at("name").text() == pagingTool ||
			m.method == "resources/read" && strings.HasPrefix(p.at("uri").text(), ourURI) {
			ids[m.id] = true
		}
	}
	return ids
}

// said are the requests and notifications among messages.
func said(ms []message) []message {
	return slices.DeleteFunc(slices.Clone(ms), func(m message) bool { return m.method == "" })
}

// sameMessages compares messages byte by byte.
func sameMessages(t reporter, where string, client, server []message) {
	t.Helper()
	for i := range max(len(client), len(server)) {
		a, b := "nothing", "nothing"
		if i < len(client) {
			a = string(client[i].raw)
		}
		if i < len(server) {
			b = string(server[i].raw)
		}
		if a != b {
			t.Errorf("message %d %s: on the client's side\n%s\non the server's\n%s", i, where, excerpt(a), excerpt(b))
			return
		}
	}
}

// answered are the answers by id, of which each has one.
func answered(t reporter, down []message) map[string]message {
	t.Helper()
	answers := map[string]message{}
	for _, m := range down {
		if m.method != "" {
			continue
		}
		if _, twice := answers[m.id]; twice {
			t.Errorf("the request %s was answered twice", m.id)
		}
		answers[m.id] = m
	}
	return answers
}

// requested is the client's request of an id.
func requested(up []message, id string) message {
	for _, m := range up {
		if m.id == id && m.method != "" {
			return m
		}
	}
	return message{}
}

func cancelled(up []message, id string) bool {
	return slices.ContainsFunc(up, func(m message) bool {
		return m.method == "notifications/cancelled" && m.at("params", "requestId").raw == id
	})
}

// progressFirst holds that no progress of a call reaches the client after its answer.
func progressFirst(t reporter, client recording) {
	t.Helper()
	ended := map[string]bool{} // progress tokens
	for _, m := range client.down {
		if m.method == "" {
			token := requested(client.up, m.id).at("params", "_meta", "progressToken").raw
			ended[token] = token != ""
		} else if token := m.at("params", "progressToken").raw; token != "" && ended[token] {
			t.Errorf("progress after the answer: %s", m.raw)
		}
	}
}

// changed looks whether an answer differs from the server's in nothing but what the proxy may change.
func changed(t reporter, request, server, client message) []change {
	t.Helper()
	var found []change
	was, is := server.tree, client.tree
	switch request.method {
	case "tools/call", "tasks/result":
		found = []change{{request.at("params", "name").text(), was, is}}
		if _, kept := is.at("result").get("structuredContent"); !kept {
			saidInText(t, was.at("result"))
			was = was.without("result", "structuredContent")
		}
		is = withoutOurMeta(is)
		was = joinedTexts(was, len(is.at("result", "content").items))
		was, is = was.each(maskText, "result", "content"), is.each(maskText, "result", "content")
	case "tools/list":
		was, is = toolLists(t, was, is)
	case "initialize", "server/discover":
		for _, name := range []string{"tools", "resources"} {
			if _, had := was.at("result", "capabilities").get(name); !had {
				is = is.without("result", "capabilities", name)
			}
		}
	}
	if a, b := was.String(), is.String(); a != b {
		at := 0
		for at < min(len(a), len(b)) && a[at] == b[at] {
			at++
		}
		from := max(0, at-60)
		t.Errorf("the answer to %s %s isn't the server's, which goes on\n%s\nbut\n%s", request.method,
			request.at("params", "name").text(), excerpt(a[from:]), excerpt(b[from:]))
	}
	return found
}

// joinedTexts is an answer with its first block of text alone, where it has nothing but such blocks, and the client got
// one: texts are shortened as one.
func joinedTexts(n tree, got int) tree {
	return n.with(func(content tree) (tree, bool) {
		for _, block := range content.items {
			if len(block.members) != 2 || block.at("type").text() != "text" {
				return content, true
			}
		}
		if got == 1 && len(content.items) > 1 {
			content.items = content.items[:1]
		}
		return content, true
	}, "result", "content")
}

// maskText takes the text out of a text block.
func maskText(block tree) (tree, bool) {
	if block.at("type").text() != "text" {
		return block, true
	}
	return block.with(func(tree) (tree, bool) { return tree{kind: '"', raw: `"…"`}, true }, "text"), true
}

// withoutOurMeta is a result without what the proxy says in _meta, which it may have made.
func withoutOurMeta(n tree) tree {
	return n.with(func(result tree) (tree, bool) {
		meta, had := result.get("_meta")
		if !had {
			return result, true
		}
		at := slices.IndexFunc(meta.members, func(m member) bool { return m.name == ourMeta })
		if at < 0 {
			return result, true
		}
		if len(meta.members) == 1 {
			return result.without("_meta"), true
		}
		return result.with(func(meta tree) (tree, bool) {
			meta.members = slices.Delete(slices.Clone(meta.members), at, at+1)
			return meta, true
		}, "_meta"), true
	}, "result")
}

// toolLists are two lists of tools without what the proxy may change in one: the paging tool is there once, and tools
// may lack their output schemas.
func toolLists(t reporter, was, is tree) (tree, tree) {
	t.Helper()
	paging := 0
	left := map[string]bool{}
	is = is.each(func(tool tree) (tree, bool) {
		name := tool.at("name").text()
		if name == pagingTool {
			paging++
			return tool, false
		}
		_, left[name] = tool.get("outputSchema")
		return tool, true
	}, "result", "tools")
	if paging > 1 {
		t.Errorf("the paging tool is there %d times", paging)
	}
	was = was.each(func(tool tree) (tree, bool) {
		if !left[tool.at("name").text()] {
			tool = tool.without("outputSchema")
		}
		return tool, true
	}, "result", "tools")
	return was, is
}
