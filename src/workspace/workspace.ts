// The place a command works in: sandboxes from the config or the folder itself, rules, state. Chosen here, nowhere else.

import {
  failure,
  ignoredFolders,
  isFailure,
  newId,
  parsePath,
  REAL_ROOT,
  type Target,
  type WorkspacePath,
} from "../base/index.ts";
import { below, sandboxOf, type Reviewer, type SandboxFlags } from "../approval/index.ts";
import { createSessionRules, judgeCall, visibilityOf, type Gate, type Keep, type Objecting } from "../ask/index.ts";
import type { Carried, FileOutcome, OpenRoot, Removal, Removed } from "../commit/index.ts";
import type { ChangePlan } from "../edits/index.ts";
import {
  createSandbox,
  requireShown,
  visibleFiles,
  type EntryKind,
  type OpenRepository,
  type RealFiles,
  type RootAddress,
  type Sandbox,
  type View,
} from "../fs/index.ts";
import { findProgram, searchPath, type Container } from "../fs/node/index.ts";
import type { State } from "../state/index.ts";
import { createCommands, type Commands } from "./command-places.ts";
import { flagsOf, policyOf, strictest, warningsOf } from "./config/rules.ts";
import { requireMatching } from "./config/unmatched-rules.ts";
import { loadConfig } from "./config/load-config.ts";
import { protectionFrom } from "./config/protected.ts";
import { effectiveConfig } from "./config/effective.ts";
import { isLasting, type Passing } from "./lifetime.ts";
import { mayCopy } from "./mount-rules.ts";
import { createGuards, findOwnPaths } from "./own-paths.ts";
import { ownRules } from "./own-rules.ts";
import { createMemory } from "./remembered-rules.ts";
import { createRuntimeNotes } from "./runtime-notes.ts";
import { addressesOf, openAddress, openPlace, workspaceFolders } from "./sandbox-roots.ts";

export type Workspace = {
  /** What may be seen without asking, or by a path that was asked about: searches leave out what needs a yes. */
  readonly files: RealFiles;
  /** The same once somebody said yes: only what a rule hides is missing. */
  readonly approved: RealFiles;
  /** Only what may be read without asking. */
  readonly readable: RealFiles;
  /** A `file` may not be spelled as a folder, with a slash at its end. FORBIDDEN for what a rule hides. */
  readonly resolve: (path: unknown, kind?: "file") => WorkspacePath;
  readonly requireWritable: (path: WorkspacePath) => void;
  /** Whether something that may be seen is at a path, however it is spelled. */
  readonly known: (path: string) => boolean;
  /** Whether a path that a receipt names exists now, for the person who undoes a change. */
  readonly exists: (path: string) => boolean;
  /** Why a rule hides this sandbox/relative path; null when it may be seen. */
  readonly hides: (path: string) => string | null;
  /** Bare for the default sandbox, name/rel for others. */
  readonly show: (path: string) => string;
  readonly gate: Gate;
  /** Opened when first needed. */
  readonly state: () => Promise<State>;
  readonly openRoot: OpenRoot;
  /** For staging. */
  readonly openRepository: OpenRepository;
  /** Where the default sandbox lives; null when it is not on this machine's disk. */
  readonly address: RootAddress | null;
  /** The default sandbox is the file system of a container. */
  readonly inContainer: boolean;
  readonly pager: string | null;
  /** Where commands run, and which of them need no question. */
  readonly commands: Commands;
  readonly editor: string | null;
  /** What an editor closed without saving means in a review. */
  readonly editorUnchanged: "ask" | "apply";
  /** The path of a program outside the workspace; null when there is none. */
  readonly findProgram: (name: string) => string | null;
  /** Whether what was written is staged in git. */
  readonly stage: boolean;
  /** A model has to have read a file, as it is now, before a tool of its may edit it. */
  readonly readBeforeEdit: boolean;
  /** What a file at this path may weigh. */
  readonly maxFileBytes: (path: string) => number | null;
  /** The sandboxes that are containers, or a folder mounted into one. None runs before it is used. */
  readonly containers: ReadonlyMap<string, Container>;
  /** What a person should know about the configuration. */
  readonly warnings: readonly string[];
  /** Every sandbox on this machine's disk, by name. */
  readonly addresses: ReadonlyMap<string, RootAddress>;
  /** Which folder a sandbox is, whatever else was or will be at its path; null when it is not on this machine's disk. */
  readonly identityOf: (sandbox: string) => string | null;
  /** Sandboxes whose files end with this process. */
  readonly passing: Passing;
  /** Stores a rule the person asked to keep. */
  readonly keep: Keep;
  /** What came up about remembered rules and containers since the last call. */
  readonly notes: () => readonly string[];
  /** From now on, what the person has to know at once goes there; to standard error unless said. Never to a model. */
  readonly tellPersonBy: (tell: (note: string) => void) => void;
  readonly recover: () => Promise<readonly string[]>;
  readonly carryOut: (plan: ChangePlan, options: WriteOptions) => Promise<Carried>;
  readonly remove: (removal: Removal, options: AskingOptions) => Promise<Removed>;
};

type AskingOptions = {
  readonly reviewer: Reviewer | null;
  readonly yes: boolean;
  readonly signal: AbortSignal;
  readonly object?: Objecting;
};

type WriteOptions = AskingOptions & { readonly atomic: boolean };

export type WorkspaceOptions = {
  /** The folder to work in; absolute. */
  readonly root: string;
  /** The config file to use instead of the user's own. */
  readonly config: string | null;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Shows the user a note at once. */
  readonly note: (note: string) => void;
  /** A conversation goes on after a change, so what is in memory can be undone for as long as it does. */
  readonly stays?: boolean;
  /** The caller shows `warnings` in its own report. Otherwise each is a note before anything else. */
  readonly warned?: "by-caller";
};

export async function openWorkspace(settings: WorkspaceOptions): Promise<Workspace> {
  const { stays = false } = settings;
  const layers = await loadConfig({ root: settings.root, given: settings.config, environment: settings.environment });
  const config = effectiveConfig(layers.user, layers.project);
  requireMatching(config);
  const warnings = [
    ...ignoredFolders(settings).map((name) => `${name} is ignored: it is not an absolute path.`),
    ...warningsOf(config),
  ];
  if (settings.warned !== "by-caller") for (const warning of warnings) settings.note(warning);
  const folder = layers.user?.folder ?? settings.root;
  const outside = workspaceFolders(config.sandboxes, { folder, root: settings.root });
  const base = { folder, root: settings.root, outside, mayCopy: () => mayCopy(config, base) };
  // What an editor or a pager starts by name is not taken from the workspace either.
  process.env["PATH"] = searchPath({ path: settings.environment["PATH"], outside });
  const roots = await Promise.all(config.sandboxes.map(async (one) => ({ ...one, ...(await openPlace(one, base)) })));
  const flags = new Map(roots.map(({ name, limits }) => [name, flagsOf(limits)]));
  const defaultName = config.default_sandbox.value;
  if (defaultName !== null && !flags.has(defaultName)) {
    throw failure(
      "INVALID_ARG",
      `default_sandbox names ${JSON.stringify(defaultName)}, which is not among the sandboxes: ${[...flags.keys()].join(", ")}.`,
    );
  }
  const sandbox = createSandbox({
    roots: roots.map(({ name, files, limits, hostFolders = [] }) => ({
      name,
      files,
      hostFolders,
      mode: limits.mode.value,
      suffixes: limits.suffixes.value,
      maxFileBytes: limits.max_file_bytes.value,
    })),
    defaultRoot: defaultName,
    implicit: config.implicit,
  });
  const addresses = addressesOf(roots);
  const folding = new Map<string, boolean>();
  const own = ownRules({ addresses, environment: settings.environment });
  const policy = policyOf({ policy: [...config.policy, ...own] }, (name) => {
    const known = folding.get(name) ?? roots.find((root) => root.name === name)?.foldsNames?.() ?? false;
    folding.set(name, known);
    return known;
  });
  let opened: State | null = null;
  const state = async (): Promise<State> => {
    const { openState, stateDirectory } = await import("../state/index.ts");
    return (opened ??= openState({ directory: stateDirectory(settings.environment) }));
  };
  const containers = new Map(roots.flatMap(({ name, container }) => (container ? [[name, container] as const] : [])));
  const runtimeNotes = createRuntimeNotes([...containers.values()]);
  const elsewhere = roots.flatMap(({ name, files, limits }) => {
    const { kind } = files.staging.address(REAL_ROOT).root;
    return kind === "host" ? [] : [{ name, files, kind, writable: limits.mode.value === "rw" }];
  });
  const passing: Passing = new Map(elsewhere.flatMap(({ name, kind, writable }) => (writable ? [[name, kind]] : [])));
  const openRoot: OpenRoot = (address) =>
    openAddress(
      address,
      elsewhere.map((one) => one.files),
    );
  const receiptOf = <T extends string>(id: T | null, outcomes: readonly FileOutcome[]): T | null =>
    stays || isLasting(outcomes, passing) ? id : null;
  const identities = new Map(roots.map(({ name, identity }) => [name, identity]));
  const identityOf = (name: string): string | null => identities.get(name) ?? null;
  const memory = createMemory({ state, addresses, identityOf, signal: settings.signal });
  const protection = protectionFrom(config);
  const ownPaths = findOwnPaths({ addresses, environment: settings.environment, given: settings.config });
  const flagsFor = (name: string): SandboxFlags => flags.get(name) ?? strictest([...flags.values()]);
  const gate: Gate = {
    policy,
    protection,
    remembered: memory.remembered,
    session: createSessionRules(),
    guards: createGuards({ addresses, ownPaths, protection }),
    flagsOf: flagsFor,
  };
  const view = visibilityOf(gate, [...flags.keys()]);
  const approved = visibleFiles(sandbox, view, { asks: "included" });
  const files = { real: approved, staging: sandbox.staging };
  const show = (shown: string): string =>
    defaultName !== null && sandboxOf(shown) === defaultName && shown.includes("/") ? below(shown) : shown;
  let tellPerson = settings.note;
  return {
    files: visibleFiles(sandbox, view, { asks: "left-out" }),
    approved,
    readable: visibleFiles(sandbox, view, { asks: "unread" }),
    resolve: (given, kind) => resolveIn(sandbox, given, { kind, view }),
    requireWritable: (target) => sandbox.requireWritable(target),
    known: (given) =>
      isKnown(() => approved.kindOf(approved.resolve(resolveIn(sandbox, given, { view }), { last: "keep" }))),
    exists: (given) => isKnown(() => sandbox.kindOf(sandbox.resolve(given).path)),
    hides: (path) => view?.hides([path]) ?? null,
    show,
    gate,
    state,
    openRoot,
    openRepository: async (root) => {
      const { repositoryOpener } = await import("../fs/node/index.ts");
      const { stateDirectory } = await import("../state/index.ts");
      const { environment } = settings;
      return repositoryOpener({ environment, outside, scratch: stateDirectory(environment) })(root);
    },
    address: (defaultName === null ? null : addresses.get(defaultName)) ?? null,
    inContainer: defaultName !== null && containers.has(defaultName) && !addresses.has(defaultName),
    addresses,
    identityOf,
    passing,
    containers,
    keep: memory.keep,
    notes: () => [...memory.notes(), ...runtimeNotes()],
    tellPersonBy: (tell) => {
      tellPerson = tell;
    },
    pager: config.pager.value,
    commands: createCommands({
      shell: config.shell.value ?? {},
      addresses,
      containers,
      home: defaultName,
      environment: settings.environment,
      policy,
      protection,
      ownPaths,
      given: settings.config,
      flagsOf: flagsFor,
      limitsOf: (name) => {
        const limits = roots.find((root) => root.name === name)?.limits;
        return { mode: limits?.mode.value ?? "rw", suffixes: limits?.suffixes.value ?? null };
      },
    }),
    stage: config.stage.value,
    editor: config.editor.value,
    editorUnchanged: config.editor_unchanged.value,
    findProgram: (name) => findProgram(name, { path: settings.environment["PATH"], outside }),
    readBeforeEdit: config.read_before_edit.value,
    maxFileBytes: (target) => roots.find(({ name }) => name === sandboxOf(target))?.limits.max_file_bytes.value ?? null,
    warnings,
    recover: async () => {
      const { recover } = await import("../commit/index.ts");
      const recovered = await recover({ state: await state(), openRoot, signal: settings.signal });
      return recovered.map(({ message }) => message);
    },
    carryOut: async (plan, { atomic, signal, ...who }) => {
      const { carryOut } = await import("../commit/index.ts");
      const { createAsk } = await import("../ask/index.ts");
      const { followTyped } = await import("./typed-text.ts");
      const typed = who.reviewer === null ? null : followTyped(who.reviewer, show);
      const ask = createAsk({ gate, newId, keep: memory.keep, ...who, reviewer: typed?.reviewer ?? null });
      const disclose = async (target: Target): Promise<boolean> => who.yes || mayRead(gate, target);
      const carried = await carryOut({
        plan,
        files,
        state: await state(),
        openRoot,
        atomic,
        signal,
        show,
        disclose,
        ask,
      });
      const { receipt } = carried;
      for (const note of typed?.keepUnwritten(receipt.files) ?? []) tellPerson(note);
      return { ...carried, receipt: { ...receipt, id: receiptOf(receipt.id, receipt.files) } };
    },
    remove: async (removal, { signal, ...who }) => {
      const { remove } = await import("../commit/index.ts");
      const { createAsk } = await import("../ask/index.ts");
      const ask = createAsk({ gate, newId, keep: memory.keep, ...who });
      const removed = await remove({ removal, files, state: await state(), openRoot, signal, ask });
      return { ...removed, receipt: receiptOf(removed.receipt, removed.outcomes) };
    },
  };
}

function resolveIn(
  sandbox: Sandbox,
  given: unknown,
  { kind, view }: { readonly kind?: "file" | undefined; readonly view: View | null },
): WorkspacePath {
  if (view !== null) requireShown(view, sandbox.resolve(withoutSlash(given)).path);
  const { path: resolved, directory } = sandbox.resolve(given);
  if (kind === "file" && directory)
    throw failure("IS_DIR", `${resolved} is written as a folder, with a slash at its end. Name a file.`, {
      data: { path: resolved },
    });
  return resolved;
}

/** Whether a report may quote the file: only what could have been read without a question. */
async function mayRead(gate: Gate, target: Target): Promise<boolean> {
  return (await judgeCall(gate, { tool: "read_file", access: "read", targets: [target] })).effect === "allow";
}

/** The same path, not spelled as a folder: then nobody looks whether it is one. */
function withoutSlash(given: unknown): unknown {
  const parsed = parsePath(given);
  return parsed.kind === "refused" || parsed.path === "" ? given : `${parsed.absolute ? "/" : ""}${parsed.path}`;
}

function isKnown(kindOf: () => EntryKind | null): boolean {
  try {
    return kindOf() !== null;
  } catch (error) {
    if (isFailure(error)) return false;
    throw error;
  }
}
