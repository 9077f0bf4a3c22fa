// What Tab offers: slash commands, what they take, and paths of the workspace. Looks only; what may not be read is not
// read, names are names.

import { PERMISSIONS, PROVIDERS } from "../../agent/index.ts";
import { isFailure, ROOT } from "../../base/index.ts";
import type { Completion } from "../../terminal/index.ts";
import { knownModels } from "../model-choice.ts";
import { SLASH } from "./commands.ts";
import type { Conversation } from "./conversation.ts";

const MOST = 200;

/** Null when there is nothing to offer. `at` is the cursor's place in the text. */
export async function completions(text: string, at: number, conversation: Conversation): Promise<Completion | null> {
  const before = text.slice(0, at);
  const { word, quote } = wordIn(before);
  const from = at - word.length - quote.length;
  const offer = (choices: readonly string[]): Completion | null => {
    const fitting = choices.filter((choice) => choice.startsWith(word)).sort();
    return fitting.length === 0 ? null : { from, to: at, choices: fitting.map((choice) => written(choice, quote)) };
  };
  if (from === 0 && word.startsWith("/")) return offer(Object.keys(SLASH).map((name) => `/${name}`));
  const [, command] = /^\/([\w-]+)\s/.exec(before) ?? [];
  switch (command) {
    case "mode":
      return offer(["auto", "blocks", "tools"]);
    case "permissions":
      return offer(PERMISSIONS);
    case "approvals":
      return offer(["list", "revoke"]);
    case "model":
      return offer(modelsFor(conversation));
    case "drop": {
      const { show } = conversation.workspace;
      return offer([
        ...[...conversation.session.context].map((path) => show(path)),
        ...conversation.session.attached.keys(),
      ]);
    }
    case "resume":
      return offer(["last", ...(await conversation.workspace.state()).sessions.list().map(({ id }) => id)]);
    case "undo":
      return offer((await conversation.workspace.state()).log.list().entries.map(({ receipt_id }) => receipt_id));
    default: {
      // The others take nothing.
      const takesPaths = command === undefined ? word !== "" : ["add", "edit-last"].includes(command);
      return takesPaths ? offer(await pathsFor(word, conversation)) : null;
    }
  }
}

/** What is being written, and the quote that was opened for it. */
function wordIn(before: string): { readonly word: string; readonly quote: string } {
  const [, quote, quoted] = /(?:^|\s)(["'])([^"']*)$/.exec(before) ?? [];
  if (quote !== undefined && quoted !== undefined) return { word: quoted, quote };
  return { word: /\S*$/.exec(before)?.[0] ?? "", quote: "" };
}

/** A name with a space is quoted, or it would be two names. */
function written(name: string, quote: string): string {
  if (quote === "" && !/\s/.test(name)) return name;
  const mark = quote === "" ? '"' : quote;
  return mark + name + (name.endsWith("/") ? "" : mark);
}

function modelsFor({ settings, workspace, model }: Conversation): readonly string[] {
  const known = knownModels(settings.environment, workspace.config).map(({ name }) => name);
  return [...new Set([...(model === null ? [] : [model.name]), ...known, ...PROVIDERS.map(({ name }) => `${name}/`)])];
}

/** Entries of the folder that the word names so far, as the person began to write it. */
async function pathsFor(word: string, { workspace }: Conversation): Promise<readonly string[]> {
  const folder = word.slice(0, word.lastIndexOf("/") + 1);
  try {
    const { approved: files, commands, resolve } = workspace;
    const { entries } = await files.list(files.resolve(folder === "" ? (commands.home ?? ROOT) : resolve(folder)));
    const names = entries.map(({ path, kind }) => {
      const name = path.slice(path.lastIndexOf("/") + 1);
      return folder + name + (kind === "directory" ? "/" : "");
    });
    return names.filter((name) => name.startsWith(word) && !/["'\n]/.test(name)).slice(0, MOST);
  } catch (error) {
    if (isFailure(error)) return [];
    throw error;
  }
}
