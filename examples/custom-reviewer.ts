// A reviewer of your own: it gets one question for a whole answer and answers for each file, bound to the bytes it saw.
// This one takes the first change of every file, refuses package.json, and reads large files before it agrees.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace } from "galley";
import { fetchContent, type Answer, type ApprovalCallback, type ChangePayload } from "galley/approval";
import { versionOf, type Digest, type Version } from "galley/base";
import { asText, compose, encode } from "galley/text";

const approve: ApprovalCallback = async (question, { fetch }) => {
  const changes = question.type === "batch" ? question.items : [question as ChangePayload];
  const items = await Promise.all(changes.map((change) => answerTo(change, fetch)));
  return { approval_id: question.approval_id, items };
};

async function answerTo(change: ChangePayload, fetch?: (url: string) => Promise<string>): Promise<Answer> {
  const head = { digest: change.digest as Digest, by: { kind: "hook", hook: "careful" } } as const;
  if (change.path.endsWith("/package.json"))
    return { ...head, action: "reject", reason: "Versions are ours to choose." };
  if (change.type === "write_large" && (await fetchContent(change, fetch)).includes("\0"))
    return { ...head, action: "reject", reason: "That is not text." };
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
const root = mkdtempSync(join(tmpdir(), "galley-example-"));
writeFileSync(join(root, "poem.txt"), poem);
writeFileSync(join(root, "package.json"), '{ "version": "1.0.0" }\n');
const content = (name: string) => readFileSync(join(root, name), "utf8");

const block = (path: string, find: string, put: string) =>
  `${path}\n««« EDIT\n${find}═══════ REPL\n${put}»»» EDIT END\n\n`;
const answer =
  block("poem.txt", "Roses are red\n", "Roses are white\n") +
  block("poem.txt", "And so are you\n", "And so is this\n") +
  block("package.json", '{ "version": "1.0.0" }\n', '{ "version": "2.0.0" }\n') +
  block("big.txt", "", "a line of many\n".repeat(80_000));

const workspace = await openWorkspace({ root, approve });
const { results } = await workspace.apply(answer);
for (const { file_path, status, message } of results) console.log(`${status} ${file_path}: ${message}`);

assert.deepEqual(
  results.map(({ status }) => status),
  ["APPLIED", "SKIPPED", "SKIPPED", "APPLIED"],
);
assert.equal(content("poem.txt"), poem.replace("red", "white"));
assert.equal(content("package.json"), '{ "version": "1.0.0" }\n');
assert.equal(content("big.txt").length, 80_000 * "a line of many\n".length);
