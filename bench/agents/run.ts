// Each agent with our hook through nine situations, checked on the bytes of the file; then with the settings that install
// writes; then over ACP. Prints three tables; exit code 1 when a check fails. Started by start.mjs, without a network.

import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openFileInbox } from "../../src/inbox/index.ts";
import { commandLine, denyingHookCommand, hookCommand, type Launch } from "../../src/install/index.ts";
import { AGENTS, modulesOf, type Agent, type Lab } from "./agents.ts";
import { CASES } from "./cases.ts";
import { tryInstalled } from "./installed.ts";
import { AFTER, answerQuestions, BEFORE, FIND, freshFolders, galley, PUT, runAgent, type Answering } from "./lab.ts";
import { serve } from "./model-server.ts";
import { ANSWERS, tryWrapped } from "./wrapped.ts";

const EDITED = "ONE\ntwo\nthree, edited\nfour\nFIVE\n";
const OTHER = "other\ntwo\nthree\nfour\nfive";

type Situation = {
  readonly name: string;
  readonly answer: Answering;
  readonly file: string;
  readonly limitSeconds?: number;
  /** How long the user thinks. */
  readonly waitMs?: number;
  readonly hasOtherHook?: true;
  /** What the model must be shown in some request. */
  readonly told?: string;
  readonly state?: string;
  readonly undo?: true;
  /** What is started in place of galley: it never asks. */
  readonly instead?: Launch;
};

const SITUATIONS: readonly Situation[] = [
  // A hook that waits looks whether its agent is still there.
  { name: "approve", answer: { kind: "apply" }, file: AFTER, state: "done", waitMs: 4000 },
  { name: "reject", answer: { kind: "reject", reason: "keep the names" }, file: BEFORE, told: "keep the names" },
  {
    name: "chosen hunks",
    answer: { kind: "apply", hunks: [1] },
    file: "one\ntwo\nthree\nfour\nFIVE\n",
    state: "done",
  },
  { name: "edited text", answer: { kind: "modify", content: EDITED }, file: EDITED, state: "done" },
  { name: "timeout", answer: { kind: "none" }, file: BEFORE, limitSeconds: 12 },
  {
    name: "difference",
    answer: { kind: "apply" },
    file: `${OTHER}\n`,
    hasOtherHook: true,
    told: "does not have the content that was approved",
    state: "differs",
  },
  { name: "undo", answer: { kind: "apply" }, file: BEFORE, undo: true },
  { name: "galley missing", answer: { kind: "none" }, file: BEFORE, instead: ["/no/such/galley"] },
  { name: "galley killed", answer: { kind: "none" }, file: BEFORE, instead: ["sh", "-c", "kill -9 $$"] },
];

const [root, cache, ...words] = process.argv.slice(2) as [string, string, ...string[]];
const names = words.filter((word) => AGENTS.some(({ name }) => name === word));
const wanted = words.filter((word) => !names.includes(word));
let failures = 0;
await table("agent", SITUATIONS, async (agent, situation) => {
  const wrong = await trial(agent, situation);
  return wrong === null ? { cell: "ok", wrong } : { cell: "FAILED", wrong };
});
await table("as installed", CASES, async (agent, { name }) => {
  const { outcome, said } = await tryInstalled(agent, name, { root, cache });
  const expected = agent.installed[name];
  return outcome === expected
    ? { cell: outcome, wrong: null }
    : { cell: `${outcome}, EXPECTED ${expected}`, wrong: said };
});
const answers = ANSWERS.map((name) => ({ name }));
await table("behind galley acp --wrap", answers, async (agent, { name }) => {
  if (agent.acp === undefined) return null;
  const wrong = await tryWrapped(agent, name, { root, cache });
  return wrong === null ? { cell: "ok", wrong } : { cell: "FAILED", wrong };
});
process.exitCode = failures === 0 ? 0 : 1;

/** A row for each agent that was named, a column for each cell; null where an agent has no such row. */
async function table<Column extends { readonly name: string; readonly title?: string }>(
  title: string,
  all: readonly Column[],
  run: (agent: Agent, column: Column) => Promise<{ readonly cell: string; readonly wrong: string | null } | null>,
): Promise<void> {
  const columns = all.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  if (columns.length === 0) return;
  process.stdout.write(`| ${title} | ${columns.map((column) => column.title ?? column.name).join(" | ")} |\n`);
  process.stdout.write(`| --- |${" --- |".repeat(columns.length)}\n`);
  for (const agent of AGENTS.filter(({ name }) => names.includes(name))) {
    const cells: string[] = [];
    for (const column of columns) {
      const ran = await run(agent, column);
      if (ran === null) continue;
      cells.push(ran.cell);
      if (ran.wrong === null) continue;
      failures += 1;
      process.stderr.write(`${agent.title}, ${column.name}: ${ran.wrong}\n`);
    }
    if (cells.length > 0) process.stdout.write(`| ${agent.title} | ${cells.join(" | ")} |\n`);
  }
  process.stdout.write("\n");
}

/** What is wrong, or null. */
async function trial(agent: Agent, situation: Situation): Promise<string | null> {
  const { home, project, temporary, path } = freshFolders(agent);
  const server = await serve(agent.steps({ path, find: FIND, put: PUT }));
  const state = join(home, "state");
  const program = join(root, "bin", "galley.js");
  const limitSeconds = situation.limitSeconds ?? 30;
  const start: Launch = situation.instead ?? ["env", `XDG_STATE_HOME=${state}`, process.execPath, program];
  // opencode's plugin adds the rest of the words itself.
  const line = { launch: start, host: agent.name, seconds: limitSeconds, folders: null };
  const [asking, comparing] =
    agent.name === "opencode"
      ? [commandLine(start), commandLine(start)]
      : [denyingHookCommand(line), hookCommand(line)];
  const lab: Lab = {
    home,
    project,
    port: server.port,
    modules: modulesOf(cache, agent),
    before: situation.hasOtherHook ? [asking, otherHook(agent, home, path)] : [asking],
    after: [comparing],
    limitSeconds,
    program,
    root,
    isTrusted: true,
  };
  agent.setUp(lab);
  if (existsSync(join(home, "galley"))) chmodSync(join(home, "galley"), 0o755);
  const inbox = openFileInbox({ directory: join(state, "galley") });
  const { detach } = await inbox.attach("watch");
  try {
    const stop = new AbortController();
    const answering = answerQuestions(inbox, situation.answer, { signal: stop.signal, waitMs: situation.waitMs });
    const ended = await runAgent(agent, lab, temporary);
    stop.abort();
    const asked = await answering;
    if (situation.undo) {
      const ran = galley(["undo"], lab, state);
      if (ran.status !== 0) return `galley undo ended with ${ran.status}: ${ran.stderr}${ended}`;
    }
    const file = readFileSync(path, "utf8");
    if (file !== situation.file)
      return `the file is ${JSON.stringify(file)}\n${ended}\n${server.bodies.at(-1)?.slice(-1500)}`;
    if (asked !== (situation.instead === undefined ? 1 : 0)) return `${asked} questions were asked`;
    if (situation.told !== undefined && !server.bodies.some((body) => body.includes(situation.told!)))
      return `the model was not shown ${JSON.stringify(situation.told)}`;
    const [entry] = JSON.parse(galley(["log", "--json"], lab, state).stdout) as { state: string }[];
    if (situation.state !== undefined && entry?.state !== situation.state) return `the log says ${entry?.state}`;
    return null;
  } finally {
    detach();
    await inbox.close();
    server.close();
  }
}

/** A second hook that answers last, with something else. */
function otherHook(agent: Agent, home: string, path: string): string {
  const answer = agent.otherAnswer({ path, find: FIND, put: OTHER });
  // Without other hooks, what starts the hook after the tool writes something else first.
  if (answer === null)
    return `if grep -q ONE ${path}; then printf '${`${OTHER}\n`.replaceAll("\n", "\\n")}' > ${path}; fi\n`;
  const script = join(home, "other-hook.sh");
  // Only for the edit; a read passes.
  writeFileSync(
    script,
    `input=$(cat)\ncase "$input" in *ONE*) sleep 3; cat <<'JSON'\n${JSON.stringify(answer)}\nJSON\n;; esac\n`,
  );
  return `sh ${script}`;
}
