// node client.mjs ERA: the official SDK's client of a revision, driven by a test. Each line of input is an operation,
// a JSON object with an id, and is answered by a line with the same id. Operations run at the same time.
import { createInterface } from 'node:readline';
import { exact, packages } from './sdk.mjs';

const era = process.argv[2];
const old = packages[era];
const at = (path) => import(old ? `${old}/${path}.js` : `@modelcontextprotocol/client${path === 'client/stdio' ? '/stdio' : ''}`);
const { Client } = await at('client/index');
const { StdioClientTransport } = await at('client/stdio');
const types = old && (await at('types'));
const tasks = era === '2025-11-25' && (await at('experimental/tasks/index'));
// A schema that keeps everything: of results whose content the SDK's own schemas don't know.
const anything = { '~standard': { version: 1, vendor: 'any', validate: (value) => ({ value }) } };

const answers = {
  'sampling/createMessage': () => ({ model: 'none', role: 'assistant', content: { type: 'text', text: 'sampled' } }),
  'elicitation/create': (params) => ({ action: 'accept', ...(params.mode === 'url' ? {} : { content: filled(params) }) }),
  'roots/list': () => ({ roots: [{ uri: 'file:///tmp', name: 'root' }] }),
};

// filled answers what a form requires.
function filled({ requestedSchema: { properties, required = [] } }) {
  const value = ({ type, oneOf, enum: names }) => oneOf?.[0].const ?? names?.[0] ?? { string: 'Ada', boolean: true }[type] ?? 1;
  return Object.fromEntries(required.map((name) => [name, value(properties[name])]));
}

let client, transport;
const notifications = [];

async function connect({ command, args, name, mode, max, capabilities }) {
  const options = { capabilities: capabilities ?? {}, ...(tasks && { taskStore: new tasks.InMemoryTaskStore() }) };
  if (!old && mode !== 'legacy') options.versionNegotiation = { mode: mode === 'auto' ? 'auto' : { pin: era } };
  client = new Client({ name: name ?? 'test', version: '1' }, options);
  for (const [method, answer] of Object.entries(answers)) {
    const named = { 'sampling/createMessage': 'sampling', 'elicitation/create': 'elicitation', 'roots/list': 'roots' }[method];
    if (!capabilities?.[named]) continue;
    const handle = async (request, extra) => {
      const result = answer(request.params ?? {});
      if (!request.params?.task) return result;
      const task = await extra.taskStore.createTask({ ttl: request.params.task.ttl, pollInterval: 100 });
      await extra.taskStore.storeTaskResult(task.taskId, 'completed', result);
      return { task };
    };
    if (old) client.setRequestHandler(schemaOf(method), handle);
    else client.setRequestHandler(method, handle);
  }
  client.fallbackNotificationHandler = async (n) => void notifications.push(n);
  transport = new StdioClientTransport({ command, args, stderr: 'inherit', maxBufferSize: max, env: { ...process.env } });
  await client.connect(transport);
  exact(transport._process.stdin);
  return {
    server: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
  };
}

const schemaOf = (method) =>
  ({
    'sampling/createMessage': types.CreateMessageRequestSchema,
    'elicitation/create': types.ElicitRequestSchema,
    'roots/list': types.ListRootsRequestSchema,
  })[method];

// send sends a request. With typed, a call goes through the SDK's own method, which validates the result.
async function send({ method, params, typed, progress, cancelAfter, timeout }) {
  const seen = [];
  const stop = new AbortController();
  const options = { signal: stop.signal, timeout: timeout ?? 600000 };
  if (progress || cancelAfter)
    options.onprogress = (p) => {
      seen.push(p);
      if (seen.length === cancelAfter) stop.abort('the test has seen enough');
    };
  try {
    return { result: await (typed ? ask(method, params, options) : request(method, params, options)), progress: seen };
  } catch (e) {
    return { error: { name: e.name, code: e.code, message: e.message, data: e.data }, progress: seen };
  }
}

const request = (method, params, options) => client.request({ method, params }, old ? types.ResultSchema : anything, options);

function ask(method, params, options) {
  switch (method) {
    case 'tools/list':
      return client.listTools(params, options);
    case 'tools/call':
      return old ? client.callTool(params, undefined, options) : client.callTool(params, options);
    case 'resources/list':
      return client.listResources(params, options);
    case 'resources/read':
      return client.readResource(params, options);
  }
  throw new Error(`no typed ${method}`);
}

const operations = {
  connect,
  send,
  notifications: () => notifications,
  pid: () => transport.pid,
  close: async () => {
    const start = Date.now();
    await client.close();
    return { took: Date.now() - start };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, op, ...rest } = JSON.parse(line);
  Promise.resolve()
    .then(() => operations[op](rest))
    .then(
      (value) => ({ id, value }),
      (e) => ({ id, failed: `${e?.stack ?? e}` }),
    )
    .then((reply) => process.stdout.write(JSON.stringify(reply) + '\n'));
}
process.exit(0);
