// A set of characters that lines begin with. Asked for each line of an answer, so it is a table and no Set; characters
// beyond Latin-1 are rare at the start of a line.

const LATIN = 0x100;

export class SignSet {
  readonly #latin = new Uint8Array(LATIN);
  readonly #others = new Set<number>();

  constructor(signs: string) {
    for (let at = 0; at < signs.length; at += 1) {
      const unit = signs.charCodeAt(at);
      if (unit < LATIN) this.#latin[unit] = 1;
      else this.#others.add(unit);
    }
  }

  /** `unit`: a UTF-16 unit, or NaN past the end of a text, which no set has. */
  has(unit: number): boolean {
    return unit < LATIN ? this.#latin[unit] === 1 : this.#others.has(unit);
  }
}
