// `galley inbox` on a real terminal: questions of other processes, one after another as they arrive.

import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { join } from "node:path";
import { ensureBuilt, program } from "../built.ts";
import { block } from "../support/galley.ts";
import { BEFORE, InboxPlace } from "../support/inbox-place.ts";
import { openScreen, type Screen } from "./pty.ts";

let place: InboxPlace;
let screen: Screen | null = null;
beforeAll(ensureBuilt);
beforeEach(() => void (place = new InboxPlace({ "a.txt": BEFORE, "b.txt": BEFORE, "c.txt": BEFORE })));
afterEach(async () => {
  screen?.kill("SIGKILL");
  await place.close();
});

const IDLE = "Waiting for questions. q and Enter quits:";

function inbox(env: Record<string, string> = {}): Screen {
  screen = openScreen(process.execPath, [program, "inbox"], {
    cwd: place.folder,
    rows: 24,
    env: {
      HOME: place.base,
      XDG_STATE_HOME: join(place.base, "state"),
      XDG_CONFIG_HOME: join(place.base, "config"),
      PAGER: "cat",
      NO_COLOR: "1",
      ...env,
    },
  });
  return screen;
}

const apply = (path: string, ...more: readonly string[]) =>
  place.start(["apply", "--inbox", "-", ...more], { input: block(path, "one\n", "ONE\n") });
const isAnswered = (text: string) => new RegExp(`${text}[^]*${IDLE}\\s*$`);

test.each([
  ["on the whole screen", {}, "Apply this edit?", "", /q leave open/],
  [
    "line by line",
    { GALLEY_PLAIN: "1" },
    /Apply this edit\?[^]*\]:\s*$/,
    "?\r",
    /q: leave; what you have not answered stays open/,
  ],
])("%s, leaving is not called cancelling", async (_, env, asked, typed, says) => {
  apply("a.txt");
  await place.questions();
  const shown = inbox(env);
  await shown.waitFor(asked);
  shown.type(typed);
  await shown.waitFor(says);
  expect(shown.rows().join("\n")).not.toMatch(/cancel|stop the run/);
});

describe.each([
  ["on the whole screen", {}, "", ""],
  ["line by line", { GALLEY_PLAIN: "1" }, "\r", "[^]*\\]:\\s*$"],
])("%s", (_, env, enter, mark) => {
  const asked = (path: string) => new RegExp(`${path}[^]*Apply this edit\\?${mark}`);

  test("questions come one after another, with who asks, and are written when approved", async () => {
    const first = apply("a.txt");
    const [question] = await place.questions();
    const shown = inbox(env);
    await shown.waitFor(asked("txt"));
    expect(shown.rows().join("\n").replaceAll(/\s+/g, "")).toContain(`applyin${place.folder}`);
    expect(place.read("a.txt")).toBe(BEFORE);
    shown.type(`y${enter}`);
    await shown.waitFor(`Question ${question!.id} from apply in`);
    await shown.waitFor(IDLE);
    expect([(await first.ended).code, place.read("a.txt")]).toEqual([0, BEFORE.replace("one", "ONE")]);
    const second = apply("b.txt");
    await shown.waitFor(asked("b.txt"));
    shown.type(`n${enter}`);
    await shown.waitFor(isAnswered("b.txt"));
    const { code, err } = await second.ended;
    expect([code, place.read("b.txt"), err]).toEqual([1, BEFORE, expect.not.stringContaining("No reviewer")]);
    shown.type("q\r");
    expect((await shown.exit).code).toBe(0);
    expect(await place.inbox.reviewers()).toEqual([]);
  });

  test("q leaves every question open, and nothing says that it was rejected", async () => {
    for (const path of ["a.txt", "b.txt"]) apply(path);
    const open = await place.questions(2);
    const shown = inbox(env);
    await shown.waitFor(asked("txt"));
    shown.type(`q${enter}`);
    expect((await shown.exit).code).toBe(0);
    expect(await place.questions(2)).toEqual(open);
    expect(shown.rows().join("\n")).toContain("2 questions stay open.");
    expect(shown.rows().join("\n")).not.toMatch(/reject/);
  });

  test("Ctrl-C leaves them open as well", async () => {
    apply("a.txt");
    await place.questions();
    const shown = inbox(env);
    await shown.waitFor(asked("txt"));
    shown.type("\u0003");
    expect((await shown.exit).code).toBe(130);
    expect((await place.questions()).length).toBe(1);
  });

  test("a terminal that closes has answered nothing", async () => {
    apply("a.txt");
    await place.questions();
    const shown = inbox(env);
    await shown.waitFor(asked("txt"));
    shown.kill("SIGHUP");
    await shown.exit;
    expect((await place.questions()).length).toBe(1);
  });

  test("a question that another reviewer answers leaves the screen, and the next one comes", async () => {
    const first = apply("a.txt");
    const [question] = await place.questions();
    const shown = inbox(env);
    await shown.waitFor(asked("a.txt"));
    apply("b.txt");
    await place.questions(2);
    place.galley(["inbox", "answer", question!.id, "apply"]);
    await shown.waitFor(asked("b.txt"));
    expect((await first.ended).code).toBe(0);
    shown.type(`q${enter}`);
    await shown.exit;
    expect(shown.rows().join("\n")).toContain(`Question ${question!.id}: It was answered: approved.`);
  });

  test("a question whose asker is killed leaves the screen", async () => {
    const asking = apply("a.txt");
    const [question] = await place.questions();
    const shown = inbox(env);
    await shown.waitFor(asked("txt"));
    asking.child.kill("SIGKILL");
    await shown.waitFor(`Question ${question!.id}: The process that asked has ended.`);
    await shown.waitFor(IDLE);
  });
});

test("a command is shown, and q leaves it open", async () => {
  const env = { GALLEY_PLAIN: "1" };
  const { inbox: asking } = place;
  const payload = {
    type: "shell",
    description: "Run npm test",
    path: "workspace",
    sandbox: "workspace",
    approval_id: "q1",
    digest: "d1",
    risks: [],
    command: "npm test",
    cwd: "workspace",
    environment: {},
    timeout_ms: 1_000,
    where: "confined",
    tool: "shell",
    image: null,
    network: false,
    workspace: "writable",
  } as const;
  const asker = { door: "mcp", host: "h", root: place.folder, session: "s1", call_key: "1" };
  await asking.put({ payload: { ...payload, risks: [] }, asker, withinMs: null });
  const shown = inbox(env);
  await shown.waitFor("Run this command? [y/n]:");
  shown.type("q\r");
  expect((await shown.exit).code).toBe(0);
  expect((await place.questions()).length).toBe(1);
});

test("an edit of another agent arrives from its hook, and the agent may write exactly what was approved", async () => {
  const shown = inbox();
  await shown.waitFor(IDLE);
  const message = {
    hook_event_name: "PreToolUse",
    session_id: "s1",
    tool_use_id: "t1",
    cwd: place.folder,
    tool_name: "Edit",
    tool_input: { file_path: join(place.folder, "a.txt"), old_string: "one", new_string: "ONE" },
  };
  const hook = place.start(["hook", "claude-code"], { input: JSON.stringify(message) });
  await shown.waitFor(/hook:claude-code[^]*Apply this edit\?/);
  shown.type("y");
  const { code, out, err } = await hook.ended;
  expect([code, err, JSON.parse(out)]).toMatchObject([0, "", { hookSpecificOutput: { permissionDecision: "allow" } }]);
  expect(place.read("a.txt")).toBe(BEFORE); // The agent writes it.
  place.put("a.txt", BEFORE.replace("one", "ONE"));
  const after = { ...message, hook_event_name: "PostToolUse", tool_response: {} };
  expect((await place.start(["hook", "claude-code"], { input: JSON.stringify(after) }).ended).out).toBe("");
  expect(place.galley(["undo"]).code).toBe(0);
  expect(place.read("a.txt")).toBe(BEFORE);
});
