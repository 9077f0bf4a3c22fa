// Where the text of a prompt came from. Only what was typed key by key may do what a paste, a file's name or a model must
// never do: run a command unasked. Pure. In doubt a text is not typed.

export type Origin = {
  /** Every character of the text was typed here. */
  readonly isTyped: boolean;
  /** Texts that were typed, and left the prompt: they are still typed when they come back. */
  readonly typed: ReadonlySet<string>;
};

type Prompt = Origin & { readonly text: string; readonly killed: string };

/** What can happen to the text of a prompt. */
type Happened = {
  readonly kind:
    | "typed"
    | "pasted"
    | "completed"
    | "yanked"
    | "deleted"
    | "unfolded"
    | "moved"
    | "put-back"
    | "sent"
    | "cleared";
};

export const NOTHING_TYPED: Origin = { isTyped: true, typed: new Set() };

/** The origin of the text after an event. `next` is what the event made of it. */
export function originAfter(before: Prompt, { kind }: Happened, next: Omit<Prompt, keyof Origin>): Origin {
  const typed = withLeft(before, kind, next);
  return { typed, isTyped: isTypedAfter(before, kind, { text: next.text, typed }) };
}

function isTypedAfter(
  before: Prompt,
  kind: Happened["kind"],
  { text, typed }: { readonly text: string; readonly typed: ReadonlySet<string> },
): boolean {
  switch (kind) {
    case "typed":
      return before.isTyped || before.text === "";
    case "pasted":
      return false;
    case "completed":
      return typed.has(text);
    case "yanked":
      return before.killed === "" ? before.isTyped : before.isTyped && typed.has(before.killed);
    case "deleted":
      return before.isTyped || text === "";
    case "unfolded":
    case "moved":
    case "put-back":
    case "sent":
    case "cleared":
      return text === before.text ? before.isTyped : text === "" || typed.has(text);
    default:
      return kind satisfies never;
  }
}

/** A typed text that is replaced by another, or a typed part that was cut, is known when it comes back. */
function withLeft(
  before: Prompt,
  kind: Happened["kind"],
  { text, killed }: Omit<Prompt, keyof Origin>,
): ReadonlySet<string> {
  if (!before.isTyped) return before.typed;
  if (kind === "deleted") return killed === before.killed ? before.typed : new Set(before.typed).add(killed);
  const leaves = kind === "moved" || kind === "sent" || kind === "cleared";
  return leaves && text !== before.text ? new Set(before.typed).add(before.text) : before.typed;
}

// Consoles and old terminals, which send a paste as if it were typed. GNU screen passes the request for marks on to no one.
const UNMARKED = /^(?:linux|ansi|cons25|sun|wyse|vt\d)/;

/** Whether the terminal of this environment marks what is pasted, as far as its name says. */
export function marksPastes({
  TERM: name = "",
  STY: screen = "",
}: Readonly<Record<string, string | undefined>>): boolean {
  return name !== "" && screen === "" && !UNMARKED.test(name);
}
