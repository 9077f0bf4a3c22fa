// Where the shell and eval tools run their commands, as the config says: confined unless the person asks for plainly.
// A project's config has no say in this, except that every command of a model is asked about.

import { isProtected, pathAccess, type Policy, type Protection, type SandboxFlags } from "../approval/index.ts";
import { failure, type WorkspacePath } from "../base/index.ts";
import type { CommandPlace, PathRules, RootAddress } from "../fs/index.ts";
import type { Container } from "../fs/node/index.ts";
import type { Commands } from "../tools/index.ts";
import type { Config } from "./config/schema.ts";
import { ownFiles } from "./own-places.ts";
import { homeFolder } from "./user-folders.ts";

export type CommandOptions = {
  readonly shell: NonNullable<Config["shell"]>;
  readonly addresses: ReadonlyMap<string, RootAddress>;
  /** The sandboxes that are containers, or a folder mounted into one: their commands run there. */
  readonly containers: ReadonlyMap<string, Container>;
  readonly home: string | null;
  readonly environment: NodeJS.ProcessEnv;
  readonly policy: Policy;
  readonly protection: Protection;
  readonly flagsOf: (sandbox: string) => SandboxFlags;
  readonly limitsOf: (sandbox: string) => SandboxLimits;
  /** Galley's own files, as sandbox/relative in small letters. */
  readonly ownPaths: () => Promise<readonly string[]>;
  /** The file of --config. */
  readonly given: string | null;
};

export type SandboxLimits = { readonly mode: "ro" | "rw"; readonly suffixes: readonly string[] | null };

export function createCommands(options: CommandOptions): Commands {
  const { shell, addresses, containers, home, environment } = options;
  return {
    home: home as WorkspacePath | null, // A sandbox's name alone is the path of its root.
    unasked: { commands: shell.unasked ?? "never", safe: shell.safe_commands ?? [] },
    place: async (sandbox, tool): Promise<CommandPlace> => {
      const rules = await rulesFor(sandbox, options);
      const container = containers.get(sandbox);
      const address = addresses.get(sandbox);
      const gitWritable = shell.git_writable ?? false;
      const { openContainerPlace, openHostPlace, whyNotConfined, whyTooWide } = await import("../fs/node/index.ts");
      const where = tool === "eval" ? "confined" : (shell.where ?? "confined");
      const isConfined = container !== undefined || where === "confined";
      // First of all: what else is missing for such a root is of no interest, and no one is asked in vain.
      const wide = isConfined && address?.kind === "host" ? whyTooWide(address.root, environment) : null;
      if (wide !== null) throw failure("FORBIDDEN", `${tool} is not run: ${wide}`);
      if (container !== undefined) {
        const folder = address?.kind === "host" ? { folder: { root: address.root, gitWritable } } : {};
        return limited(openContainerPlace(container, { rules, ...folder }), options.limitsOf(sandbox));
      }
      if (address?.kind !== "host")
        throw failure(
          "FORBIDDEN",
          `${tool} cannot run in ${sandbox || "no sandbox"}: commands need a folder on this machine's disk. Name one with cwd.`,
        );
      const problem = where === "confined" ? whyNotConfined() : null;
      if (problem !== null)
        throw failure(
          "FORBIDDEN",
          `${tool} is not run: a command cannot be confined here (${problem}). ${REMEDIES[tool]}`,
        );
      const opened = openHostPlace({
        where,
        root: address.root,
        rules,
        environment,
        pass: shell.pass_environment ?? [],
        readable: (shell.readable ?? []).map((path) => path.replace(/^~(?=\/|$)/, homeFolder(environment) ?? "~")),
        gitWritable,
      });
      return limited(opened, options.limitsOf(sandbox));
    },
  };
}

/**
 * In a sandbox that is read-only, so is every command. On the host nothing can be kept from writing. Suffixes limit what
 * tools open; a command sees everything, so a person has to know of it.
 */
function limited(given: CommandPlace, { mode, suffixes }: SandboxLimits): CommandPlace {
  const why = 'it could read every file of a sandbox that is limited to some by "suffixes"';
  const place = suffixes === null ? given : { ...given, whyAsk: async () => why };
  if (mode === "rw" || place.where === "host") return place;
  return {
    ...place,
    workspace: "read-only",
    run: async (call) => {
      const result = await place.run({ ...call, workspace: "read-only" });
      return { ...result, notes: [...result.notes, "The sandbox is read-only, so nothing in it could change."] };
    },
  };
}

async function rulesFor(sandbox: string, options: CommandOptions): Promise<PathRules> {
  const { policy, protection, flagsOf } = options;
  const name = sandbox.toLowerCase();
  const own = (await options.ownPaths()).filter((path) => path === name || path.startsWith(`${name}/`));
  const isOwn = (path: string): boolean => {
    const folded = `${sandbox}/${path}`.toLowerCase();
    return own.some((ours) => folded === ours || folded.startsWith(`${ours}/`));
  };
  const flags = flagsOf(sandbox);
  const restricts = flags.read_approval || [...policy.user, ...policy.project].some(({ effect }) => effect !== "allow");
  return {
    isProtected: (path) => isProtected(path, protection) || (own.length > 0 && isOwn(path)),
    files: await ownFiles(options),
    access: restricts ? (path) => pathAccess([`${sandbox}/${path}`], policy, flags) : null,
  };
}

const REMEDIES = {
  shell:
    'Install bubblewrap, use a container sandbox, or let commands run unconfined with "shell": { "where": "host" } in your config. Run galley doctor for details.',
  eval: "Install bubblewrap, or use a container sandbox. Run galley doctor for details.",
};
