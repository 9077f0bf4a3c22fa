// `galley acp --wrap` between an agent that sends what is almost a message and an editor that carries out almost anything.

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ensureBuilt } from "../built.ts";
import { bundled } from "../support/bundled.ts";
import { Place } from "../support/galley.ts";
import { LaxEditor } from "./lax-editor.ts";

const AGENT = bundled("acp/scripted-agent.mjs");

let place: Place;
let editor: LaxEditor;
beforeAll(ensureBuilt);
beforeEach(() => void (place = new Place({ "a.txt": "one\n" })));
afterEach(async () => {
  editor.child.kill("SIGKILL");
  await editor.ended;
});

const END = { sessionId: "s1", path: "", content: "end\n" };

/**
 * Until the agent has taken these steps (a text: sent this line) and then a proper write, and that one is through: the
 * editor has read what was passed on, and what was to be asked has been asked. Gives what came of each step.
 */
async function sent(steps: readonly (string | object)[], choice: string): Promise<readonly unknown[]> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: place.base,
    XDG_STATE_HOME: join(place.base, "state"),
    XDG_CONFIG_HOME: join(place.base, "config"),
  };
  editor = new LaxEditor(["--wrap", process.execPath, AGENT], { cwd: place.folder, env, choice });
  const clientCapabilities = { fs: { writeTextFile: true }, terminal: true };
  await editor.request("initialize", { protocolVersion: 1, clientCapabilities });
  await editor.request("session/new", { cwd: place.folder, mcpServers: [] });
  const end = { ...END, path: join(place.folder, "end.txt") };
  const raw = steps.map((step) => (typeof step === "string" ? { do: "raw", line: step } : step));
  const text = JSON.stringify([...raw, { do: "write", ...end }]);
  await editor.request("session/prompt", { sessionId: "s1", prompt: [{ type: "text", text }] });
  return (JSON.parse(/\[.*\]$/s.exec(editor.said)![0]) as unknown[]).slice(0, -1);
}

/** How often the editor was asked, and what it carried out, but for the write at the end. */
function outcome(): { readonly asked: number; readonly carriedOut: readonly unknown[] } {
  const carriedOut = editor.carriedOut.filter(
    ({ params }) => (params as typeof END | undefined)?.content !== END.content,
  );
  return { asked: editor.asked.length - 1, carriedOut };
}

const NOTHING = { asked: 0, carriedOut: [] };

/** A write as the agent would send it, with its parts replaced. */
function write(parts: { readonly id?: string; readonly method?: string; readonly params?: string } = {}): string {
  const {
    id = '"id":"w",',
    method = '"fs/write_text_file"',
    params = `"path":"${join(place.folder, "a.txt")}"`,
  } = parts;
  return `{"jsonrpc":"2.0",${id}"method":${method},"params":{"sessionId":"s1",${params},"content":"x"}}`;
}

const path = (): string => `"path":"${join(place.folder, "a.txt")}"`;

test.each<readonly [string, () => string]>([
  ["an id that is true", () => write({ id: '"id":true,' })],
  ["an id that is an object", () => write({ id: '"id":{"a":1},' })],
  ["an id that is a list", () => write({ id: '"id":[1],' })],
  ["an id that is a fraction", () => write({ id: '"id":1.5,' })],
  ["no id", () => write({ id: "" })],
  ["text and a carriage return before it", () => `junk\r${write()}`],
  ["a message and a carriage return before it", () => `{"jsonrpc":"2.0","method":"x"}\r${write()}`],
  ["a carriage return inside", () => `{"jsonrpc":"2.0","params":\r${write()}\r,"method":"x"}`],
  ["NaN in it", () => write({ id: '"id":"nan","_meta":NaN,' })],
  ["NaN in its parameters", () => write({ params: `${path()},"_meta":{"n":NaN}` })],
  ["two paths", () => write({ params: `"path":"/etc/evil",${path()}` })],
  ["two methods", () => write({ id: '"id":1,"method":"fs/write_text_file",', method: '"session/update"' })],
  ["two parameters", () => write({ id: '"id":1,"params":{"path":"/etc/evil"},' })],
  ["two methods, spelled differently", () => write({ id: '"id":1,"Method":"fs/write_text_file",', method: '"x"' })],
  ["a path in another case beside its path", () => write({ params: `${path()},"PATH":"/etc/evil"` })],
  ["a method in another case", () => write({ method: '"FS/write_Text_file"' })],
  ["a space after its method", () => write({ method: '"fs/write_text_file "' })],
  ["a NUL after its method", () => write({ method: '"fs/write_text_file\\u0000"' })],
  ["a method in wide letters", () => write({ method: '"ｆｓ/write_text_file"' })],
  ["a method in a list", () => write({ method: '["fs/write_text_file"]' })],
  ["a method for files that is not known", () => write({ method: '"fs/delete_file"' })],
  ["a method of an extension", () => write({ method: '"_zed.dev/write_file"' })],
  ["the same as a notification", () => write({ id: "", method: '"_zed.dev/write_file"' })],
  ["a method of another protocol", () => write({ method: '"workspace/applyEdit"' })],
  ["a method of the editor's", () => write({ method: '"session/set_mode"' })],
  ["a method in a case that is not known", () => write({ method: '"Session/Update"' })],
  ["a byte order mark", () => `\ufeff${write()}`],
  ["a batch around it", () => `[${write()}]`],
  ["a batch in a batch around it", () => `[[${write()}]]`],
  ["a session that is a list", () => write().replace('"s1"', '["s1"]')],
  ["no version", () => write().replace('"jsonrpc":"2.0",', "")],
  ["a result beside its method", () => write({ id: '"id":1,"result":{},' })],
  ["a terminal as a notification", () => write({ id: "", method: '"terminal/create"' })],
  ["a terminal in another case", () => write({ method: '"Terminal/create"' })],
])("a write with %s is neither asked about nor carried out", async (_, line) => {
  await sent([line()], "apply");
  expect(outcome()).toEqual(NOTHING);
});

test("a permission request as a notification does not reach the editor", async () => {
  await sent([write({ id: "", method: '"session/request_permission"', params: '"options":[]' })], "apply");
  expect(outcome()).toEqual(NOTHING);
  expect(editor.err).toContain("A line of the agent was dropped. session/request_permission is a request");
});

test("one note for each line that cannot be answered, and none of the agent's own text in it", async () => {
  await sent(["evil \u001b[2J", write({ id: "" }), write({ id: '"id":true,' })], "apply");
  expect(editor.err.match(/A line of the agent was dropped\./g)).toHaveLength(3);
  expect(editor.err).not.toContain("evil");
});

test("a write with escapes in its method is asked about, and only what was approved is carried out", async () => {
  const escaped = write({ method: '"\\u0066s\\/write\\u005ftext_file"' });
  await sent([escaped], "reject");
  await expect.poll(outcome).toEqual({ asked: 1, carriedOut: [] });
  editor.child.kill("SIGKILL");
  await sent([escaped], "apply");
  const params = { sessionId: "s1", path: join(place.folder, "a.txt"), content: "x" };
  await expect.poll(outcome).toEqual({ asked: 1, carriedOut: [{ method: "fs/write_text_file", params }] });
});

const INVALID = { error: expect.any(String) as string, code: -32602 };

// The editor opens the path as it is; what we read it as must be that very file.
test.each([
  ["leaves by a link and comes back", (folder: string) => `${folder}/link/../new.txt`],
  ["goes up and down", (folder: string) => `${folder}/sub/../a.txt`],
  ["has an empty part", (folder: string) => `${folder}//a.txt`],
  ["has a dot", (folder: string) => `${folder}/./a.txt`],
  ["is relative", () => "a.txt"],
  ["names the sandbox", () => "/workspace/a.txt"],
  ["names the sandbox, relative", () => "workspace/a.txt"],
])("a path that %s is refused, for a write, a diff and a terminal", async (_, pathIn) => {
  mkdirSync(join(place.base, "outside", "sub"), { recursive: true });
  symlinkSync(join(place.base, "outside", "sub"), join(place.folder, "link"));
  mkdirSync(join(place.folder, "sub"));
  const given = pathIn(place.folder);
  const diff = { type: "diff", path: given, oldText: null, newText: "x\n" };
  const steps = [
    { do: "write", path: given, content: "x\n" },
    { do: "ask", toolCall: { content: [diff] } },
    { do: "terminal", command: "ls", args: [], more: { cwd: given } },
  ];
  expect(await sent(steps, "apply")).toEqual([INVALID, { outcome: "selected", optionId: "no" }, INVALID]);
  expect(outcome()).toEqual(NOTHING);
});

test.each([
  ["a command that is a list", { command: ["sh", "-c", "x"] }],
  ["an argument that is a list", { args: [["-c"]] }],
  [
    "a variable twice",
    {
      env: [
        { name: "A", value: "1" },
        { name: "A", value: "2" },
      ],
    },
  ],
  ["a field in another case", { Command: "sh" }],
])("a terminal with %s is refused, also without a rule", async (_, more) => {
  expect(await sent([{ do: "terminal", command: "ls", args: [], more }], "apply")).toEqual([INVALID]);
  expect(outcome()).toEqual(NOTHING);
});
