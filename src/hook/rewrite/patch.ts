// The patch that makes a host's patch tool produce exactly these files, and touch no others.

import { renderEdit } from "../../edits/index.ts";
import type { Text } from "../../text/index.ts";

/** A file that was approved, by the name that the call uses. */
export type Approved = {
  readonly path: string;
  readonly to: string | null;
  readonly before: Text | null;
  readonly after: Text | null;
};

export type PatchFor = (files: readonly Approved[]) => string | null;

const FRAME = /^\*\*\* Begin Patch\n([\s\S]*)\*\*\* End Patch\n$/;

/** Null where a patch cannot say it. */
export const patchFor: PatchFor = (files) => {
  const sections = files.map(sectionFor);
  return sections.every((section) => section !== null) ? `*** Begin Patch\n${sections.join("")}*** End Patch\n` : null;
};

function sectionFor({ path, to, before, after }: Approved): string | null {
  if (before !== null && before === after) return null;
  // Whether a file ends in a line break is the tool's own affair; what comes of it is compared afterwards.
  const isUpdate = before !== null && after !== null;
  const file = isUpdate ? { before: ended(before), after: ended(after) } : { before, after };
  if (file.before === file.after) return null;
  const rendered = renderEdit("apply-patch", { path, ...file });
  const section = rendered.kind === "text" ? (FRAME.exec(rendered.text)?.[1] ?? null) : null;
  if (section === null || to === null) return section;
  return section.replace(/^.*\n/, (header) => `${header}*** Move to: ${to}\n`);
}

function ended(text: Text): Text {
  return text === "" || text.endsWith("\n") ? text : (`${text}\n` as Text); // A line break breaks no pair.
}
