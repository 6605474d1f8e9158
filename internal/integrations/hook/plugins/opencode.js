// toktee for opencode: gives the model the short text of a tool's result; the whole is kept for "toktee show".
// Whatever goes wrong here, the result stays as it is.
import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';

const toktee = 'toktee';
const notices = false;

// ask hands an event to toktee, and resolves to its answer, or to null.
function ask(event, ...flags) {
  return new Promise((resolve) => {
    try {
      const child = spawn(toktee, ['hook', 'opencode'].concat(flags), { stdio: ['pipe', 'pipe', 'ignore'] });
      const timer = setTimeout(() => child.kill(), 25000);
      let out = '';
      child.stdout.setEncoding('utf8');
      child.stdout.on('data', (s) => (out += s));
      child.on('error', () => resolve(null));
      child.stdin.on('error', () => {});
      child.on('close', () => {
        clearTimeout(timer);
        try {
          resolve(out ? JSON.parse(out) : null);
        } catch {
          resolve(null);
        }
      });
      child.stdin.end(JSON.stringify(event));
    } catch {
      resolve(null);
    }
  });
}

// written resolves to the file of a command's long output once it ends as what opencode shows does, since opencode may
// still write to it. It throws if that doesn't happen in 2 seconds.
async function written(path, output) {
  const shown = output.split('\n\n<shell_metadata>')[0];
  const end = Buffer.from(shown.slice(-200));
  const got = Buffer.alloc(end.length);
  for (const since = Date.now(); Date.now() - since < 2000; await new Promise((r) => setTimeout(r, 20))) {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      await file.read(got, 0, got.length, Math.max(0, size - got.length));
    } finally {
      await file.close();
    }
    if (got.equals(end)) return path;
  }
  throw new Error('it has another end');
}

export const Toktee = async ({ client, directory }) => {
  const parents = new Map(); // of sessions that are sub-agents of others
  const types = new Map(); // of sessions: the agent's definition that the last prompt went to

  // named says which session one belongs to, and which sub-agent of that it is. Each has a context of its own.
  const named = (id) => {
    let root = id;
    for (let depth = 0; depth < 20 && parents.has(root); depth++) root = parents.get(root);
    return root === id ? { session: id } : { session: root, agent: id };
  };

  // notify shows the person a line about a session at its start or its end.
  const notify = async (name, session) => {
    if (!notices || !session || parents.has(session)) return;
    try {
      const answer = await ask({ hook_event_name: name, session_id: session, cwd: directory }, '--notice');
      const message = answer?.systemMessage;
      if (message) await client.tui.showToast({ body: { message, variant: 'info' } });
    } catch {}
  };

  return {
    'tool.execute.after': async (input, output) => {
      try {
        // The results of built-in tools have a string, those of MCP servers a list of blocks.
        const blocks = Array.isArray(output.content) ? output.content : null;
        if (blocks && (output.isError || !blocks.length || blocks.some((b) => b.type !== 'text'))) return;
        const text = blocks ? blocks.map((b) => b.text).join('\n') : output.output;
        if (typeof text !== 'string') return;
        const meta = output.metadata ?? {};
        let file = meta.truncated && typeof meta.outputPath === 'string' ? meta.outputPath : undefined;
        if (file && input.tool === 'bash') file = await written(file, text);
        const answer = await ask({
          event: 'result', ...named(input.sessionID), type: types.get(input.sessionID), context: 'main',
          dir: directory, tool: input.tool, args: input.args, output: text,
          exit: Number.isInteger(meta.exit) ? meta.exit : undefined,
          file,
        });
        if (typeof answer?.output !== 'string') return;
        if (blocks) output.content = [{ type: 'text', text: answer.output }];
        else output.output = answer.output;
      } catch {}
    },
    event: async ({ event }) => {
      const { info, sessionID } = event?.properties ?? {};
      if (info?.id && info.parentID && info.parentID !== info.id) parents.set(info.id, info.parentID);
      if (info?.role === 'user' && info.agent) types.set(info.sessionID, info.agent);
      if (event?.type === 'session.compacted')
        await ask({ event: 'compacted', ...named(sessionID), dir: directory });
      if (event?.type === 'session.created') await notify('SessionStart', info?.id);
      if (event?.type === 'session.idle') await notify('Stop', sessionID);
    },
  };
};
