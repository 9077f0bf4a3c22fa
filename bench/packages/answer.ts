// The difference of two trees as one answer in one format, and what the tree must be once it is applied.
// What a format cannot say is left out of both, with the reason; never without one.

import { isProtected } from "../../src/approval/index.ts";
import { parsePath, type WorkspacePath } from "../../src/base/index.ts";
import { renderEdit, type Format } from "../../src/edits/index.ts";
import { decode, type Text } from "../../src/text/index.ts";
import { emptied, isSame, type Entry, type Tree } from "./tree.ts";

export type Answer = {
  readonly text: string;
  /** What the old tree must become: new where the answer says so, old everywhere else; modes stay. */
  readonly expected: Tree;
  /** The paths the answer changes, and those among them it may not: --yes does not answer for a protected path. */
  readonly said: readonly string[];
  readonly refused: readonly string[];
  readonly leftOut: readonly { readonly path: string; readonly because: string }[];
};

export type Versions = { readonly old: Tree; readonly new: Tree };

// The default of max_file_bytes.
const LARGEST = 32 * 1024 * 1024;

export function answerFor(format: Format, versions: Versions): Answer {
  const expected = new Map(versions.old);
  const parts: string[] = [];
  const said: string[] = [];
  const refused: string[] = [];
  const leftOut: { path: string; because: string }[] = [];
  for (const path of changedPaths(versions)) {
    const [before, after] = [versions.old.get(path) ?? null, versions.new.get(path) ?? null];
    const rendered = render(format, { path, before, after });
    if (rendered.kind === "cannot") {
      leftOut.push({ path, because: rendered.because });
      continue;
    }
    parts.push(rendered.text);
    said.push(path);
    if (isProtected(rendered.path)) refused.push(path);
    else if (after === null) expected.delete(path);
    else expected.set(path, { bytes: after.bytes, runs: before?.runs ?? false });
    if ((before?.runs ?? false) !== (after?.runs ?? before?.runs))
      leftOut.push({ path, because: "the mode changes, its text is in the answer" });
  }
  for (const path of emptied(versions.old, expected)) {
    expected.set(path, null);
    leftOut.push({ path, because: "a folder that lost its last file stays: deletions are of files" });
  }
  return { text: parts.join("\n"), expected, said, refused, leftOut };
}

/** Files that came, went or have other bytes, sorted. */
export function changedPaths({ old, new: fresh }: Versions): readonly string[] {
  return [...new Set([...old.keys(), ...fresh.keys()])].sort().filter((path) => {
    const [before, after] = [old.get(path), fresh.get(path)];
    return !before || !after || !isSame(before, after) || before.runs !== after.runs;
  });
}

type Rendered =
  | { readonly kind: "text"; readonly text: string; readonly path: WorkspacePath }
  | { readonly kind: "cannot"; readonly because: string };

type Changed = { readonly path: string; readonly before: Entry | null; readonly after: Entry | null };

function render(format: Format, { path, before, after }: Changed): Rendered {
  const parsed = parsePath(path);
  if (parsed.kind === "refused") return cannot(`the path is refused: ${parsed.message}`);
  if (before && after && isSame(before, after)) return cannot("only the mode changes");
  const sides = [before, after].map((entry) => (entry === null ? null : readText(entry)));
  const broken = sides.find((side) => side?.kind === "cannot");
  if (broken?.kind === "cannot") return broken;
  const [old, fresh] = sides.map((side) => (side?.kind === "text" ? side.text : null));
  const rendered = renderEdit(format, { path: parsed.path, before: old ?? null, after: fresh ?? null });
  return rendered.kind === "text" ? { ...rendered, path: parsed.path } : rendered;
}

type ReadText = { readonly kind: "text"; readonly text: Text } | { readonly kind: "cannot"; readonly because: string };

function readText({ bytes }: Entry): ReadText {
  if (bytes.length > LARGEST) return cannot("larger than Galley's limit");
  const decoded = decode(bytes);
  return decoded.kind === "text" ? decoded : cannot("not text");
}

function cannot(because: string): { readonly kind: "cannot"; readonly because: string } {
  return { kind: "cannot", because };
}
