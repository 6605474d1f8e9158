// Package testing lists the test helpers that several packages share. It has no code.
//
//   - wiretest: a model's server that plays a script in three wire formats
//   - mcptest: tests of the MCP server and proxy with the official SDK, client and servers
//
// Conformance suites stay next to their interface, such as internal/host/blobs/blobtest. No command links any of them.
package testing
