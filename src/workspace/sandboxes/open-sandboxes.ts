// Every sandbox of the config, opened, with what the rest of the workspace asks about one by its name.

import { failure, REAL_ROOT } from "../../base/index.ts";
import { sandboxOf, type SandboxFlags } from "../../approval/index.ts";
import type { OpenRoot } from "../../commit/index.ts";
import { createSandbox, type RootAddress, type Sandbox } from "../../fs/index.ts";
import type { Container } from "../../fs/node/index.ts";
import type { Effective, EffectiveSandbox } from "../config/effective.ts";
import { flagsOf, strictest } from "../config/rules.ts";
import type { TemporarySandboxes } from "../lifetime.ts";
import { addressesOf, openAddress, openPlace, type Base, type OpenedPlace } from "./sandbox-roots.ts";

export type OpenedSandboxes = {
  readonly sandbox: Sandbox;
  readonly names: readonly string[];
  readonly defaultName: string | null;
  /** Those on this machine's disk. */
  readonly addresses: ReadonlyMap<string, RootAddress>;
  /** Those that are containers, or a folder mounted into one. */
  readonly containers: ReadonlyMap<string, Container>;
  /** Those whose files end with this process. */
  readonly passing: TemporarySandboxes;
  readonly openRoot: OpenRoot;
  /** A name that is not known has the strictest flags of all. */
  readonly flagsOf: (name: string) => SandboxFlags;
  readonly limitsOf: (name: string) => { readonly mode: "rw" | "ro"; readonly suffixes: readonly string[] | null };
  readonly maxFileBytes: (path: string) => number | null;
  /** Names there are the same in every letter case. */
  readonly foldsNames: (name: string) => boolean;
  readonly identityOf: (name: string) => string | null;
};

type Opened = EffectiveSandbox & OpenedPlace;

export async function openSandboxes(config: Effective, base: Base): Promise<OpenedSandboxes> {
  const opened: readonly Opened[] = await Promise.all(
    config.sandboxes.map(async (one) => ({ ...one, ...(await openPlace(one, base)) })),
  );
  const byName = new Map(opened.map((one) => [one.name, one]));
  const defaultName = config.default_sandbox.value;
  if (defaultName !== null && !byName.has(defaultName)) {
    throw failure(
      "INVALID_ARG",
      `default_sandbox names ${JSON.stringify(defaultName)}, which is not among the sandboxes: ${[...byName.keys()].join(", ")}.`,
    );
  }
  const sandbox = createSandbox({
    roots: opened.map(({ name, files, limits, hostFolders = [] }) => ({
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
  const elsewhere = opened.flatMap(({ name, files, limits }) => {
    const { kind } = files.staging.address(REAL_ROOT).root;
    return kind === "memory" || kind === "container"
      ? [{ name, files, kind, isWritable: limits.mode.value === "rw" }]
      : [];
  });
  const flags = new Map(opened.map(({ name, limits }) => [name, flagsOf(limits)]));
  const folding = new Map<string, boolean>();
  return {
    sandbox,
    names: [...byName.keys()],
    defaultName,
    addresses: addressesOf(opened),
    containers: new Map(opened.flatMap(({ name, container }) => (container ? [[name, container] as const] : []))),
    passing: new Map(elsewhere.flatMap(({ name, kind, isWritable }) => (isWritable ? [[name, kind]] : []))),
    openRoot: (address) =>
      openAddress(
        address,
        elsewhere.map(({ files }) => files),
      ),
    flagsOf: (name) => flags.get(name) ?? strictest([...flags.values()]),
    limitsOf: (name) => {
      const limits = byName.get(name)?.limits;
      return { mode: limits?.mode.value ?? "rw", suffixes: limits?.suffixes.value ?? null };
    },
    maxFileBytes: (path) => byName.get(sandboxOf(path))?.limits.max_file_bytes.value ?? null,
    foldsNames: (name) => {
      const known = folding.get(name) ?? byName.get(name)?.foldsNames?.() ?? false;
      folding.set(name, known);
      return known;
    },
    identityOf: (name) => byName.get(name)?.identity ?? null,
  };
}
