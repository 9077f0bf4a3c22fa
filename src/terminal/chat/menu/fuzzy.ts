// How well a name fits what was typed to find it: the letters in their order, closer together is better, the last part
// of a path counts most. Linear in the name's length, whatever was typed. Pure.

/** A name as it is compared: without case, and composed, as file systems differ in both. */
export type Folded = {
  readonly text: string;
  /** Where its last part begins: after the last slash that has something behind it. */
  readonly name: number;
};

/** Counts characters looked at. */
export type Meter = { steps: number };

// More letters than any name has; a text that was pasted into a filter is no name.
const MAX_QUERY = 256;

export function fold(label: string): Folded {
  const text = label.normalize("NFC").toLowerCase();
  return { text, name: text.lastIndexOf("/", text.length - 2) + 1 };
}

export function foldQuery(query: string): string {
  return query.normalize("NFC").toLowerCase().slice(0, MAX_QUERY);
}

/** Null: it does not fit. A higher number fits better. `query` is folded. */
export function scoreOf(query: string, { text, name }: Folded, meter?: Meter): number | null {
  if (query.length > text.length) return null;
  const inName = text.indexOf(query, name);
  if (meter) meter.steps += text.length;
  if (inName >= 0) return WHOLE_IN_NAME + (inName === name ? 2 : isStart(text, inName) ? 1 : 0) * STEP - text.length;
  const anywhere = text.lastIndexOf(query);
  if (meter) meter.steps += text.length;
  if (anywhere >= 0) return WHOLE + (isStart(text, anywhere) ? STEP : 0) - text.length;
  return scattered(query, { text, name }, meter);
}

const WHOLE_IN_NAME = 60_000;
const WHOLE = 40_000;
const IN_NAME = 20_000;
// More than the longest path: the place decides before the length does.
const STEP = 5_000;

/** From the end, because the end of a path says most; then from where it begins, so that the letters are close together. */
function scattered(query: string, { text, name }: Folded, meter: Meter | undefined): number | null {
  let left = query.length - 1;
  let start = text.length;
  while (start > 0 && left >= 0) {
    start -= 1;
    if (text.charCodeAt(start) === query.charCodeAt(left)) left -= 1;
  }
  if (meter) meter.steps += text.length - start;
  if (left >= 0) return null;
  let starts = 0;
  let gaps = 0;
  let next = 0;
  for (let at = start; next < query.length; at += 1) {
    if (meter) meter.steps += 1;
    if (text.charCodeAt(at) !== query.charCodeAt(next)) {
      gaps += 1;
      continue;
    }
    if (isStart(text, at)) starts += 1;
    next += 1;
  }
  return (start >= name ? IN_NAME : 0) + Math.min(starts, 20) * 4 - gaps * 3 - text.length;
}

/** A word begins here. */
function isStart(text: string, at: number): boolean {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  // Slash, dot, dash, underscore, space.
  return before === 47 || before === 46 || before === 45 || before === 95 || before === 32;
}
