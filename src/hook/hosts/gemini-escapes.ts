// Whether Gemini CLI's write_file keeps text such as "\n" in a new content. It turns it into a line break for models that
// it does not know to be exact, and may ask a model to correct it where its settings say so. Read in version 0.61.0.

import { dirname, join } from "node:path";
import type { HostFiles } from "../types.ts";
import { isMessage, textIn } from "./message.ts";

/**
 * True only where that is certain: every model in the session's transcript is one of those, because a text that was
 * changed once is remembered, and no settings mention what would change it.
 */
export function keepsEscapes(
  { transcript, cwd }: { readonly transcript: string | null; readonly cwd: string },
  { read, environment }: HostFiles,
): boolean {
  if (transcript === null) return false;
  const recorded = read(transcript);
  if (recorded.kind !== "text" || !areExact(recorded.text)) return false;
  // HOME/.gemini/tmp/PROJECT/chats/FILE
  const own = join(dirname(transcript), "..", "..", "..", "settings.json");
  const system = [environment["GEMINI_CLI_SYSTEM_SETTINGS_PATH"], environment["GEMINI_CLI_SYSTEM_DEFAULTS_PATH"]];
  const files = [own, join(cwd, ".gemini", "settings.json"), ...SYSTEM, ...system.filter((path) => path !== undefined)];
  return files.every((path) => {
    const settings = read(path);
    return settings.kind === "absent" || (settings.kind === "text" && !MENTIONED.test(settings.text));
  });
}

const SYSTEM = ["/etc/gemini-cli", "/Library/Application Support/GeminiCli"].flatMap((folder) => [
  join(folder, "settings.json"),
  join(folder, "system-defaults.json"),
]);

// An escape could spell either name.
const MENTIONED = /disableLLMCorrection|dynamicModelConfiguration|\\u/;

/** One JSON object a line; what a model said has its name. */
function areExact(transcript: string): boolean {
  let count = 0;
  for (const line of transcript.split("\n")) {
    if (!line.includes('"gemini"')) continue;
    for (const message of messagesIn(line)) {
      const model = textIn(message, "model");
      if (model === null || !EXACT.test(model)) return false;
      count += 1;
    }
  }
  return count > 0;
}

function messagesIn(line: string): readonly Readonly<Record<string, unknown>>[] {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return [{}]; // Not certain.
  }
  if (!isMessage(record)) return [{}];
  const set = record["$set"];
  const inside = isMessage(set) && Array.isArray(set["messages"]) ? (set["messages"] as readonly unknown[]) : [];
  return [record, ...inside.filter(isMessage)].filter((message) => textIn(message, "type") === "gemini");
}

// Those of Google's that it knows to be exact, and those of others.
const EXACT = /^(?:gemini-2(?:\.|$)|gemini-3(?:[.-]|$)|(?!gemini-)\S)/;
