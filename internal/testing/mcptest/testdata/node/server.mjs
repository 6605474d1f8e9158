// node server.mjs ERA: a server of the official SDK of a revision, on standard input and output.
import { exact, packages } from './sdk.mjs';
import { list, read, resources, rows, templates, tools } from './tools.mjs';

const info = { name: 'table', version: '1' };
const options = { capabilities: { tools: {}, resources: {} }, instructions: 'Ask for rows.' };

// call runs a tool. What it throws becomes the answer's error.
async function call({ name, arguments: args = {} }, token, notify, signal) {
  if (!tools[name]) throw Object.assign(new Error(`no tool ${name}`), { code: -32602 });
  const progress = async (p) => {
    if (token !== undefined) await notify({ method: 'notifications/progress', params: { progressToken: token, ...p } });
  };
  try {
    return await tools[name].run(args, progress, signal);
  } catch (e) {
    throw e instanceof Error ? e : Object.assign(new Error(e.message), e);
  }
}

async function serveOld(sdk) {
  const { Server } = await import(`${sdk}/server/index.js`);
  const { StdioServerTransport } = await import(`${sdk}/server/stdio.js`);
  const types = await import(`${sdk}/types.js`);
  const server = new Server(info, options);
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: list() }));
  server.setRequestHandler(types.CallToolRequestSchema, (request, extra) =>
    call(request.params, request.params._meta?.progressToken, extra.sendNotification, extra.signal),
  );
  server.setRequestHandler(types.ListResourcesRequestSchema, () => ({ resources }));
  server.setRequestHandler(types.ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: templates }));
  server.setRequestHandler(types.ReadResourceRequestSchema, (request) => read(request.params.uri));
  await server.connect(new StdioServerTransport());
}

async function serveNew() {
  const { Server, acceptedContent, inputRequired } = await import('@modelcontextprotocol/server');
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  // asks asks the client for a name: by a result that says what is missing, which the call is made again with, and in
  // earlier revisions by a request. Clients have to give the state back as it is.
  const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const state = rows(60);
  const asks = ({ inputResponses, requestState }) => {
    const who = acceptedContent(inputResponses, 'who')?.name;
    if (!who)
      return inputRequired({
        inputRequests: { who: inputRequired.elicit({ message: 'Who asks?', requestedSchema: form }) },
        requestState: state,
      });
    return { isError: requestState() !== state, content: [{ type: 'text', text: `${rows(400)}${who} has asked\n` }] };
  };
  serveStdio(() => {
    const server = new Server(info, options);
    server.setRequestHandler('tools/list', () => ({ tools: list() }));
    server.setRequestHandler('tools/call', (request, { mcpReq }) =>
      request.params.name === 'asks' ? asks(mcpReq) : call(request.params, mcpReq._meta?.progressToken, mcpReq.notify, mcpReq.signal),
    );
    server.setRequestHandler('resources/list', () => ({ resources }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templates }));
    server.setRequestHandler('resources/read', (request) => read(request.params.uri));
    return server;
  });
}

exact(process.stdout);
const sdk = packages[process.argv[2]];
await (sdk ? serveOld(sdk) : serveNew());
