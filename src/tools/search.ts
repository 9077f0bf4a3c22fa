// ls, glob and grep: looking around, bounded, saying when something was cut.

import * as z from "zod/mini";
import { readPayload } from "../approval/index.ts";
import { digestOf, failure, ROOT, type WorkspacePath } from "../base/index.ts";
import type { Listing } from "../fs/index.ts";
import { succeeded, type ToolResult } from "./result.ts";
import { defineTool, type Prepared, type ToolContext } from "./tool.ts";

export const ls = defineTool({
  name: "ls",
  description: "List a directory, one level deep. Without a path: the roots.",
  schema: z.strictObject({ path: z.optional(z.unknown()) }),
  prepare: async ({ path: given }, context) => {
    const path = place(given, context);
    return looking("ls", path, context, async () => {
      const listing = await context.files.list(path);
      return listed(
        listing,
        `${count(listing.entries.length, "entry", "entries")} in ${path === "" ? "the workspace" : path}`,
        "List a subdirectory to see the rest.",
      );
    });
  },
});

export const glob = defineTool({
  name: "glob",
  description:
    "Find files by pattern, relative to path. * stays within a folder, ** crosses folders. Ignored files are left out unless include_ignored.",
  schema: z.strictObject({
    pattern: z.string(),
    path: z.optional(z.unknown()),
    include_ignored: z.optional(z.boolean()),
  }),
  prepare: async ({ pattern, path: given, include_ignored }, context) => {
    const path = place(given, context);
    return looking("glob", path, context, async () => {
      const listing = await context.files.glob(pattern, {
        path,
        includeIgnored: include_ignored ?? false,
        ...(context.signal ? { signal: context.signal } : {}),
      });
      return listed(
        listing,
        `${count(listing.entries.length, "file")} found for ${pattern}`,
        "Narrow the pattern or the path to see the rest.",
      );
    });
  },
});

export const grep = defineTool({
  name: "grep",
  description:
    "Search file contents with a regular expression (RE2 syntax), line by line. file_glob narrows the files.",
  schema: z.strictObject({
    pattern: z.string(),
    path: z.optional(z.unknown()),
    file_glob: z.optional(z.nullable(z.string())),
    include_ignored: z.optional(z.boolean()),
  }),
  prepare: async ({ pattern, path: given, file_glob, include_ignored }, context) => {
    if (pattern === "") throw failure("PATTERN", "The pattern is empty. Give a regular expression to search for.");
    const path = place(given, context);
    return looking("grep", path, context, async () => {
      const found = await context.files.grep(pattern, {
        path,
        fileGlob: file_glob ?? null,
        includeIgnored: include_ignored ?? false,
        ...(context.signal ? { signal: context.signal } : {}),
      });
      const files = new Set(found.matches.map((match) => match.path)).size;
      const cut = found.truncated ? " More lines match than are listed; narrow the pattern or the path." : "";
      return succeeded(
        `${count(found.matches.length, "matching line")} in ${count(files, "file")}.${cut}`,
        found,
        found.truncated,
      );
    });
  },
});

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function place(given: unknown, { resolve }: ToolContext): WorkspacePath {
  return given === undefined || given === "" ? ROOT : resolve(given);
}

function listed(listing: Listing, message: string, rest: string): ToolResult {
  return succeeded(
    listing.truncated ? `${message}; the list was cut. ${rest}` : `${message}.`,
    listing.entries,
    listing.truncated,
  );
}

function looking(tool: string, path: WorkspacePath, context: ToolContext, run: () => Promise<ToolResult>): Prepared {
  return {
    call: { tool, access: "read", paths: [path] },
    asksItself: false,
    payload: async () => ({
      ...readPayload({
        path,
        approvalId: context.newId(),
        digest: digestOf([tool, path]),
        lines: null,
        bytes: null,
        exists: true,
      }),
      description: `${tool} ${path === "" ? "every root" : path}`,
    }),
    run,
  };
}
