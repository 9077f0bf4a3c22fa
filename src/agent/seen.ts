// Which files the model has seen, and in which version. A file counts as seen when all its lines were shown in one
// version, in one piece or in several; what the model wrote itself it has seen too. Of a file that was shown in part, it has
// seen those lines, with its own edits in them, and no others.

import { versionOf, type Target, type Version } from "../base/index.ts";
import type { FileContent, RealFiles } from "../fs/index.ts";
import { decode, splitLines } from "../text/index.ts";

type Range = { readonly from: number; readonly to: number };
type SeenVersion = {
  readonly version: Version;
  readonly whole: boolean;
  readonly parts: readonly Range[];
  /** Passages that are in this version because the model edited what it had seen of the one before. */
  readonly edited: readonly string[];
};

export type SeenEntry = { readonly path: string; readonly version: string };

export class SeenFiles {
  readonly #entries = new Map<string, SeenVersion>();
  /** By path, what an edit of a part that was seen makes of it, until it is written. */
  readonly #expected = new Map<string, readonly string[]>();

  /** The version the model has seen whole; null when it has not. */
  versionOf(path: string): Version | null {
    const entry = this.#entries.get(path);
    return entry?.whole === true ? entry.version : null;
  }

  /** Null: the file is gone, or its content is not what the model knows. */
  record(path: string, version: Version | null): void {
    if (version === null) this.#entries.delete(path);
    else this.#entries.set(path, { version, whole: true, parts: [], edited: [] });
  }

  /** An edit of passages that were seen is planned: these are the passages after it. */
  expectEdited(path: string, passages: readonly string[]): void {
    this.#expected.set(path, passages);
  }

  /** What the model proposed was written: of a file seen in part, it knows the passages it edited. */
  recordWritten(path: string, version: Version | null): void {
    const edited = this.#expected.get(path);
    this.#expected.delete(path);
    if (version === null || edited === undefined) this.record(path, version);
    else this.#entries.set(path, { version, whole: false, parts: [], edited });
  }

  forget(path: string): void {
    this.#expected.delete(path);
    this.#entries.delete(path);
  }

  /** What a read showed. Parts of one version add up. */
  async recordRead(target: Target, content: FileContent, files: RealFiles): Promise<void> {
    const { path } = target;
    if (content.offset === 0 && !content.truncated) {
      this.record(path, versionOf(new TextEncoder().encode(content.content)));
      return;
    }
    const { bytes, version } = await files.readBytes(target);
    const decoded = decode(bytes);
    if (decoded.kind !== "text") return;
    const range = { from: content.offset, to: content.offset + content.limit };
    // The file may have been saved between the two reads: then this part belongs to no version we could name.
    if (splitLines(decoded.text).slice(range.from, range.to).join("") !== content.content) return;
    this.#add(path, version, { range, total: content.total_lines });
  }

  /** The first lines of a file were shown, but not all. */
  recordPart(
    path: string,
    version: Version,
    { shown, total }: { readonly shown: number; readonly total: number },
  ): void {
    this.#add(path, version, { range: { from: 0, to: shown }, total });
  }

  /** Which lines of this version the model has seen; empty when none, or when it has seen all. */
  partsOf(path: string, version: string): readonly Range[] {
    const entry = this.#entries.get(path);
    return entry?.version === version ? entry.parts : [];
  }

  /** Passages of this version that the model knows because it edited them. */
  editedIn(path: string, version: string): readonly string[] {
    const entry = this.#entries.get(path);
    return entry?.version === version ? entry.edited : [];
  }

  #add(path: string, version: Version, { range, total }: { readonly range: Range; readonly total: number }): void {
    const before = this.#entries.get(path);
    const sameVersion = before?.version === version ? before : null;
    if (sameVersion?.whole === true) return;
    const parts = merged([...(sameVersion?.parts ?? []), range]);
    const whole = parts.length === 1 && parts[0]!.from === 0 && parts[0]!.to >= total;
    this.#entries.set(path, { version, whole, parts, edited: sameVersion?.edited ?? [] });
  }

  /** Files seen whole, for saving. */
  entries(): readonly SeenEntry[] {
    return [...this.#entries].flatMap(([path, { version, whole }]) => (whole ? [{ path, version }] : []));
  }
}

function merged(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && range.from <= last.to)
      result[result.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else result.push(range);
  }
  return result;
}
