// Starts a container and holds it: its first process lives as long as we keep its input open, so a galley that is
// killed takes its container along. What a crash of the engine still leaves is swept before the next one starts.

import { spawn } from "node:child_process";
import { failure } from "../../../base/index.ts";
import { APART, collect, engineFailure, runEngine } from "./engine.ts";
import { LABEL, runArguments, type Launch } from "./launch.ts";

export type Kept = {
  /** Settles when the container is gone, whoever ended it. */
  readonly gone: Promise<void>;
  /** Lets go. */
  release(): void;
};

const START_PATIENCE_MS = 60_000;

/** IO when the engine cannot start it, with what the engine said. */
export async function startKeeper(engine: string, launch: Launch): Promise<Kept> {
  const first = await startWith(engine, runArguments(launch, "shell"));
  if (first.kind === "kept") return first.kept;
  // 126 and 127: the image has no shell. Node waits as well; it only leaves orphans unburied until the end.
  const second =
    first.code === 126 || first.code === 127 ? await startWith(engine, runArguments(launch, "node")) : first;
  if (second.kind === "kept") return second.kept;
  const { image } = launch.settings;
  if (/image not known|No such image|does not exist locally|pull access denied/i.test(first.complaint)) {
    const todo = `Get it with "${engine} pull ${image}", or name another image in the config.`;
    throw failure("IO", `The image ${image} is not on this machine, and galley does not fetch images. ${todo}`, {
      data: { engine, image },
    });
  }
  throw engineFailure(engine, first.complaint, { doing: `start a container from ${image}`, hide: placesOf(launch) });
}

type Tried =
  | { readonly kind: "kept"; readonly kept: Kept }
  | { readonly kind: "ended"; readonly code: number | null; readonly complaint: string };

function startWith(engine: string, args: readonly string[]): Promise<Tried> {
  const child = spawn(engine, args, { ...APART, stdio: ["pipe", "pipe", "pipe"] });
  const complaint = collect(child.stderr);
  child.stdin.on("error", () => {}); // It ended; "exit" tells.
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
      resolve({ kind: "kept", kept: { gone, release: () => child.stdin.end() } });
    });
    child.once("error", (error) => end(null, error.message));
    child.once("close", (code) => end(code, complaint()));
  });
}

/** Removes the containers whose owner is dead. `judge` is given their labels and returns those. */
export async function sweep(
  engine: string,
  judge: (owners: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const listed = await runEngine(engine, ["ps", "--all", "--quiet", "--filter", `label=${LABEL}`]);
  const ids = listed.out.split("\n").filter((id) => /^[0-9a-f]+$/.test(id));
  if (ids.length === 0) return;
  const format = `{{.Id}} {{index .Config.Labels "${LABEL}"}}`;
  // A container may go while it is looked at; the others are still told of.
  const { out } = await runEngine(engine, ["container", "inspect", "--format", format, ...ids]);
  const found = out.split("\n").flatMap((line) => {
    const space = line.indexOf(" ");
    return space < 0 ? [] : [{ id: line.slice(0, space), owner: line.slice(space + 1) }];
  });
  const dead = new Set(await judge(found.map(({ owner }) => owner)));
  const left = found.filter(({ owner }) => dead.has(owner)).map(({ id }) => id);
  if (left.length > 0) await runEngine(engine, removeArguments(left));
}

/** With the volumes that were made for them. */
export function removeArguments(containers: readonly string[]): readonly string[] {
  return ["rm", "--force", "--volumes", ...containers];
}

export function placesOf({ settings: { holds }, kit }: Pick<Launch, "settings" | "kit">): readonly string[] {
  const folder = holds.kind === "folder" ? [holds.folder] : [];
  return [...folder, ...kit.mounts.map(({ from }) => from)];
}
