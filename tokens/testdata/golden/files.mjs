// Counts files with the npm package tiktoken, as make.mjs does texts: reads paths from standard input, a line each, and
// prints the counts. The first argument is the encoding. golden_test.go runs it.
import { readFileSync } from "node:fs";
import { get_encoding } from "tiktoken";

const counter = get_encoding(process.argv[2]);
for (const path of readFileSync(0, "utf8").split("\n")) {
  if (path !== "") console.log(counter.encode_ordinary(readFileSync(path, "utf8")).length);
}
