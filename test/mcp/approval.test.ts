// The real SDK client drives `galley mcp` over stdio: every way a question is answered, checked on the bytes on disk.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Decision } from "../../src/approval/index.ts";
import type { Version } from "../../src/base/index.ts";
import { asText, versionOfText } from "../../src/text/index.ts";
import { ensureBuilt } from "../built.ts";
import { McpPlace, type Era, type Shown } from "../support/mcp-place.ts";

beforeAll(ensureBuilt);

const BEFORE = "one\r\ntwo\r\nthree";
const AFTER = "one\r\nTWO\r\nthree";
const EDIT = { path: "a.txt", old_string: "two", new_string: "TWO" };

function place(files: Record<string, string> = { "a.txt": BEFORE }): McpPlace {
  const made = new McpPlace(files);
  onTestFinished(() => made.close());
  return made;
}

describe.each<Era>(["2026", "2025"])("a client of %s", (era) => {
  test("lists the tools with schemas and what each may do", async () => {
    const { client } = await place().connect({ era });
    const { tools } = await client.listTools();
    expect(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]),
    ).toEqual([
      ["ls", true, undefined],
      ["read_file", true, undefined],
      ["glob", true, undefined],
      ["grep", true, undefined],
      ["write_file", false, true],
      ["edit_file", false, true],
      ["rm", false, true],
      ["await_decision", true, undefined],
    ]);
    const edit = tools.find(({ name }) => name === "edit_file")!;
    expect(edit.inputSchema).toMatchObject({
      type: "object",
      required: ["path", "old_string", "new_string"],
      additionalProperties: false,
      properties: { path: { type: "string", description: expect.any(String) } },
    });
    for (const { inputSchema, outputSchema, title, description } of tools) {
      expect(Object.values(inputSchema.properties ?? {}).every((one) => "description" in (one as object))).toBe(true);
      expect([outputSchema?.type, typeof title, typeof description]).toEqual(["object", "string", "string"]);
    }
  });

  test("reads without a question, with the value as structured content", async () => {
    const connected = await place().connect({ era });
    expect(await connected.call("read_file", { path: "a.txt" })).toMatchObject({
      isError: false,
      text: expect.stringContaining("two\r\n"),
      value: { success: true, value: { path: "workspace/a.txt", content: BEFORE, total_lines: 3 } },
    });
    expect(await connected.call("read_file", { path: "../a.txt" })).toMatchObject({
      isError: true,
      value: { success: false, error: { code: "ESCAPE" } },
    });
    expect(await connected.call("edit_file", { path: "a.txt" })).toMatchObject({
      isError: true,
      value: { error: { code: "INVALID_ARG" } },
    });
  });

  test("approves in its own form, which shows the whole change, revealed", async () => {
    const here = place();
    const shown: string[] = [];
    const connected = await here.connect({
      era,
      answer: ({ message }) => {
        shown.push(message);
        expect(here.read("a.txt")).toBe(BEFORE);
        return { action: "accept", content: { decision: "apply" } };
      },
    });
    const done = await connected.call("edit_file", { ...EDIT, new_string: "T\u202eWO" });
    expect(here.read("a.txt")).toBe("one\r\nT\u202eWO\r\nthree");
    expect(done).toMatchObject({ isError: false, value: { success: true, receipt_id: expect.any(String) } });
    expect(shown).toHaveLength(1);
    expect(shown[0]).toContain("-two");
    expect(shown[0]).not.toContain("\u202e");
    const [entry] = here.json(["log"]).value as { receipt_id: string; decided_by: string }[];
    expect(entry).toMatchObject({ receipt_id: done.value["receipt_id"], decided_by: "client" });
    expect(here.galley(["undo"]).code).toBe(0);
    expect(here.read("a.txt")).toBe(BEFORE);
  });

  test.each([
    ["rejected with a reason", { action: "accept", content: { decision: "reject", reason: "keep it" } }, "keep it"],
    ["declined", { action: "decline" }, "rejected in test-client"],
    ["closed", { action: "cancel" }, "closed without an answer"],
  ] as const)("%s: nothing is written, and the model reads why", async (_, answer, why) => {
    const here = place();
    const connected = await here.connect({ era, answer: () => structuredClone(answer) });
    expect(await connected.call("edit_file", EDIT)).toMatchObject({
      isError: true,
      text: expect.stringContaining(why),
      value: { success: false, error: { code: "REJECTED" } },
    });
    expect(here.read("a.txt")).toBe(BEFORE);
    expect((await here.inbox.open()).questions).toEqual([]);
  });

  test("an accepted form without the word is not a yes", async () => {
    const here = place();
    const answer = () => ({ action: "accept", content: { reason: "apply" } }) as const;
    const connected = await here.connect({ era, answer, args: ["--wait", "0.2"] });
    // The SDK's server checks the form of a 2025 client itself; what does not fit goes to the inbox.
    const { value } = await connected.call("edit_file", EDIT);
    expect(value).toMatchObject({ success: false, error: { code: era === "2026" ? "REJECTED" : "PENDING" } });
    expect(here.read("a.txt")).toBe(BEFORE);
  });

  test.each([
    ["a protected path", "write_file", { path: ".github/workflows/a.yml", content: "on: push\n" }],
    ["a change too long for a form", "write_file", { path: "b.txt", content: "line\n".repeat(500) }],
    ["a file that is not text", "rm", { path: "c.bin" }],
  ])("%s is asked in the inbox only", async (_, tool, args) => {
    const here = place();
    here.put("c.bin", Uint8Array.of(0, 1, 2, 255));
    const asked: string[] = [];
    const answer = ({ message }: Shown) => {
      asked.push(message);
      return { action: "accept", content: { decision: "apply" } } as const;
    };
    const connected = await here.connect({ era, answer, args: ["--wait", "0.3"] });
    const pending = await connected.call(tool, args);
    expect(pending.value).toMatchObject({ status: "pending", error: { code: "PENDING" } });
    const [question] = await here.questions();
    expect(question).toMatchObject({ id: pending.value["id"], asker: { door: "mcp", root: here.folder } });
    expect(here.galley(["inbox", "answer", question!.id, "apply"]).code).toBe(0);
    const done = await connected.settled(question!.id);
    expect(done).toMatchObject({ isError: false, value: { success: true } });
    if (tool === "rm") expect(existsSync(join(here.folder, "c.bin"))).toBe(false);
    else expect(here.read(args.path)).toBe((args as { content: string }).content);
    expect(asked).toEqual([]);
  });

  test("pending, then await_decision as often as one likes", async () => {
    const here = place();
    const connected = await here.connect({ era, args: ["--wait", "0.2"] });
    const pending = await connected.call("edit_file", EDIT);
    const { id } = pending.value as { id: string };
    expect(pending).toMatchObject({ isError: false, text: expect.stringContaining("await_decision") });
    expect((await connected.call("await_decision", { id })).value).toMatchObject({ status: "pending", id });
    const { contents } = await connected.client.readResource({ uri: `galley://question/${id}` });
    expect(contents[0]).toMatchObject({ mimeType: "text/x-diff", text: expect.stringContaining("+TWO") });
    expect(here.read("a.txt")).toBe(BEFORE);
    expect(here.galley(["inbox", "answer", id, "apply"]).code).toBe(0);
    await expect.poll(() => here.read("a.txt")).toBe(AFTER); // No one has to wait for it.
    const once = await connected.settled(id);
    expect(once).toMatchObject({ isError: false, value: { success: true, receipt_id: expect.any(String) } });
    expect(await connected.call("await_decision", { id })).toEqual(once);
    const receipt = await connected.client.readResource({
      uri: `galley://receipt/${String(once.value["receipt_id"])}`,
    });
    expect(JSON.parse((receipt.contents[0] as { text: string }).text)).toMatchObject({
      files: ["a.txt"],
      decided_by: "person",
    });
    await expect(connected.client.readResource({ uri: `galley://question/${id}` })).rejects.toThrow("open here");
  });

  test("rejected with a reason in the inbox", async () => {
    const here = place();
    const connected = await here.connect({ era });
    const call = connected.call("edit_file", EDIT);
    const [question] = await here.questions();
    here.galley(["inbox", "answer", question!.id, "reject", "--reason", "keep the name"]);
    expect(await call).toMatchObject({ isError: true, text: expect.stringContaining("keep the name") });
    expect(here.read("a.txt")).toBe(BEFORE);
  });

  test("edited by the person in the inbox: those bytes are written, and the model is told", async () => {
    const here = place();
    const connected = await here.connect({ era });
    const call = connected.call("edit_file", EDIT);
    const [{ id } = { id: "" }] = await here.questions();
    const content = "one\r\n2\r\nthree\r\n";
    const found = await here.inbox.read(id);
    if (found.kind !== "question") throw new Error("the question is gone");
    const { approval_id, digest } = found.question;
    const after: Version = versionOfText(asText(content)!);
    const item = { action: "modify", digest, content, after, by: { kind: "person" } };
    expect(await here.inbox.decide(id, { approval_id, items: [item] } as unknown as Decision)).toMatchObject({
      kind: "won",
    });
    expect(await call).toMatchObject({ isError: false, text: expect.stringMatching(/user/i) });
    expect(here.read("a.txt")).toBe(content);
  });

  test("cancelling a call withdraws its question", async () => {
    const here = place();
    const connected = await here.connect({ era });
    const cancel = new AbortController();
    const call = connected.call("edit_file", EDIT, { signal: cancel.signal });
    const [question] = await here.questions();
    cancel.abort();
    await expect(call).rejects.toThrow();
    await here.questions(0);
    expect(here.galley(["inbox", "answer", question!.id, "apply"]).code).toBe(1);
    expect(here.read("a.txt")).toBe(BEFORE);
    expect((await connected.call("read_file", { path: "a.txt" })).isError).toBe(false);
  });

  test("a file that changes while it is asked about is asked about again", async () => {
    const here = place();
    const connected = await here.connect({ era });
    const call = connected.call("edit_file", EDIT);
    const [first] = await here.questions();
    here.put("a.txt", "zero\r\none\r\ntwo\r\n");
    here.galley(["inbox", "answer", first!.id, "apply"]);
    let second = first!.id;
    await expect.poll(async () => ({ id: second } = (await here.questions())[0]!).id).not.toBe(first!.id);
    expect(here.read("a.txt")).toBe("zero\r\none\r\ntwo\r\n");
    here.galley(["inbox", "answer", second, "apply"]);
    expect((await call).isError).toBe(false);
    expect(here.read("a.txt")).toBe("zero\r\none\r\nTWO\r\n");
  });
});

describe("a form of a 2025 client that stays open", () => {
  const YES = { action: "accept", content: { decision: "apply" } } as const;

  test("the call is pending meanwhile, and await_decision returns what the user said there", async () => {
    const here = place();
    let decide = (): void => undefined;
    const decided = new Promise<void>((resolve) => (decide = resolve));
    const answer = () => decided.then(() => YES);
    const connected = await here.connect({ era: "2025", answer, args: ["--wait", "0.3"] });
    const pending = await connected.call("edit_file", EDIT);
    expect(pending.text).toContain("waits for the user's answer in this client");
    expect((await here.inbox.open()).questions).toEqual([]);
    decide();
    await expect.poll(() => here.read("a.txt")).toBe(AFTER);
    expect(await connected.settled(pending.value["id"] as string)).toMatchObject({ value: { success: true } });
  });

  test("the client disconnects before it is answered: nothing is written", async () => {
    const here = place();
    let isShown = false;
    const connected = await here.connect({
      era: "2025",
      answer: () => {
        isShown = true;
        return new Promise(() => undefined);
      },
    });
    const call = connected.call("edit_file", EDIT).catch((error: unknown) => error);
    await expect.poll(() => isShown).toBe(true);
    await connected.client.close();
    expect(await call).not.toMatchObject({ isError: false }); // A last word of the server, or none.
    expect(here.read("a.txt")).toBe(BEFORE);
  });
});

describe("what the rules say is what the library says", () => {
  test("deny, allow, read approval and protected files in one config", async () => {
    const here = place({ "a.txt": BEFORE, "secret/key.txt": "s3cret\n", "asked/b.txt": "b\n" });
    here.put(
      "../config/galley/config.json",
      JSON.stringify({
        policy: [
          { effect: "allow", tool: "edit_file", path: "workspace/a.txt" },
          { effect: "deny", path: "workspace/secret/**" },
          { effect: "ask", tool: "read_file", path: "workspace/asked/**" },
        ],
      }),
    );
    const connected = await here.connect({
      answer: ({ message }) => {
        expect(message).toContain("Read workspace/asked/b.txt");
        return { action: "accept", content: { decision: "apply" } };
      },
      args: ["--wait", "0.2"],
    });
    expect((await connected.finished("edit_file", EDIT)).isError).toBe(false);
    expect(here.read("a.txt")).toBe(AFTER);
    const denied = await connected.finished("read_file", { path: "secret/key.txt" });
    expect([denied.isError, JSON.stringify(denied)]).toEqual([true, expect.not.stringContaining("s3cret")]);
    expect((await connected.finished("read_file", { path: "asked/b.txt" })).text).toContain("b\n");
    await expect(connected.client.readResource({ uri: "galley://file/workspace/asked/b.txt" })).rejects.toThrow(
      "needs approval",
    );
    const { resources } = await connected.client.listResources();
    expect(resources.filter(({ uri }) => uri.includes("secret"))).toEqual([]);
    // A diff would show the client lines that it may not read: the inbox shows them to the user.
    const pending = await connected.call("edit_file", { path: "asked/b.txt", old_string: "b", new_string: "c" });
    expect(pending.value).toMatchObject({ status: "pending" });
    const { contents } = await connected.client.readResource({
      uri: `galley://question/${String(pending.value["id"])}`,
    });
    expect(contents[0]).toMatchObject({ text: expect.not.stringContaining("-b") });
  });

  test("--inbox: the client's form is not used", async () => {
    const here = place();
    const answer = () => ({ action: "accept", content: { decision: "apply" } }) as const;
    const connected = await here.connect({ answer, args: ["--inbox", "--wait", "0.2"] });
    expect((await connected.call("edit_file", EDIT)).value).toMatchObject({ status: "pending" });
  });

  test("--yes answers what is not protected; --json asks no one", async () => {
    const here = place();
    const yes = await here.connect({ args: ["--yes", "--wait", "0.2"] });
    expect((await yes.finished("edit_file", EDIT)).isError).toBe(false);
    expect((await yes.call("write_file", { path: ".npmrc", content: "x=1\n" })).value).toMatchObject({
      status: "pending",
    });
    const silent = await here.connect({ args: ["--json"] });
    expect(await silent.call("edit_file", { path: "a.txt", old_string: "one", new_string: "1" })).toMatchObject({
      isError: true,
      value: { error: { code: "REJECTED" } },
    });
    expect(readFileSync(join(here.folder, "a.txt"), "utf8")).toBe(AFTER);
  });

  test("progress while it waits, for a client that asks for it", async () => {
    const here = place();
    const { client } = await here.connect();
    const heard: string[] = [];
    const call = client.callTool(
      { name: "edit_file", arguments: EDIT },
      { onprogress: ({ message }) => void heard.push(message ?? "") },
    );
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    const [question] = await here.questions();
    here.galley(["inbox", "answer", question!.id, "apply"]);
    await call;
    expect(heard[0]).toBe("Waiting for an answer in galley's inbox");
  });
});
