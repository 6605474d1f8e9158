package hook_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toktee/toktee/internal/integrations/hook"
)

// TestPlugins runs the plugins in Node, in the place of their agents, with a stand-in for toktee that answers every
// event with the number of its bytes, and one that answers junk: then nothing may change, nor be thrown.
func TestPlugins(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node")
	}
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	answer := " >/dev/null\necho '{\"output\":\"short\",\"systemMessage\":\"'$3'\"}'\n"
	good := write("good", "#!/bin/sh\ntee -a "+filepath.Join(dir, "log")+answer, 0o700)
	junk := write("junk", "#!/bin/sh\necho '{'\nexit 3\n", 0o700)
	const unchanged = `["long","long","long\nend",true,["long"],null,null,["long","long"],` +
		`{"content":["long"],"structuredContent":{"n":1,"s":"long"},"isError":true},"long",[]]`
	for _, c := range []struct{ toktee, want string }{
		{good, `["short","short","short",true,["short"],"short",true,` +
			`["long","short"],{"content":["short"],"structuredContent":{"n":1,"s":"short"},"isError":true},"short",` +
			`["--notice","--notice","--notice","--notice"]]`},
		{junk, unchanged},
		{filepath.Join(dir, "missing"), unchanged},
	} {
		install := func(source string) string {
			quoted, err := json.Marshal(c.toktee)
			if err != nil {
				t.Fatal(err)
			}
			source = strings.Replace(source, "const notices = false;", "const notices = true;", 1)
			return strings.Replace(source, "const toktee = 'toktee';", "const toktee = "+string(quoted)+";", 1)
		}
		write("opencode.mjs", install(hook.OpenCodePlugin), 0o600)
		untyped := install(hook.PiExtension)
		for _, typ := range []string{": Promise<any>", ": unknown", ": string", ": any"} {
			untyped = strings.ReplaceAll(untyped, typ, "")
		}
		write("pi.mjs", untyped, 0o600)
		write("cline.mjs", install(hook.ClinePlugin), 0o600)
		run := exec.Command(node, write("run.mjs", driver, 0o600))
		run.Env = append(run.Environ(), "LATE="+filepath.Join(dir, "late"), "TOKTEE_PI_GATEWAY=http://g")
		out, err := run.CombinedOutput()
		if err != nil || strings.TrimSpace(string(out)) != c.want {
			t.Errorf("%s: %v\n%s\nwant %s", filepath.Base(c.toktee), err, out, c.want)
		}
	}
	log, err := os.ReadFile(filepath.Join(dir, "log"))
	for _, want := range []string{
		`"exit":3`, `"session":"s1"`, `"tool":"bash"`, `"output":"long"`, `"event":"compacted"`,
		`"session":"c1","dir":`, `"args":{"command":"x"},"error":false,"exit":4,"output":"long"`, `"agent":"a2"`,
		`"session":"s1","agent":"s3","type":"review"`, `"event":"compacted","session":"s1","agent":"s2"`,
	} {
		if err != nil || !strings.Contains(string(log), want) {
			t.Errorf("toktee wasn't told %s: %v\n%s", want, err, log)
		}
	}
}

const driver = `
import { Toktee } from './opencode.mjs';
import pi from './pi.mjs';
import cline from './cline.mjs';
const said = [];
const shown = [];
const client = { tui: { showToast: async ({ body }) => shown.push(body.message) } };
const hooks = await Toktee({ client, directory: '/p' });
const input = { tool: 'bash', sessionID: 's1', args: { command: 'x' } };
for (const metadata of [{ exit: 3 }, undefined]) {
  const output = { output: 'long', metadata };
  await hooks['tool.execute.after'](input, output);
  said.push(output.output);
}
import { appendFileSync, writeFileSync } from 'node:fs';
const late = { output: 'long\nend', metadata: { truncated: true, outputPath: process.env.LATE } };
writeFileSync(process.env.LATE, 'long\n');
setTimeout(() => appendFileSync(process.env.LATE, 'end'), 300);
const since = Date.now();
await hooks['tool.execute.after'](input, late);
said.push(late.output, Date.now() - since >= 300);
const mcp = { content: [{ type: 'text', text: 'long' }] };
await hooks['tool.execute.after'](input, mcp);
said.push(mcp.content.map((b) => b.text));
await hooks['tool.execute.after'](input, { content: [{ type: 'image' }] });
await hooks['tool.execute.after'](input, {});
await hooks.event({ event: { type: 'session.compacted', properties: { sessionID: 's1' } } });
for (const [id, parentID] of [['s2', 's1'], ['s3', 's2'], ['s1', undefined]])
  await hooks.event({ event: { type: 'session.created', properties: { info: { id, parentID } } } });
await hooks.event({
  event: { type: 'message.updated', properties: { info: { role: 'user', sessionID: 's3', agent: 'review' } } },
});
for (const sessionID of ['s1', 's2'])
  await hooks.event({ event: { type: 'session.idle', properties: { sessionID } } });
await hooks['tool.execute.after']({ ...input, sessionID: 's3' }, { output: 'deep' });
await hooks.event({ event: { type: 'session.compacted', properties: { sessionID: 's2' } } });
const on = {};
const urls = [];
pi({ on: (name, f) => (on[name] = f), registerProvider: (name, { baseUrl }) => urls.push(name + ' ' + baseUrl) });
if (urls.join() !== 'anthropic http://g,openai http://g/v1,google http://g/v1beta') throw new Error(urls.join());
const ui = { notify: (message) => shown.push(message) };
await on.session_start({}, { hasUI: true, ui, sessionManager: { getSessionId: () => 's1' } });
await on.agent_end({}, { hasUI: true, ui });
await on.agent_end({}, { hasUI: false, ui });
const text = 'long\n\nCommand exited with code 3';
const r = await on.tool_result({ toolName: 'bash', input: {}, content: [{ type: 'text', text }], isError: true });
said.push(r?.content[0].text ?? null, r?.isError ?? null);
await on.tool_result({});
const answer = async (toolName, output, parentAgentId) => (await cline.hooks.afterTool({
  snapshot: { conversationId: 'c1', agentId: 'a2', parentAgentId }, toolCall: { toolName }, input: {},
  result: { output },
})).result.output;
const commands = [['Command failed: Command timed out'], ['Command exited with code 4']].map(
  ([error]) => ({ query: 'x', result: 'long', error, success: false }));
said.push((await answer('run_commands', commands)).map((r) => r.result));
const probe = { content: [{ type: 'text', text: 'long' }], structuredContent: { n: 1, s: 'long' }, isError: true };
const from = await answer('probe__rows', probe, 'a1');
said.push({ ...from, content: from.content.map((b) => b.text) }, await answer('other', 'long'));
await cline.hooks.afterTool({});
said.push(shown);
console.log(JSON.stringify(said));
`
