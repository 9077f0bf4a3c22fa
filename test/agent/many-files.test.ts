// An answer that creates thousands of files: each selected file is read a bounded number of times, and what the model is
// given about them is bounded.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { runWithApprovals } from "../../src/agent/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import { ensureBuilt } from "../built.ts";
import { Running } from "./running.ts";
import { approveAll, newSession } from "./scripted-run.ts";

beforeAll(ensureBuilt);

const block = (at: number): string =>
  `src/module-${at}/a-file-with-a-long-name-${at}.txt\n««« EDIT\n═══════ REPL\n${at}\n»»» EDIT END\n`;

test("3,000 files created at once: the next request has a bounded note, and no file is read for every other", async () => {
  const files = 3_000;
  const text = Array.from({ length: files }, (_, at) => block(at)).join("\n");
  const session = await newSession();
  const { files: disk } = session.workspace();
  const { readBytes } = disk;
  let reads = 0;
  Object.assign(disk, {
    readBytes: (...given: Parameters<typeof readBytes>) => {
      reads += 1;
      return readBytes.apply(disk, given);
    },
  });
  const model = scriptedModel([text, "Fine."], { piece: 4_000 });
  const options = { model, session, approve: approveAll, mode: "blocks" } as const;
  expect(await runWithApprovals({ ...options, prompt: "create them" })).toMatchObject({ kind: "done" });
  expect(reads).toBeGreaterThanOrEqual(files);
  expect(reads).toBeLessThan(files * 20);
  expect(await runWithApprovals({ ...options, prompt: "and now" })).toMatchObject({ kind: "done" });
  const last = model.requests.at(-1)!.messages.at(-1)!;
  const notes = last.role === "user" ? (last.notes ?? []).join("\n") : "";
  expect(notes).toContain("more characters of this note are left out");
  expect(notes.length).toBeLessThan(25_000);
}, 120_000);

test("hundreds of files created on disk by galley run: what the resumed conversation sends about them is bounded", async () => {
  const files = 600; // 3,000 do the same and take a minute.
  const text = Array.from({ length: files }, (_, at) => block(at)).join("\n");
  const place = new Running();
  try {
    const env = await place.serve([{ text, piece: 4_000 }, { text: "Fine." }]);
    const created = await place.run(["--mode", "blocks", "--approve", "all", "create them"], env);
    expect(created.code).toBe(0);
    expect(readdirSync(join(place.folder, "work", "src"))).toHaveLength(files);
    const next = await place.run(["--resume", "last", "--mode", "blocks", "and now"], env);
    expect([next.code, next.out]).toEqual([0, "Fine.\n"]);
    const { messages } = place.server.requests.at(-1)!.body as { messages: readonly { content: unknown }[] };
    const last = String(messages.at(-1)!.content);
    expect(last).toContain("more characters of this note are left out");
    expect(last.length).toBeLessThan(25_000);
  } finally {
    await place.close();
  }
}, 240_000);
