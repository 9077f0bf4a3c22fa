// `npm run sentences [-- FOLDER…]`: prints every sentence in the source that a person or a model may read, by file and
// line, to be read away from the code. Values are shown as {…}. Words alone (names, codes, keys) are left out.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ensurePackages } from "./ensure.mjs";
import { filesBelow, root } from "./place.mjs";

ensurePackages();
const { parseSync } = await import("vite");
const wanted = process.argv.slice(2);
const files = filesBelow(join(root, "src"))
  .map((name) => `src/${name}`)
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.startsWith("src/testing/"))
  .filter((name) => wanted.length === 0 || wanted.some((folder) => name.startsWith(folder)))
  .toSorted();
for (const name of files) {
  const text = readFileSync(join(root, name), "utf8");
  const found = sentencesIn(parseSync(name, text).program, text);
  if (found.length > 0) process.stdout.write(`${name}\n${found.map((line) => `  ${line}\n`).join("")}`);
}

function sentencesIn(program, text) {
  const found = [];
  const add = (start, words) => {
    if (!/\p{L}{2,}[,.:;]? +[\p{L}{]/u.test(words)) return;
    const line = text.slice(0, start).split("\n").length;
    found.push(`${line}: ${words.replaceAll("\n", "⏎")}`);
  };
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== "object") return;
    if (/^(?:Import|ExportAll|ExportNamed)Declaration$/.test(node.type) && node.source) return;
    if (node.type === "Literal" && typeof node.value === "string") return add(node.start, node.value);
    if (node.type === "TemplateLiteral") {
      add(node.start, node.quasis.map(({ value }) => value.cooked ?? value.raw).join("{…}"));
      return visit(node.expressions);
    }
    for (const key of Object.keys(node)) if (key !== "parent") visit(node[key]);
  };
  visit(program.body);
  return found;
}
