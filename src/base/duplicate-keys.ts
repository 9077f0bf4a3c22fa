// Whether an object in a JSON text has two members of one name. Parsers disagree about which of them counts, so such a
// text means one thing to us and another to the editor.
//
// A text that JSON.parse accepts has one colon outside of strings for each member, and the parsed value has one key for
// each name: more colons than keys is a duplicate. Both are counted in one pass, without recursion.

export type Meter = { steps: number };

/** `value` is what JSON.parse made of `text`, which is UTF-8. */
export function hasDuplicateKeys(text: Uint8Array, value: unknown, meter: Meter = { steps: 0 }): boolean {
  return countMembers(text, meter) !== countKeys(value, meter);
}

function countMembers(text: Uint8Array, meter: Meter): number {
  let members = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    meter.steps += 1;
    const byte = text[at];
    if (byte === QUOTE) isString = !isString;
    else if (isString && byte === BACKSLASH) at += 1;
    else if (!isString && byte === COLON) members += 1;
  }
  return members;
}

function countKeys(value: unknown, meter: Meter): number {
  let keys = 0;
  const open = [value];
  while (open.length > 0) {
    meter.steps += 1;
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    const inside: readonly unknown[] = Object.values(next);
    if (!Array.isArray(next)) keys += inside.length;
    for (const each of inside) open.push(each);
  }
  return keys;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
