// The selected files and the map as a model reads them. What is shown whole is noted as seen in the version shown; what
// is left out is named with its reason, to the model and to the person.

import { withFullStop, type WorkspacePath } from "../../base/index.ts";
import { fenced } from "../../text/index.ts";
import type { Session } from "../session.ts";
import type { ShownImage } from "./image.ts";
import { showAttached } from "./attached.ts";
import { describeShown, readSelected } from "./selected.ts";

export type ShownFiles = {
  readonly text: string;
  readonly shown: ReadonlySet<WorkspacePath>;
  /** They go with the messages: a system prompt is text. */
  readonly images: readonly ShownImage[];
  /** Selected, but not in this request: whole sentences. */
  readonly left: readonly string[];
};

/** Reads again for every request: what changed on disk is shown as it is now. */
export async function showFiles(session: Session): Promise<ShownFiles> {
  const { show } = session.workspace();
  const shown = new Set<WorkspacePath>();
  const left: string[] = [];
  const changed: string[] = [];
  const parts: string[] = [];
  const images: ShownImage[] = [];
  for (const file of await readSelected(session)) {
    const name = show(file.path);
    if (file.kind === "left") {
      left.push(`${name} is selected but not shown: ${withFullStop(file.why)}`);
      continue;
    }
    if (file.kind === "image") {
      images.push({ name, type: file.type, bytes: file.bytes });
      parts.push(`${name} (${describeShown(file)}; it is attached to the user's first message)`);
      continue;
    }
    if (file.kind === "part") {
      const lines = describeShown(file);
      session.seen.recordPart(file.path, file.version, { shown: file.lines, total: file.total });
      left.push(`${name} is too large to be shown whole: only ${lines} are.`);
      parts.push(`${name} (only ${lines}; read_file with offset shows the rest)\n${fenced(file.text)}`);
      continue;
    }
    const before = session.seen.versionOf(file.path);
    if (before !== null && before !== file.version) changed.push(name);
    session.seen.record(file.path, file.version);
    shown.add(file.path);
    parts.push(`${name}\n${fenced(file.text)}`);
  }
  const attached = showAttached(session);
  parts.push(...attached.words);
  images.push(...attached.images);
  left.push(...attached.left);
  if (parts.length === 0) parts.push(NONE);
  if (changed.length > 0) parts.push(`Changed since you last saw them: ${changed.join(", ")}.`);
  return { text: [HEADING, ...parts, ...left].join("\n\n"), shown, images, left };
}

const HEADING = "# The files you can see, as they are now";
const NONE = "You have been shown no file yet. Ask for the files you need; new files you can create at once.";

/** `map` is as the symbols room draws it; empty when nothing else is there. `look` is what the model can do to see a file. */
export function showMap(map: string, look: "read" | "ask"): string {
  if (map.trim() === "") return "";
  const first = look === "read" ? "Read one" : "Ask to see one";
  return `${MAP_HEADING} ${first} before you change it.\n\n${fenced(map.trimEnd())}`;
}

const MAP_HEADING = `# What the other files define

Only names, with their line numbers: you have not seen these files.`;
