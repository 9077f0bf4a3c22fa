// A reviewer of your own: it gets one payload for a whole answer and gives one answer per file, each bound to the bytes
// it saw. This one takes the first change of every file, refuses package.json, and reads large writes before it agrees.

import assert from "node:assert/strict";
import { fetchContent, type Answer, type ChangePayload, type Reviewer, type ReviewOptions } from "galley/approval";
import { createAsk, type Gate } from "galley/ask";
import { newId, versionOf, type Digest, type Version } from "galley/base";
import { blockResults, carryOut, prepare } from "galley/commit";
import { parseAnswer, type Edit, type EditId } from "galley/edits";
import { compileGlob, createMemoryFiles, createSandbox } from "galley/fs";
import { openState } from "galley/state";
import { asText, compose, encode } from "galley/text";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const careful: Reviewer = {
  async ask(payload, options) {
    const changes = payload.type === "batch" ? payload.items : [payload as ChangePayload];
    const items: Answer[] = [];
    for (const change of changes) items.push(await answer(change, options));
    return { approval_id: payload.approval_id, items };
  },
};

async function answer(change: ChangePayload, { fetch }: ReviewOptions): Promise<Answer> {
  const head = { digest: change.digest as Digest, by: { kind: "hook", hook: "careful" } } as const;
  if (change.path.endsWith("/package.json"))
    return { ...head, action: "reject", reason: "Versions are ours to choose." };
  if (change.type === "write_large") {
    const content = await fetchContent(change, fetch);
    if (content.includes("\0")) return { ...head, action: "reject", reason: "That is no text." };
  }
  if (change.original_content === null || change.suggested_content === null || change.hunks.length < 2)
    return { ...head, action: "apply", after: change.after as Version | null };
  const spans = change.hunks.map((hunk) => ({
    old: { from: hunk.old_start - 1, to: hunk.old_start - 1 + hunk.old_lines },
    new: { from: hunk.new_start - 1, to: hunk.new_start - 1 + hunk.new_lines },
  }));
  const kept = compose(asText(change.original_content)!, asText(change.suggested_content)!, spans, new Set([0]));
  return { ...head, action: "apply", hunks: [0], after: versionOf(encode(kept)) };
}

const poem = "Roses are red\nViolets are blue\nSugar is sweet\nAnd so are you\n";
const files = createMemoryFiles({ files: { "poem.txt": poem, "package.json": '{ "version": "1.0.0" }\n' } });
const root = { name: "work", files, mode: "rw", suffixes: null, maxFileBytes: null } as const;
const sandbox = createSandbox({ roots: [root], defaultRoot: "work" });

const block = (path: string, find: string, put: string) =>
  `${path}\n««« EDIT\n${find}\n═══════ REPL\n${put}\n»»» EDIT END\n\n`;
const text =
  block("poem.txt", "Roses are red", "Roses are white") +
  block("poem.txt", "And so are you", "And so is this") +
  block("package.json", '{ "version": "1.0.0" }', '{ "version": "2.0.0" }') +
  `big.txt\n««« EDIT\n═══════ REPL\n${"a line of many\n".repeat(80_000)}»»» EDIT END\n`;

const edits = parseAnswer(text, "auto").blocks.flatMap((found, at): Edit[] =>
  found.kind === "broken"
    ? []
    : [
        {
          id: String(at + 1) as EditId,
          path: sandbox.resolve(found.path).path,
          source: found.source,
          change: found.change,
        },
      ],
);
const gate: Gate = {
  policy: { user: [], project: [], remembered: [], matches: (glob, path) => compileGlob(glob).matches(path) },
  flagsOf: () => ({ read_approval: false, write_approval: true, edit_approval: true }),
};
const ask = createAsk({ gate, reviewer: careful, yes: false, newId });
const state = openState({ directory: mkdtempSync(join(tmpdir(), "galley-example-state-")) });
const { plan, receipt } = await carryOut({ plan: await prepare(edits, sandbox.real), ask, files: sandbox, state });

const results = blockResults({ plan, receipt, show: (path) => path });
for (const { file_path, status, message } of results.values())
  process.stdout.write(`${status} ${file_path}: ${message}\n`);

assert.deepEqual(
  [...results.values()].map(({ status }) => status),
  ["APPLIED", "SKIPPED", "SKIPPED", "APPLIED"],
);
assert.equal((await sandbox.read("work/poem.txt")).content, poem.replace("red", "white"));
assert.equal((await sandbox.read("work/package.json")).content, '{ "version": "1.0.0" }\n');
assert.equal((await sandbox.read("work/big.txt")).total_lines, 80_000);
