// The place a command works in: sandboxes from the config or the folder itself, rules, state. Chosen here, nowhere else.

import * as path from "node:path";
import { failure, newId, type WorkspacePath } from "../base/index.ts";
import { below, sandboxOf, type Policy, type Reviewer, type SandboxFlags } from "../approval/index.ts";
import type { Gate } from "../ask/index.ts";
import type { Carried, OpenRoot, Removed } from "../commit/index.ts";
import type { ChangePlan } from "../edits/index.ts";
import { compileGlob, createSandbox, type Filesystem, type RootAddress, type Sandbox } from "../fs/index.ts";
import { openHostFiles } from "../fs/node/index.ts";
import type { State } from "../state/index.ts";
import { loadConfig, plainRule, tightened, type Layers } from "./config.ts";
import type { SandboxConfig } from "./config-schema.ts";
import type { Settings } from "./settings.ts";

export type Workspace = {
  readonly files: Filesystem;
  /** A `file` may not be spelled as a folder, with a slash at its end. */
  readonly resolve: (path: unknown, kind?: "file") => WorkspacePath;
  readonly requireWritable: (path: WorkspacePath) => void;
  /** Bare for the default sandbox, name/rel for others. */
  readonly show: (path: string) => string;
  readonly gate: Gate;
  /** Opened when first needed. */
  readonly state: () => Promise<State>;
  readonly openRoot: OpenRoot;
  /** Where the default sandbox lives; null when it is not on this machine's disk. */
  readonly address: RootAddress | null;
  readonly pager: string | null;
  /** What a person should know about the configuration. */
  readonly warnings: readonly string[];
  readonly recover: () => Promise<readonly string[]>;
  readonly carryOut: (plan: ChangePlan, options: WriteOptions) => Promise<Carried>;
  readonly remove: (path: WorkspacePath, options: AskingOptions) => Promise<Removed>;
};

type AskingOptions = { readonly reviewer: Reviewer | null; readonly yes: boolean; readonly signal: AbortSignal };

type WriteOptions = AskingOptions & { readonly atomic: boolean };

const MAX_FILE_BYTES = 33_554_432;
const IMPLICIT = "workspace";

export async function openWorkspace(settings: Settings): Promise<Workspace> {
  const layers = await loadConfig({ root: settings.root, given: settings.config, environment: settings.environment });
  const project = tightened(layers.project);
  const specs = await sandboxSpecs(layers, settings.root);
  const confirmEdits = project.confirmEdits || (layers.user?.config.confirm_edits ?? true);
  const flags = new Map(specs.map(({ name, config }) => [name, flagsOf(config, confirmEdits)]));
  const implicit = layers.user?.config.sandboxes === undefined;
  const defaultName = implicit ? IMPLICIT : (layers.user?.config.default_sandbox ?? null);
  if (defaultName !== null && !flags.has(defaultName)) {
    throw failure(
      "INVALID_ARG",
      `default_sandbox names ${JSON.stringify(defaultName)}, which is not among the sandboxes: ${[...flags.keys()].join(", ")}.`,
    );
  }
  const sandbox = createSandbox({
    roots: specs.map(({ name, files, config }) => ({
      name,
      files,
      mode: config.mode ?? "rw",
      suffixes: config.suffixes ?? null,
      maxFileBytes: config.max_file_bytes ?? MAX_FILE_BYTES,
    })),
    defaultRoot: defaultName,
    implicit,
  });
  let opened: State | null = null;
  const state = async (): Promise<State> => {
    const { openState, stateDirectory } = await import("../state/index.ts");
    return (opened ??= openState({ directory: stateDirectory(settings.environment) }));
  };
  const openRoot: OpenRoot = (address) => openAddress(address);
  const gate: Gate = {
    policy: policyOf(layers, project.rules),
    flagsOf: (name) => flags.get(name) ?? strictest([...flags.values()]),
    targetOf: async (target) => targetOf(sandbox, target),
  };
  return {
    files: sandbox,
    resolve: (given, kind) => resolveIn(sandbox, given, kind),
    requireWritable: (target) => sandbox.requireWritable(target),
    show: (shown) =>
      defaultName !== null && sandboxOf(shown) === defaultName && shown.includes("/") ? below(shown) : shown,
    gate,
    state,
    openRoot,
    address: defaultName === null ? null : addressOf(sandbox, defaultName),
    pager: layers.user?.config.pager ?? null,
    warnings:
      project.refused.length === 0
        ? []
        : [`The project's .galley/config.json may only tighten; ignored: ${project.refused.join(", ")}.`],
    recover: async () => {
      const { recover } = await import("../commit/index.ts");
      const recovered = await recover({ state: await state(), openRoot, signal: settings.signal });
      return recovered.map(({ message }) => message);
    },
    carryOut: async (plan, { atomic, signal, ...who }) => {
      const [{ carryOut }, { createAsk }] = await Promise.all([
        import("../commit/index.ts"),
        import("../ask/index.ts"),
      ]);
      const ask = createAsk({ gate, newId, ...who });
      return carryOut({ plan, files: sandbox, state: await state(), openRoot, atomic, signal, ask });
    },
    remove: async (target, { signal, ...who }) => {
      const [{ remove }, { createAsk }] = await Promise.all([import("../commit/index.ts"), import("../ask/index.ts")]);
      const ask = createAsk({ gate, newId, ...who });
      return remove({ path: target, files: sandbox, state: await state(), openRoot, signal, ask });
    },
  };
}

type Spec = { readonly name: string; readonly config: SandboxConfig; readonly files: Filesystem };

async function sandboxSpecs({ user }: Layers, root: string): Promise<readonly Spec[]> {
  const configured = Object.entries(user?.config.sandboxes ?? {});
  if (user === null || configured.length === 0)
    return [{ name: IMPLICIT, config: {}, files: openRootFolder(root, {}) }];
  return Promise.all(
    configured.map(async ([name, config]): Promise<Spec> => {
      if (config.container !== undefined)
        throw failure("INVALID_ARG", `Sandbox ${name}: container sandboxes cannot be opened by this version.`);
      if (config.memory !== undefined) {
        const { openMemory } = await import("./memory-sandbox.ts");
        return { name, config, files: await openMemory(config.memory, { folder: user.folder, name }) };
      }
      if (config.root === undefined) throw failure("INVALID_ARG", `Sandbox ${name} needs a root, or memory.`);
      return { name, config, files: openRootFolder(path.resolve(user.folder, config.root), config) };
    }),
  );
}

function openRootFolder(root: string, config: SandboxConfig): Filesystem {
  return openHostFiles({
    root,
    symlinks: config.symlinks ?? "within",
    maxFileBytes: config.max_file_bytes ?? MAX_FILE_BYTES,
  });
}

function openAddress(address: RootAddress): ReturnType<OpenRoot> {
  if (address.kind !== "host") return null;
  try {
    return openHostFiles({ root: address.root }).staging;
  } catch {
    return null; // The folder is gone; recovery and undo say so.
  }
}

function flagsOf(config: SandboxConfig, confirmEdits: boolean): SandboxFlags {
  const write = config.write_approval ?? confirmEdits;
  return {
    read_approval: config.read_approval ?? false,
    write_approval: write,
    edit_approval: config.edit_approval ?? write,
  };
}

function strictest(flags: readonly SandboxFlags[]): SandboxFlags {
  return {
    read_approval: flags.some((each) => each.read_approval),
    write_approval: flags.some((each) => each.write_approval),
    edit_approval: flags.some((each) => each.edit_approval),
  };
}

function policyOf({ user }: Layers, project: Policy["project"]): Policy {
  const compiled = new Map<string, ReturnType<typeof compileGlob>>();
  return {
    user: (user?.config.policy ?? []).map(plainRule),
    project,
    remembered: [],
    matches: (pattern, target) => {
      if (!compiled.has(pattern)) compiled.set(pattern, compileGlob(pattern));
      return compiled.get(pattern)!.matches(target);
    },
  };
}

function resolveIn(sandbox: Sandbox, given: unknown, kind: "file" | undefined): WorkspacePath {
  const { path: resolved, directory } = sandbox.resolve(given);
  if (kind === "file" && directory)
    throw failure("IS_DIR", `${resolved} is written as a folder, with a slash at its end. Name a file.`, {
      data: { path: resolved },
    });
  return resolved;
}

function targetOf(sandbox: Sandbox, target: string): string {
  if (!target.includes("/")) return target;
  const { path: real } = sandbox.staging.address(target);
  return `${sandboxOf(target)}/${real}`;
}

function addressOf(sandbox: Sandbox, name: string): RootAddress | null {
  const { root } = sandbox.staging.address(`${name}/x`);
  return root.kind === "host" ? root : null;
}
