// The marker lines of edit blocks: how they are distinguished from content, and how they are written.
// Never trims the start of a line: an indented marker is content of a file.
//
//   start     = N "«" " EDIT"        blanks     N >= 3, at column 0
//   separator = N+4 "═" " REPL"      blanks     same N as the start
//   end       = N "»" " EDIT END"    blanks     same N as the start
//   blanks    = *( " " / "\t" ) [ "\r" ] [ "\n" ]

export type MarkerKind = "start" | "separator" | "end";

/** `length` is N, the number of « that opens the block the marker belongs to. */
export type Marker = { readonly kind: MarkerKind; readonly length: number };

export const SHORTEST = 3;

/** The first characters of markers. */
export const MARKER_SIGNS = "«═»";
const OPENING = 0xab; // «
const DOUBLE_LINE = 0x2550; // ═
const CLOSING = 0xbb; // »

const START: Marker = { kind: "start", length: SHORTEST };
const SEPARATOR: Marker = { kind: "separator", length: SHORTEST };
const END: Marker = { kind: "end", length: SHORTEST };

/** Whether a line that begins with this UTF-16 unit may be a marker. That rules out nearly every line. */
export function isMarkerUnit(unit: number): boolean {
  return unit === OPENING || unit === DOUBLE_LINE || unit === CLOSING;
}

export function readMarker(line: string): Marker | null {
  if (line.length < 16) {
    // Nearly every marker is one of these; comparing is cheaper than reading.
    if (line === "««« EDIT\n") return START;
    if (line === "═══════ REPL\n") return SEPARATOR;
    if (line === "»»» EDIT END\n") return END;
  }
  const first = line.charCodeAt(0);
  if (first === OPENING) return marker("start", line, runOf(line, first), " EDIT");
  if (first === DOUBLE_LINE) return marker("separator", line, runOf(line, first), " REPL");
  if (first === CLOSING) return marker("end", line, runOf(line, first), " EDIT END");
  return null;
}

export function writeMarker({ kind, length }: Marker): string {
  if (kind === "start") return `${"«".repeat(length)} EDIT`;
  if (kind === "separator") return `${"═".repeat(length + 4)} REPL`;
  return `${"»".repeat(length)} EDIT END`;
}

// Signs that look like ours and one of the words, or several guillemets before anything: probably meant as a marker.
const DAMAGED =
  /^[ \t]*(?:(?:[«»═‹›≪≫⟪⟫《》─━]+|<{2,9}|>{2,9}|={3,12}|-{4,12})[ \t]*(?:EDIT(?: END)?|END(?: EDIT)?|REPL)[ \t:.]*$|[«»]{2})/i;
const LONGEST_DAMAGED = 80;

/** Whether a line that is no marker was probably meant to be one. For messages only. */
export function looksLikeMarker(line: string): boolean {
  return line.length <= LONGEST_DAMAGED && DAMAGED.test(line.trimEnd()) && readMarker(line) === null;
}

function marker(kind: MarkerKind, line: string, run: number, word: string): Marker | null {
  const length = kind === "separator" ? run - 4 : run;
  if (length < SHORTEST || !line.startsWith(word, run)) return null;
  for (let at = run + word.length; at < line.length; at += 1) {
    const unit = line.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x09 && unit !== 0x0d && unit !== 0x0a) return null;
  }
  return { kind, length };
}

function runOf(line: string, unit: number): number {
  let at = 1;
  while (at < line.length && line.charCodeAt(at) === unit) at += 1;
  return at;
}
