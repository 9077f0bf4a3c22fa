// From a person's "always" in a review to a rule in state, to a change nobody is asked about, in another process's shoes:
// every step opens the workspace anew.

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  offersFor,
  THIS_SESSION,
  type ApprovalPayload,
  type Decision,
  type Remember,
  type Reviewer,
  type Scope,
} from "../approval/index.ts";
import { judgeCall } from "../ask/index.ts";
import { asReal, versionOf, type Digest, type Version } from "../base/index.ts";
import { prepare } from "../commit/index.ts";
import type { EditId } from "../edits/index.ts";
import { openLocal, type LocalWorkspace, type LocalOptions } from "./local.ts";

let base: string;
let root: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "galley-memory-"));
  root = join(base, "work");
  mkdirSync(join(root, "src"), { recursive: true });
  for (const name of ["src/a.txt", "src/b.txt", "c.txt"]) writeFileSync(join(root, name), "one\n");
});
afterEach(() => rmSync(base, { recursive: true }));

function open(more: Partial<LocalOptions> = {}): Promise<LocalWorkspace> {
  return openLocal({
    root,
    config: null,
    environment: { XDG_STATE_HOME: join(base, "state"), XDG_CONFIG_HOME: join(base, "config") },
    signal: new AbortController().signal,
    note: () => {},
    ...more,
  });
}

/** A reviewer that says yes to everything and asks to keep a rule. */
function always(wish: (path: string) => Remember | undefined): Reviewer & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    ask: async (payload: ApprovalPayload): Promise<Decision> => {
      asked.push(payload.path);
      const remember = wish(payload.path);
      return {
        approval_id: payload.approval_id,
        ...(remember ? { remember } : {}),
        items: [
          {
            action: "apply",
            digest: payload.digest as Digest,
            after: ("after" in payload ? payload.after : null) as Version | null,
            by: { kind: "person" },
          },
        ],
      };
    },
  };
}

async function edit(workspace: LocalWorkspace, name: string, put: string, reviewer: Reviewer | null): Promise<string> {
  const path = workspace.resolve(name);
  const before = readFileSync(join(root, name), "utf8");
  const plan = await prepare(
    [
      {
        id: "1" as EditId,
        path,
        source: { format: "tool", from: 0, to: 0 },
        change: { kind: "replace", find: before, put, match: "chars", all: false },
      },
    ],
    workspace.files,
  );
  const options = { atomic: false, reviewer, yes: false, signal: new AbortController().signal };
  const { receipt } = await workspace.carryOut(plan, options);
  return receipt.files[0]!.kind;
}

const offer = (scope: Scope) => (path: string) => {
  const found = offersFor({ tool: "edit_file", paths: [path] }).find((one) => one.scope === scope);
  expect(found).toBeDefined();
  return found;
};

test("always for a file: kept, reported, and the next change of it is not asked about", async () => {
  const first = await open();
  const person = always(offer("file"));
  expect(await edit(first, "src/a.txt", "two\n", person)).toBe("written");
  const [note, ...rest] = first.notes();
  expect([note, rest]).toEqual([
    expect.stringMatching(/^From now on without asking: edit_file on workspace\/src\/a\.txt\. .* revoke \S+$/),
    [],
  ]);
  const second = await open();
  expect(await edit(second, "src/a.txt", "three\n", null)).toBe("written");
  expect(await edit(second, "src/b.txt", "two\n", null)).toBe("rejected");
  expect(readFileSync(join(root, "src/a.txt"), "utf8")).toBe("three\n");
  const { rules } = (await second.state()).rules.list();
  expect(rules).toEqual([
    {
      id: expect.any(String),
      effect: "allow",
      tool: "edit_file",
      path: "src/a.txt",
      scope: "file",
      root: { kind: "host", root },
      identity: expect.stringMatching(/^\d+ (made|on) \d+$/),
      at: expect.stringMatching(/^\d{4}-/),
      command: null,
      session: null,
    },
  ]);
  expect((await second.state()).log.list().entries.map((entry) => entry.decided_by)).toEqual(["rule", "person"]);
});

test("the same process hears the rule at once", async () => {
  const workspace = await open();
  const person = always((path) => (path.includes("/src/") ? offer("directory")(path) : undefined));
  await edit(workspace, "src/a.txt", "two\n", person);
  await edit(workspace, "src/b.txt", "two\n", person);
  await edit(workspace, "c.txt", "two\n", person);
  expect(person.asked).toEqual(["workspace/src/a.txt", "workspace/c.txt"]);
});

test("a root is known by where it lives, not by its name", async () => {
  await edit(await open(), "c.txt", "two\n", always(offer("file")));
  const config = join(base, "galley.json");
  writeFileSync(config, JSON.stringify({ sandboxes: { app: { root: "work" } }, default_sandbox: "app" }));
  expect(await edit(await open({ config }), "c.txt", "three\n", null)).toBe("written");
  mkdirSync(join(base, "other"));
  writeFileSync(join(base, "other", "c.txt"), "one\n");
  const other = await open({ root: join(base, "other") });
  const targets = [other.files.resolve("workspace/c.txt")];
  const verdict = await judgeCall(other.gate, { tool: "edit_file", access: "edit", targets });
  expect(verdict.effect).toBe("ask");
});

test.each([
  ["a deny rule", { policy: [{ effect: "deny", path: "workspace/c.txt" }] }, "deny by deny-rule"],
  ["your own ask", { policy: [{ effect: "ask", path: "workspace/c.txt" }] }, "ask by user-rule"],
])("%s is heard before a remembered rule", async (_, config, expected) => {
  await edit(await open(), "c.txt", "two\n", always(offer("root")));
  const file = join(base, "galley.json");
  writeFileSync(file, JSON.stringify(config));
  const targets = [{ path: asReal("workspace/c.txt"), real: asReal("workspace/c.txt") }];
  const judged = async ({ gate }: LocalWorkspace): Promise<string> => {
    const { effect, source } = await judgeCall(gate, { tool: "edit_file", access: "edit", targets });
    return `${effect} by ${source}`;
  };
  expect(await judged(await open())).toBe("allow by remembered");
  expect(await judged(await open({ config: file }))).toBe(expected);
});

test("a rule for everything opens no protected path, by name or by link", async () => {
  await edit(await open(), "c.txt", "two\n", always(offer("root")));
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, ".git", "config"), "x\n");
  symlinkSync(".git/config", join(root, "innocent"));
  const { gate, files } = await open();
  for (const path of ["workspace/.git/config", "workspace/innocent"]) {
    const verdict = await judgeCall(gate, { tool: "edit_file", access: "edit", targets: [files.resolve(path)] });
    expect(`${verdict.effect} by ${verdict.source}`).toBe("ask by protected");
  }
});

test("a link to a file outside the rule's directory is not covered", async () => {
  await edit(await open(), "src/a.txt", "two\n", always(offer("directory")));
  symlinkSync("../c.txt", join(root, "src", "link.txt"));
  const { gate, files } = await open();
  const targets = [files.resolve("workspace/src/link.txt")];
  const verdict = await judgeCall(gate, { tool: "edit_file", access: "edit", targets });
  expect(verdict.effect).toBe("ask");
});

test("a rule that fits nothing is reported and not kept; the answer counts", async () => {
  const workspace = await open();
  const greedy = always(() => ({ effect: "allow", scope: "root", path: "elsewhere" }));
  expect(await edit(workspace, "c.txt", "two\n", greedy)).toBe("written");
  expect(workspace.notes()).toEqual([
    expect.stringContaining("No rule was kept for every file tool (rm too) anywhere in elsewhere"),
  ]);
  expect((await workspace.state()).rules.list().rules).toEqual([]);
});

test("a damaged file of rules grants nothing and is reported", async () => {
  await edit(await open(), "c.txt", "two\n", always(offer("root")));
  truncateSync(join(base, "state", "galley", "rules"), 80);
  const workspace = await open();
  expect(await edit(workspace, "c.txt", "three\n", null)).toBe("rejected");
  expect(workspace.notes()).toEqual([expect.stringContaining("damaged")]);
});

test("in a conversation, the command that lists rules there is named too", async () => {
  const workspace = await open({ stays: true });
  expect(await edit(workspace, "c.txt", "two\n", always(offer("root")))).toBe("written");
  expect(workspace.notes()).toEqual([
    expect.stringMatching(/Revoke it with: galley approvals revoke \S+ \(in a chat: \/approvals\)$/),
  ]);
});

test("a rule for this session holds in it, is stored nowhere, and ends with it", async () => {
  const workspace = await open({ stays: true });
  const all = always((path) => ({ ...offer("root")(path)!, session: THIS_SESSION }));
  expect(await edit(workspace, "c.txt", "two\n", all)).toBe("written");
  expect(workspace.notes()).toEqual([
    "Until this session ends without asking: every file tool (rm too) anywhere in workspace. It is the rule session-1; in a chat, /approvals lists and revokes it.",
  ]);
  expect(await edit(workspace, "src/a.txt", "three\n", null)).toBe("written");
  expect((await workspace.state()).rules.list().rules).toEqual([]);
  expect(await edit(await open(), "c.txt", "four\n", null)).toBe("rejected");
});

test("outside of a conversation no command of one is named, and where nothing follows there is no such rule", async () => {
  const all = always((path) => ({ ...offer("root")(path)!, session: THIS_SESSION }));
  const run = await open();
  expect(await edit(run, "c.txt", "two\n", all)).toBe("written");
  expect(run.notes()).toEqual(["Until this run ends without asking: every file tool (rm too) anywhere in workspace."]);
  const once = await open({ hasSession: false });
  const limits: unknown[] = [];
  const asked: Reviewer = { ask: (payload, options) => (limits.push(payload.rules), all.ask(payload, options)) };
  expect(await edit(once, "c.txt", "three\n", asked)).toBe("written");
  expect(limits).toMatchObject([{ kept: "lasting", why: expect.stringContaining("Nothing is asked after this") }]);
  expect(once.notes()).toEqual([expect.stringContaining("No rule was kept")]);
});

test("a rule for another session is not kept", async () => {
  const workspace = await open();
  const other = always((path) => ({ ...offer("file")(path)!, session: "s1" }));
  expect(await edit(workspace, "c.txt", "two\n", other)).toBe("written");
  expect(workspace.notes()).toEqual([expect.stringContaining("another session")]);
  expect(await edit(workspace, "c.txt", "three\n", null)).toBe("rejected");
  expect((await workspace.state()).rules.list().rules).toEqual([]);
});

describe("a rule is for one folder, not for whatever is at its path", () => {
  const judged = async (): Promise<string> => {
    const workspace = await open();
    const targets = [{ path: asReal("workspace/c.txt"), real: asReal("workspace/c.txt") }];
    const { effect } = await judgeCall(workspace.gate, { tool: "edit_file", access: "edit", targets });
    return [effect, ...workspace.notes()].join(" · ");
  };
  const OTHER = expect.stringMatching(/^ask · 1 remembered rule for this folder is not in force: .* another folder/);

  test("a copy in its place inherits nothing, and that is said", async () => {
    await edit(await open(), "c.txt", "two\n", always(offer("root")));
    expect(await judged()).toBe("allow");
    renameSync(root, `${root}-old`);
    cpSync(`${root}-old`, root, { recursive: true, preserveTimestamps: true });
    expect(await judged()).toEqual(OTHER);
  });

  test("nor does a folder that is made after the first was removed, though it may get the same number", async () => {
    await edit(await open(), "c.txt", "two\n", always(offer("root")));
    for (let turn = 0; turn < 5; turn += 1) {
      rmSync(root, { recursive: true });
      mkdirSync(root);
      writeFileSync(join(root, "c.txt"), "one\n");
      expect(await judged()).toEqual(OTHER);
    }
  });

  test("nor one behind a link that took the name", async () => {
    await edit(await open(), "c.txt", "two\n", always(offer("root")));
    renameSync(root, `${root}-old`);
    mkdirSync(join(base, "theirs"));
    symlinkSync("theirs", root);
    expect(await judged()).toBe("ask");
  });

  test("the folder at another path asks again; back at its path, its rules count", async () => {
    await edit(await open(), "c.txt", "two\n", always(offer("root")));
    const first = root;
    renameSync(root, `${root}-moved`);
    root = `${root}-moved`;
    expect(await judged()).toBe("ask");
    renameSync(root, first);
    root = first;
    expect(await judged()).toBe("allow");
  });

  test("a rule that was kept without it does not count, and that is said", async () => {
    await edit(await open(), "c.txt", "two\n", always(offer("root")));
    const file = join(base, "state", "galley", "rules");
    const body = readFileSync(file, "utf8")
      .split("\n")[1]!
      .replace(/"identity":"[^"]*",/, "");
    expect(body).not.toContain("identity");
    writeFileSync(file, `galley-rules 1 ${versionOf(Buffer.from(`${body}\n`))}\n${body}\n`);
    expect(await judged()).toBe(
      "ask · 1 remembered rule for this folder is not in force: kept by an older galley, which did not record the folder it was for. See galley approvals list.",
    );
  });

  test("what happens inside the folder changes nothing", async () => {
    await edit(await open(), "c.txt", "two\n", always(offer("root")));
    writeFileSync(join(root, "new.txt"), "");
    rmSync(join(root, "src"), { recursive: true });
    expect(await judged()).toBe("allow");
  });
});
