// Apply a model's answer to a folder: see each change before it is written, approve or reject it, and undo.
// It checks itself; replace the callback with your own question to a person.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace } from "galley";

const root = mkdtempSync(join(tmpdir(), "galley-example-"));
writeFileSync(join(root, "plan.md"), "Ship on Friday.\nTest first.\n");
const plan = () => readFileSync(join(root, "plan.md"), "utf8");

const answer = `I moved the date.

plan.md
<<<<<<< SEARCH
Ship on Friday.
=======
Ship on Monday.
>>>>>>> REPLACE
`;

const workspace = await openWorkspace({
  root,
  approve: async (question) => {
    console.log(question.description);
    if (question.type !== "edit") return { action: "reject", reason: "Only edits today." };
    console.log(question.unified_diff);
    return { action: "modify", content: "Ship on Monday morning.\nTest first.\n" }; // Or { action: "apply" }.
  },
});

const report = await workspace.apply(answer);
assert.equal(plan(), "Ship on Monday morning.\nTest first.\n");
assert.deepEqual(
  report.results.map(({ status, user_modified }) => ({ status, user_modified })),
  [{ status: "APPLIED", user_modified: true }],
);

// A tool call goes through the same question. Its result says what happened, for the model to act on.
const result = await workspace.call("write_file", { path: "notes.md", content: "# Notes\n" });
assert.equal(result.success, false);
console.log(result.message);

await workspace.undo(report.receipt_id);
assert.equal(plan(), "Ship on Friday.\nTest first.\n");
