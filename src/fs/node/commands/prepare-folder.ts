// A folder of this machine made ready for one command: what is mounted how, and afterwards what it changed. The same for
// a command that is confined here and for one in a container that this folder is mounted into.

import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failure, type GalleyError } from "../../../base/index.ts";
import type { ChangedFiles, CommandCall, CommandResult, PathRules } from "../../commands.ts";
import { changesBetween, surveyFolder } from "./changed-files.ts";
import { copyRepository, removeCopies, type GitCopy } from "./git/copy.ts";
import { keepRecorded } from "./git/keep.ts";
import type { IndexPack } from "./git/objects.ts";
import { recordedContents, type AskGit } from "./git/tracked.ts";
import { isInAny, outermost, type Found } from "./found-paths.ts";
import { inspectTree, type Inspection } from "./inspect-tree.ts";
import { layoutOf, type Layout } from "./layout.ts";
import { putBack, readLinks } from "./protected-links.ts";
import { clearSetId } from "./set-id.ts";

export type FolderOptions = {
  readonly rules: PathRules;
  /** Commands may commit. */
  readonly gitWritable: boolean;
  readonly askGit: AskGit;
  readonly indexPack: IndexPack;
  /** Folders below the root where the person's shell looks for programs, also those that do not exist. */
  readonly programFolders?: readonly string[];
};

export type PreparedFolder = {
  readonly layout: Layout;
  /** Once, after the command has ended. */
  readonly finish: () => Promise<Finished>;
};

export type Finished = Pick<CommandResult, "warnings" | "notes"> & { readonly changed: ChangedFiles };

/** `root` without links. FORBIDDEN when the command cannot be run as it must be. */
export async function prepareFolder(
  root: string,
  { workspace, asked }: Pick<CommandCall, "workspace" | "asked">,
  options: FolderOptions,
): Promise<PreparedFolder> {
  const inspection = await inspect(root, asked ? "asked" : "unasked", options);
  const trouble = asked ? null : missedIn(inspection);
  if (trouble !== null) throw notRun(trouble);
  const isWritable = workspace === "writable";
  const link = isWritable ? inspection.links.find((path) => /(^|\/)\.(git|galley)$/i.test(path)) : undefined;
  if (link !== undefined) throw notRun(`${link} is a link, which cannot be made read-only for a command`);
  const [unread] = isWritable ? inspection.unread : [];
  if (unread !== undefined)
    throw notRun(
      `${JSON.stringify(unread)} is too large or no plain file, so what git would run because of it is not known`,
    );
  const hidden = maskNote(inspection);
  const scratch = isWritable && options.gitWritable ? fs.mkdtempSync(join(tmpdir(), "galley-git-")) : null;
  try {
    const copies = scratch === null ? [] : copiesOf(root, inspection, scratch);
    const laid = layoutOf(inspection, {
      workspace,
      replaced: new Map(
        copies.flatMap(({ path, copied }) => (copied === null ? [] : [[path, copied.mounts] as const])),
      ),
    });
    if (laid.kind === "impossible") throw notRun(laid.why);
    const { layout } = laid;
    const rules = guarding(inspection.rules, inspection.awaited);
    const survey = (): ReturnType<typeof surveyFolder> => surveyFolder(root, { rules, still: stillIn(layout) });
    const before = layout.root === "read-only" ? null : await survey();
    const links = before === null ? new Map<string, string>() : readLinks(root, inspection.links);
    return {
      layout,
      finish: async () => {
        try {
          const kept = await Promise.all(copies.map(({ path, copied }) => keptOf(path, copied, options.indexPack)));
          const restored = putBack(root, links);
          const after = before === null ? null : await survey();
          const changed = before === null || after === null ? NOTHING : changesBetween(before, after);
          const warnings = before === null || after === null ? [] : clearSetId(root, { before, after });
          return { changed, warnings, notes: [...restored, ...hidden, ...kept.flat()] };
        } finally {
          if (scratch !== null) removeCopies(scratch);
        }
      },
    };
  } catch (error) {
    if (scratch !== null) removeCopies(scratch);
    throw error;
  }
}

/** Why a command that no one was asked about cannot be run here, or null. */
export async function whyAskIn(root: string, options: FolderOptions): Promise<string | null> {
  const inspection = await inspectTree(root, { rules: options.rules, reader: "unasked" });
  const missed = missedIn(inspection);
  if (missed !== null) return missed;
  const laid = layoutOf(inspection, { workspace: "read-only" });
  return laid.kind === "impossible" ? laid.why : null;
}

/** `recorded`: masked because git has recorded there what must not be seen. */
type Inspected = Inspection & { readonly recorded: readonly Found[] };

async function inspect(root: string, reader: "asked" | "unasked", options: FolderOptions): Promise<Inspected> {
  const { rules, askGit, programFolders = [] } = options;
  const inspection = await inspectTree(root, { rules, reader });
  const more = await recordedContents(root, { inspection, reader, ask: askGit });
  const isThere = (path: string): boolean => fs.existsSync(join(root, path));
  return {
    ...inspection,
    fixed: [...inspection.fixed, ...programFolders.filter(isThere).map((path) => ({ path, kind: "folder" as const }))],
    awaited: [...inspection.awaited, ...programFolders.filter((path) => !isThere(path))],
    masked: [...inspection.masked, ...more],
    recorded: more,
  };
}

/** What a command creates where git or a shell would obey or run it is listed as what is protected is. */
export function guarding(rules: PathRules, obeyed: readonly string[]): PathRules {
  const paths = obeyed.map((path) => ({ path, kind: "folder" as const }));
  return { ...rules, isProtected: (path) => rules.isProtected(path) || isInAny(path, paths) };
}

function missedIn({ complete, missed: [first, ...rest] }: Inspection): string | null {
  if (complete) return null;
  if (first === undefined) return "the folder has too many files to find all that must be masked";
  const others = rest.length === 0 ? "" : ` and ${rest.length} more`;
  return `what is in ${JSON.stringify(first)}${others} cannot be looked at, so it cannot be masked`;
}

/** Without names: what a rule denies to read is not named either. */
function maskNote({ hidden, recorded }: Inspected): readonly string[] {
  const { length } = outermost(hidden);
  if (length === 0) return [];
  const what = length === 1 ? "1 path was masked: a rule keeps it" : `${length} paths were masked: rules keep them`;
  const git = recorded.length === 0 ? "" : " What git has recorded was masked too, because it contains such files.";
  return [`${what} from being read.${git}`];
}

type Copied = { readonly path: string; readonly copied: GitCopy | null };

function copiesOf(root: string, { repositories, masked }: Inspection, scratch: string): readonly Copied[] {
  const isMasked = (path: string): boolean => masked.some((mask) => `${mask.path}/`.startsWith(`${path}/objects/`));
  return repositories
    .filter((path) => !isMasked(path))
    .map((path) => ({ path, copied: copyRepository(root, path, scratch) }));
}

async function keptOf(path: string, copied: GitCopy | null, indexPack: IndexPack): Promise<readonly string[]> {
  if (copied === null) return [`${path} contains links or has no objects, so nothing could be written there.`];
  try {
    return await keepRecorded(copied, indexPack);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return [
      `Not everything it did in ${path} could be kept (${code ?? "an unknown error"}); look at it with git status.`,
    ];
  }
}

/** Paths that are mounted read-only as a whole: nothing in them can have changed. */
function stillIn({ mounts }: Layout): ReadonlySet<string> {
  return new Set(mounts.flatMap(({ kind, path }) => (kind === "writable" ? [] : [path])));
}

const NOTHING: ChangedFiles = {
  created: [],
  modified: [],
  deleted: [],
  guarded: { created: [], modified: [], deleted: [] },
  complete: true,
  searched: true,
};

function notRun(why: string): GalleyError {
  return failure("FORBIDDEN", `The command was not run: ${why}.`);
}
