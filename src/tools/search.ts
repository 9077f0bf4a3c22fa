// ls, glob and grep: looking around, bounded, saying when something was cut.

import * as z from "zod/mini";
import { readPayload, withTarget } from "../approval/index.ts";
import { counted, digestOf, failure, ROOT, type Target } from "../base/index.ts";
import type { Listing, RealFiles, Skipped } from "../fs/index.ts";
import { succeeded, type ToolResult } from "./result.ts";
import { questionId, type ToolContext } from "./context.ts";
import { defineTool, type Prepared } from "./tool.ts";

export const ls = defineTool({
  name: "ls",
  description: "List a directory, one level deep. Without a path: the sandboxes, or the files of the only one.",
  schema: z.strictObject({ path: z.optional(z.unknown()) }),
  parameters: { path: { description: "Directory to list, relative to the root. Default: the roots.", optional: true } },
  prepare: async ({ path: given }, context) => {
    const target = place(given, context);
    const { path } = target;
    return looking("ls", { target, description: `List ${placeNamed(target)}`, asked: [] }, context, async (files) => {
      const listing = await files.list(target);
      return listed(listing, listingNamed(path, listing), {
        rest: "List a subdirectory to see the rest.",
        unit: "entry",
      });
    });
  },
});

export const glob = defineTool({
  name: "glob",
  description:
    "Find files by pattern, relative to path. * stays within a folder, ** crosses folders. Files that git ignores are left out unless include_ignored is set or path names them.",
  schema: z.strictObject({
    pattern: z.string(),
    path: z.optional(z.unknown()),
    include_ignored: z.optional(z.boolean()),
  }),
  parameters: {
    pattern: "The glob pattern, such as src/**/*.ts.",
    path: { description: "Directory to search, relative to the root. Default: everywhere.", optional: true },
    include_ignored: "Also find files that git ignores. Default: false.",
  },
  prepare: async ({ pattern, path: given, include_ignored }, context) => {
    const target = place(given, context);
    const includeIgnored = include_ignored ?? false;
    const description = `Find files matching ${JSON.stringify(pattern)} in ${placeNamed(target)}${ignoredNamed(includeIgnored)}`;
    return looking("glob", { target, description, asked: [pattern, includeIgnored] }, context, async (files) => {
      const listing = await files.glob(pattern, {
        target,
        includeIgnored,
        ...(context.signal ? { signal: context.signal } : {}),
      });
      return listed(listing, `${counted(listing.entries.length, "file")} found for ${pattern}`, {
        rest: "Narrow the pattern or the path to see the rest.",
        unit: "file",
        ...(listing.entries.length === 0 && !includeIgnored ? { nothing: IGNORED } : {}),
      });
    });
  },
});

export const grep = defineTool({
  name: "grep",
  description:
    "Search file contents with a regular expression (RE2 syntax), line by line. file_glob narrows the files. Files that git ignores are not searched unless include_ignored is set or path names them.",
  schema: z.strictObject({
    pattern: z.string(),
    path: z.optional(z.unknown()),
    file_glob: z.optional(z.nullable(z.string())),
    include_ignored: z.optional(z.boolean()),
  }),
  parameters: {
    pattern: "The regular expression, in RE2 syntax.",
    path: { description: "File or directory to search, relative to the root. Default: everywhere.", optional: true },
    file_glob: "Search only files whose path matches this glob pattern.",
    include_ignored: "Also search files that git ignores. Default: false.",
  },
  prepare: async ({ pattern, path: given, file_glob, include_ignored }, context) => {
    if (pattern === "") throw failure("PATTERN", "The pattern is empty. Give a regular expression to search for.");
    const target = place(given, context);
    const includeIgnored = include_ignored ?? false;
    const fileGlob = file_glob ?? null;
    const where = fileGlob === null ? "" : ` in files matching ${JSON.stringify(fileGlob)}`;
    const description = `Search ${placeNamed(target)} for ${JSON.stringify(pattern)}${where}${ignoredNamed(includeIgnored)}`;
    const asked = [pattern, fileGlob, includeIgnored];
    return looking("grep", { target, description, asked }, context, async (files) => {
      const found = await files.grep(pattern, {
        target,
        fileGlob,
        includeIgnored,
        ...(context.signal ? { signal: context.signal } : {}),
      });
      const matched = new Set(found.matches.map((match) => match.path)).size;
      const cut = found.truncated ? " More lines match than are listed; narrow the pattern or the path." : "";
      const ignored = matched === 0 && !includeIgnored ? ` ${IGNORED}` : "";
      return succeeded(
        `${counted(found.matches.length, "matching line")} in ${counted(matched, "file")}.${cut}${unsearched(found.skipped)}${ignored}`,
        found,
        found.truncated,
      );
    });
  },
});

/** Said where nothing was found: a finder does not look at ignored files, so they cannot be counted. */
const IGNORED = "Files that git ignores are searched only with include_ignored, or when path names them.";

function place(given: unknown, { files, resolve }: ToolContext): Target {
  return files.resolve(given === undefined || given === "" ? ROOT : resolve(given));
}

function placeNamed({ path, real }: Target): string {
  return path === "" ? "every sandbox" : withTarget(path, real);
}

/** Above all sandboxes there are only their names. */
function listingNamed(path: string, { entries }: Listing): string {
  const isOfSandboxes = path === "" && entries.length > 0 && entries.every((entry) => !entry.path.includes("/"));
  return isOfSandboxes
    ? `${counted(entries.length, "sandbox", "sandboxes")}; list one by its name to see its files`
    : `${counted(entries.length, "entry", "entries")} in ${path === "" ? "the workspace" : path}`;
}

function ignoredNamed(includeIgnored: boolean): string {
  return includeIgnored ? ", ignored files included" : "";
}

function listed(
  { entries, truncated, skipped }: Listing,
  message: string,
  { rest, unit, nothing }: { readonly rest: string; readonly unit: "entry" | "file"; readonly nothing?: string },
): ToolResult {
  const left = skipped?.needs_approval ?? 0;
  const named = counted(left, unit, unit === "entry" ? "entries" : "files");
  const unasked = left === 0 ? "" : ` ${named} ${were(left)} left out because listing ${them(left)} needs approval.`;
  const cut = truncated ? `; the list was cut. ${rest}` : ".";
  const more = nothing === undefined ? "" : ` ${nothing}`;
  return succeeded(`${message}${cut}${unasked}${unreached(skipped)}${more}`, entries, truncated);
}

function unsearched(skipped: Skipped | undefined): string {
  const { needs_approval = 0, large = 0, long = 0 } = skipped ?? {};
  return [
    needs_approval === 0
      ? ""
      : ` ${counted(needs_approval, "file")} ${were(needs_approval)} not searched because reading ${them(needs_approval)} needs approval; name the path to ask for it.`,
    large === 0 ? "" : ` ${counted(large, "file")} ${were(large)} too large to search.`,
    long === 0 ? "" : ` ${counted(long, "file")} had a line too long to search for this pattern.`,
    unreached(skipped),
  ].join("");
}

function unreached(skipped: Skipped | undefined): string {
  const { names = 0, unreadable = 0 } = skipped ?? {};
  return [
    names === 0
      ? ""
      : ` ${counted(names, "entry", "entries")} ${were(names)} left out: ${their(names)} path cannot be used.`,
    unreadable === 0 ? "" : ` ${counted(unreadable, "file or folder", "files or folders")} could not be read.`,
  ].join("");
}

function were(number: number): string {
  return number === 1 ? "was" : "were";
}

function them(number: number): string {
  return number === 1 ? "it" : "them";
}

function their(number: number): string {
  return number === 1 ? "its" : "their";
}

type Look = {
  readonly target: Target;
  /** What is looked for and where, in one line. */
  readonly description: string;
  /** What the approval is bound to in addition to the tool and the path. */
  readonly asked: readonly unknown[];
};

/** `run` is given the files as they may be seen: more of them after a yes. */
function looking(
  tool: "ls" | "glob" | "grep",
  { target, description, asked }: Look,
  context: ToolContext,
  run: (files: RealFiles) => Promise<ToolResult>,
): Prepared {
  return {
    kind: "action",
    call: { tool, access: "read", targets: [target] },
    payload: async () => ({
      ...readPayload({
        tool,
        target,
        approvalId: questionId(context),
        digest: digestOf([tool, target.path, target.real, JSON.stringify(asked)]),
        lines: null,
        bytes: null,
        exists: true,
      }),
      description,
    }),
    // Everything answered with yes includes what searches would have to ask for.
    run: (answer) => run(answer === null && !context.yes ? context.files : context.approved),
  };
}
