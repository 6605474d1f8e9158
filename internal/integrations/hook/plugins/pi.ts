// toktee for pi: gives the model the short text of a tool's result; the whole is kept for "toktee show".
// Whatever goes wrong here, the result stays as it is.
import { spawn } from 'node:child_process';

const toktee = 'toktee';
const notices = false;

// ask hands an event to toktee, and resolves to its answer, or to null.
function ask(event: unknown, ...flags: any): Promise<any> {
  return new Promise((resolve) => {
    try {
      const child = spawn(toktee, ['hook', 'pi'].concat(flags), { stdio: ['pipe', 'pipe', 'ignore'] });
      const timer = setTimeout(() => child.kill(), 25000);
      let out = '';
      child.stdout.setEncoding('utf8');
      child.stdout.on('data', (s: string) => (out += s));
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

// The exit code stands in the text that pi writes behind a failed command's output.
const ended = /\n*Command exited with code (\d+)\s*$/;

// The providers whose requests a gateway takes that "toktee agent" started for pi.
const providers = [['anthropic', ''], ['openai', '/v1'], ['google', '/v1beta']];

export default function (pi: any) {
  const gateway = process.env.TOKTEE_PI_GATEWAY;
  for (const [name, path] of gateway ? providers : []) pi.registerProvider(name, { baseUrl: gateway + path });
  let session = '';
  const remember = (_: any, ctx: any) => {
    try {
      session = ctx?.sessionManager?.getSessionId?.() ?? session;
    } catch {}
  };
  // notify shows the person a line about the session at its start or its end.
  const notify = async (name: string, ctx: any) => {
    if (!notices || !ctx?.hasUI) return;
    try {
      const answer = await ask({ hook_event_name: name, session_id: session, cwd: process.cwd() }, '--notice');
      if (answer?.systemMessage) ctx.ui.notify(answer.systemMessage, 'info');
    } catch {}
  };
  pi.on('session_start', async (e: any, ctx: any) => {
    remember(e, ctx);
    await notify('SessionStart', ctx);
  });
  pi.on('agent_end', (_: any, ctx: any) => notify('Stop', ctx));
  pi.on('session_compact', async () => {
    await ask({ event: 'compacted', session, dir: process.cwd() });
  });
  pi.on('tool_result', async (e: any) => {
    try {
      if (!e.content?.length || e.content.some((b: any) => b.type !== 'text')) return;
      let output = e.content.map((b: any) => b.text).join('\n');
      const end = e.toolName === 'bash' && e.isError ? ended.exec(output) : null;
      if (end) output = output.slice(0, end.index);
      const answer = await ask({
        event: 'result', session, dir: process.cwd(), tool: e.toolName, args: e.input, output, error: !!e.isError,
        exit: end ? Number(end[1]) : e.toolName === 'bash' && !e.isError ? 0 : undefined,
        file: typeof e.details?.fullOutputPath === 'string' ? e.details.fullOutputPath : undefined,
      });
      if (typeof answer?.output !== 'string') return;
      return { content: [{ type: 'text', text: answer.output }], details: e.details, isError: e.isError };
    } catch {}
  });
}
