// A container as the rest of the program sees it: files, if they live in its image, and commands. Nothing is started
// before the first of them is asked for, and nothing is left when this process ends.

import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { failure, isFailure } from "../../../base/index.ts";
import type { ChangedFiles, Changes } from "../../commands.ts";
import { MAX_FILE_BYTES } from "../../memory/memory.ts";
import { ownPath } from "../../pages.ts";
import { pathError } from "../../error-messages.ts";
import { findRipgrep } from "../ripgrep/binary.ts";
import * as answers from "./answers.ts";
import { Bridge } from "./bridge.ts";
import { createContainerFiles, type ContainerFiles } from "./container-files.ts";
import { apart, engineArguments, engineName, findEngine, type Engine } from "./engine.ts";
import { removeArguments } from "./keeper.ts";
import { RESIDENT_FOLDER } from "./resident-files.ts";
import type { ContainerLayout, ContainerSettings } from "./launch.ts";
import type { LossReason } from "./lifecycle.ts";
import { METHODS, type Call, type Stream } from "./wire.ts";

/** Which image, and how it is run. */
export type ContainerOptions = Pick<ContainerSettings, "image"> &
  Partial<Omit<ContainerSettings, "holds">> & {
    /** What is in the working folder: the image's own files unless a folder of this machine is named. */
    readonly holds?: { readonly kind: "image" } | { readonly kind: "folder"; readonly folder: string };
    /** Which process a container belongs to, written on it; and whether the one named on another still lives. */
    readonly owner?: { readonly label: string; readonly isDead: (label: string) => boolean };
    /** The bundled programs; found by themselves in a built package. */
    readonly programs?: ContainerPrograms;
    /** null = search without ripgrep. */
    readonly ripgrep?: string | null;
  };

export type ContainerPrograms = { readonly resident: string; readonly bridge: string };

export type CommandRequest = {
  /** The program and its arguments; no shell reads them. With `node`, arguments for the container's Node alone. */
  readonly argv: readonly string[];
  readonly node?: true;
  /** Below the working folder; "" is the working folder itself. */
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: Uint8Array;
  readonly timeoutMs: number;
  /** Of each stream. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  readonly onOutput?: (stream: Stream, bytes: Uint8Array) => void;
  /** How a folder of this machine is mounted for this command; as a whole unless it is said. See openContainerPlace. */
  readonly setup?: { readonly layout: ContainerLayout; readonly network: "as configured" | "none" };
};

export type CommandOutcome = {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly ended: "by itself" | "out of time" | "cancelled";
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** Bytes beyond `maxBytes` that were thrown away. */
  readonly dropped: { readonly stdout: number; readonly stderr: number };
  /** In the working folder; null for a folder of this machine, which can be looked at from outside. */
  readonly changed: (Changes & Pick<ChangedFiles, "complete">) | null;
  /** False: something that it started could not be ended, and may still change files. */
  readonly isAllEnded: boolean;
};

/** A running container with its files. It belongs to this process: close it. */
export type Container = {
  readonly name: string;
  readonly image: string;
  /** As configured; a command can be run without it. */
  readonly network: boolean;
  /** The files of the image below the working folder; where a folder of this machine is mounted, ask the host backend. */
  readonly files: ContainerFiles;
  /** NOT_FOUND when there is no such program or folder. IO when it is unknown whether the command did its work. */
  run(request: CommandRequest): Promise<CommandOutcome>;
  /** What it was started with, by name; null before that. `runtime` null is the engine's default. */
  readonly startedWith: () => { readonly engine: string; readonly runtime: string | null } | null;
  /** Ends the container and removes it. Done by itself, in the last moment, when the process ends. */
  close(): Promise<void>;
};

/** Starts nothing. INVALID_ARG when the settings cannot be used. */
export function openContainer(options: ContainerOptions): Container {
  const settings = checkedSettings(options);
  const programs = options.programs ?? findPrograms();
  let started: Engine | null = null;
  const start = (container: ContainerSettings): Started => {
    const name = `galley-${randomBytes(8).toString("hex")}`;
    const bridge = new Bridge({
      settings: () => ({
        container,
        name,
        owner: options.owner?.label ?? "nobody",
        resident: programs.resident,
        ripgrep: options.ripgrep === undefined ? findRipgrep() : options.ripgrep,
        runtime: workingRuntimes.get(settings.engine) ?? null,
      }),
      onStart: (engine) => {
        started = engine;
        workingRuntimes.set(settings.engine, engine.runtime);
      },
      worker: programs.bridge,
      isDead: (label) => options.owner?.isDead(label) ?? false,
      lost: lostCall,
    });
    const leave = (): void => {
      const { engine: wanted, outside } = settings;
      if (bridge.isStarted) removeNow(() => started ?? findEngine({ wanted, environment: process.env, outside }), name);
    };
    atExit(leave);
    return {
      name,
      bridge,
      close: async () => {
        const isRemoved = await bridge.close();
        if (isRemoved) leaving.delete(leave);
        return isRemoved;
      },
    };
  };
  let current = start(settings);
  const { name, bridge } = current;
  // Whatever a command does to the processes in its container, nothing of it is left when the container is gone: where
  // files of this machine are mounted, each command gets a container of its own.
  const runAlone = async (request: CommandRequest): Promise<CommandOutcome> => {
    current = start(settingsFor(settings, request.setup));
    const ran = await runIn(current.bridge, settings, request).catch((error: unknown) => ({ error }));
    const isAllEnded = await current.close();
    if (!("error" in ran)) return { ...ran, isAllEnded };
    if (isAllEnded || !isFailure(ran.error)) throw ran.error;
    const { code, message, data } = ran.error;
    throw failure(code, `${message} ${NOT_ENDED}`, { data, cause: ran.error });
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    name,
    image: settings.image,
    network: settings.network,
    files: createContainerFiles({ bridge, name, maxFileBytes: settings.maxFileBytes }),
    run: (request) => {
      const run = (): Promise<CommandOutcome> =>
        settings.holds.kind === "image" ? runIn(bridge, settings, request) : runAlone(request);
      // One after another: at its end, every process in the container is taken for one of the command.
      const turn = last.then(run, run);
      last = turn.catch(() => undefined);
      return turn;
    },
    startedWith: () => (started === null ? null : { engine: engineName(started), runtime: started.runtime }),
    close: async () => void (await current.close()),
  };
}

/** By the engine that was asked for: what worked once in this process is tried first the next time. */
const workingRuntimes = new Map<string | null, string | null>();

type Started = {
  readonly name: string;
  readonly bridge: Bridge;
  /** True when nothing of it is left. */
  readonly close: () => Promise<boolean>;
};

function settingsFor(settings: ContainerSettings, setup: CommandRequest["setup"]): ContainerSettings {
  if (settings.holds.kind === "image") return settings;
  const network = settings.network && setup?.network !== "none";
  return { ...settings, network, holds: { ...settings.holds, layout: setup?.layout ?? WHOLE } };
}

/** For a person and a model. */
export const NOT_ENDED =
  "Not all of the processes it started could be ended: they may still change files. Check with `podman ps` or `docker ps`.";

const WHOLE: ContainerLayout = { root: "writable", mounts: [] };

const leaving = new Set<() => void>();
let isListening = false;

/** One listener for all containers: Node warns about many. */
function atExit(leave: () => void): void {
  leaving.add(leave);
  if (isListening) return;
  isListening = true;
  process.once("exit", () => leaving.forEach((each) => each()));
}

const DEFAULTS = {
  engine: null,
  outside: [],
  workdir: "/workspace",
  holds: { kind: "image" },
  writable: true,
  memory: "512m",
  pids: 256,
  cpus: null,
  network: false,
  user: null,
  symlinks: "within",
  maxFileBytes: MAX_FILE_BYTES,
} as const satisfies Omit<ContainerSettings, "image">;

function checkedSettings(options: ContainerOptions): ContainerSettings {
  const { owner: _, programs: __, ripgrep: ___, holds = { kind: "image" }, ...given } = options;
  const settings: ContainerSettings = {
    ...DEFAULTS,
    ...given,
    holds: holds.kind === "image" ? holds : { ...holds, layout: WHOLE },
  };
  const { image, workdir, memory, user } = settings;
  const refuse = (what: string) => failure("INVALID_ARG", `The container cannot be set up: ${what}.`);
  if (!/^[A-Za-z0-9][^\s]*$/.test(image)) throw refuse(`${JSON.stringify(image)} is not an image name`);
  if (!posix.isAbsolute(workdir) || posix.normalize(workdir) !== workdir || workdir.endsWith("/"))
    throw refuse("workdir must be a plain absolute path, such as /workspace");
  if ([RESIDENT_FOLDER, "/proc", "/sys", "/dev", "/tmp"].some((taken) => `${workdir}/`.startsWith(`${taken}/`)))
    throw refuse(`workdir cannot be ${workdir}, which has another use`);
  if (!/^[1-9][0-9]*[bkmg]?$/i.test(memory))
    throw refuse(`memory must be a size such as 512m, not ${JSON.stringify(memory)}`);
  if (user !== null && !/^[A-Za-z0-9_][A-Za-z0-9_.:-]*$/.test(user))
    throw refuse(`${JSON.stringify(user)} is not a user`);
  return settings;
}

/** In the package's dist/cli: beside the command line, below the library, below the source. */
function findPrograms(): ContainerPrograms {
  const here = ownFolder();
  const folders = here === null ? [] : [here, join(here, "../../../../cli"), join(here, "../../../../dist/cli")];
  const folder = folders.find((path) => existsSync(join(path, "container-resident.js")));
  if (folder === undefined)
    throw failure(
      "IO",
      "The programs for containers are missing from this installation. Build or install galley again.",
    );
  return { resident: join(folder, "container-resident.js"), bridge: join(folder, "container-bridge.js") };
}

function ownFolder(): string | null {
  try {
    // The command line is bundled as CommonJS, which knows its own name; modules know their address.
    return dirname(typeof __filename === "string" ? __filename : fileURLToPath(import.meta.url));
  } catch {
    return null; // Bundled by another program, which has to pass the paths of the programs.
  }
}

async function runIn(
  bridge: Bridge,
  { workdir, holds }: ContainerSettings,
  request: CommandRequest,
): Promise<CommandOutcome> {
  const { argv, node = false, cwd = "", environment = {}, input, timeoutMs, maxBytes, signal, onOutput } = request;
  const kept: Record<Stream, Uint8Array[]> = { stdout: [], stderr: [] };
  let room = 2 * maxBytes;
  const { value } = await bridge.call(
    "run",
    [
      {
        argv,
        node,
        survey: holds.kind === "image",
        cwd: posix.join(workdir, ownPath(cwd).path),
        environment,
        timeoutMs,
        maxBytes,
      },
    ],
    {
      ...(input === undefined ? {} : { body: input }),
      signal,
      onOutput: (stream, bytes) => {
        // The other side keeps the limit too, unless it was taken over.
        room -= bytes.length;
        if (room < 0) return;
        kept[stream].push(bytes);
        onOutput?.(stream, bytes);
      },
    },
  );
  const { exitCode, ended, dropped, changed, isAllEnded } = answers.record(value);
  const { stdout, stderr } = answers.record(dropped);
  return {
    exitCode: exitCode === null ? null : answers.count(exitCode),
    ended: answers.oneOf(["by itself", "out of time", "cancelled"])(ended),
    stdout: Buffer.concat(kept.stdout),
    stderr: Buffer.concat(kept.stderr),
    dropped: { stdout: answers.count(stdout), stderr: answers.count(stderr) },
    changed: changed === null ? null : answers.readChanges(changed),
    isAllEnded: answers.bool(isAllEnded),
  };
}

const HOW: Readonly<Record<LossReason, string>> = {
  gone: "the container was removed or stopped by someone else",
  died: "the program in the container died",
  silent: "the program in the container gave no answer",
};

/** What only reads has simply failed; of everything else we say that we do not know. */
function lostCall({ method, args }: Call, how: LossReason): Error {
  const path = typeof args[0] === "string" ? args[0].replace(/\/$/, "") : "";
  if (method === "run") {
    const unknown = "The command may or may not have taken effect; check before running it again.";
    return failure("IO", `While the command ran, ${HOW[how]}. ${unknown}`, { data: { fate: "unknown" } });
  }
  const isRead = METHODS[method] === "reads";
  const unknown = "; the change may or may not have been made, so check before retrying";
  return pathError("IO", { path, why: `${HOW[how]}${isRead ? "" : unknown}`, ...(isRead ? {} : { fate: "unknown" }) });
}

/** In the last moment of a process nothing can be awaited. */
function removeNow(find: () => Engine, name: string): void {
  try {
    const engine = find();
    const args = engineArguments(engine, removeArguments([name]));
    spawnSync(engine.program, args, { ...apart(engine), stdio: "ignore", timeout: 20_000 });
  } catch {
    // No engine, so no container.
  }
}
