package mcptest

import "strings"

// saidInText holds that structured content which the proxy left out says nothing that the server's texts don't say.
func saidInText(t reporter, result tree) {
	t.Helper()
	var text strings.Builder
	for _, block := range result.at("content").items {
		text.WriteString(block.at("text").text() + "\n")
	}
	for _, leaf := range result.at("structuredContent").leaves(nil) {
		// A string stands in a text as it is, or in JSON.
		inJSON, itself := strings.Contains(text.String(), leaf.raw), strings.Contains(text.String(), leaf.text())
		if !inJSON && (leaf.kind != '"' || !itself) {
			t.Errorf("structured content was left out that says %s, and the text doesn't", excerpt(leaf.raw))
			return
		}
	}
}

// leaves are the values in a tree that are neither objects nor arrays.
func (n tree) leaves(found []tree) []tree {
	for _, m := range n.members {
		found = m.value.leaves(found)
	}
	for _, item := range n.items {
		found = item.leaves(found)
	}
	if n.raw != "" {
		found = append(found, n)
	}
	return found
}
