// A call of the model as the editor lists it: a title, a kind, the files it is about.

import type { ToolCallContent, ToolCallLocation, ToolKind } from "@agentclientprotocol/sdk";
import type { ShownCall } from "../agent/index.ts";
import { reveal } from "../text/index.ts";

export type ListedCall = {
  readonly toolCallId: string;
  readonly title: string;
  readonly kind: ToolKind;
  readonly locations: ToolCallLocation[];
};

const KINDS: Readonly<Record<string, ToolKind>> = {
  ls: "search",
  glob: "search",
  grep: "search",
  read_file: "read",
  write_file: "edit",
  edit_file: "edit",
  edit: "edit",
  apply: "edit",
  rm: "delete",
  shell: "execute",
  eval: "execute",
};

// A title is one line in a list.
const MOST_CHARS = 200;

/** `fileOf` takes what the model wrote; null when that is no file of the editor's. */
export function listCall({ id, tool, args }: ShownCall, fileOf: (path: string) => string | null): ListedCall {
  const given = fieldsOf(args);
  const about = ["path", "command", "pattern", "code"]
    .map((name) => given[name])
    .find((value) => typeof value === "string");
  const title = typeof about === "string" && about !== "" ? `${tool} ${about}` : tool;
  const file = typeof given["path"] === "string" ? fileOf(given["path"]) : null;
  return {
    toolCallId: id,
    title: reveal(title.slice(0, MOST_CHARS).toWellFormed(), { reading: "exact" }),
    kind: KINDS[tool] ?? "other",
    locations: file === null ? [] : [{ path: file }],
  };
}

/** What a change that the rules allowed did, as far as its arguments say it: no question has shown it. */
export function diffOfCall({ tool, args }: ShownCall, fileOf: (path: string) => string | null): ToolCallContent[] {
  const { path, old_string: find, new_string: put, content } = fieldsOf(args);
  const file = typeof path === "string" ? fileOf(path) : null;
  if (file === null) return [];
  if (tool === "edit_file" && typeof find === "string" && typeof put === "string")
    return [{ type: "diff", path: file, oldText: find, newText: put }];
  if (tool === "write_file" && typeof content === "string") return [{ type: "diff", path: file, newText: content }];
  return [];
}

function fieldsOf(args: unknown): Readonly<Record<string, unknown>> {
  return typeof args === "object" && args !== null ? (args as Readonly<Record<string, unknown>>) : {}; // Only read, by name.
}
