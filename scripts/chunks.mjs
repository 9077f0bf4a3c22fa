// Bundles the commands with esbuild as chunks: each `import()` starts one, and code that several of them use is in a chunk
// that they share, once. esbuild splits ES modules only, so each chunk is turned into the body of a CommonJS function.
// Must never change what a chunk does: a shape that is not known here ends the build.

import { Script } from "node:vm";

/** The chunks by name: its code, the source that it starts with where it is one that is asked for, the chunks it imports. */
export async function buildChunks(options) {
  const { build, transformSync } = await import("esbuild");
  const shorten = (code) => shortened(code, transformSync, options.target);
  const { outputFiles, metafile } = await build({ ...options, format: "esm", splitting: true, write: false });
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [nameOf(path), output]));
  const chunks = new Map();
  for (const { path, text } of outputFiles.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const name = nameOf(path);
    const { imports, entryPoint } = outputs.get(name);
    const code = shorten(toCommonJs(toAscii(text), { name, imports }));
    const next = imports.filter(({ kind, external }) => kind === "import-statement" && !external);
    chunks.set(name, { code, source: entryPoint ?? null, imports: [...new Set(next.map((one) => nameOf(one.path)))] });
  }
  return { chunks, metafile };
}

const SHORT = { minifyIdentifiers: true, minifyWhitespace: true, charset: "ascii" };

/** A quarter less to read. Names at the top stay: errors are named by their classes. */
export function shortened(code, transformSync, target) {
  return transformSync(code, { ...SHORT, target }).code;
}

function nameOf(path) {
  return /([^/]+)\.js$/.exec(path)[1];
}

const IMPORT = /(?<=^|[;}\n])import(?: ([\w$]+) from|\*as ([\w$]+) from|\{([^{}]*)\}from)?"([^"]+)";/g;
const LATE_IMPORT = /\bimport\("([^"]+)"\)/g;
const EXPORT = /(?<=^|[;}\n])export\{([^{}]*)\};\s*$/;

/**
 * Requires stay where ES modules have them: before everything else. What is imported is taken once, which is the same as
 * a live binding: chunks never import each other in circles, and an export that is assigned later is refused.
 */
function toCommonJs(text, { name, imports }) {
  const count = { "import-statement": 0, "dynamic-import": 0 };
  const requires = [];
  let exported = "";
  const body = text
    .replace(IMPORT, (whole, only, all, some, id) => {
      count["import-statement"] += 1;
      if (only !== undefined && !id.startsWith("node:")) throw new Error(`${name}: ${whole} has no known shape`);
      const taken = only ?? all ?? (some === undefined ? null : `{${some.replaceAll(" as ", ":")}}`);
      requires.push(taken === null ? `require("${id}");` : `const ${taken}=require("${id}");`);
      return "";
    })
    .replace(LATE_IMPORT, (_, id) => {
      count["dynamic-import"] += 1;
      return `Promise.resolve().then(()=>require("${id}"))`;
    })
    .replace(EXPORT, (_, names) => {
      const pairs = names.split(",").map((one) => one.split(" as "));
      for (const [local] of pairs) refuseReassigned(text, local, name);
      exported = pairs.map(([local, outer = local]) => `exports.${outer}=${local};`).join("");
      return "";
    });
  for (const [kind, found] of Object.entries(count)) {
    const listed = imports.filter((one) => one.kind === kind).length;
    if (found !== listed) throw new Error(`${name}: esbuild lists ${listed} of kind ${kind}, the text has ${found}`);
  }
  const code = `"use strict";${requires.join("")}${body}\n${exported}`;
  new Script(`(function(){${code}\n})`, { filename: name }); // Throws where something is left that only a module may have.
  return code;
}

/** Names at the top of a chunk are never used for anything else in it, so its text shows each assignment. */
function refuseReassigned(text, local, name) {
  const escaped = local.replaceAll("$", "\\$");
  const assigned = text.match(
    new RegExp(
      `(?<![\\w$.])${escaped}(?:=(?![=>])|[-+*/%&|^?<>]{1,3}=(?!=)|\\+\\+|--)|(?:\\+\\+|--)${escaped}(?![\\w$])`,
      "g",
    ),
  );
  if ((assigned?.length ?? 0) > 1) throw new Error(`${name}: ${local} is exported and assigned more than once`);
}

/**
 * esbuild leaves characters beyond ASCII in regular expressions. An escape means the same there, and the file can be read
 * as Latin-1.
 */
export function toAscii(code) {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
