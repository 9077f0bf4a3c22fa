// A model that looks for what a rule hides: whatever it calls, nothing that is sent to it shows a trace.

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Step } from "../../src/testing/index.ts";
import { ensureBuilt } from "../built.ts";
import { Running } from "./running.ts";

const SECRET = "hunter2-marker";

let running: Running;
beforeAll(ensureBuilt);
beforeEach(() => {
  running = new Running();
  const work = join(running.folder, "work");
  mkdirSync(join(work, "vault"));
  writeFileSync(join(work, "vault", "key.ts"), `export const vaultKey = "${SECRET}";\n`);
  writeFileSync(join(work, "b.ts"), "export const b = 1;\n");
  symlinkSync("vault/key.ts", join(work, "innocent.ts"));
});
afterEach(() => running.close());

const call = (name: string, args: object): Step => ({ calls: [{ name, arguments: { ...args } }] });

async function sentIn(steps: readonly Step[], args: readonly string[], effect = "deny"): Promise<string> {
  const env = await running.serve([...steps, { text: "Done." }]);
  const file = join(running.folder, "config.json");
  const config = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...config, policy: [{ effect, path: "workspace/vault/**" }] }));
  const { out, err } = await running.run(args, env);
  expect(out + err).not.toContain(SECRET);
  return JSON.stringify(running.server.requests.map(({ body }) => body));
}

test("searches, listings and the map show no trace of it", async () => {
  const sent = await sentIn(
    [
      call("ls", {}),
      call("glob", { pattern: "**" }),
      call("grep", { pattern: "export|hunter" }),
      call("grep", { pattern: "hunter", include_ignored: true }),
      call("edit_file", { path: "b.ts", old_string: "export const vault = 1;", new_string: "x" }),
    ],
    ["look around", "--approve", "all"],
  );
  expect(sent).toContain("b.ts");
  for (const trace of [SECRET, "key.ts", "vaultKey", "innocent"]) expect(sent).not.toContain(trace);
});

test.each(["deny", "ask"])("what it names itself is not shown to it either: %s", async (effect) => {
  const path = "vault/key.ts";
  const sent = await sentIn(
    [
      call("read_file", { path }),
      call("read_file", { path: "innocent.ts" }),
      call("edit_file", { path, old_string: "export const key", new_string: "x" }),
      call("edit_file", { path, old_string: "export const", new_string: "x" }),
      call("write_file", { path, content: "x" }),
      call("grep", { path: "vault", pattern: "export" }),
      call("ls", { path: "vault" }),
    ],
    ["read it"],
    effect,
  );
  expect(sent).not.toContain(SECRET);
  expect(sent).not.toContain("vaultKey");
});

test("an edit block for it is not applied, and the answer shows nothing of it", async () => {
  const text = "vault/key.ts\n««« EDIT\nexport const key = 1;\n═══════ REPL\nx\n»»» EDIT END\n";
  const sent = await sentIn(
    [{ text }],
    ["change it", "--mode", "blocks", "--approve", "all", "--context", "vault/key.ts"],
  );
  expect(sent).not.toContain(SECRET);
  expect(sent).not.toContain("vaultKey");
});
