// The workspace on this machine: sandboxes as the config says or the folder itself, rules, state, commands. It is opened
// once, here and nowhere else, and every surface works with what this gives.

import { ignoredFolders } from "../base/index.ts";
import { protectionOf, type Protection } from "../approval/index.ts";
import { createSessionRules, type NoReviewer, type Gate, type KeepRule } from "../ask/index.ts";
import type { OpenRoot } from "../commit/index.ts";
import type { Buffers, OpenRepository, RootAddress } from "../fs/index.ts";
import { findProgram, searchPath, type Container } from "../fs/node/index.ts";
import type { State } from "../state/index.ts";
import type { Commands, StageReceipt, ToolWorkspace } from "../tools/index.ts";
import { createCommands } from "./command-places.ts";
import { policyOf, refusalsOf, warningsOf } from "./config/rules.ts";
import { requireMatching } from "./config/unmatched-rules.ts";
import { loadConfig } from "./config/load-config.ts";
import { protectionFrom } from "./config/protected.ts";
import { effectiveConfig, type Effective } from "./config/effective.ts";
import { isLasting, type TemporarySandboxes } from "./lifetime.ts";
import { mayCopy } from "./sandboxes/mount-rules.ts";
import { openSandboxes, type OpenedSandboxes } from "./sandboxes/open-sandboxes.ts";
import { createGuards, findOwnPaths } from "./own-paths.ts";
import { ownRules } from "./own-rules.ts";
import { createRememberedRules } from "./remembered-rules.ts";
import { createRuntimeNotes } from "./runtime-notes.ts";
import { workspaceFolders } from "./sandboxes/sandbox-roots.ts";
import { createToolWorkspace, isThere, type Delegating } from "./tool-workspace.ts";
import { folderIn, typedIn } from "./typed-path.ts";
import { rulesVersion } from "./user-folders.ts";

export type LocalWorkspace = ToolWorkspace &
  Delegating & {
    /** Whether a path that a receipt names exists now, for the user who undoes a change. */
    readonly exists: (path: string) => boolean;
    /** Why a rule hides this sandbox/relative path; null when it may be seen. */
    readonly hides: (path: string) => string | null;
    readonly keep: KeepRule;
    readonly commands: Commands;
    /** Opened when first needed. */
    readonly state: () => Promise<State>;
    readonly openRoot: OpenRoot;
    /** For staging. */
    readonly openRepository: OpenRepository;
    /** Where the default sandbox lives; null when it is not on this machine's disk. */
    readonly address: RootAddress | null;
    /** The default sandbox is the file system of a container. */
    readonly inContainer: boolean;
    /** The effective value of every config key. */
    readonly config: Effective;
    readonly pager: string | null;
    readonly editor: string | null;
    /** What an editor closed without saving means in a review. */
    readonly editorUnchanged: "ask" | "apply";
    /** The path of a program outside the workspace; null when there is none. */
    readonly findProgram: (name: string) => string | null;
    /** A model has to have read a file, as it is now, before a tool of its may edit it. */
    readonly readBeforeEdit: boolean;
    /** What a file at this path may weigh. */
    readonly maxFileBytes: (path: string) => number | null;
    /** The sandboxes that are containers, or a folder mounted into one. None runs before it is used. */
    readonly containers: ReadonlyMap<string, Container>;
    /** A path or pattern that the user typed on the command line, relative to the folder they are in, for `resolve`. */
    readonly typed: (path: string) => string;
    /** The folder the user is in, when it is a folder of a sandbox below the root. Absolute. */
    readonly startedIn: string | null;
    /** What the user should know about the configuration. */
    readonly warnings: readonly string[];
    /** The same without the keys that were refused, for a report that lists those one by one. */
    readonly otherWarnings: readonly string[];
    /** Every sandbox on this machine's disk, by name. */
    readonly addresses: ReadonlyMap<string, RootAddress>;
    /** Which folder a sandbox is, whatever else was or will be at its path; null when it is not on this machine's disk. */
    readonly identityOf: (sandbox: string) => string | null;
    /** Sandboxes whose files end with this process. */
    readonly passing: TemporarySandboxes;
    /** What came up about remembered rules and containers since the last call. */
    readonly notes: () => readonly string[];
    /** Shows the user a note at once; never a model. */
    readonly note: (note: string) => void;
    /** From now on, such notes go there. */
    readonly noteTo: (note: (note: string) => void) => void;
    /** Looks after what an earlier process left unfinished; gives a sentence for each such change. */
    readonly recover: () => Promise<readonly string[]>;
  };

export type LocalOptions = {
  /** The folder to work in; absolute. */
  readonly root: string;
  /** The folder the user is in, below a root that was found from there; absolute. */
  readonly startedIn?: string | null;
  /** Names the root where it is not the current folder: a note before anything else. */
  readonly rootNote?: string | null;
  /** The config to use instead of the user's own: a file's path, or its content as an object. */
  readonly config: string | object | null;
  readonly environment: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  /** Gets a PATH without the folders of the workspace: what an editor or a pager starts by name is not taken from it. */
  readonly setPath?: (path: string) => void;
  /** Shows the user a note at once. */
  readonly note: (note: string) => void;
  /** A conversation continues after a change, so what is in memory can be undone for as long as it does. */
  readonly stays?: boolean;
  /** False where nothing is asked after one answer, or one call: a rule for the session would have no effect. */
  readonly hasSession?: boolean;
  /** An editor's text in place of the bytes on disk. */
  readonly buffers?: Buffers;
  /** The caller shows `warnings` in its own report. Otherwise each is a note before anything else. */
  readonly warned?: "by-caller";
  /** Why no one is asked where there is no reviewer. Default: because there is none. */
  readonly noReviewer?: NoReviewer;
  /** As in Gate. */
  readonly otherRules?: Gate["otherRules"];
  /**
   * Every change is galley's own, made from a table, and a person has named it on the command line: no path is protected
   * from that. Never for what a model or a file says.
   */
  readonly ownChanges?: true;
};

export async function openLocal(settings: LocalOptions): Promise<LocalWorkspace> {
  const { environment, signal, stays = false } = settings;
  if (settings.rootNote) settings.note(settings.rootNote);
  const layers = await loadConfig({ root: settings.root, given: settings.config, environment });
  const config = effectiveConfig(layers.user, layers.project);
  requireMatching(config);
  const otherWarnings = [
    ...ignoredFolders(settings).map((name) => `${name} is ignored: it is not an absolute path.`),
    ...warningsOf(config),
  ];
  const warnings = [...otherWarnings, ...refusalsOf(config)];
  if (settings.warned !== "by-caller") for (const warning of warnings) settings.note(warning);
  const folder = layers.user?.folder ?? settings.root;
  const outside = workspaceFolders(config.sandboxes, { folder, root: settings.root });
  settings.setPath?.(searchPath({ path: environment["PATH"], outside }));
  const base = { folder, root: settings.root, outside, mayCopy: () => mayCopy(config, base) };
  const places = await openSandboxes(config, base);
  const { sandbox, defaultName, addresses, containers, passing, openRoot, identityOf } = places;
  const lazily = openedLater(environment, outside);
  const memory = createRememberedRules({
    state: lazily.state,
    rulesVersion: () => rulesVersion(environment),
    addresses,
    identityOf,
    signal,
    isConversation: stays,
  });
  const protection = settings.ownChanges ? protectionOf([]) : protectionFrom(config);
  const given = typeof settings.config === "string" ? settings.config : null;
  const ownPaths = findOwnPaths({ addresses, environment, given });
  const gate = gateOf(settings, { config, places, memory, protection, ownPaths });
  let note = settings.note;
  const { view, ...workspace } = createToolWorkspace({
    sandbox,
    names: places.names,
    defaultName,
    gate,
    state: lazily.state,
    openRoot,
    keep: memory.keep,
    isLasting: (outcomes) => stays || isLasting(outcomes, passing),
    note: (text) => note(text),
    ...(settings.buffers && { buffers: settings.buffers }),
  });
  const startedIn = folderIn(sandbox, settings.startedIn ?? null);
  const runtimeNotes = createRuntimeNotes([...containers.values()]);
  return {
    ...workspace,
    ...lazily,
    keep: memory.keep,
    stage: config.stage.value ? lazily.stage : null,
    startedIn,
    typed: (path) => (startedIn === null ? path : typedIn(path, { startedIn, sandbox, show: workspace.show })),
    exists: (path) => isThere(() => sandbox.kindOf(sandbox.resolve(path).path)),
    hides: (path) => view?.hides([path]) ?? null,
    openRoot,
    address: (defaultName === null ? null : addresses.get(defaultName)) ?? null,
    inContainer: defaultName !== null && containers.has(defaultName) && !addresses.has(defaultName),
    addresses,
    identityOf,
    passing,
    containers,
    notes: () => [...memory.notes(), ...runtimeNotes()],
    note: (text) => note(text),
    noteTo: (next) => {
      note = next;
    },
    config,
    pager: config.pager.value,
    commands: createCommands({
      shell: config.shell.value ?? {},
      addresses,
      containers,
      home: defaultName,
      environment,
      policy: gate.policy,
      protection,
      ownPaths,
      given,
      flagsOf: places.flagsOf,
      limitsOf: places.limitsOf,
    }),
    editor: config.editor.value,
    editorUnchanged: config.editor_unchanged.value,
    findProgram: (name) => findProgram(name, { path: environment["PATH"], outside }),
    readBeforeEdit: config.read_before_edit.value,
    maxFileBytes: places.maxFileBytes,
    warnings,
    otherWarnings,
    recover: async () => {
      const { recover } = await import("../commit/index.ts");
      const recovered = await recover({ state: await lazily.state(), openRoot, signal });
      return recovered.map(({ message }) => message);
    },
  };
}

type GateParts = {
  readonly config: Effective;
  readonly places: OpenedSandboxes;
  readonly memory: ReturnType<typeof createRememberedRules>;
  readonly protection: Protection;
  readonly ownPaths: ReturnType<typeof findOwnPaths>;
};

function gateOf(settings: LocalOptions, { config, places, memory, protection, ownPaths }: GateParts): Gate {
  const { environment, hasSession = true, ownChanges = false } = settings;
  const { addresses, flagsOf, foldsNames } = places;
  const team = ownChanges ? null : config.inbox.value;
  return {
    policy: policyOf({ policy: [...config.policy, ...ownRules({ addresses, environment })] }, foldsNames),
    protection,
    ...(team === null
      ? { remembered: memory.remembered, ...(hasSession && { session: createSessionRules() }) }
      : { team: team.url }), // Rules that were kept here are answers of this machine (decision 0155).
    whyNotStored: memory.whyNotStored,
    ...(!ownChanges && { guards: createGuards({ addresses, ownPaths, protection }) }),
    flagsOf,
    ...(settings.noReviewer && { noReviewer: settings.noReviewer }),
    ...(settings.otherRules && { otherRules: settings.otherRules }),
  };
}

/** What many commands never need: loaded and opened when it is first used. */
function openedLater(
  environment: NodeJS.ProcessEnv,
  outside: readonly string[],
): Pick<LocalWorkspace, "state" | "openRepository"> & { readonly stage: StageReceipt } {
  let opened: State | null = null;
  const state = async (): Promise<State> => {
    const { openState, stateDirectory } = await import("../state/index.ts");
    return (opened ??= openState({ directory: stateDirectory(environment) }));
  };
  const openRepository: OpenRepository = async (root) => {
    const { repositoryOpener } = await import("../fs/node/index.ts");
    const { stateDirectory } = await import("../state/index.ts");
    return repositoryOpener({ environment, outside, scratch: stateDirectory(environment) })(root);
  };
  const stage: StageReceipt = async (receipt, options) => {
    const { stageInGit } = await import("../commit/index.ts");
    return stageInGit({ state: await state(), receipt, open: openRepository, ...options });
  };
  return { state, openRepository, stage };
}
