// What a rule hides is hidden in a conversation too: Tab does not offer it, and /diff draws nothing of it.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepare } from "../../commit/index.ts";
import type { EditId } from "../../edits/index.ts";
import { completions } from "./completion.ts";
import type { Conversation } from "./conversation.ts";
import { diffOf, unifiedOf } from "./slash/diff.ts";
import { openLocal, type LocalWorkspace } from "../../workspace/index.ts";

let base: string;
let root: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "galley-hidden-"));
  root = join(base, "work");
  mkdirSync(join(root, "vault"), { recursive: true });
  writeFileSync(join(root, "vault", "key"), "hunter2\n");
  writeFileSync(join(root, "value.txt"), "hunter2\n");
  symlinkSync("vault/key", join(root, "valet"));
});
afterEach(() => rmSync(base, { recursive: true }));

function open(policy: readonly object[]): Promise<LocalWorkspace> {
  writeFileSync(join(base, "config.json"), JSON.stringify({ policy, confirm_edits: false }));
  return openLocal({
    root,
    config: join(base, "config.json"),
    environment: { XDG_STATE_HOME: join(base, "state"), XDG_CONFIG_HOME: join(base, "config") },
    signal: new AbortController().signal,
    note: () => {},
  });
}

const offered = async (text: string, workspace: LocalWorkspace): Promise<readonly string[]> =>
  // Paths are completed from the workspace alone.
  (await completions(text, text.length, { workspace } as unknown as Conversation))?.choices ?? [];

test("Tab offers no hidden name, and nothing below a hidden folder", async () => {
  const free = await open([]);
  expect(await offered("/add va", free)).toEqual(["valet", "value.txt", "vault/"]);
  const denying = await open([{ effect: "deny", path: "workspace/vault/**" }]);
  expect(await offered("/add va", denying)).toEqual(["value.txt"]);
  expect(await offered("/add vault/", denying)).toEqual([]);
  const asking = await open([{ effect: "ask", path: "workspace/vault/**" }]);
  expect(await offered("/add vault/", asking)).toEqual(["vault/key"]);
});

test("/diff names a file that is hidden by now, and draws nothing of it", async () => {
  const before = await open([]);
  const path = before.resolve("value.txt");
  const edits = [
    {
      id: "1" as EditId,
      path,
      source: { format: "tool", from: 0, to: 0 },
      change: { kind: "overwrite", content: "other\n" },
    },
  ] as const;
  const { signal } = new AbortController();
  await before.carryOut(await prepare(edits, before.approved), { atomic: false, reviewer: null, yes: true, signal });
  const drawn = async (workspace: LocalWorkspace): Promise<string> => {
    const { addresses, show, hides } = workspace;
    const state = await workspace.state();
    const receipts = state.log.list().entries.map(({ receipt_id }) => receipt_id);
    return unifiedOf(diffOf(state, { addresses, show, hides, receipts }).files);
  };
  expect(await drawn(before)).toContain("hunter2");
  const after = await drawn(await open([{ effect: "deny", path: "workspace/value.txt" }]));
  expect(after).toMatch(/^--- value\.txt\n\(hidden: the rule deny .* forbids it\)$/);
});
