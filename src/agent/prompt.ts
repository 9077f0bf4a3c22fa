// The system prompt: who it works for, what its sections say, how to change files, and the
// files that were selected for it, as they are at this moment.

import type { WorkspacePath } from "../base/index.ts";
import { editInstructions } from "../edits/index.ts";
import { Instructions } from "./context/instructions.ts";
import type { ShownImage } from "./context/image.ts";
import { showFiles, showMap } from "./context/show.ts";
import type { Session } from "./session.ts";

export type Mode = "tools" | "blocks";

export type Prompt = {
  readonly system: string;
  /** The files it shows whole. In block mode only these count as seen. */
  readonly shown: ReadonlySet<WorkspacePath>;
  /** Selected images: they go with the messages. */
  readonly images: readonly ShownImage[];
  /** Selected files that are not in it, with the reason: whole sentences. */
  readonly left: readonly string[];
  /** Project instructions that are in it for the first time, or cannot be: whole sentences. */
  readonly news: readonly string[];
};

/** `map` names what the files that are not selected define; empty when there is none. */
export async function makePrompt(session: Session, mode: Mode, map = ""): Promise<Prompt> {
  const parts = [INTRODUCTION];
  for (const section of session.sections) {
    const words = await section.prompt(session);
    if (words.trim() !== "") parts.push(`# ${section.title}\n\n${words.trim()}`);
  }
  const instructions = (await session.find(Instructions)?.read(session.context)) ?? NO_INSTRUCTIONS;
  if (instructions.text !== "") parts.push(instructions.text);
  if (session.permissions === "plan") parts.push(PLAN);
  else if (mode === "blocks") parts.push(editInstructions("edit-block").trim());
  else if (session.toolNames().length > 0) parts.push(TOOLS);
  const symbolMap = showMap(map, mode === "blocks" ? "ask" : "read");
  if (symbolMap !== "") parts.push(symbolMap);
  const needsFiles = mode === "blocks" || session.context.size + session.attached.size > 0;
  const { text, ...files } = needsFiles ? await showFiles(session) : NO_FILES;
  if (text !== "") parts.push(text);
  return { system: `${parts.join("\n\n")}\n`, news: instructions.news, ...files };
}

const NO_INSTRUCTIONS = { text: "", news: [] };
const NO_FILES = { text: "", shown: new Set<WorkspacePath>(), images: [], left: [] };

const INTRODUCTION =
  "You help a user with their files. Be brief and exact. Say what you did and what you could not do; never claim a " +
  "change that was not confirmed to you.";

const PLAN = `# Plan mode

The user wants a plan first. You can read and search; nothing can be changed and no command can run. Find out what you
need, then say which files you would change and how, step by step. Write no edits. The user leaves plan mode when they
want the plan carried out.`;

const TOOLS = `# Working with tools

- Read a file with read_file before you change it, unless you are shown it here; other edits are refused.
- Copy old_string exactly from what you read, with enough around it to occur once.
- When the user rejects a change, do not try the same again; ask, or try something else.
- When a result says that the user changed your edit, keep their version.`;
