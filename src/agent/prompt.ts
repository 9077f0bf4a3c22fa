// What the model is told before the conversation: who it works for, what its sections say, how to change files, and the
// files that were chosen for it, as they stand at this moment.

import { isFailure, type Version, type WorkspacePath } from "../base/index.ts";
import { editInstructions } from "../edits/index.ts";
import { decode, type Text } from "../text/index.ts";
import type { Session } from "./session.ts";

export type Mode = "tools" | "blocks";

export type Prompt = {
  readonly system: string;
  /** The files it shows whole. In block mode only these count as seen. */
  readonly shown: ReadonlySet<WorkspacePath>;
};

/** More than this in one file does not go into a prompt. */
const MAX_FILE_CHARS = 150_000;

export async function makePrompt(session: Session, mode: Mode): Promise<Prompt> {
  const parts = [INTRODUCTION];
  for (const section of session.sections) {
    const words = await section.prompt(session);
    if (words.trim() !== "") parts.push(`# ${section.title}\n\n${words.trim()}`);
  }
  if (mode === "blocks") parts.push(editInstructions("edit-block").trim());
  else if (session.toolNames().length > 0) parts.push(TOOLS);
  if (mode === "tools" && session.context.size === 0) return { system: `${parts.join("\n\n")}\n`, shown: new Set() };
  const { text, shown } = await showFiles(session);
  parts.push(text);
  return { system: `${parts.join("\n\n")}\n`, shown };
}

const INTRODUCTION =
  "You help a person with their files. Be brief and exact. Say what you did and what you could not do; never claim a " +
  "change that was not confirmed to you.";

const TOOLS = `# Working with tools

- Read a file with read_file before you change it; an edit of a file you have not read is refused.
- Copy old_string exactly from what you read, with enough around it to occur once.
- When a person rejects a change, do not try the same again; ask, or go another way.
- When a result says that the person changed your edit, keep their version.`;

async function showFiles(session: Session): Promise<{ text: string; shown: ReadonlySet<WorkspacePath> }> {
  const shown = new Set<WorkspacePath>();
  const left: string[] = [];
  const parts: string[] = [];
  const { files, show } = session.backend();
  for (const path of session.context) {
    const found = await contentOf(path, (wanted) => files.readBytes(wanted));
    if (found.kind === "left") {
      left.push(`- ${show(path)}: ${found.why}`);
      continue;
    }
    shown.add(path);
    session.seen.record(path, found.version);
    const fence = fenceFor(found.text);
    const missing = found.text === "" || found.text.endsWith("\n") ? "" : "\n";
    parts.push(`${show(path)}\n${fence}\n${found.text}${missing}${fence}`);
  }
  const none = "You have been shown no file yet. Ask for the files you need; new files you can create at once.";
  const heading = "# The files you can see, as they are now";
  const rest = left.length === 0 ? "" : `\n\nNot shown:\n${left.join("\n")}`;
  return { text: `${heading}\n\n${parts.length === 0 ? none : parts.join("\n\n")}${rest}`, shown };
}

type Content =
  | { readonly kind: "text"; readonly text: Text; readonly version: Version }
  | { readonly kind: "left"; readonly why: string };

async function contentOf(
  path: WorkspacePath,
  read: (path: string) => Promise<{ readonly bytes: Uint8Array; readonly version: Version }>,
): Promise<Content> {
  try {
    const { bytes, version } = await read(path);
    const decoded = decode(bytes);
    if (decoded.kind === "binary") return { kind: "left", why: "it is not text" };
    if (decoded.text.length > MAX_FILE_CHARS)
      return { kind: "left", why: `it has ${decoded.text.length} characters, too many to show` };
    return { kind: "text", text: decoded.text, version };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: "left", why: error.code === "NOT_FOUND" ? "it does not exist any more" : error.message };
  }
}

/** Longer than any run of backticks at the start of a line inside. */
function fenceFor(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/^ {0,3}(`{3,})/gm)].map((match) => match[1]!.length));
  return "`".repeat(longest + 1);
}
