// Package integrations lists the packages that connect toktee to coding agents. It has no code.
//
//   - hook: answers the events of an agent's hooks; hook/clients tests it with real agents
//   - shim: wrapper scripts for programs, for agents whose hooks can't replace output
//   - setup: "toktee init", "doctor" and "uninstall", which edit agents' settings
//   - permit: reads agents' permission rules, so that no integration weakens them
//   - mcpserver: the built-in tools over the Model Context Protocol
//   - mcpproxy: another MCP server with shortened results, over standard input and output
//   - mcpremote: the same for a server at a URL
//   - mcpoutput: stored outputs for MCP clients: the tool toktee_output, and resources
//   - gateway: a proxy between agents and the APIs of their models
//   - baseurl: starts agents with another URL of their models' API
//   - loopback: checks that a server is reached from this machine alone
//
// # What may be changed
//
// An integration reads its caller's format and writes the answer. Everything between is in internal/host. hook, shim,
// setup, permit and mcpproxy are linked into the thin executable, so they may not import an SDK or net/http;
// cmd/toktee/linked.txt lists what it links. Formats of agents change with their versions: each has recorded events in
// testdata, and docs/hooks.md names the version that was measured.
package integrations
