// An agent with the settings that `galley hook install` writes, where galley or the agent is stopped, and where the user has
// not trusted anything: whether the edit is written all the same. The reviewer says no to everything, or nothing.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openFileInbox, type Inbox } from "../../src/inbox/index.ts";
import type { Case, Outcome } from "./cases.ts";
import { modulesOf, type Agent, type Lab } from "./agents.ts";
import { answerQuestions, BEFORE, FIND, freshFolders, galley, PUT, runAgent } from "./lab.ts";
import { serve } from "./model-server.ts";
import { agentProcesses, allProcesses } from "./processes.ts";

const ASKS: readonly Case[] = ["working", "agent-stopped", "all-stopped"];

export async function tryInstalled(
  agent: Agent,
  name: Case,
  { root, cache }: { readonly root: string; readonly cache: string },
): Promise<{ readonly outcome: Outcome | "not asked"; readonly said: string }> {
  const { home, project, temporary, path } = freshFolders(agent);
  const server = await serve(agent.steps({ path, find: FIND, put: PUT }));
  const program = join(root, "bin", "galley.js");
  const modules = modulesOf(cache, agent);
  const isTrusted = name !== "untrusted" && name !== "project";
  const lab: Lab = {
    home,
    project,
    port: server.port,
    modules,
    before: [],
    after: [],
    limitSeconds: 30,
    program,
    root,
    isTrusted,
  };
  agent.setUp(lab);
  // The agents run with this home folder, so the default folder for state is the one that is asked in.
  const state = join(home, ".local", "state");
  const args = ["hook", "install", agent.name, "--yes", "--json", ...(name === "project" ? ["--project"] : [])];
  const installed = galley(args, lab, state);
  if (installed.status !== 0) throw new Error(`galley hook install: ${installed.stderr}${installed.stdout}`);
  const { path: settings } = JSON.parse(installed.stdout) as { path: string };
  if (name === "stopped") stopGalley(settings, lab);
  const stops = name === "agent-stopped" || name === "all-stopped";
  if (stops) shorten(settings, LIMIT);
  const inbox = openFileInbox({ directory: join(state, "galley") });
  const { detach } = await inbox.attach("watch");
  const stop = new AbortController();
  const answering = answerQuestions(inbox, stops ? { kind: "none" } : { kind: "reject", reason: "no" }, stop);
  try {
    let pausing = Promise.resolve();
    const ran = await runAgent(agent, lab, temporary, (pid) => {
      if (stops) pausing = pause(pid, name === "all-stopped" ? allProcesses : agentProcesses, inbox);
    });
    const said = `${ran}\n${server.bodies.at(-1)?.slice(-800)}`;
    await pausing;
    stop.abort();
    if ((await answering) === 0 && ASKS.includes(name)) return { outcome: "not asked", said };
    return { outcome: readFileSync(path, "utf8") === BEFORE ? "kept" : "written", said };
  } finally {
    stop.abort();
    await answering;
    detach();
    await inbox.close();
    server.close();
  }
}

/** Seconds that galley has in place of 600, so that its end can be waited for. The agent's own limit stays as installed. */
const LIMIT = 20;

/** The same settings with a program in place of galley that stops. */
function stopGalley(settings: string, { home, program }: Lab): void {
  const stub = join(home, "galley.js");
  writeFileSync(stub, "process.kill(process.pid, 'SIGSTOP');\n");
  writeFileSync(settings, readFileSync(settings, "utf8").replaceAll(program, stub));
  shorten(settings, LIMIT);
}

function shorten(settings: string, seconds: number): void {
  const text = readFileSync(settings, "utf8")
    .replaceAll(" 595 ", ` ${seconds - 1} `)
    .replaceAll("--limit 600", `--limit ${seconds}`)
    .replace("LIMIT_MS = 630_000", `LIMIT_MS = ${seconds * 1000}`);
  writeFileSync(settings, text);
}

/** Stops these processes when the question is asked, until galley must have ended. */
async function pause(agent: number, processes: (pid: number) => readonly number[], inbox: Inbox): Promise<void> {
  while ((await inbox.open()).questions.length === 0) {
    if (!existsSync(`/proc/${agent}`)) return;
    await sleep(50);
  }
  const stopped = processes(agent);
  for (const pid of stopped) process.kill(pid, "SIGSTOP");
  await sleep((LIMIT + 5) * 1000);
  for (const pid of stopped) process.kill(pid, "SIGCONT");
}
