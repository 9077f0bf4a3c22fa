// What a conversation shows the model: selected files by name, folder and pattern, as they stand at each request, within
// a budget; a map of the rest that obeys the rules for reading; and in tool mode no edit of what was not seen.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import treeSitter from "@vscode/tree-sitter-wasm";
import { describe, expect, test } from "vitest";
import {
  addFiles,
  contextMap,
  dropFiles,
  DEFAULT_WINDOW,
  filesTokens,
  listFiles,
  Session,
  Symbols,
  vfsSection,
  type VfsOptions,
} from "../../src/agent/index.ts";
import { asReal } from "../../src/base/index.ts";
import { createSymbolParser, type FileSymbols } from "../../src/symbols/index.ts";
import { DisplayBuffer, type Line } from "../../src/testing/index.ts";
import { memoryOf, newSession, newState, read, resultsIn, turn } from "./scripted-run.ts";

const FILES_BUDGET = filesTokens(DEFAULT_WINDOW);

const FILES = { "a.txt": "one\n", "src/b.ts": "export const b = 1;\n", "src/c.ts": "export function c() {}\n" };

const withRules = async (rules: Partial<VfsOptions>, files: Record<string, string> = FILES): Promise<Session> => {
  const session = new Session();
  await session.add(vfsSection({ files, state: newState(), ...rules }));
  return session;
};
const ASKS_TO_READ = { read_approval: true, write_approval: false, edit_approval: false };
const DENIES: NonNullable<VfsOptions["policy"]> = {
  user: [{ effect: "deny", path: "vfs/src/c.ts", origin: "a test" }],
  project: [],
  remembered: [],
  matches: (glob, path) => glob === path,
};
/** Somebody else saves a file. */
const save = async (session: Session, path: string, content: string): Promise<void> => {
  await memoryOf(session).write(path, content);
};
/** What a write of text would refuse. */
const saveBytes = async (session: Session, path: string, bytes: Uint8Array): Promise<void> => {
  const { staging, readBytes } = memoryOf(session);
  const { version } = await readBytes(path);
  await staging.stage(asReal(path), "t", bytes, { mode: null });
  await staging.replace(asReal(path), "t", { expect: version });
};
const block = (path: string, find: string, put: string): string =>
  `${path}\n««« EDIT\n${find}═══════ REPL\n${put}»»» EDIT END\n`;

describe("adding", () => {
  test.each<[string, string, readonly string[]]>([
    ["a file", "a.txt", ["a.txt"]],
    ["a folder", "src", ["src/b.ts", "src/c.ts"]],
    ["a folder with its slash", "src/", ["src/b.ts", "src/c.ts"]],
    ["a pattern", "src/*.ts", ["src/b.ts", "src/c.ts"]],
    ["everything", "**", ["a.txt", "src/b.ts", "src/c.ts"]],
  ])("%s", async (_, given, expected) => {
    const session = await newSession(FILES);
    const added = await addFiles(session, given);
    expect(added.map(({ kind, path }) => `${kind} ${path}`)).toEqual(expected.map((path) => `added ${path}`));
    expect([...session.context]).toEqual(expected.map((path) => `vfs/${path}`));
  });

  test.each<[string, string, RegExp]>([
    ["what is not there", "none.txt", /^none\.txt was not added: it does not exist\.$/],
    ["what is not text", "bin", /^bin was not added: it is neither text nor an image that models take\.$/],
    ["what is outside", "../x", /./],
    ["a pattern that fits nothing", "*.md", /^Nothing here matches \*\.md\.$/],
    ["what has no room", "big.txt", /^big\.txt was not added: it has about 50,001 tokens and there is room for 50,000/],
    ["more than anybody means", "many", /names 101 files; at most 100 are added at once\. Name fewer\.$/],
  ])("refuses %s, with the reason", async (_, given, message) => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (__, at) => [`many/${at}`, "x"]));
    const files = { ...FILES, bin: Uint8Array.of(0), "big.txt": "x".repeat(4 * FILES_BUDGET + 1), ...many };
    const session = await newSession(files);
    expect(await addFiles(session, given)).toEqual([
      { kind: "refused", path: given, message: expect.stringMatching(message) as string },
    ]);
    expect(session.context.size).toBe(0);
  });

  test("a name that looks like a pattern is a name when such a file is there", async () => {
    const session = await newSession({ "[id].ts": "x\n", "i.ts": "y\n" });
    await addFiles(session, "[id].ts");
    expect([...session.context]).toEqual(["vfs/[id].ts"]);
  });

  test("the user's own request is enough where reading needs approval; a deny rule wins over everyone", async () => {
    const asking = await withRules({ flags: ASKS_TO_READ });
    expect(await addFiles(asking, "a.txt", { by: "model" })).toMatchObject([{ kind: "refused" }]);
    expect(await addFiles(asking, "a.txt")).toMatchObject([{ kind: "added" }]);
    const denying = await withRules({ policy: DENIES });
    expect(await addFiles(denying, "src/c.ts")).toMatchObject([
      { kind: "refused", message: expect.stringMatching(/^src\/c\.ts was not added: .*forbids it\.$/) as string },
    ]);
  });
});

describe("dropping and listing", () => {
  test.each([
    ["a.txt", ["a.txt"]],
    ["src", ["src/b.ts", "src/c.ts"]],
    ["src/*.ts", ["src/b.ts", "src/c.ts"]],
    ["none.txt", []],
    ["../x", []],
  ])("%s", async (given, expected) => {
    const session = await newSession(FILES);
    await addFiles(session, "**");
    expect(dropFiles(session, given)).toEqual(expected);
    expect(session.context.size).toBe(3 - expected.length);
  });

  test("what is gone from the disk can still be dropped, by name or by pattern", async () => {
    for (const given of ["src/b.ts", "src", "src/*.ts"]) {
      const session = await newSession(FILES);
      await addFiles(session, "src/b.ts");
      await memoryOf(session).delete("src");
      expect(dropFiles(session, given)).toEqual(["src/b.ts"]);
    }
  });

  test("the list says what each takes, and why one is not shown", async () => {
    const session = await newSession({ "a.txt": "12345678", "b.txt": "x" });
    await addFiles(session, "*");
    await saveBytes(session, "b.txt", Uint8Array.of(0));
    expect(await listFiles(session)).toEqual({
      files: [
        { path: "a.txt", tokens: 2, why: null, part: null },
        { path: "b.txt", tokens: null, why: "it is neither text nor an image that models take", part: null },
      ],
      tokens: 2,
      budget: FILES_BUDGET,
    });
  });
});

describe("what a request shows", () => {
  const systems = async (
    session: Session,
    mode: "blocks" | "tools",
    between: () => Promise<void>,
  ): Promise<string[]> => {
    const first = await turn(["ok"], { session, mode });
    await between();
    const second = await turn(["ok"], { session, mode });
    return [first, second].map(({ model }) => model.requests[0]!.system);
  };

  test.each(["blocks", "tools"] as const)("in %s mode a file that changed is shown as it is now", async (mode) => {
    const session = await newSession(FILES);
    await addFiles(session, "a.txt");
    const [before, after] = await systems(session, mode, () => save(session, "a.txt", "two\n"));
    expect(before).toContain("a.txt\n```\none\n```");
    expect(before).not.toContain("Changed since");
    expect(after).toContain("a.txt\n```\ntwo\n```\n\nChanged since you last saw them: a.txt.");
  });

  test("a file that has no room any more is named to the model and, once a turn, to the person", async () => {
    const session = await newSession(FILES);
    await addFiles(session, "a.txt");
    await save(session, "a.txt", "x".repeat(4 * FILES_BUDGET + 1));
    const { model, result } = await turn(["ok"], { session, mode: "blocks" });
    expect(result.notes).toEqual([
      expect.stringMatching(/^a\.txt is selected but not shown: it has about 50,001 tokens/),
    ]);
    expect(model.requests[0]!.system).toContain(result.notes[0]);
    const answered = await turn([block("a.txt", "x\n", "y\n")], { session, mode: "blocks" });
    expect(answered.result.report!.files_auto_added, "it would not be shown").toEqual([]);
    expect(answered.result.complete).toMatchObject({ note: expect.stringContaining("a.txt was not added") as string });
  });
});

describe("in tool mode", () => {
  const edit = (path: string, from: string): Line => ({
    tool: "edit_file",
    args: { path, old_string: from, new_string: "two" },
  });
  const codes = async (session: Session, script: readonly Line[]): Promise<string[]> => {
    await turn([...script, "done"], { session, mode: "tools" });
    return resultsIn(session.messages).map(({ content, isError }) => (isError ? content.split(":", 1)[0]! : "ok"));
  };

  test("a selected file is seen, so it can be edited at once; another is NOT_SEEN", async () => {
    const session = await newSession(FILES);
    await addFiles(session, "a.txt");
    expect(await codes(session, [edit("a.txt", "one"), edit("src/b.ts", "1")])).toEqual(["ok", "NOT_SEEN"]);
    expect([await read(session), await read(session, "src/b.ts")]).toEqual(["two\n", FILES["src/b.ts"]]);
  });

  test("what changed after the request showed it is STALE", async () => {
    const session = await newSession(FILES);
    await addFiles(session, "a.txt");
    let saved = Promise.resolve();
    // Between the request that shows the file and the call that edits it, somebody saves it.
    const display = new DisplayBuffer(([name]) => {
      if (name === "onToolCall") saved = save(session, "a.txt", "one more\n");
    });
    await turn([edit("a.txt", "one"), "done"], { session, mode: "tools", display });
    await saved;
    expect(resultsIn(session.messages)[0]!.content).toMatch(/^STALE: vfs\/a\.txt changed after it was read/);
    expect(await read(session)).toBe("one more\n");
  });

  test("what was dropped has to be read again", async () => {
    const session = await newSession(FILES);
    await addFiles(session, "a.txt");
    await turn(["ok"], { session, mode: "tools" });
    dropFiles(session, "a.txt");
    expect(await codes(session, [edit("a.txt", "one")])).toEqual(["NOT_SEEN"]);
  });
});

describe("the map of the rest", () => {
  const { resolve } = createRequire(import.meta.url);
  const parser = createSymbolParser({
    treeSitter: async () => treeSitter,
    grammar: (name) => readFile(resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`)),
  });
  const install = (session: Session): Map<string, FileSymbols> => {
    const known = new Map<string, FileSymbols>();
    const cache = {
      get: (version: string) => known.get(version) ?? null,
      set: (version: string, symbols: FileSymbols) => void known.set(version, symbols),
    };
    session.install(Symbols, { open: async () => ({ parser, cache }) });
    return known;
  };

  test("a request names what the files define that it does not show", async () => {
    const session = await newSession(FILES);
    install(session);
    await addFiles(session, "src/b.ts");
    const { model } = await turn(["ok"], { session, mode: "blocks" });
    const { system } = model.requests[0]!;
    expect(system).toContain("# What the other files define");
    expect(system).toContain("src/c.ts\n  1  export function c() {}");
    expect(system.match(/src\/b\.ts/g), "shown whole, so not on the map").toHaveLength(1);
  });

  test("S4-18: a changed file is parsed again, the others are known by their version", async () => {
    const session = await newSession(FILES);
    install(session);
    expect(await contextMap(session)).toMatchObject({ parsed: 2 });
    expect(await contextMap(session)).toMatchObject({ parsed: 0 });
    await addFiles(session, "src/b.ts");
    await turn([block("src/b.ts", "export const b = 1;\n", "export const other = 2;\n")], { session, mode: "blocks" });
    dropFiles(session, "src/b.ts");
    const after = await contextMap(session);
    expect(after).toMatchObject({ parsed: 1 });
    expect(after!.text).toContain("export const other = 2;");
    expect(after!.text).not.toContain("const b");
  });

  test.each([
    ["asked for", { flags: ASKS_TO_READ }, []],
    ["denied", { policy: DENIES }, ["src/b.ts"]],
  ])("what has to be %s is not on it", async (_, rules, expected) => {
    const session = await withRules(rules);
    install(session);
    const map = await contextMap(session);
    expect(map!.text.match(/^\S+$/gm) ?? []).toEqual(expected);
  });

  test("it stays within its budget and says what had no room", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`f${at}.ts`, `export function name${at}() {}\n`]),
    );
    const session = await newSession(many);
    install(session);
    const map = await contextMap(session, { tokens: 100, words: "please look at name17" });
    expect(map!.tokens).toBeLessThanOrEqual(100);
    expect(map!.text).toMatch(/\[\d+ more definitions had no room in this map\]/);
  });

  test("a map that cannot be drawn is reported, and the turn continues", async () => {
    const session = await newSession(FILES);
    session.install(Symbols, { open: async () => Promise.reject(new Error("no grammars here")) });
    const { result } = await turn(["ok"], { session, mode: "blocks" });
    expect(result).toMatchObject({ kind: "done", text: "ok" });
    expect(result.notes).toEqual(["The map of the other files could not be made: no grammars here"]);
  });
});
