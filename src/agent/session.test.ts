import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openState, type State } from "../state/index.ts";
import { makePrompt } from "./prompt.ts";
import { containerSection, FILESYSTEM_TOOLS, workspaceSection } from "./sections.ts";
import { ActiveFiles, defineService } from "./services.ts";
import { Session } from "./session.ts";
import { toolSpec } from "../tools/index.ts";
import { vfsWorkspace, vfsSection } from "./vfs.ts";

let place: string;
let state: State;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "galley-session-"));
  state = openState({ directory: place });
});
afterEach(() => rmSync(place, { recursive: true }));

describe("T44: what a session offers", () => {
  test("one of each; a second is an error that names the first", async () => {
    const session = new Session();
    await session.add(vfsSection({ state }));
    const workspace = vfsWorkspace({ state });
    await expect(session.add(workspaceSection({ workspace }))).rejects.toThrow(
      "This session already has files, from the section vfs; the section workspace cannot add another.",
    );
    expect(() => session.install(ActiveFiles, workspace)).toThrow("the program cannot add another");
    expect(session.sections.map(({ key }) => key)).toEqual(["vfs"]);
    await expect(session.add(vfsSection({ state }))).rejects.toThrow('already has a section "vfs"');
  });

  test("keys are typed, and are themselves", () => {
    const [one, other] = [defineService<number>("count"), defineService<string>("count")];
    const session = new Session();
    session.install(one, 7);
    session.install(other, "seven");
    const sum: number = session.find(one)! + 1;
    expect([sum, session.find(other), session.find(ActiveFiles)]).toEqual([8, "seven", null]);
    expect(() => session.workspace()).toThrow("This session has no files");
  });
});

describe("S2-16, S2-29: sections", () => {
  test("titles, keys and tools", () => {
    const workspace = vfsWorkspace({ state });
    const facts = [
      vfsSection({ state }),
      containerSection({ workspace }),
      workspaceSection({ workspace, tools: "native" }),
      workspaceSection({ workspace }),
    ].map(({ title, key, tools }) => [title, key, tools]);
    const shared = ["ls", "read_file", "write_file", "edit_file", "glob", "grep", "rm"];
    expect([...FILESYSTEM_TOOLS]).toEqual(shared);
    expect(facts).toEqual([
      ["Virtual Filesystem", "vfs", shared],
      ["Sandbox", "podman", [...shared, "shell", "eval"]],
      ["Workspace", "workspace", []],
      ["Workspace", "workspace", shared],
    ]);
  });

  test("bring their words, and are closed in turn, whatever one of them does", async () => {
    const closed: string[] = [];
    const part = (key: string, fails = false) => ({
      title: key.toUpperCase(),
      key,
      tools: [],
      prompt: () => `words of ${key}`,
      open: () => undefined,
      close: () => {
        closed.push(key);
        if (fails) throw new Error(`${key} would not close`);
      },
    });
    const session = new Session();
    for (const section of [part("a"), part("b", true), part("c")]) await session.add(section);
    const { system } = await makePrompt(session, "tools");
    expect(system).toMatch(/# A\n\nwords of a\n\n# B\n\nwords of b\n\n# C\n\nwords of c/);
    await expect(session.close()).rejects.toThrow("b would not close");
    expect(closed).toEqual(["c", "b", "a"]);
  });

  test("every shared tool has a schema that a provider takes", async () => {
    const session = new Session();
    await session.add(vfsSection({ state }));
    const specs = await Promise.all(session.toolNames().map(async (name) => toolSpec((await session.tool(name))!)));
    for (const { parameters } of specs) {
      expect(parameters).toMatchObject({ type: "object", additionalProperties: false });
      expect(JSON.stringify(parameters)).not.toContain("$schema");
    }
    expect(specs.find(({ name }) => name === "edit_file")!.parameters).toMatchObject({
      properties: { path: { type: "string" }, old_string: { type: "string" } },
      required: ["path", "old_string", "new_string"],
    });
    expect(specs.find(({ name }) => name === "ls")!.parameters).toMatchObject({ required: [] });
  });
});

test("the block prompt shows the files as they are now, in fences that nothing inside can close", async () => {
  const session = new Session();
  const files = { "a.md": "````\nx\n````", bin: Uint8Array.of(0), "big.txt": "x".repeat(200_000) };
  await session.add(vfsSection({ state, files }));
  for (const name of [...Object.keys(files), "gone.txt"]) session.context.add(session.workspace().resolve(name));
  const { system, shown, left } = await makePrompt(session, "blocks");
  expect([...shown]).toEqual(["vfs/a.md"]);
  expect(system).toContain("a.md\n`````\n````\nx\n````\n`````");
  expect(left).toEqual([
    "bin is selected but not shown: it is neither text nor an image that models take.",
    "big.txt is selected but not shown: it has about 50,000 tokens and there is room for 49,997.",
    "gone.txt is selected but not shown: it does not exist.",
  ]);
  for (const sentence of left) expect(system).toContain(sentence);
});
