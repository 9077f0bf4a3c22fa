// What the trials of an agent share: running it, answering what it asks, and galley itself.

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Inbox } from "../../src/inbox/index.ts";
import { answerWhole, type WholeAnswer } from "../../src/review/index.ts";
import { asText, versionOfText } from "../../src/text/index.ts";
import type { Agent, Lab } from "./agents.ts";

export type Answering = WholeAnswer | { readonly kind: "modify"; readonly content: string } | { readonly kind: "none" };

export const BEFORE = "one\ntwo\nthree\nfour\nfive\n";
export const FIND = "one\ntwo\nthree\nfour\nfive";
export const PUT = "ONE\ntwo\nthree\nfour\nFIVE";
export const AFTER = `${PUT}\n`;

/** Outside this repository: a hook refuses a home folder that is in a repository around the project. */
const LAB = mkdtempSync(join(realpathSync(tmpdir()), "galley-agents-"));
process.once("exit", () => rmSync(LAB, { recursive: true, force: true }));

/** New folders for an agent, with a repository in which a.txt is. */
export function freshFolders({ name }: Agent) {
  const base = join(LAB, name);
  rmSync(base, { recursive: true, force: true });
  const [home, project, temporary] = [join(base, "home"), join(base, "project"), join(base, "tmp")];
  for (const folder of [home, project, temporary]) mkdirSync(folder, { recursive: true });
  spawnSync("git", ["init", "-q"], { cwd: project });
  const path = join(project, "a.txt");
  writeFileSync(path, BEFORE);
  return { home, project, temporary, path };
}

export function galley(args: readonly string[], { program, project, home }: Lab, state: string) {
  const env = { PATH: process.env["PATH"], HOME: home, XDG_STATE_HOME: state };
  return spawnSync(process.execPath, [program, ...args], { cwd: project, env, encoding: "utf8" });
}

/** Until it ends, at the latest after so long. Gives how it ended, and the end of what it said. */
export function runAgent(
  agent: Pick<Agent, "command" | "env">,
  lab: Lab,
  temporary: string,
  started: (pid: number) => void = () => undefined,
): Promise<string> {
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
    started(child.pid!); // It was spawned, or `spawn` has thrown.
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const timer = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), 150_000);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve(`(ended with ${code}) ${said.slice(-1500)}`);
    });
  });
}

/** Answers every question the same way, after `waitMs`; gives how many there were. */
export async function answerQuestions(
  inbox: Inbox,
  answer: Answering,
  { signal, waitMs = 0 }: { readonly signal: AbortSignal; readonly waitMs?: number | undefined },
): Promise<number> {
  const seen = new Set<string>();
  while (!signal.aborted) {
    const { questions } = await inbox.open();
    for (const { id } of questions.filter((each) => !seen.has(each.id))) {
      seen.add(id);
      const found = await inbox.read(id);
      if (found.kind !== "question" || answer.kind === "none") continue;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
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
