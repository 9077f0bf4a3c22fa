// Writes the change from one text to another in any of the five formats, so that reading and applying it gives
// exactly the new text. Never writes what a format cannot say: it says why instead.

import { endingOf, splitLines, unifiedDiff, type Text } from "../../text/index.ts";
import { isMarkerUnit } from "./blocks/markers.ts";
import { pathOf } from "./blocks/path-line.ts";
import { renderBlock, renderPathLine } from "./blocks/render.ts";
import type { Change, Format } from "../types.ts";
import { Answer } from "./answer.ts";
import { anchored, type Anchored, type Piece } from "./anchored.ts";
import { damagedMarker } from "./damaged-marker.ts";
import { clearPath, clearPathLine, readFence } from "./fences/fences.ts";
import { codeOf } from "./readers.ts";
import { holdsEdits } from "./whole-file.ts";
import type { FileChange, RenderedEdit } from "./written.ts";
import { isHintOrEscaped } from "./search-replace/search-replace.ts";
import { isDivider, isReplaceEnd, isSearchStart } from "./search-replace/body.ts";

/** `before` and `after` must differ. The text ends in a line break and may be next to others of its format. */
export function renderEdit(format: Format, file: FileChange): RenderedEdit {
  const own = codeOf(format)?.render;
  if (own !== undefined) return own(file);
  switch (format) {
    case "udiff":
      return endingObstacle(file) ?? text(renderDiff(file));
    case "whole-file":
      if (file.after === null) return cannot("a file in a fence is never a deletion");
      return obstacle(file) ?? renderWholeFile(file.path, wholeLines(file.after));
    case "apply-patch":
      return obstacle(file) ?? renderPatch(file);
    case "edit-block":
    case "search-replace": {
      if (file.after === null) return cannot("blocks do not delete files");
      return obstacle(file) ?? renderBlocks(format, file.path, { before: file.before, after: file.after });
    }
    default:
      return cannot("this format is only read");
  }
}

function text(words: string): RenderedEdit {
  return { kind: "text", text: words };
}

function cannot(because: string): RenderedEdit {
  return { kind: "cannot", because };
}

function renderDiff({ path, before, after }: FileChange): string {
  return unifiedDiff({
    oldPath: before === null ? null : path,
    newPath: after === null ? null : path,
    before: before ?? ("" as Text), // The empty text is well-formed.
    after: after ?? ("" as Text), // As above.
    git: { mode: null },
  });
}

/** What formats of whole lines cannot say: a last line break that comes or goes. */
function obstacle(file: FileChange): RenderedEdit | null {
  const { before, after } = file;
  if (before === null && after !== null && after !== "" && !after.endsWith("\n"))
    return cannot("a new file always ends in a line break");
  const differs = before !== null && after !== null && before.endsWith("\n") !== after.endsWith("\n");
  if (differs && before !== "" && after !== "") return cannot("the last line break comes or goes");
  if (before === "" && after !== null && !after.endsWith("\n")) return cannot("the last line break comes or goes");
  return endingObstacle(file);
}

/** Line breaks are the file's own: an edit does not change them, and where there is none yet, lines end in \n. */
function endingObstacle({ before, after }: FileChange): RenderedEdit | null {
  if (before === null || after === null) return null;
  const [old, fresh] = [before, after].map(
    (each) =>
      new Set(
        splitLines(each)
          .map(endingOf)
          .filter((ending) => ending !== ""),
      ),
  );
  const allowed = old!.size === 0 ? new Set(["\n"]) : old!;
  const isSame = allowed.size === 1 && [...fresh!].every((ending) => allowed.has(ending));
  return isSame ? null : cannot("lines end in different ways");
}

function renderBlocks(
  format: "edit-block" | "search-replace",
  path: string,
  { before, after }: { before: Text | null; after: Text },
): RenderedEdit {
  const render = format === "edit-block" ? renderBlock : renderSearchReplace;
  const changes = before === null ? [{ kind: "create", content: after } as const] : replacements(before, after);
  if (changes === null) return cannot("the old text is blank, so it identifies no place");
  const blocks = changes.map((change) => render(path, change));
  const whole = blocks.every((block) => block !== null);
  return whole ? text(blocks.join("\n")) : cannot("the path or the content reads as something else in this format");
}

function replacements(before: Text, after: Text): readonly Change[] | null {
  const parts = anchored(before, after, { chained: true });
  if (parts === null) return null;
  return parts.pieces.map((piece) => ({
    kind: "replace",
    find: parts.before.slice(piece.old.from, piece.old.to).join(""),
    put: parts.after.slice(piece.new.from, piece.new.to).join(""),
    match: "lines",
    all: false,
  }));
}

const SIGN_COUNTS = [7, 6, 8, 5, 9] as const;

function renderSearchReplace(path: string, change: Change): string | null {
  const quoted = `\`${path}\``;
  const pathLine = clearPath(path) === path ? path : pathOf(quoted) === path ? quoted : null;
  if (pathLine === null || (change.kind !== "create" && change.kind !== "replace")) return null;
  const find = change.kind === "create" ? "" : wholeLines(change.find);
  const put = wholeLines(change.kind === "create" ? change.content : change.put);
  const lines = [...splitLines(find), ...splitLines(put)].map((line) => line.replace(/\r?\n$/, ""));
  if (lines.some((line) => isSearchStart(line) || isReplaceEnd(line) || isHintOrEscaped(line))) return null;
  const taken = new Set(lines.filter(isDivider).map((line) => line.trimEnd().length));
  const count = SIGN_COUNTS.find((each) => !taken.has(each));
  if (count === undefined) return null;
  const [open, divide, close] = ["<", "=", ">"].map((sign) => sign.repeat(count));
  const fence = fenceFor(find + put);
  return `${pathLine}\n${fence}\n${open} SEARCH\n${find}${divide}\n${put}${close} REPLACE\n${fence}\n`;
}

function renderPatch({ path, before, after }: FileChange): RenderedEdit {
  if (path !== path.trim() || path === "" || /[\r\n]/.test(path))
    return cannot("the path has spaces around it or line breaks in it");
  if (after === null) return text(patch(`*** Delete File: ${path}\n`));
  if (before === null) return text(patch(`*** Add File: ${path}\n${signed("+", splitLines(after))}`));
  const parts = anchored(before, after, { chained: false });
  const chunks =
    parts === null ? emptyFile(before, after) : parts.pieces.map((piece) => `@@\n${chunkLines(parts, piece)}`).join("");
  if (chunks === null) return cannot("the old text is blank, so it identifies no place");
  return text(patch(`*** Update File: ${path}\n${chunks}`));
}

function emptyFile(before: Text, after: Text): string | null {
  return before === "" ? `@@\n${signed("+", splitLines(after))}` : null;
}

function patch(sections: string): string {
  return `*** Begin Patch\n${sections}*** End Patch\n`;
}

function chunkLines({ before, after }: Anchored, { old, changes }: Piece): string {
  const parts: string[] = [];
  let at = old.from;
  for (const change of changes) {
    parts.push(signed(" ", before.slice(at, change.old.from)));
    parts.push(signed("-", before.slice(change.old.from, change.old.to)));
    parts.push(signed("+", after.slice(change.new.from, change.new.to)));
    at = change.old.to;
  }
  parts.push(signed(" ", before.slice(at, old.to)));
  return parts.join("");
}

function signed(sign: string, lines: readonly string[]): string {
  return lines.map((line) => `${sign}${wholeLines(line)}`).join("");
}

function renderWholeFile(path: string, content: string): RenderedEdit {
  const fence = fenceFor(content);
  const pathLine = renderPathLine(path);
  if (holdsEdits(new Answer(content), 0, { sign: "`", length: fence.length, info: "" }))
    return cannot("the file begins like an edit in another format");
  if (pathLine !== null && clearPathLine(pathLine) === path) return text(`${pathLine}\n${fence}\n${content}${fence}\n`);
  if (/["`\r\n]/.test(path) || pathLine !== path) return cannot("the path cannot be distinguished from other words");
  return text(`${fence}text path="${path}"\n${content}${fence}\n`);
}

const ALL: ReadonlySet<Format> = new Set<Format>(["edit-block", "search-replace", "apply-patch"]);

/** A fence longer than every one inside, and than three when the content holds what may be an edit. */
function fenceFor(content: string): string {
  const answer = new Answer(content);
  let longest = 2;
  for (let at = 0; at < answer.length; at += 1) {
    const line = answer.line(at);
    const fence = readFence(line);
    if (fence !== null && fence.sign === "`") longest = Math.max(longest, fence.length);
    else if (/^[>+*]/.test(line) || isMarkerUnit(line.charCodeAt(0)) || damagedMarker(answer, at, ALL) !== null)
      longest = Math.max(longest, 3);
  }
  return "`".repeat(longest + 1);
}

function wholeLines(words: string): string {
  return words === "" || words.endsWith("\n") ? words : `${words}\n`;
}
