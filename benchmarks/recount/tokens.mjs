// Counts the tokens of the texts that recount.py has written, with OpenAI's own vocabulary code as npm has it:
//
//   npm install tiktoken@1.0.22 && node tokens.mjs FILE
//
// A difference is printed, and the exit code is 1.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { get_encoding } from "tiktoken";

const encoding = get_encoding("o200k_base");
let texts = 0, tokens = 0, wrong = 0;
for await (const line of createInterface({ input: createReadStream(process.argv[2]), crlfDelay: Infinity })) {
  const record = JSON.parse(line);
  const n = encoding.encode_ordinary(record.text).length;
  texts++;
  tokens += n;
  if (n !== record.tokens) {
    wrong++;
    if (wrong <= 20) console.log(`${record.where}: ${n} tokens, the report has ${record.tokens}`);
  }
}
console.log(`${texts} texts, ${tokens} tokens, ${wrong} differences`);
process.exit(wrong > 0 || texts === 0 ? 1 : 0);
