// toktee for Cline: gives the model the short text of a tool's result; the whole is kept for "toktee show".
// Whatever goes wrong here, the result stays as it is.
import { spawn } from 'node:child_process';

const toktee = 'toktee';

// ask hands an event to toktee, and resolves to the text of its answer, or to null. Cline itself waits for 3 seconds.
function ask(event) {
  return new Promise((resolve) => {
    try {
      const child = spawn(toktee, ['hook', 'cline'], { stdio: ['pipe', 'pipe', 'ignore'] });
      const timer = setTimeout(() => child.kill(), 2500);
      let out = '';
      child.stdout.setEncoding('utf8');
      child.stdout.on('data', (s) => (out += s));
      child.on('error', () => resolve(null));
      child.stdin.on('error', () => {});
      child.on('close', () => {
        clearTimeout(timer);
        try {
          resolve(JSON.parse(out).output ?? null);
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

// The built-in tools answer with a list of {query, result, success, error}. Here are the arguments that queries are.
const queries = { run_commands: 'command', read_files: 'path', search_codebase: 'pattern' };

// exitOf is the exit code in an element of that list.
function exitOf({ success, error }) {
  const code = /^Command exited with code (\d+)$/.exec(error ?? '');
  return success ? 0 : code ? Number(code[1]) : undefined;
}

// commandOf is the command of an element: its query may be cut.
function commandOf(input, i, query) {
  const command = [].concat(input?.commands ?? [])[i];
  return typeof command === 'string' ? command : query;
}

// shortened resolves to the output with short texts in it. An MCP server's content may be repeated in the other member.
async function shortened(output, event) {
  const short = async (text, more) => (await ask({ ...event, ...more, output: text })) ?? text;
  const name = queries[event.tool];
  if (typeof output === 'string') return short(output);
  if (Array.isArray(output) && name)
    return Promise.all(output.map(async (r, i) => {
      const runs = name === 'command';
      const exit = runs ? exitOf(r) : undefined;
      if (typeof r.result !== 'string' || !(r.success || exit)) return r;
      // The error, which states the exit code, is above a failed command's output too.
      const head = `[${r.error}]\n`;
      const text = r.result.startsWith(head) ? r.result.slice(head.length) : r.result;
      const answer = await short(text, { args: { [name]: runs ? commandOf(event.args, i, r.query) : r.query }, exit });
      return answer === text ? r : { ...r, result: r.error ? answer.replace(/^exit \d+\n/, '') : answer };
    }));
  if (!Array.isArray(output?.content) || output.content.some((b) => b.type !== 'text')) return output;
  const text = output.content.map((b) => b.text).join('\n');
  const error = !!(event.error || output.isError);
  const now = { ...output, content: [{ type: 'text', text: await short(text, { error }) }] };
  if (now.content[0].text === text) now.content = output.content;
  if (now.structuredContent)
    now.structuredContent = Object.fromEntries(await Promise.all(Object.entries(now.structuredContent).map(
      async ([k, v]) => [k, v === text ? now.content[0].text : typeof v === 'string' ? await short(v, { error }) : v])));
  return now;
}

const plugin = {
  name: 'toktee',
  manifest: { capabilities: ['hooks'] },
  setup() {},
  hooks: {
    async afterTool({ snapshot, toolCall, input, result }) {
      try {
        const output = await shortened(result.output, {
          event: 'result', session: snapshot.conversationId ?? snapshot.agentId, dir: process.cwd(),
          agent: snapshot.parentAgentId ? snapshot.agentId : undefined,
          tool: toolCall.toolName, args: input, error: !!result.isError,
        });
        return { result: { ...result, output } };
      } catch {}
    },
  },
};

export default plugin;
