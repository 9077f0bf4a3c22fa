// Puts chunks that are needed together into one file, a pack. Reading and compiling one file is much faster than forty.
// The packs of ordinary commands are what a trial run loads; the others follow from what imports what.

import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Every chunk in a pack of its own, as the trial run wants it. */
export function single(chunks) {
  return new Map([...chunks.keys()].map((name) => [name, name]));
}

/**
 * The pack of each chunk. `recorded` has what each kind of command loaded: chunks that the same kinds need are one pack, so
 * that a command reads nothing that is only for others. `together` has sources of which each pack takes everything they
 * import, except what an earlier pack has. What is left is packed by the one part that needs it, and alone where several do.
 */
export function assign(chunks, { recorded, together }) {
  const packOf = new Map();
  const give = (pack, names) => {
    for (const name of names) if (!packOf.has(name)) packOf.set(name, pack);
  };
  const wanted = group(new Map([...kindsOf(recorded)].map(([name, kinds]) => [name, packName(kinds)])));
  const first = [...wanted.values()].find((names) => names.includes(FIRST)) ?? [];
  for (const [pack, names] of wanted) {
    const size = names.reduce((sum, name) => sum + chunks.get(name).code.length, 0);
    const isShared = pack.includes("-") && !pack.startsWith("provider-");
    give(names === first || (isShared && size < SMALL) ? FIRST : pack, names);
  }
  const entries = [...chunks].filter(([, { source }]) => source !== null);
  for (const [pack, sources] of Object.entries(together)) {
    const found = entries.filter(([, { source }]) => sources.includes(source));
    if (found.length !== sources.length) throw new Error(`the pack ${pack} has sources that start no chunk`);
    for (const [name] of found) give(pack, reachable(chunks, name));
  }
  const users = new Map();
  for (const [entry] of entries) {
    for (const name of reachable(chunks, entry)) users.set(name, [...(users.get(name) ?? []), entry]);
  }
  for (const name of chunks.keys()) {
    const open = (users.get(name) ?? []).filter((entry) => !packOf.has(entry) || packOf.get(entry) === entry);
    give(open.length === 1 ? open[0] : name, [name]);
  }
  return packOf;
}

/** The chunk that is loaded first, and the pack it is looked for in. */
const FIRST = "app";

/** The kinds of a hook, in the order in which one opens their packs. */
const HOOKS = ["hook", "change"];

/** Opening a file takes as long as reading so many bytes that are not needed. */
const SMALL = 12_000;

/** By chunk, the kinds of commands that loaded it. */
function kindsOf(recorded) {
  const found = new Map();
  for (const [kind, names] of Object.entries(recorded)) {
    for (const name of names) found.set(name, [...(found.get(name) ?? []), kind]);
  }
  return found;
}

/** Providers are many and alike: what several of them need is for an agent. What only hooks need is for each of them. */
function packName(kinds) {
  if (kinds.length === 1) return kinds[0];
  if (kinds.every((kind) => HOOKS.includes(kind))) return HOOKS[0];
  return [...new Set(kinds.map((kind) => (kind.startsWith("provider-") ? "agent" : kind)))].join("-");
}

/** The chunks that one sets up with itself. */
function reachable(chunks, first) {
  const seen = new Set([first]);
  for (const name of seen) for (const next of chunks.get(name).imports) seen.add(next);
  return seen;
}

/**
 * Writes the packs: an expression each, an object with a function for each chunk. A chunk requires another one by the
 * names of its pack and its own, so that src/cli/start/load-pack.ts needs no list of what is where. A copy has both names.
 */
export function writePacks(folder, chunks, packOf, recorded = {}) {
  const packs = group(packOf);
  const copied = copiesFor(recorded);
  for (const [pack, own] of packs) {
    const copies = (copied.get(pack) ?? []).filter((name) => packOf.get(name) !== pack);
    const parts = [...own, ...copies].map((name) => {
      const code = chunks
        .get(name)
        .code.replaceAll(/require\("\.\/([^"/]+)\.js"\)/g, (whole, id) =>
          packOf.has(id) ? `require("${packOf.get(id)}:${id}")` : whole,
        );
      const id = packOf.get(name) === pack ? name : `${packOf.get(name)}:${name}`;
      return `"${id}":(function(module,exports,require,__filename){${code}\n})`;
    });
    const text = `({\n${parts.join(",\n")}\n})\n`;
    // Names its own content, for src/cli/start/kept-code.ts: V8 itself compares only the length of a text.
    const content = createHash("sha256").update(text).digest("hex").slice(0, 16);
    writeFileSync(join(folder, `${pack}.js`), `/*${content}*/${text}`);
  }
  return packs;
}

/**
 * The agent waits for each hook, so the packs of hooks have copies of everything that they load: one file is opened instead
 * of several, and its code cache holds only what a hook calls.
 */
function copiesFor(recorded) {
  const open = new Set();
  return new Map(
    HOOKS.map((kind) => {
      const names = (recorded[kind] ?? []).filter((name) => !open.has(name));
      for (const name of names) open.add(name);
      return [kind, names];
    }),
  );
}

function group(packOf) {
  const packs = new Map();
  for (const [name, pack] of [...packOf].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    packs.set(pack, [...(packs.get(pack) ?? []), name]);
  }
  return packs;
}
