// Starts a container and holds it: its first process lives as long as we keep its input open, so a galley that is
// killed takes its container along. What a crash of the engine still leaves is swept before the next one starts.

import { spawn } from "node:child_process";
import { failure } from "../../../base/index.ts";
import { apart, collect, engineArguments, engineFailure, engineName, runEngine, type Engine } from "./engine.ts";
import { LABEL, runArguments, type Launch } from "./launch.ts";
import { otherRuntimes } from "./runtimes.ts";

export type RunningContainer = {
  /** Settles when the container is gone, for whatever reason. */
  readonly gone: Promise<void>;
  /** Lets go. */
  release(): void;
};

const START_PATIENCE_MS = 60_000;

/**
 * With the engine's default runtime, else with another one that can start it: `engine` in the answer is the one to go on
 * with. IO when none can, with what the engine said first.
 */
export async function startKeeper(
  engine: Engine,
  launch: Launch,
): Promise<{ readonly container: RunningContainer; readonly engine: Engine }> {
  const first = await startIn(engine, launch);
  if (first.kind === "kept") return { container: first.container, engine };
  const { image } = launch.settings;
  if (/image not known|No such image|does not exist locally|pull access denied/i.test(first.complaint)) {
    const name = engineName(engine);
    const todo = `Get it with "${name} pull ${image}", or name another image in the config.`;
    throw failure("IO", `The image ${image} is not on this machine, and galley does not fetch images. ${todo}`, {
      data: { engine: name, image },
    });
  }
  for (const runtime of await otherRuntimes(engine)) {
    const other = { ...engine, runtime };
    // A container that was made and not started keeps its name.
    await runEngine(other, removeArguments([launch.name]));
    const tried = await startIn(other, launch);
    if (tried.kind === "kept") return { container: tried.container, engine: other };
  }
  throw engineFailure(engine, first.complaint, { doing: `start a container from ${image}`, hide: placesOf(launch) });
}

async function startIn(engine: Engine, launch: Launch): Promise<Tried> {
  const first = await startWith(engine, runArguments(launch, "shell"));
  // 126 and 127: the image has no shell. Node waits as well; it only leaves orphans unburied until the end.
  if (first.kind === "kept" || (first.code !== 126 && first.code !== 127)) return first;
  const second = await startWith(engine, runArguments(launch, "node"));
  return second.kind === "kept" ? second : first;
}

type Tried =
  | { readonly kind: "kept"; readonly container: RunningContainer }
  | { readonly kind: "ended"; readonly code: number | null; readonly complaint: string };

function startWith(engine: Engine, args: readonly string[]): Promise<Tried> {
  const child = spawn(engine.program, engineArguments(engine, args), {
    ...apart(engine),
    stdio: ["pipe", "pipe", "pipe"],
  });
  const complaint = collect(child.stderr);
  child.stdin.on("error", () => {}); // It ended; "exit" reports it.
  const gone = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), START_PATIENCE_MS);
    const end = (code: number | null, said: string) => {
      clearTimeout(timer);
      resolve({ kind: "ended", code, complaint: said });
    };
    let heard = "";
    child.stdout.on("data", (chunk: Buffer) => {
      if (heard.length < 64) heard += chunk.toString("latin1");
      if (!heard.startsWith("ready")) return;
      clearTimeout(timer);
      resolve({ kind: "kept", container: { gone, release: () => child.stdin.end() } });
    });
    child.once("error", (error) => end(null, error.message));
    child.once("close", (code) => end(code, complaint()));
  });
}

/** Removes the containers whose owner is dead. `judge` is given their labels and returns those. */
export async function removeOrphans(
  engine: Engine,
  judge: (owners: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const listed = await runEngine(engine, ["ps", "--all", "--quiet", "--filter", `label=${LABEL}`]);
  const ids = listed.out.split("\n").filter((id) => /^[0-9a-f]+$/.test(id));
  if (ids.length === 0) return;
  const format = `{{.Id}} {{index .Config.Labels "${LABEL}"}}`;
  // A container may go while it is inspected; the others are still listed.
  const { out } = await runEngine(engine, ["container", "inspect", "--format", format, ...ids]);
  const found = out.split("\n").flatMap((line) => {
    const space = line.indexOf(" ");
    return space < 0 ? [] : [{ id: line.slice(0, space), owner: line.slice(space + 1) }];
  });
  const dead = new Set(await judge(found.map(({ owner }) => owner)));
  const left = found.filter(({ owner }) => dead.has(owner)).map(({ id }) => id);
  if (left.length > 0) await runEngine(engine, removeArguments(left));
}

/** Ends a container with all of its processes, and looks whether it is gone. */
export async function isRemoved(engine: Engine, name: string): Promise<boolean> {
  for (let round = 0; round < REMOVE_ROUNDS; round += 1) {
    if ((await runEngine(engine, removeArguments([name]))).code === 0) return true;
    // Engines refuse what is being removed already.
    const listed = await runEngine(engine, ["ps", "--all", "--quiet", "--filter", `name=^${name}$`]);
    if (listed.code === 0 && listed.out.trim() === "") return true;
    await new Promise((resolve) => setTimeout(resolve, REMOVE_PAUSE_MS));
  }
  return false;
}

/** True when the engine says that it does not run or that there is none; false when it runs, or nothing can be said. */
export async function isStopped(engine: Engine, name: string): Promise<boolean> {
  const asked = ["container", "inspect", "--format", "{{.State.Running}}", name];
  const { code, out, complaint } = await runEngine(engine, asked);
  return code === 0 ? out.trim() === "false" : /no such (container|object)/i.test(complaint);
}

const REMOVE_ROUNDS = 5;
const REMOVE_PAUSE_MS = 500;

/** With the volumes that were made for them. */
export function removeArguments(containers: readonly string[]): readonly string[] {
  return ["rm", "--force", "--volumes", ...containers];
}

export function placesOf({
  settings: { holds },
  residentFiles,
}: Pick<Launch, "settings" | "residentFiles">): readonly string[] {
  const folder = holds.kind === "folder" ? [holds.folder] : [];
  return [...folder, ...residentFiles.mounts.map(({ from }) => from)];
}
