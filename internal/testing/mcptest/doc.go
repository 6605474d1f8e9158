// Package mcptest has tests alone. The official SDK for TypeScript (clients and servers) and two official servers talk
// with toktee's MCP server and through its proxy. They use each revision of the protocol that is in use. Everything
// that goes over the wire is recorded, on both sides of the proxy, and compared message by message. So it is measured,
// and not supposed, that the proxy changes the texts of results and nothing else.
//
//	go test ./internal/testing/mcptest -npm -parallel 6
//
// Without -npm these tests are skipped: npm installs 60 MB, in the exact versions of testdata/node, into the folder
// that TOKTEE_CLIENTS_CACHE names, by default one in the user's cache. They take half a minute.
package mcptest
