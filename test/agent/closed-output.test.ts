// `galley run … | head -1`: a reader that has gone ends the work at once, without a word about it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Step } from "../../src/testing/index.ts";
import { ensureBuilt, program } from "../built.ts";
import { EDIT, READ, Running, type Env } from "./running.ts";

let place: Running;
beforeAll(ensureBuilt);
beforeEach(() => {
  place = new Running();
});
afterEach(() => place.close());

type Piped = { readonly code: number; readonly out: string; readonly err: string };

/** Runs galley with its output in a pipe that the shell command reads; the file `gone` is there when that has ended. */
async function piped(command: string, reader: string, env: Env, input = ""): Promise<Piped> {
  const line = `{ ${command}; echo $? > code; } | { ${reader}; exec <&-; echo > gone; }`;
  const child = spawn("setsid", ["-w", "sh", "-c", line], { env, cwd: place.folder, stdio: "pipe" });
  child.stdin.write(input); // And left open: whoever types has not gone.
  const closed = once(child, "close");
  const [out, err] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  await closed;
  return { code: Number(readFileSync(join(place.folder, "code"), "utf8")), out, err };
}

const runLine = (...args: readonly string[]): string =>
  `"${process.execPath}" "${program}" run --config config.json --root work --approve all ${args.join(" ")}`;

const BACK: Step = { text: "Here I am." };

/** The step, unless the conversation goes on already. */
const before =
  (step: Step): ((request: { readonly body: unknown }) => Step) =>
  ({ body }) =>
    JSON.stringify(body).includes("still there?") ? BACK : step;

describe("galley run into a pipe that is closed", () => {
  test.each([[""], ["--json"]])("while words stream %s: the answer is cut, no other is asked for", async (json) => {
    const slow = { text: "first line\n".padEnd(4_000_000, "word "), piece: 50, calls: EDIT.calls! };
    const env = await place.serve([READ, slow, READ, READ].map(before));
    const { code, out, err } = await piped(runLine(json, "talk"), "head -1", env);
    expect(out).toMatch(json === "" ? /^first line\n$/ : /^\{"type":"run-start".*\n$/);
    expect(code).toBe(130);
    expect(err).toBe(json === "" ? "  read_file(a.txt)\n  ✓ Read workspace/a.txt: 2 lines.\n" : "");
    expect(place.server.requests.length).toBeLessThanOrEqual(2);
    expect(place.content()).toBe("one\ntwo\n");
    expect((await place.run(["--resume", "last", "still there?"], env)).out).toBe("Here I am.\n");
    expect(place.lastRequest()).toContain("talk");
    expect(place.server.refused).toEqual([]);
  });

  test("--json, before a call: it is not begun, although all is approved", async () => {
    const write: Step = { calls: [{ name: "write_file", arguments: { path: "b.txt", content: "b\n" } }] };
    const whenGone = (): Step => {
      const clock = new Int32Array(new SharedArrayBuffer(4));
      for (let tries = 0; tries < 1_000 && !existsSync(join(place.folder, "gone")); tries += 1)
        Atomics.wait(clock, 0, 0, 10);
      return write;
    };
    const env = await place.serve([whenGone, write, write]);
    const { code, err } = await piped(runLine("--json", "write"), "head -1", env);
    expect([code, err]).toEqual([130, ""]);
    expect(place.server.requests.length).toBeLessThanOrEqual(1);
    expect(existsSync(join(place.folder, "work", "b.txt"))).toBe(false);
  });

  test("--json that could not even start says nothing either", async () => {
    const env = await place.serve([]);
    const { code, err } = await piped(`sleep 0.3; ${runLine("--json", "--resume", "aaaa-bbbb", "x")}`, ":", env);
    expect([code, err]).toEqual([2, ""]);
  });

  test("after all is done: the exit code says what became of the work", async () => {
    const env = await place.serve([{ text: "Done." }]);
    const { code, out } = await piped(runLine("--json", "speak"), "grep -m1 run-end", env);
    expect([code, JSON.parse(out)]).toMatchObject([0, { outcome: "done", exit_code: 0 }]);
  });
});

test("galley chat on a disk that is full says so once and ends as galley run does", async () => {
  const env = await place.serve([{ text: "word" }, BACK]);
  const line = `"${process.execPath}" "${program}" chat --config config.json --root work > /dev/full`;
  const child = spawn("setsid", ["-w", "sh", "-c", line], { env, cwd: place.folder, stdio: "pipe" });
  child.stdin.write("hello\n");
  const closed = once(child, "close");
  const err = await textOf(child.stderr);
  expect((await closed)[0]).toBe(1);
  expect(err).toMatch(/^galley: The output could not be written, so the conversation ended: .*ENOSPC.*\n$/);
});

test("galley chat into a pipe that is closed ends, quietly, and what was said is kept", async () => {
  const slow: Step = { text: "word.\n\n".repeat(300_000), piece: 50 };
  const env = await place.serve([slow, slow].map(before));
  const command = `"${process.execPath}" "${program}" chat --config config.json --root work`;
  const { code, out, err } = await piped(command, "head -1", env, "tell me a lot\n");
  expect(out).toMatch(/^galley in work.*\n$/);
  expect([code, err]).toEqual([130, ""]);
  expect((await place.run(["--resume", "last", "still there?"], env)).out).toBe("Here I am.\n");
  expect(place.lastRequest()).toContain("tell me a lot");
  expect(place.server.refused).toEqual([]);
});
