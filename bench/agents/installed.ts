// An agent with the settings that `galley hook install` writes, where galley is stopped, and where the user has not trusted
// anything: whether the edit is written all the same. The reviewer says no to everything.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openFileInbox } from "../../src/inbox/index.ts";
import type { Case, Outcome } from "./cases.ts";
import { modulesOf, type Agent, type Lab } from "./agents.ts";
import { answerQuestions, BEFORE, FIND, freshFolders, galley, PUT, runAgent } from "./lab.ts";
import { serve } from "./model-server.ts";

export async function tryInstalled(
  agent: Agent,
  name: Case,
  { root, cache }: { readonly root: string; readonly cache: string },
): Promise<{ readonly outcome: Outcome; readonly said: string }> {
  const { home, project, temporary, path } = freshFolders(cache, agent);
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
  const inbox = openFileInbox({ directory: join(state, "galley") });
  const { detach } = await inbox.attach("watch");
  const stop = new AbortController();
  const answering = answerQuestions(inbox, { kind: "reject", reason: "no" }, stop.signal);
  try {
    const said = await runAgent(agent, lab, temporary);
    const text = readFileSync(path, "utf8");
    return { outcome: text === BEFORE ? "kept" : "written", said: `${said}\n${server.bodies.at(-1)?.slice(-800)}` };
  } finally {
    stop.abort();
    await answering;
    detach();
    await inbox.close();
    server.close();
  }
}

/** The same settings with a program in place of galley that stops, and a limit that can be waited for. */
function stopGalley(settings: string, { home, program }: Lab): void {
  const stub = join(home, "galley.js");
  writeFileSync(stub, "process.kill(process.pid, 'SIGSTOP');\n");
  const text = readFileSync(settings, "utf8")
    .replaceAll(program, stub)
    .replaceAll(" 595 ", " 7 ")
    .replaceAll(/("timeout(?:Sec)?": *)600(000)?/g, (_, key: string, thousands: string | undefined) =>
      thousands === undefined ? `${key}8` : `${key}8000`,
    )
    .replace("LIMIT_MS = 630_000", "LIMIT_MS = 8000");
  writeFileSync(settings, text);
}
