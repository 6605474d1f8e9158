// Package clients has tests alone. They run real coding agents without a screen against a test model that plays a
// script (fakemodel), and read the text that each agent then sends to its model. So it is measured, and not supposed,
// which results toktee's hooks replace, that a refused command doesn't run because of us, and that nothing is left
// after "toktee uninstall". Through toktee's MCP server and proxy, their models get each text once, no structured
// content, and errors as errors. Behind a gateway, without hooks, all but the texts of results is as without it.
//
//	go test ./internal/integrations/hook/clients -clients              # Claude Code, Codex, Gemini CLI, Copilot CLI
//	go test ./internal/integrations/hook/clients -clients=all          # opencode, pi and Qwen Code (MCP alone) too
//	go test ./internal/integrations/hook/clients -clients=codex,gemini # these
//	go test ./internal/integrations/hook/clients -clients -report      # writes docs/clients.md and the README's table
//
// Without -clients they are skipped: the agents come from npm, a gigabyte of them, into the folder that
// TOKTEE_CLIENTS_CACHE names, by default one in the user's cache. An agent runs with a clean environment, a home and a
// project of its own, a key that is worth nothing, and no address but the server's on the loopback interface. A round
// takes each agent half a minute to two; opencode, which installs packages at its first start, takes longer.
package clients
