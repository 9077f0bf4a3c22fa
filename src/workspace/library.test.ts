import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ApprovalCallback } from "../approval/index.ts";
import { openWorkspace, type Workspace, type WorkspaceOptions } from "./library.ts";

let base: string;
let root: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "galley-library-"));
  root = join(base, "work");
  mkdirSync(root);
  writeFileSync(join(root, "a.txt"), "one\r\ntwo\r\n");
  writeFileSync(join(root, ".env"), "SECRET=1\n");
});
afterEach(() => rmSync(base, { recursive: true }));

function open(options: Partial<WorkspaceOptions> = {}): Promise<Workspace> {
  const environment = { XDG_STATE_HOME: join(base, "state"), XDG_CONFIG_HOME: join(base, "config") };
  return openWorkspace({ root, environment, ...options });
}

const content = (): string => readFileSync(join(root, "a.txt"), "utf8");
const ANSWER = "a.txt\n««« EDIT\ntwo\n═══════ REPL\n2\n»»» EDIT END\n";
const EDIT = { path: "a.txt", old_string: "two", new_string: "2" };
const yes: ApprovalCallback = async () => ({ action: "apply" });

describe("apply", () => {
  test("asks the callback, writes exactly that, and undo takes it back", async () => {
    const asked: string[] = [];
    const workspace = await open({
      approve: async (question) => {
        asked.push(question.description);
        return { action: "apply" };
      },
    });
    const report = await workspace.apply(ANSWER);
    expect(report).toMatchObject({ mode: "apply", files_modified: ["a.txt"], results: [{ status: "APPLIED" }] });
    expect([asked.length, content()]).toEqual([1, "one\r\n2\r\n"]);
    expect(await workspace.undo(report.receipt_id)).toMatchObject({ restored: ["a.txt"], skipped: [] });
    expect(content()).toBe("one\r\ntwo\r\n");
  });

  test("without a callback nothing that needs approval is written", async () => {
    const report = await (await open()).apply(ANSWER);
    expect(report).toMatchObject({ receipt_id: null, results: [{ status: "SKIPPED", error_type: "rejected" }] });
    expect(content()).toBe("one\r\ntwo\r\n");
  });

  test("what the config allows in words needs no callback", async () => {
    const workspace = await open({ config: { confirm_edits: false } });
    expect(await workspace.apply(ANSWER)).toMatchObject({ results: [{ status: "APPLIED" }] });
    expect(content()).toBe("one\r\n2\r\n");
  });

  test("what is only likely fails, unless the callback is to be asked about it", async () => {
    const likely = "### 1. a.txt (shorter)\n\n```\nthree\n```\n";
    const risks: string[] = [];
    const approve: ApprovalCallback = async (question) => {
      risks.push(...question.risks.map(({ kind, message }) => `${kind}: ${message}`));
      return { action: "apply" };
    };
    const workspace = await open({ approve });
    expect(await workspace.apply(likely)).toMatchObject({ results: [{ status: "FAILED", error_type: "unsure" }] });
    expect([risks, content()]).toEqual([[], "one\r\ntwo\r\n"]);
    expect(await workspace.apply(likely, { likely: "ask" })).toMatchObject({ results: [{ status: "APPLIED" }] });
    expect(risks[0]).toContain('likely: Likely an edit, not certain: line 1 of the answer: "### 1. a.txt (shorter)"');
    expect(content()).toBe("three\r\n");
    const other = likely.replace("three", "four");
    expect(await (await open()).apply(other, { likely: "ask" })).toMatchObject({ results: [{ error_type: "unsure" }] });
  });

  test("a dry run asks no one and writes nothing", async () => {
    const approve: ApprovalCallback = () => {
      throw new Error("asked");
    };
    expect(await (await open({ approve })).apply(ANSWER, { dryRun: true })).toMatchObject({ mode: "dry-run" });
    expect(content()).toBe("one\r\ntwo\r\n");
  });
});

describe("tools", () => {
  test("each has its name, what it does, and a schema in which every parameter is described", async () => {
    const tools = (await open()).tools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["read_file", "edit_file", "grep", "shell"]));
    for (const { name, description, parameters } of tools) {
      expect(description, name).not.toBe("");
      const { type, properties, required } = parameters as {
        readonly type: string;
        readonly properties: Readonly<Record<string, { readonly type?: unknown; readonly description: string }>>;
        readonly required: readonly string[];
      };
      expect([type, Array.isArray(required)]).toEqual(["object", true]);
      for (const [parameter, facts] of Object.entries(properties)) {
        expect("type" in facts || "anyOf" in facts, `${name}.${parameter}`).toBe(true);
        expect(facts.description, `${name}.${parameter}`).toMatch(/\.$/);
      }
    }
    const edit = tools.find(({ name }) => name === "edit_file")!;
    expect(edit.parameters).toMatchObject({ required: ["path", "old_string", "new_string"] });
  });

  test("a call goes through the same questions, by its name or as a tool", async () => {
    const workspace = await open({ approve: yes });
    expect(await workspace.call("edit_file", EDIT)).toMatchObject({ success: true });
    const read = workspace.tools().find(({ name }) => name === "read_file")!;
    expect(await read.call({ path: "a.txt" })).toMatchObject({ success: true, value: { content: "one\r\n2\r\n" } });
    await expect(workspace.call("nothing", {})).rejects.toThrow('There is no tool "nothing"');
  });

  test("what the user's own config denies is denied to a library too", async () => {
    mkdirSync(join(base, "config", "galley"), { recursive: true });
    const policy = [{ effect: "deny", path: "workspace/.env" }];
    writeFileSync(join(base, "config", "galley", "config.json"), JSON.stringify({ policy }));
    const result = await (await open({ approve: yes })).call("read_file", { path: ".env" });
    expect(result).toMatchObject({ success: false, error: { code: "FORBIDDEN" } });
  });
});

test("memory sandboxes have the config's shape, and what is in them can be undone while the workspace is open", async () => {
  const config = { sandboxes: { scratch: { memory: {} } }, default_sandbox: "scratch" };
  const workspace = await open({ approve: yes, config });
  expect(await workspace.call("write_file", { path: "b.txt", content: "x\n" })).toMatchObject({ success: true });
  expect(await workspace.undo()).toMatchObject({ restored: ["b.txt"] });
});

test("opening changes nothing in this process, and a wrong config is an error that names the key", async () => {
  const own = process.env["PATH"];
  const given = `${own}:${root}`;
  try {
    process.env["PATH"] = given; // The command line takes such a folder out of it.
    await open({ environment: { ...process.env, XDG_STATE_HOME: join(base, "state"), XDG_CONFIG_HOME: base } });
    expect(process.env["PATH"]).toBe(given);
  } finally {
    process.env["PATH"] = own;
  }
  await expect(open({ config: { confirm_edit: false } })).rejects.toThrow("confirm_edit");
});
