// Which package of the official SDK speaks which revision of the protocol. Each of the first two is the newest of its
// revision; the third has packages of its own for client and server.
export const packages = {
  '2025-06-18': 'sdk-2025-06-18',
  '2025-11-25': '@modelcontextprotocol/sdk',
  '2026-07-28': undefined,
};

// JSON.stringify writes no number that JavaScript hasn't: "#123#" stands for the digits, and a text block for one of a
// type that nobody knows.
const stands = [
  [/"#(-?[0-9][-+.0-9eE]*)#"/g, '$1'],
  [/\{"type":"text","text":"@unknown@"\}/g, '{"type":"x-chart","points":[1.50,12345678901234567890],"name":"\\u00e9"}'],
];

// exact has a stream write those in their place.
export function exact(stream) {
  const write = stream.write.bind(stream);
  stream.write = (text, ...rest) => {
    if (typeof text === 'string') for (const [re, by] of stands) text = text.replace(re, by);
    return write(text, ...rest);
  };
}
