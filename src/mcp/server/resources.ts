// What a client can read without calling tools: files, the changes that wait for an answer, and what was written.
// A resource never asks anyone: what needs a question is refused, and the tool of the same name asks.

import type { Resource, ResourceTemplateType, TextResourceContents } from "@modelcontextprotocol/server";
import { counted } from "../../base/index.ts";
import type { FileContent, FileEntry } from "../../fs/index.ts";
import { diffOf } from "../../review/index.ts";
import type { LogEntry } from "../../state/index.ts";
import { glob, readFile, type Tool, type ToolResult } from "../../tools/index.ts";
import { callTool, payloadForCaller, type LocalWorkspace } from "../../workspace/index.ts";
import type { Calls } from "./calls.ts";

export type Looking = { readonly workspace: LocalWorkspace; readonly calls: Calls };

export type Contents =
  | { readonly kind: "contents"; readonly contents: readonly TextResourceContents[] }
  | { readonly kind: "refused"; readonly why: string };

const FILE = "galley://file/";
const QUESTION = "galley://question/";
const RECEIPT = "galley://receipt/";
const PAGE = 200;
const MOST_RECEIPTS = 50;

export function listTemplates(): ResourceTemplateType[] {
  return [
    { name: "file", title: "A file", uriTemplate: `${FILE}{+path}`, mimeType: "text/plain" },
    {
      name: "question",
      title: "The change that waits for an answer",
      uriTemplate: `${QUESTION}{id}`,
      mimeType: "text/x-diff",
    },
    { name: "receipt", title: "A change that was made", uriTemplate: `${RECEIPT}{id}`, mimeType: "application/json" },
  ];
}

/** Questions and receipts come first; then files, page by page. */
export async function listResources(
  looking: Looking,
  cursor: string | undefined,
): Promise<{ resources: Resource[]; nextCursor?: string; _meta?: Record<string, unknown> }> {
  const from = /^\d{1,9}$/.test(cursor ?? "") ? Number(cursor) : 0;
  const found = await look(looking, glob as unknown as Tool, { pattern: "**" }); // Its arguments are checked there.
  const files = found.success ? (found.value as readonly FileEntry[]).filter(({ kind }) => kind === "file") : [];
  const page = files.slice(from, from + PAGE).map(({ path, size_bytes }): Resource => ({
    uri: FILE + path.split("/").map(encodeURIComponent).join("/"),
    name: looking.workspace.show(path),
    mimeType: "text/plain",
    ...(size_bytes !== null && { size: size_bytes }),
  }));
  const more = from + PAGE < files.length;
  const rest = !more && found.success && found.truncated ? { _meta: { "galley/truncated": found.message } } : {};
  return {
    resources: [...(from === 0 ? await others(looking) : []), ...page],
    ...(more && { nextCursor: String(from + PAGE) }),
    ...rest,
  };
}

async function others({ workspace, calls }: Looking): Promise<readonly Resource[]> {
  const questions = calls.all.flatMap(({ inInbox, tool }): Resource[] =>
    inInbox === null ? [] : [{ uri: QUESTION + inInbox.id, name: `${tool} waits`, mimeType: "text/x-diff" }],
  );
  const entries = await receiptsIn(workspace);
  const receipts = entries.slice(0, MOST_RECEIPTS).map(({ receipt_id, at, files }): Resource => {
    const name = `${counted(files.length, "file")} at ${at}`;
    return { uri: RECEIPT + receipt_id, name, mimeType: "application/json" };
  });
  return [...questions, ...receipts];
}

export async function readResource(uri: string, looking: Looking): Promise<Contents> {
  if (uri.startsWith(FILE)) return readFileAt(uri, looking);
  if (uri.startsWith(QUESTION)) return readQuestion(uri, looking);
  if (uri.startsWith(RECEIPT)) return readReceipt(uri, looking);
  return refused("There is no such resource. See resources/list and resources/templates/list.");
}

async function readFileAt(uri: string, looking: Looking): Promise<Contents> {
  const path = decoded(uri.slice(FILE.length));
  if (path === null) return refused("The path in this URI is not percent-encoded UTF-8.");
  const result = await look(looking, readFile as unknown as Tool, { path }); // As above.
  if (!result.success)
    return refused(result.error.code === "REJECTED" ? "Reading it needs approval. Call read_file." : result.message);
  return textAt(uri, "text/plain", (result.value as FileContent).content); // read_file's own value.
}

/** The caller's own change, without what it may not read. */
async function readQuestion(uri: string, { workspace, calls }: Looking): Promise<Contents> {
  const id = uri.slice(QUESTION.length);
  const question = calls.all.find(({ inInbox }) => inInbox?.id === id)?.inInbox ?? null;
  if (question === null) return refused("No question with this id is open here.");
  const payload = await payloadForCaller(question.payload, workspace);
  const changes = payload.type === "batch" ? payload.items : [payload];
  const text = changes.map((change) =>
    change.type === "read" ||
    change.type === "shell" ||
    change.type === "call" ||
    ("withheld" in change && change.withheld)
      ? `${change.description}\n`
      : diffOf(change),
  );
  return textAt(uri, "text/x-diff", text.join(""));
}

async function readReceipt(uri: string, { workspace }: Looking): Promise<Contents> {
  const id = uri.slice(RECEIPT.length);
  const entry = (await receiptsIn(workspace)).find(({ receipt_id }) => receipt_id === id);
  if (entry === undefined) return refused("No receipt with this id is in this project's log.");
  const { receipt_id, at, decided_by, state, files } = entry;
  const shown = files.filter((path) => workspace.hides(path) === null);
  const report = {
    receipt_id,
    at,
    decided_by,
    state,
    files: shown.map(workspace.show),
    ...(shown.length < files.length && { files_hidden_by_rules: files.length - shown.length }),
  };
  return textAt(uri, "application/json", `${JSON.stringify(report, null, 2)}\n`);
}

/** Newest first; only of this project. */
async function receiptsIn({ state, address }: LocalWorkspace): Promise<readonly LogEntry[]> {
  return address === null ? [] : (await state()).log.list({ root: address }).entries;
}

function look({ workspace }: Looking, tool: Tool, args: unknown): Promise<ToolResult> {
  return callTool(workspace, tool, { args, reviewer: null, yes: false });
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function textAt(uri: string, mimeType: string, text: string): Contents {
  return { kind: "contents", contents: [{ uri, mimeType, text }] };
}

function refused(why: string): Contents {
  return { kind: "refused", why };
}
