// The messages about a broken edit block, addressed to the writer who has to send it again.
// Never longer than a few lines, however long the markers of a hostile answer are.

import { SHORTEST, writeMarker, type Marker, type MarkerKind } from "./markers.ts";

export function noPath(marker: Marker, line: number, before: string | null): string {
  const instead = before === null ? "" : `; ${JSON.stringify(shorten(before))} is not a path alone`;
  return `There is no path line before ${show(marker)} (line ${line} of the answer)${instead}. Put the path of the file alone on the line before the marker.`;
}

export function noSeparator(length: number, damaged: number | null): string {
  return `The block ends without a ${show({ kind: "separator", length })} line.${damage(damaged)} Send it again with both sections.`;
}

export function secondSeparator(length: number, line: number): string {
  return `The block has a second ${show({ kind: "separator", length })} line (line ${line} of the answer), so it is not clear where the new text begins. Send it again with one separator${longerMarkers(length)}.`;
}

export function noEnd(length: number, line: number, damaged: number | null): string {
  return `The block has no ${show({ kind: "end", length })} line before the next one starts (line ${line} of the answer).${damage(damaged)} Send it again with its end marker${longerMarkers(length)}.`;
}

export function strayEnd(marker: Marker, line: number): string {
  return `${show(marker)} on line ${line} of the answer ends no block: its start marker is missing or damaged. None of it was applied; send the block again, with the path on a line of its own and ${show({ kind: "start", length: marker.length })} at the start of the next.`;
}

export function blankFind(): string {
  return "The EDIT section has only blank lines, which fit in many places. To change a file, copy lines of it there; to create a file, leave the section empty.";
}

export function incomplete(startLine: number, damaged: number | null): string {
  return `The answer ends inside this block, which starts on line ${startLine} of the answer.${damage(damaged)} None of it was applied; send the whole block again.`;
}

function damage(line: number | null): string {
  return line === null ? "" : ` Line ${line} of the answer looks like a damaged marker.`;
}

const KINDS: readonly MarkerKind[] = ["start", "separator", "end"];

function longerMarkers(length: number): string {
  const longer = KINDS.map((kind) => show({ kind, length: length + 1 }));
  return `; if such lines are part of the file, use longer markers: ${longer.join(", ")}`;
}

const LONGEST_SHOWN = 12;

function show(marker: Marker): string {
  if (marker.length <= LONGEST_SHOWN) return `"${writeMarker(marker)}"`;
  return `"${writeMarker({ kind: marker.kind, length: SHORTEST })}" (with ${marker.length} signs for ${SHORTEST})`;
}

function shorten(text: string): string {
  const line = text.trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
