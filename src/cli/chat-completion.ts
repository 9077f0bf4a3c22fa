// What Tab offers: slash commands, what they take, and paths of the workspace. Looks only; what may not be read is not
// read, names are names.

import { isFailure } from "../base/index.ts";
import type { Completion } from "../terminal/index.ts";
import { SLASH } from "./chat-commands.ts";
import type { Conversation } from "./chat-conversation.ts";

const MOST = 200;

/** Null when there is nothing to offer. `at` is the cursor's place in the text. */
export async function completions(text: string, at: number, conversation: Conversation): Promise<Completion | null> {
  const before = text.slice(0, at);
  const [word = ""] = /\S*$/.exec(before) ?? [];
  const from = at - word.length;
  const offer = (choices: readonly string[]): Completion | null => {
    const fitting = choices.filter((choice) => choice.startsWith(word)).sort();
    return fitting.length === 0 ? null : { from, to: at, choices: fitting };
  };
  if (from === 0 && word.startsWith("/")) return offer(Object.keys(SLASH).map((name) => `/${name}`));
  const [, command] = /^\/([\w-]+)\s/.exec(before) ?? [];
  switch (command) {
    case "mode":
      return offer(["auto", "blocks", "tools"]);
    case "approvals":
      return offer(["list", "revoke"]);
    case "drop": {
      const { show } = conversation.workspace;
      return offer([...conversation.session.context].map((path) => show(path)));
    }
    case "resume":
      return offer(["last", ...(await conversation.workspace.state()).sessions.list().map(({ id }) => id)]);
    default:
      return word === "" && command === undefined ? null : offer(await pathsFor(word, conversation));
  }
}

/** Entries of the folder that the word names so far, as the person began to write it. */
async function pathsFor(word: string, { workspace }: Conversation): Promise<readonly string[]> {
  const folder = word.slice(0, word.lastIndexOf("/") + 1);
  try {
    const { entries } = await workspace.files.list(
      folder === "" ? (workspace.commands.home ?? undefined) : workspace.resolve(folder),
    );
    const names = entries.map(({ path, kind }) => {
      const name = path.slice(path.lastIndexOf("/") + 1);
      return folder + name + (kind === "directory" ? "/" : "");
    });
    // A name with a blank cannot be told from two names.
    return names.filter((name) => name.startsWith(word) && !/\s/.test(name)).slice(0, MOST);
  } catch (error) {
    if (isFailure(error)) return [];
    throw error;
  }
}
