// The words around the edit blocks of an answer, while they come. The line that names the block's file, and a fence around
// the block, are part of the block: it is shown with its path. Everything else is said, as soon as it can be nothing else.

export class TextAroundBlocks {
  /** What may be the line before a block; it begins a line. */
  #held = "";
  #isLineStart = true;
  /** A fence before the last block that has not ended. */
  #fence = "";

  /** Gives what can be said now. Cuts between pieces mean nothing. */
  push(text: string): string {
    this.#held += text;
    if (this.#fence !== "" && !this.#closeFence()) return "";
    const at = this.#isLineStart ? leadStart(this.#held) : afterBreak(this.#held);
    return this.#say(at);
  }

  /** A block begins: gives what of the words before it is not part of it. */
  start(path: string | null): string {
    const lead = this.#held;
    if (path === null || !lead.includes(path)) return this.end();
    this.#held = "";
    this.#isLineStart = true;
    this.#fence = FENCE.exec(lead)?.[1] ?? "";
    return "";
  }

  end(): string {
    this.#fence = "";
    return this.#say(this.#held.length);
  }

  #say(length: number): string {
    const said = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    if (said !== "") this.#isLineStart = said.endsWith("\n");
    return said;
  }

  /** False while the line that may end the fence is not whole. */
  #closeFence(): boolean {
    const [, line = "", isWhole = ""] = /^\s*?([^\S\n]*\S[^\n]*|)(\n|$)/.exec(this.#held) ?? [];
    const mark = line.trim();
    if (mark === "" || (isWhole === "" && this.#fence.startsWith(mark))) return false;
    if (mark.startsWith(this.#fence) && /^(`+|~+)$/.test(mark))
      this.#held = this.#held.slice(this.#held.indexOf(mark) + mark.length).replace(/^[^\S\n]*\n?/, "");
    this.#fence = "";
    return true;
  }
}

const FENCE = /^[ \t]*(`{3,}|~{3,})[^\n]*$/m;

// A line without a space, maybe with a fence before it, blank lines and a fence behind it, which may be half there.
const LEAD =
  /(?:^|\n)((?:[ \t]*(?:`{3,}|~{3,})[^\n`]*\n)?[ \t]*\S{1,400}[ \t]*(?:\n[ \t]*(?:(?:`{3,}|~{3,})[^\n`]*)?)*[`~]{0,2})$/;
// The lead is short; what comes before it is not searched again.
const FAR = 1000;

function leadStart(text: string): number {
  const from = text.length <= FAR ? 0 : text.indexOf("\n", text.length - FAR);
  if (from < 0) return text.length;
  const found = LEAD.exec(text.slice(from));
  return found === null ? text.length : from + found.index + found[0].length - found[1]!.length;
}

/** The rest of a line is not the line before a block; what follows it may be. */
function afterBreak(text: string): number {
  const end = text.indexOf("\n") + 1;
  return end === 0 ? text.length : end + leadStart(text.slice(end));
}
