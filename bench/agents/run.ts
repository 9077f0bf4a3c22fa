// Each agent with our hook through nine situations, checked on the bytes of the file. Prints a table; exit code 1 when a
// check fails. Started by start.mjs, without a network.

import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openFileInbox, type Inbox } from "../../src/inbox/index.ts";
import { commandLine, denyingHookCommand, hookCommand, type Launch } from "../../src/install/index.ts";
import { answerWhole, type WholeAnswer } from "../../src/review/index.ts";
import { asText, versionOfText } from "../../src/text/index.ts";
import { AGENTS, modulesOf, type Agent, type Lab } from "./agents.ts";
import { serve } from "./model-server.ts";

const BEFORE = "one\ntwo\nthree\nfour\nfive\n";
const FIND = "one\ntwo\nthree\nfour\nfive";
const PUT = "ONE\ntwo\nthree\nfour\nFIVE";
const AFTER = `${PUT}\n`;
const EDITED = "ONE\ntwo\nthree, edited\nfour\nFIVE\n";
const OTHER = "other\ntwo\nthree\nfour\nfive";

type Answering = WholeAnswer | { readonly kind: "modify"; readonly content: string } | { readonly kind: "none" };

type Situation = {
  readonly name: string;
  readonly answer: Answering;
  readonly file: string;
  readonly limitSeconds?: number;
  readonly hasOtherHook?: true;
  /** What the model must be shown in some request. */
  readonly told?: string;
  readonly state?: string;
  readonly undo?: true;
  /** What is started in place of galley: it never asks. */
  readonly instead?: Launch;
};

const SITUATIONS: readonly Situation[] = [
  { name: "approve", answer: { kind: "apply" }, file: AFTER, state: "done" },
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

const [root, cache, ...names] = process.argv.slice(2) as [string, string, ...string[]];
let failures = 0;
process.stdout.write(`| agent | ${SITUATIONS.map(({ name }) => name).join(" | ")} |\n`);
process.stdout.write(`| --- |${" --- |".repeat(SITUATIONS.length)}\n`);
for (const agent of AGENTS.filter(({ name }) => names.includes(name))) {
  const cells: string[] = [];
  const reports: string[] = [];
  for (const situation of SITUATIONS) {
    const wrong = await trial(agent, situation);
    cells.push(wrong === null ? "ok" : "FAILED");
    if (wrong !== null) reports.push(`${agent.title}, ${situation.name}: ${wrong}`);
  }
  failures += reports.length;
  process.stdout.write(`| ${agent.title} | ${cells.join(" | ")} |\n`);
  for (const report of reports) process.stderr.write(`${report}\n`);
}
process.exitCode = failures === 0 ? 0 : 1;

/** What is wrong, or null. */
async function trial(agent: Agent, situation: Situation): Promise<string | null> {
  const base = join(cache, "lab", agent.name);
  rmSync(base, { recursive: true, force: true });
  const [home, project, temporary] = ["home", "project", "tmp"].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [home, project, temporary]) mkdirSync(folder, { recursive: true });
  spawnSync("git", ["init", "-q"], { cwd: project });
  const path = join(project, "a.txt");
  writeFileSync(path, BEFORE);
  const server = await serve(agent.steps({ path, find: FIND, put: PUT }));
  const state = join(home, "state");
  const program = join(root, "bin", "galley.js");
  const limitSeconds = situation.limitSeconds ?? 30;
  const start: Launch = situation.instead ?? ["env", `XDG_STATE_HOME=${state}`, process.execPath, program];
  // opencode's plugin adds the rest of the words itself.
  const [asking, comparing] =
    agent.name === "opencode"
      ? [commandLine(start), commandLine(start)]
      : [denyingHookCommand(start, agent.name, limitSeconds), hookCommand(start, agent.name, limitSeconds)];
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
  };
  agent.setUp(lab);
  if (existsSync(join(home, "galley"))) chmodSync(join(home, "galley"), 0o755);
  const inbox = openFileInbox({ directory: join(state, "galley") });
  const { detach } = await inbox.attach("watch");
  try {
    const stop = new AbortController();
    const answering = answerQuestions(inbox, situation.answer, stop.signal);
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

function galley(args: readonly string[], { program, project, home }: Lab, state: string) {
  const env = { PATH: process.env["PATH"], HOME: home, XDG_STATE_HOME: state };
  return spawnSync(process.execPath, [program, ...args], { cwd: project, env, encoding: "utf8" });
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

function runAgent(agent: Agent, lab: Lab, temporary: string): Promise<string> {
  const [command, ...args] = agent.command(lab) as [string, ...string[]];
  const env = {
    PATH: process.env["PATH"],
    HOME: lab.home,
    TMPDIR: temporary,
    LANG: "C.UTF-8",
    TERM: "dumb",
    ...agent.env(lab),
  };
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: lab.project, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const timer = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), 90_000);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve(`(ended with ${code}) ${said.slice(-1500)}`);
    });
  });
}

/** Answers every question the same way; gives how many there were. */
async function answerQuestions(inbox: Inbox, answer: Answering, signal: AbortSignal): Promise<number> {
  const seen = new Set<string>();
  while (!signal.aborted) {
    const { questions } = await inbox.open();
    for (const { id } of questions.filter((each) => !seen.has(each.id))) {
      seen.add(id);
      const found = await inbox.read(id);
      if (found.kind !== "question" || answer.kind === "none") continue;
      const whole = answerWhole(found.question, answer.kind === "modify" ? { kind: "apply" } : answer);
      if (whole.kind === "refused") throw new Error(whole.why);
      const { decision } = whole;
      const items =
        answer.kind === "modify" ? decision.items.map((item) => modified(item, answer.content)) : decision.items;
      await inbox.decide(id, { ...decision, items });
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return seen.size;
}

type Item = Parameters<Inbox["decide"]>[1]["items"][number];

function modified({ digest, by }: Item, content: string): Item {
  return { action: "modify", digest, by, content, after: versionOfText(asText(content)!) };
}
