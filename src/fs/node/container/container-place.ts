// Commands in a container, as the shell and eval tools ask for them. A folder of this machine that is mounted into it is
// guarded as for confined commands; of the image's own files, what changed is looked for inside.

import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isFailure } from "../../../base/index.ts";
import type { ChangedFiles, CommandCall, CommandPlace, CommandResult, PathRules } from "../../commands.ts";
import { confinedGit, confinedIndexPack } from "../commands/bubblewrap.ts";
import { KeptStreams } from "../commands/kept-output.ts";
import type { Layout } from "../commands/layout.ts";
import { prepareFolder, whyAskIn, type FolderOptions } from "../commands/prepare-folder.ts";
import { NOT_ENDED, type CommandOutcome, type CommandRequest, type Container } from "./container.ts";
import type { ContainerLayout } from "./launch.ts";

/** Beyond this an output is not even sent out; what is kept of it is far less. */
const MAX_SENT = 16 * 1024 * 1024;

export type ContainerPlaceOptions = {
  readonly rules: PathRules;
  /** The folder that is mounted; missing when the files are the image's own. */
  readonly folder?: { readonly root: string; readonly gitWritable: boolean };
};

export function openContainerPlace(
  container: Pick<Container, "run" | "image" | "network">,
  options: ContainerPlaceOptions,
): CommandPlace {
  const { folder, rules } = options;
  return {
    where: "container",
    image: container.image,
    network: container.network,
    workspace: "writable",
    whyAsk: async () =>
      folder === undefined
        ? "the files of a container without a root cannot be mounted read-only"
        : whyAskIn(fs.realpathSync(folder.root), folderOptions(folder, rules)),
    run: async (call) => {
      const kept = new KeptStreams(call);
      if (folder === undefined) {
        const end = await container.run(requestFor(call, kept));
        const changed = guardedApart(end.changed, rules);
        return kept.resultOf(end, { changed, warnings: warningsOf(end), notes: [] });
      }
      const root = fs.realpathSync(folder.root);
      return runInFolder(container, call, { kept, root, options: folderOptions(folder, rules) });
    },
  };
}

function folderOptions(
  { root, gitWritable }: NonNullable<ContainerPlaceOptions["folder"]>,
  rules: PathRules,
): FolderOptions {
  const real = fs.realpathSync(root);
  return { rules, gitWritable, askGit: confinedGit(real), indexPack: confinedIndexPack(real) };
}

async function runInFolder(
  container: Pick<Container, "run">,
  call: CommandCall,
  { kept, root, options }: { readonly kept: KeptStreams; readonly root: string; readonly options: FolderOptions },
): Promise<CommandResult> {
  const { layout, finish } = await prepareFolder(root, call, options);
  const network = call.asked ? "as configured" : "none";
  const running = container.run({ ...requestFor(call, kept), setup: { layout: masking(layout), network } });
  const end = await running.catch((error: unknown) => ({ error }));
  const finished = await finish();
  if (!("error" in end))
    return kept.resultOf(end, { ...finished, warnings: [...warningsOf(end), ...finished.warnings] });
  // A command can end the program that would report how it ended. What it changed is still checked from outside.
  if (!isFailure(end.error) || end.error.data["fate"] !== "unknown") throw end.error;
  return kept.resultOf(LOST, { ...finished, lost: end.error.message });
}

const LOST = { exitCode: null, ended: "by itself", dropped: { stdout: 0, stderr: 0 } } as const;

function warningsOf({ isAllEnded }: CommandOutcome): readonly string[] {
  return isAllEnded ? [] : [NOT_ENDED];
}

function masking({ root, mounts }: Layout): ContainerLayout {
  return {
    root,
    mounts: mounts.map((mount) =>
      mount.kind === "mask-folder" ? { kind: "read-only", path: mount.path, from: emptyFolder() } : mount,
    ),
  };
}

let empty: string | null = null;

/** Nothing is in it and no one may look. One for this process, removed with it. */
function emptyFolder(): string {
  if (empty !== null && fs.existsSync(empty)) return empty;
  const made = fs.mkdtempSync(join(tmpdir(), "galley-empty-"));
  fs.chmodSync(made, 0);
  process.once("exit", () => fs.rmSync(made, { recursive: true, force: true }));
  empty = made;
  return made;
}

function requestFor(call: CommandCall, kept: KeptStreams): CommandRequest {
  const [program, ...args] = call.argv;
  // The image need not have a Node; ours is there.
  const isNode = program === "/usr/bin/env" && args[0] === "node";
  return {
    argv: isNode ? args.slice(1) : call.argv,
    ...(isNode ? { node: true } : {}),
    cwd: call.cwd,
    environment: { TERM: "dumb", PAGER: "cat", GIT_PAGER: "cat", ...call.environment },
    input: new TextEncoder().encode(call.input),
    timeoutMs: call.timeoutMs,
    maxBytes: MAX_SENT,
    ...(call.signal ? { signal: call.signal } : {}),
    onOutput: kept.onOutput,
  };
}

/** The program in the container does not know which paths are protected. */
function guardedApart(changed: CommandOutcome["changed"], { isProtected, access }: PathRules): ChangedFiles | null {
  if (changed === null) return null;
  const isGuarded = (name: string): boolean => isProtected(name) || access?.(name).write === "deny";
  const only = (guarded: boolean) => ({
    created: changed.created.filter((name) => isGuarded(name) === guarded),
    modified: changed.modified.filter((name) => isGuarded(name) === guarded),
    deleted: changed.deleted.filter((name) => isGuarded(name) === guarded),
  });
  return { ...only(false), guarded: only(true), complete: changed.complete, searched: changed.complete };
}
