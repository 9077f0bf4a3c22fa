// The plugin for opencode, called as opencode calls it: objects in, thrown errors and changes in place out.

import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openCodePlugin, PASSED_VARIABLES } from "../../src/install/index.ts";
import { answerWhole } from "../../src/review/index.ts";
import { ensureBuilt, program, root } from "../built.ts";
import { InboxPlace } from "../support/inbox-place.ts";

type Hooks = Record<
  "tool.execute.before" | "tool.execute.after",
  (input: object, output: Record<string, unknown>) => Promise<void>
>;

let place: InboxPlace;
let plugin: (context: { directory: string }) => Promise<Hooks>;
let detach = (): void => undefined;
let copies = 0;

/** The plugin, as it is installed with this program for galley. */
async function pluginFor(command: string, edit = (text: string): string => text): Promise<typeof plugin> {
  const text = readFileSync(join(root, "integrations", "opencode", "galley.js"), "utf8");
  const copy = join(place.base, `plugin-${(copies += 1)}.mjs`);
  writeFileSync(copy, edit(openCodePlugin(text, { launch: [command], folders: null })));
  return ((await import(pathToFileURL(copy).href)) as { Galley: typeof plugin }).Galley;
}

beforeAll(() => ensureBuilt());
beforeEach(async () => {
  place = new InboxPlace({ "a.txt": "one\ntwo\nthree\nfour\nfive\n" });
  ({ detach } = await place.inbox.attach("watch"));
  const start = `env HOME=${place.base} XDG_STATE_HOME=${join(place.base, "state")} XDG_CONFIG_HOME=${join(place.base, "config")} ${process.execPath} ${program}`;
  const command = join(place.base, "galley");
  writeFileSync(command, `#!/bin/sh\nexec ${start} "$@"\n`);
  chmodSync(command, 0o755);
  plugin = await pluginFor(command);
});
afterEach(async () => {
  detach();
  await place.close();
});

const CALL = { tool: "edit", sessionID: "s", callID: "c1" };
const argsOf = (find: string, put: string): Record<string, unknown> => ({
  filePath: join(place.folder, "a.txt"),
  oldString: find,
  newString: put,
});
const before = async (args: Record<string, unknown>, call = CALL): Promise<void> =>
  (await plugin({ directory: place.folder }))["tool.execute.before"](call, { args });

async function answer(given: Parameters<typeof answerWhole>[1]): Promise<void> {
  const [question] = await place.questions();
  const found = await place.inbox.read(question!.id);
  const whole = found.kind === "question" ? answerWhole(found.question, given) : null;
  if (whole?.kind !== "decision") throw new Error("there is no question");
  await place.inbox.decide(question!.id, whole.decision);
}

test("an approval leaves the arguments as they are; a difference afterwards is added to the result", async () => {
  const args = argsOf("two", "TWO");
  await Promise.all([before(args), answer({ kind: "apply" })]);
  expect(args).toEqual(argsOf("two", "TWO"));
  place.put("a.txt", "something else\n");
  const output = { title: "a.txt", output: "Edit applied successfully.", metadata: {} };
  const hooks = await plugin({ directory: place.folder });
  await hooks["tool.execute.after"]({ ...CALL, args }, output);
  expect(output.output).toMatch(/^Edit applied successfully\.\n\nGalley: a\.txt does not have/);
});

test("chosen changes are put into the same object", async () => {
  const args = argsOf("one\ntwo\nthree\nfour\nfive", "ONE\ntwo\nthree\nfour\nFIVE");
  const same = args;
  await Promise.all([before(args), answer({ kind: "apply", hunks: [0] })]);
  expect(args).toBe(same);
  const text = readFileSync(join(place.folder, "a.txt"), "utf8");
  expect(text.replace(String(args["oldString"]), String(args["newString"]))).toBe("ONE\ntwo\nthree\nfour\nfive\n");
});

test("a rejection is thrown with its reason", async () => {
  const rejected = answer({ kind: "reject", reason: "keep it" });
  await expect(before(argsOf("two", "TWO"))).rejects.toThrow("keep it");
  await rejected;
});

test("a tool that changes nothing passes", async () => {
  await before({ pattern: "x" }, { ...CALL, tool: "grep" });
});

test.each([
  ["is missing", "/nowhere/galley"],
  ["fails", "/bin/false"],
  ["prints nothing", "/bin/true"],
])("nothing runs when the program %s", async (_, path) => {
  plugin = await pluginFor(path);
  await expect(before(argsOf("two", "TWO"))).rejects.toThrow("Not approved");
});

test("nothing runs when the program is stopped, and it is not left behind", async () => {
  const stopped = join(place.base, "stopped");
  writeFileSync(stopped, `#!/bin/sh\necho $$ > ${place.base}/pid\nkill -STOP $$\n`);
  chmodSync(stopped, 0o755);
  const impatient = await pluginFor(stopped, (text) => text.replace("LIMIT_MS = 630_000", "LIMIT_MS = 300"));
  const hooks = await impatient({ directory: place.folder });
  const asked = hooks["tool.execute.before"](CALL, { args: argsOf("two", "TWO") });
  await expect(asked).rejects.toThrow("Not approved: galley did not answer in time.");
  const pid = readFileSync(join(place.base, "pid"), "utf8").trim();
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
});

test("galley gets the variables that the other agents' hooks get, and starts what install wrote", async () => {
  const [command, seen] = [join(place.base, "shows"), join(place.base, "seen")];
  writeFileSync(command, `#!/bin/sh\n/usr/bin/env > ${seen}\n`);
  chmodSync(command, 0o755);
  plugin = await pluginFor(command);
  const planted = { NODE_OPTIONS: "--no-warnings", OPENSSL_CONF: "/x", GALLEY: "/bin/true", HOME: place.base };
  for (const name of PASSED_VARIABLES) vi.stubEnv(name, process.env[name] ?? "/given");
  for (const [name, value] of Object.entries(planted)) vi.stubEnv(name, value);
  await expect(before(argsOf("two", "TWO"))).rejects.toThrow("Not approved");
  vi.unstubAllEnvs();
  const names = readFileSync(seen, "utf8")
    .split("\n")
    .map((line) => line.split("=")[0]!);
  // The shell of this program sets a few itself.
  const own = new Set(["", "_", "PWD", "OLDPWD", "SHLVL"]);
  expect(names.filter((name) => !own.has(name)).toSorted()).toEqual(PASSED_VARIABLES.toSorted());
});
