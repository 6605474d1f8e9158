// Writes the golden counts of this folder with the npm package tiktoken (1.0.22), which is the official Rust counter as
// WebAssembly. In a scratch folder:
//
//	npm install tiktoken@1.0.22
//	cp .../tokens/testdata/golden/make.mjs .
//	node make.mjs .../tokens/testdata/golden
//
// golden_test.go makes the same texts with the same generator and counts them.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { get_encoding } from "tiktoken";

const dir = process.argv[2];
const fragments = JSON.parse(readFileSync(join(dir, "fragments.json"), "utf8"));

// Xorshift with 32 bits.
function generator(seed) {
  let x = seed >>> 0 || 1;
  return (n) => {
    x = (x ^ (x << 13)) >>> 0;
    x = (x ^ (x >>> 17)) >>> 0;
    x = (x ^ (x << 5)) >>> 0;
    return x % n;
  };
}

function text(i) {
  const random = generator(Math.imul(i + 1, 2654435761));
  const parts = [];
  for (let n = 1 + random(i % 100 === 0 ? 4000 : 40); n > 0; n--) {
    const kind = random(16);
    if (kind === 0) {
      let c = random(0x110000);
      if (c >= 0xd800 && c <= 0xdfff) c -= 0x1000;
      parts.push(String.fromCodePoint(c));
    } else if (kind === 1) {
      parts.push(fragments[random(fragments.length)].repeat(1 + random(9)));
    } else if (kind === 2) {
      for (let k = random(12); k >= 0; k--) parts.push(String.fromCharCode(97 + random(26)));
    } else {
      parts.push(fragments[random(fragments.length)]);
    }
  }
  return parts.join("");
}

// Two texts show the class of a code point: beside letters, numbers, blanks, newlines, symbols and itself.
const probes = (c) => [
  "a" + c + "B1" + c + "2 " + c + c + "s\n" + c + "\n " + c + " x'" + c + ".",
  "Ab" + c + "'s" + c + "D" + c + "'ſ" + c + "\t" + c + "(" + c + "ab" + c,
];

const texts = 20000;
for (const name of ["o200k_base", "cl100k_base"]) {
  const enc = get_encoding(name);
  const count = (s) => enc.encode_ordinary(s).length;

  // The counts of the texts, two bytes each, and then a hash (FNV-1a, four bytes) of the probes' counts for each 256 code points.
  const out = [];
  for (let i = 0; i < texts; i++) {
    const n = count(text(i));
    if (n > 0xffff) throw new Error(`text ${i} has ${n} tokens`);
    out.push(n & 0xff, n >> 8);
  }
  for (let block = 0; block < 0x110000; block += 256) {
    if (block >= 0xd800 && block <= 0xdfff) continue;
    let hash = 2166136261;
    for (let c = block; c < block + 256; c++) {
      for (const p of probes(String.fromCodePoint(c))) hash = Math.imul(hash ^ count(p), 16777619) >>> 0;
    }
    out.push(hash & 0xff, (hash >>> 8) & 0xff, (hash >>> 16) & 0xff, hash >>> 24);
  }
  writeFileSync(join(dir, name + ".bin"), Uint8Array.from(out));
  enc.free();
}
