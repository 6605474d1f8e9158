// What the test's server has: one tool for each kind of result, and resources.
import { appendFileSync, writeSync } from 'node:fs';

export const rows = (n) => Array.from({ length: n }, (_, i) => `row ${i + 1} of the table has ${(i + 1) * 7} parts`).join('\n') + '\n';

const text = (text, more) => ({ type: 'text', text, ...more });
const table = { rows: Array.from({ length: 300 }, (_, i) => ({ id: i + 1, name: `part ${i + 1}`, price: i * 1.5, stock: i % 7 === 0 })) };
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const tableSchema = {
  type: 'object',
  properties: { rows: { type: 'array', items: { type: 'object' } } },
  required: ['rows'],
};
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// A tool gets its arguments, a function that reports progress, and a signal that cancels it.
export const tools = {
  short: { run: () => ({ content: [text('three words only')] }) },
  rows: { run: ({ n = 400 }) => ({ content: [text(rows(n))] }) },
  two: { run: () => ({ content: [text(rows(300)), text('the second block\n')] }) },
  fails: { run: () => ({ isError: true, content: [text(rows(400) + 'Error: the table has no key\n')] }) },
  refuses: { run: () => { throw { code: -32602, message: 'no such row', data: { row: '#12345678901234567890#' } }; } },
  structured: {
    outputSchema: tableSchema,
    run: () => ({ content: [text(JSON.stringify(table))], structuredContent: table }),
  },
  beside: {
    outputSchema: tableSchema,
    run: () => ({ content: [text('300 rows of parts')], structuredContent: table }),
  },
  structured_error: {
    run: () => ({ isError: true, content: [text(JSON.stringify(table, null, 2))], structuredContent: table }),
  },
  indented: { run: () => ({ content: [text(JSON.stringify(table, null, 4))] }) },
  small_structured: {
    outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
    run: () => ({ content: [text('{"sum":7}')], structuredContent: { sum: 7 } }),
  },
  media: {
    run: () => ({
      content: [
        text('an image and a sound'),
        { type: 'image', mimeType: 'image/png', data: pixel, annotations: { priority: 0 } },
        { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
      ],
    }),
  },
  resources: {
    run: () => ({
      content: [
        text('before the links', { annotations: { audience: ['assistant'], priority: 0.5 } }),
        { type: 'resource_link', uri: 'test://table', name: 'table', mimeType: 'text/plain', size: 12345 },
        { type: 'resource', resource: { uri: 'test://embedded', mimeType: 'text/plain', text: 'embedded text' } },
      ],
    }),
  },
  big: {
    run: () => ({
      content: [text('big numbers')],
      structuredContent: { id: '#12345678901234567890#', rate: '#0.10#', tiny: '#1e-400#' },
      _meta: { 'example.com/count': '#9007199254740993#' },
    }),
  },
  unknown: {
    run: () => ({ content: [text('beside an unknown block'), text('@unknown@')], 'x-next': { zeta: 1, alpha: ['#1.0#'] } }),
  },
  huge: { run: () => ({ content: [text(rows(560000))] }) },
  steps: {
    run: async ({ n = 5 }, progress) => {
      for (let i = 1; i <= n; i++) {
        await progress({ progress: i, total: n, message: `step ${i}` });
        await pause(5);
      }
      return { content: [text(rows(400))] };
    },
  },
  // Runs until it is cancelled, and notes that.
  waits: {
    run: async ({ note }, progress, signal) => {
      await progress({ progress: 1 });
      while (!signal.aborted) await pause(5);
      appendFileSync(note, 'cancelled\n');
      return { content: [text(rows(400))] };
    },
  },
  crash: {
    run: async (_, progress) => {
      await progress({ progress: 1 });
      process.exit(7);
    },
  },
  // Dies in the middle of a line of its answer.
  half: {
    run: async (_, progress) => {
      await progress({ progress: 1 });
      writeSync(1, '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"te');
      process.exit(7);
    },
  },
};

export const list = () =>
  Object.entries(tools).map(([name, { outputSchema }]) => ({
    name,
    description: `Has a result that is ${name}.`,
    inputSchema: { type: 'object', properties: { n: { type: 'integer' }, note: { type: 'string' } } },
    annotations: { readOnlyHint: true },
    ...(outputSchema && { outputSchema }),
    _meta: { 'example.com/size': '#12345678901234567890#' },
  }));

export const resources = [{ uri: 'test://table', name: 'table', mimeType: 'text/plain' }];
export const templates = [{ uriTemplate: 'test://row/{n}', name: 'row' }];
export const read = (uri) => ({ contents: [{ uri, mimeType: 'text/plain', text: rows(400) }] });
