// Files named with an @ in what a person writes. Pure. Not every @ names one: an e-mail address, a decorator in code, or
// text between backticks does not.
//
//   mention = "@" ( quoted | bare )          at the start, after whitespace or an opening bracket, outside of code
//   quoted  = '"' ( char | "\" char )* '"'    on one line
//   bare    = characters that are neither whitespace nor quotes, without punctuation at the end

export type Mention = {
  /** Where it is in the text, with its @. */
  readonly from: number;
  readonly to: number;
  /** What it names, as it is without quotes. */
  readonly name: string;
};

export function mentionsIn(text: string): readonly Mention[] {
  if (!text.includes("@")) return [];
  const found: Mention[] = [];
  const code = codeIn(text);
  let next = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    while (next < code.length && code[next]!.to <= at) next += 1;
    const isCode = next < code.length && code[next]!.from <= at;
    if (isCode || !isBoundary(text, at)) continue;
    const mention = readMention(text, at);
    if (mention === null) continue;
    found.push(mention);
    at = mention.to - 1;
  }
  return found;
}

/** Whether an @ typed at this place begins a mention. Code that is not closed yet is code. */
export function startsMention(text: string, at: number): boolean {
  if (!isBoundary(text, at)) return false;
  const before = text.slice(0, at);
  const code = codeIn(before);
  const last = code.at(-1);
  if (last !== undefined && last.to === before.length && last.isOpen) return false;
  const rest = before.slice(last?.to ?? 0);
  return !/`/.test(rest.slice(rest.lastIndexOf("\n") + 1));
}

/** A name as it is written after an @. */
export function writeMention(name: string): string {
  return /^[^\s"'`@\\,;:!?()[\]{}<>]+$/.test(name) && !name.endsWith(".") ? name : quote(name);
}

/** A name as a word of a command. */
export function writeWord(name: string): string {
  return /^[^\s"'\\]+$/.test(name) ? name : quote(name);
}

function quote(name: string): string {
  return `"${name.replaceAll(/["\\]/g, "\\$&")}"`;
}

/**
 * Words are separated by whitespace; quotes, or a backslash before it, keep a space inside a word, and in double quotes a
 * backslash keeps a quote.
 */
export function wordsIn(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|((?:\\ |\S)+)/gs)].map(([, double, single, bare]) =>
    double === undefined ? (single ?? bare?.replaceAll("\\ ", " ") ?? "") : double.replaceAll(/\\(["\\])/g, "$1"),
  );
}

function isBoundary(text: string, at: number): boolean {
  return at === 0 || /[\s([{<"']/.test(text[at - 1]!);
}

const QUOTED = /"((?:[^"\\\n]|\\.)*)"/y;
const BARE = /[^\s"'`@]+/y;

function readMention(text: string, at: number): Mention | null {
  QUOTED.lastIndex = at + 1;
  const quoted = QUOTED.exec(text);
  if (quoted !== null) {
    const name = quoted[1]!.replaceAll(/\\(.)/g, "$1");
    return name === "" ? null : { from: at, to: at + 1 + quoted[0].length, name };
  }
  BARE.lastIndex = at + 1;
  const name = withoutPunctuation(BARE.exec(text)?.[0] ?? "");
  return name === "" ? null : { from: at, to: at + 1 + name.length, name };
}

/** A sentence goes on behind a name. */
function withoutPunctuation(name: string): string {
  let end = name.length;
  while (end > 0 && ".,;:!?)]}>".includes(name[end - 1]!)) end -= 1;
  return name.slice(0, end);
}

type Code = { readonly from: number; readonly to: number; readonly isOpen: boolean };

/** Fenced blocks, and what is between two runs of as many backticks. One pass; a run without its partner is no code. */
function codeIn(text: string): readonly Code[] {
  const code: Code[] = [];
  let from = 0;
  for (const fence of fencesIn(text)) {
    code.push(...spansIn(text, from, fence.from), fence);
    from = fence.to;
  }
  return [...code, ...spansIn(text, from, text.length)];
}

function* fencesIn(text: string): Generator<Code> {
  let open: { readonly from: number; readonly mark: string } | null = null;
  for (const match of text.matchAll(/^ {0,3}(`{3,}|~{3,})([^\n]*)$/gm)) {
    const [line, mark = "", rest = ""] = match;
    const to = match.index + line.length;
    if (open === null) {
      if (!(mark.startsWith("`") && rest.includes("`"))) open = { from: match.index, mark };
      continue;
    }
    if (mark[0] !== open.mark[0] || mark.length < open.mark.length || rest.trim() !== "") continue;
    yield { from: open.from, to, isOpen: false };
    open = null;
  }
  if (open !== null) yield { from: open.from, to: text.length, isOpen: true };
}

function spansIn(text: string, from: number, to: number): readonly Code[] {
  const runs = [...text.slice(from, to).matchAll(/`+/g)].map(({ index, 0: run }) => ({
    at: from + index,
    size: run.length,
  }));
  const partner: number[] = [];
  const later = new Map<number, number>();
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const { size } = runs[index]!;
    partner[index] = later.get(size) ?? -1;
    later.set(size, index);
  }
  const spans: Code[] = [];
  for (let index = 0; index < runs.length; index += 1) {
    const closing = partner[index]!;
    if (closing < 0) continue;
    const { at, size } = runs[closing]!;
    spans.push({ from: runs[index]!.at, to: at + size, isOpen: false });
    index = closing;
  }
  return spans;
}
