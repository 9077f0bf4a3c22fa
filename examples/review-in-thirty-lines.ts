// Review in thirty lines: an edit tool for an agent's loop that asks before it writes, on a real folder.
// It checks itself at the end. Replace the callback by your own question to a person.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { carryOut } from "galley/commit";
import { createEditTool } from "galley/compat";
import { createSandbox } from "galley/fs";
import { openHostFiles } from "galley/fs/node";
import { openState } from "galley/state";

const folder = mkdtempSync(join(tmpdir(), "galley-example-"));
writeFileSync(join(folder, "plan.md"), "Ship on Friday.\nTest first.\n");

const root = {
  name: "notes",
  files: openHostFiles({ root: folder }),
  mode: "rw",
  suffixes: null,
  maxFileBytes: null,
} as const;
const sandbox = createSandbox({ roots: [root], defaultRoot: "notes" });
const state = openState({ directory: mkdtempSync(join(tmpdir(), "galley-example-state-")) });
const edit = createEditTool({
  sandbox,
  carryOut: (plan, options) => carryOut({ plan, files: sandbox, state, ...options }),
});

const args = { path: "plan.md", oldText: "Friday", newText: "Monday" };
const result = await edit.execute("call-1", args, undefined, undefined, {
  requestConfirmation: async ({ path, diff, suggestedContent }) => {
    process.stdout.write(`${path}\n${diff}`);
    return { action: "modify", content: suggestedContent.replace("Monday", "Monday morning") };
  },
});

assert.equal(readFileSync(join(folder, "plan.md"), "utf8"), "Ship on Monday morning.\nTest first.\n");
assert.match(result.content[0]!.text, /^Successfully applied user-modified edit to notes\/plan\.md\./);
assert.equal(result.details.userModified, true);
