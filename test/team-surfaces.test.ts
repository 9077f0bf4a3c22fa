// With a team's inbox in the user's config, every surface asks there, and nothing on the machine answers: no dialog of the
// agent, no form, no editor, no terminal, no flag and no rule that was kept here (decision 0155).

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { ensureBuilt, program } from "./built.ts";
import { choose, TestEditor } from "./acp/editor.ts";
import { EDIT, READ, Running } from "./agent/running.ts";
import { bundled } from "./support/bundled.ts";
import { block } from "./support/galley.ts";
import { BEFORE } from "./support/inbox-place.ts";
import { McpPlace } from "./support/mcp-place.ts";
import { whyNoPostgres } from "./support/postgres/programs.ts";
import { run } from "./support/postgres/shared.ts";
import { answerInTeam, joinTeam, questionInTeam, teamConfig } from "./support/team-machine.ts";
import { teamPlace, type TeamPlace } from "./support/team-server.ts";
import { WebPlace } from "./support/web-place.ts";
import { openScreen } from "./terminal/pty.ts";

const AFTER = BEFORE.replace("two", "TWO");
const ANSWER = block("a.txt", "two\n", "TWO\n");
const HOOK_EDIT = { file_path: "a.txt", old_string: "two", new_string: "TWO", replace_all: false };

describe.skipIf(whyNoPostgres !== null)(`asking a team${whyNoPostgres === null ? "" : ` (${whyNoPostgres})`}`, () => {
  let team: TeamPlace;
  let server: { readonly url: string; readonly token: string };
  let place: McpPlace;
  beforeAll(async () => {
    ensureBuilt();
    team = await teamPlace();
    server = { url: team.servers[0]!.url, token: await team.machineToken("machine") };
  });
  afterAll(() => team.close());
  beforeEach(() => {
    place = new McpPlace();
    joinTeam(place.base, server);
  });
  afterEach(async () => {
    await place.close();
    rmSync(place.base, { recursive: true, force: true });
  });

  function hook(tool: string, input: unknown, { host = "claude-code", call = "c1", limit = 600 } = {}) {
    const message = { session_id: "s", cwd: place.folder, hook_event_name: "PreToolUse", tool_name: tool };
    const sent = JSON.stringify({ ...message, tool_input: input, tool_use_id: call, transcript_path: "/t" });
    const { ended } = place.start(["hook", host, "--limit", String(limit)], { input: sent });
    return ended.then(({ out, err, code }) => {
      const said = out === "" ? {} : (JSON.parse(out) as { hookSpecificOutput?: Record<string, unknown> });
      const { permissionDecision, permissionDecisionReason } = said.hookSpecificOutput ?? {};
      return { code, err, decision: permissionDecision, reason: String(permissionDecisionReason) };
    });
  }

  describe("a hook", () => {
    test("waits for the team where it would leave the question to the agent's user", async () => {
      const answered = hook("Edit", HOOK_EDIT);
      const { asker, path } = await answerInTeam(team, { kind: "apply" });
      expect([asker.door, path]).toEqual(["hook:claude-code", "workspace/a.txt"]);
      expect(await answered).toMatchObject({ code: 0, decision: "allow" });
    });

    test("denies when no one answers in time, and says where to", async () => {
      const { decision, reason } = await hook("Edit", HOOK_EDIT, { limit: 8 });
      expect([decision, reason]).toEqual(["deny", expect.stringContaining(`at ${server.url}`)]);
      expect(reason).toContain("no one answered in time");
    });

    test.each([
      ["a file outside of every folder", "Edit", { ...HOOK_EDIT, file_path: "/etc/hostname" }],
      ["a call that cannot be predicted", "NotebookEdit", { notebook_path: "a.ipynb", new_source: "x" }],
    ])("%s is denied, and not left to the agent's user", async (_, tool, input) => {
      expect(await hook(tool, input)).toMatchObject({ decision: "deny", reason: expect.stringContaining(server.url) });
    });

    test("of Copilot is denied likewise", async () => {
      const message = { sessionId: "s", timestamp: Date.now(), cwd: place.folder, toolName: "edit" };
      const toolArgs = { path: join(place.folder, "a.txt"), old_str: "two", new_str: "TWO" };
      const input = JSON.stringify({ ...message, toolArgs });
      const { out } = await place.start(["hook", "copilot", "--limit", "16"], { input }).ended;
      expect(JSON.parse(out)).toMatchObject({ permissionDecision: "deny" });
      expect(out).toContain("no one answered in time");
      expect(out).toContain(server.url);
    });

    test("the same call made again joins the question that is open", async () => {
      const [before] = await run(team.databaseUrl, "SELECT count(*)::int AS asked FROM galley.question");
      const first = hook("Edit", HOOK_EDIT, { call: "again" });
      await questionInTeam(team);
      const again = hook("Edit", HOOK_EDIT, { call: "again" });
      // Who waits renews a lease of its own.
      const waiting = "SELECT count(*)::int AS leases FROM galley.lease WHERE expires_at > clock_timestamp()";
      await expect.poll(() => run(team.databaseUrl, waiting), { timeout: 60_000 }).toEqual([{ leases: 2 }]);
      await answerInTeam(team, { kind: "apply" });
      expect([(await first).decision, (await again).decision]).toEqual(["allow", "allow"]);
      const [after] = await run(team.databaseUrl, "SELECT count(*)::int AS asked FROM galley.question");
      expect(Number(after!["asked"]) - Number(before!["asked"])).toBe(1);
    });

    test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("withdraws its question on %s", async (signal) => {
      const message = { session_id: "s", cwd: place.folder, hook_event_name: "PreToolUse", tool_name: "Edit" };
      const sent = { ...message, tool_input: HOOK_EDIT, tool_use_id: signal, transcript_path: "/t" };
      const asked = place.start(["hook", "claude-code", "--limit", "600"], { input: JSON.stringify(sent) });
      const { id } = await questionInTeam(team);
      asked.child.kill(signal);
      expect(await asked.ended).toMatchObject({ code: 2, err: expect.stringContaining("the hook was ended") });
      // Not what is noticed once its lease has run out, which is "asker-ended".
      expect(await team.store.questions.read(id)).toMatchObject({ outcome: { kind: "closed", because: "withdrawn" } });
    });

    test("what no one may answer is denied at once, with the reason", async () => {
      const strict = await teamPlace({
        config: {
          rules: [
            { path: ["docs"], answer: ["anyone"] },
            { path: ["workspace/closed"], answer: [] },
          ],
        },
      });
      onTestFinished(() => strict.close());
      joinTeam(place.base, { url: strict.servers[0]!.url, token: await strict.machineToken("machine") });
      const { code, err } = await hook("Edit", HOOK_EDIT);
      expect([code, err]).toEqual([
        2,
        expect.stringContaining("No rule of the team says who may answer for workspace/a.txt"),
      ]);
      const applied = await place.start(["apply", "-"], { input: block("closed/b.txt", "", "x\n") }).ended;
      expect([applied.code === 0, applied.err + applied.out]).toEqual([
        false,
        expect.stringContaining("no one may answer this"),
      ]);
      expect((await strict.store.questions.queue({})).rows).toEqual([]);
    });

    test("is installed, and the doctor looks, with words about the team's page", async () => {
      const installed = await place.start(["hook", "install", "claude-code", "--yes"]).ended;
      const doctor = await place.start(["doctor"]).ended;
      for (const { out, err } of [installed, doctor]) {
        expect(out + err).toContain(`at ${server.url}`);
        expect(out + err).not.toMatch(/galley inbox \(in a terminal\)|pass --yes/);
      }
    });

    test("a server that is away is a denial", async () => {
      joinTeam(place.base, { ...server, url: "http://127.0.0.1:9" });
      const { decision, code, err } = await hook("Edit", HOOK_EDIT, { limit: 4 });
      expect([decision, code]).toEqual([undefined, 2]);
      expect(err).toContain("not approved");
    });
  });

  describe("mcp", () => {
    test.each(["2026", "2025"] as const)("a client of %s is not asked in its own form", async (era) => {
      const shown: string[] = [];
      const connected = await place.connect({
        era,
        answer: ({ message }) => {
          shown.push(message);
          return { action: "accept", content: { decision: "apply" } };
        },
      });
      const called = connected.call("edit_file", { path: "a.txt", old_string: "two", new_string: "TWO" });
      expect((await answerInTeam(team, { kind: "apply" })).asker.door).toBe("mcp");
      expect([(await called).isError, place.read("a.txt"), shown]).toEqual([false, AFTER, []]);
    });

    test("says where the answer is given while it waits", async () => {
      const connected = await place.connect({ args: ["--wait", "0.1"] });
      const { text } = await connected.call("edit_file", { path: "a.txt", old_string: "two", new_string: "TWO" });
      expect(text).toMatch(/^PENDING: edit_file (?:is not finished|waits for the team's answer at http)/);
      await answerInTeam(team, { kind: "reject", reason: "no" });
    });
  });

  test("acp asks the team, and not the editor", async () => {
    const running = new Running();
    onTestFinished(() => running.close());
    const env = await running.serve([READ, EDIT, { text: "Done." }]);
    addTeam(running);
    const config = join(running.folder, "config.json");
    const editor = new TestEditor({ cwd: running.folder, env, args: ["--config", config], answer: choose("apply") });
    onTestFinished(() => void editor.child.kill("SIGKILL"));
    const session = await editor.newSession(join(running.folder, "work"));
    const turn = editor.prompt(session, "edit it");
    expect((await answerInTeam(team, { kind: "reject", reason: "not today" })).asker.door).toBe("acp");
    expect([await turn, running.content(), editor.asked]).toEqual(["end_turn", "one\ntwo\n", []]);
    expect(JSON.stringify(editor.updates)).toContain(`answer it at ${server.url}`);
    expect(await editor.close()).toBe(0);
  });

  test("acp --wrap asks the team, and not the editor", async () => {
    const agent = bundled("acp/scripted-agent.mjs");
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: place.base,
      XDG_STATE_HOME: join(place.base, "state"),
      XDG_CONFIG_HOME: join(place.base, "config"),
      AGENT_LOG: join(place.base, "agent.log"),
    };
    const editor = new TestEditor({
      cwd: place.folder,
      env,
      args: ["--wrap", process.execPath, agent],
      capabilities: { fs: { writeTextFile: true } },
      onWrite: (path, content) => writeFileSync(path, content),
    });
    onTestFinished(() => void editor.child.kill("SIGKILL"));
    const session = await editor.newSession(place.folder);
    const path = join(place.folder, "a.txt");
    const turn = editor.prompt(session, JSON.stringify([{ do: "write", path, content: AFTER }]));
    await answerInTeam(team, { kind: "apply" });
    expect([await turn, place.read("a.txt"), editor.asked]).toEqual(["end_turn", AFTER, []]);
    expect(await editor.close()).toBe(0);
  });

  describe("commands", () => {
    test("apply, without --inbox", async () => {
      const applied = place.start(["apply", "-"], { input: ANSWER });
      const { id, asker } = await answerInTeam(team, { kind: "apply" });
      expect(asker.door).toBe("apply");
      expect([(await applied.ended).code, place.read("a.txt")]).toEqual([0, AFTER]);
      expect(applied.err()).toContain(`Question ${id} is waiting in your team's inbox: answer it at ${server.url}.`);
      expect((await place.start(["log"]).ended).out).toContain("decided by person (Ann <ann>)");
    });

    test("apply on a terminal: nothing that is typed there approves", async () => {
      writeFileSync(join(place.base, "answer.md"), ANSWER);
      const screen = openScreen(process.execPath, [program, "apply", join(place.base, "answer.md")], {
        cwd: place.folder,
        columns: 100,
        env: {
          PATH: process.env["PATH"] ?? "",
          HOME: place.base,
          XDG_STATE_HOME: join(place.base, "state"),
          XDG_CONFIG_HOME: join(place.base, "config"),
        },
      });
      onTestFinished(() => screen.kill());
      await questionInTeam(team);
      screen.type("y\ra\r");
      expect(place.read("a.txt")).toBe(BEFORE);
      await answerInTeam(team, { kind: "reject", reason: "no" });
      await screen.exit;
      expect(place.read("a.txt")).toBe(BEFORE);
    });

    test("tool", async () => {
      const input = JSON.stringify({ path: "a.txt", old_string: "two", new_string: "TWO" });
      const called = place.start(["tool", "edit_file", input]);
      expect((await answerInTeam(team, { kind: "apply" })).asker.door).toBe("tool");
      expect([(await called.ended).code, place.read("a.txt")]).toEqual([0, AFTER]);
    });

    test("run --approve ask; two questions of a turn that are the same have an answer each", async () => {
      const running = new Running();
      onTestFinished(() => running.close());
      const env = await running.serve([READ, EDIT, EDIT, { text: "The end." }]);
      addTeam(running);
      const ran = running.run(["--approve", "ask", "edit it"], env);
      expect((await answerInTeam(team, { kind: "reject", reason: "not yet" })).asker.door).toBe("run");
      await answerInTeam(team, { kind: "apply" });
      await ran;
      expect(running.content()).toBe("one\nTWO\n");
    });

    test.each([
      ["apply", ["apply", "--yes", "-"]],
      ["tool", ["tool", "edit_file", "{}", "--yes"]],
      ["mcp", ["mcp", "--yes"]],
      ["run --yes", ["run", "--yes", "hello"]],
      ["run --approve all", ["run", "--approve", "all", "hello"]],
    ])("a flag that would approve here is refused: %s", async (_, args) => {
      const { code, err } = await place.start(args, { input: ANSWER }).ended;
      expect([code, err]).toEqual([2, expect.stringContaining(`answered by your team at ${server.url}`)]);
      expect(err).toContain("Run it again without that");
      expect(place.read("a.txt")).toBe(BEFORE);
    });

    test("what the user does themself is not the team's", async () => {
      const { code, err } = await place.start(["hook", "install", "claude-code", "--yes"]).ended;
      expect([code, err]).toEqual([0, expect.not.stringContaining("your team")]);
    });

    test("edits are not accepted without asking, and a session that did so asks again", async () => {
      const running = new Running();
      onTestFinished(() => running.close());
      const env = await running.serve([READ, EDIT, { text: "End." }, READ, EDIT, { text: "End." }]);
      const ended = await running.run(["--permissions", "edits", "--json", "edit it"], env);
      expect([ended.code, running.content()]).toEqual([0, "one\nTWO\n"]);
      writeFileSync(join(running.folder, "work", "a.txt"), "one\ntwo\n");
      addTeam(running);
      const refused = await running.run(["--permissions", "edits", "edit it"], env);
      expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("answered by your team")]);
      const id = (JSON.parse(ended.out.split("\n")[0]!) as { session_id: string }).session_id;
      const resumed = running.run(["--resume", id, "--approve", "ask", "again"], env);
      await answerInTeam(team, { kind: "reject", reason: "no" });
      await resumed;
      expect(running.content()).toBe("one\ntwo\n");
    });

    test("a rule that was kept here does not answer", async () => {
      rmSync(join(place.base, "config"), { recursive: true });
      const input = JSON.stringify({ path: "a.txt", old_string: "two", new_string: "TWO" });
      const asking = place.start(["apply", "--inbox", "-"], { input: ANSWER });
      const [asked] = await place.questions();
      const found = await place.inbox.read(asked!.id);
      if (found.kind !== "question") throw new Error(found.kind);
      const [item] = "items" in found.question ? found.question.items : [found.question];
      const remember = { effect: "allow", scope: "file", tool: "edit_file", path: item!.path } as const;
      const decision = { approval_id: found.question.approval_id, remember, items: [{ action: "apply", digest: item!.digest, by: { kind: "person" }, after: "after" in item! ? item.after : null }] } as const; // prettier-ignore
      expect(await place.inbox.decide(asked!.id, decision as never)).toMatchObject({ kind: "won" });
      expect((await asking.ended).code).toBe(0);
      writeFileSync(join(place.folder, "a.txt"), BEFORE);
      // It counts without a team, and does not with one.
      expect((await place.start(["tool", "edit_file", input]).ended).code).toBe(0);
      writeFileSync(join(place.folder, "a.txt"), BEFORE);
      joinTeam(place.base, server);
      const called = place.start(["tool", "edit_file", input]);
      await answerInTeam(team, { kind: "reject", reason: "no" });
      expect([(await called.ended).code, place.read("a.txt")]).toEqual([1, BEFORE]);
      expect((await place.start(["approvals", "list"]).ended).out).toContain("not in force: your team answers");
    });
  });

  test("web: an answer that is pasted is asked about in the team, and the page says so", async () => {
    const web = new WebPlace();
    onTestFinished(() => web.close());
    joinTeam(web.base, server);
    const tab = await web.tab(await web.serve());
    await tab.posted("/api/apply", { text: ANSWER });
    const { id, asker } = await questionInTeam(team);
    expect([asker.door, (await web.inbox.open()).questions]).toEqual(["web", []]);
    await expect
      .poll(async () => JSON.stringify((await tab.state()).tasks))
      .toContain(`Question ${id} is waiting in your team's inbox: answer it at ${server.url}.`);
    await answerInTeam(team, { kind: "apply" });
    await expect.poll(() => web.read("a.txt")).toBe(AFTER);
  });

  describe("galley inbox", () => {
    test("lists, shows and watches what this machine has asked there", async () => {
      const other = team.asking(await team.machineToken("another machine"));
      onTestFinished(() => other.close());
      const applied = place.start(["apply", "-"], { input: ANSWER });
      const { id } = await questionInTeam(team);
      const { out } = await place.start(["inbox", "list"]).ended;
      expect(out).toContain(id);
      expect(out).toContain(`These are the questions of this machine in your team's inbox at ${server.url}. They are answered there.`); // prettier-ignore
      expect((await place.start(["inbox", "show", id]).ended).out).toContain("a.txt");
      const watched = place.start(["inbox", "watch", "--json"]);
      await expect.poll(() => watched.out()).toContain(`"id":"${id}"`);
      expect(watched.err()).toContain(`Answer at ${server.url}.`);
      // Who watches here is no reviewer.
      expect(await team.store.transport({ kind: "everything" }).reviewers()).toEqual([]);
      watched.child.kill("SIGINT");
      await watched.ended;
      for (const args of [["inbox", "answer", id, "apply"], ["inbox"]]) {
        const { code, err } = await place.start(args).ended;
        expect([code, err]).toEqual([2, expect.stringContaining(`Answer it at ${server.url}`)]);
      }
      await answerInTeam(team, { kind: "reject", reason: "no" });
      expect((await applied.ended).code).toBe(1);
      const empty = await place.start(["inbox", "list"]).ended;
      expect(empty.out).toBe(`Nothing that this machine asked in your team's inbox at ${server.url} is waiting.\n`);
    });
  });

  /** The team's inbox in the config of a place with a model. */
  function addTeam(running: Running): void {
    const file = join(running.folder, "config.json");
    const { baseUrl: base_url } = running.server;
    const model = "openai/test-model";
    writeFileSync(file, JSON.stringify({ model, base_url, ...teamConfig(running.folder, server) }));
  }
});
