// A conversation as plain data: what was said, what was called, what came of it. No vendor's shape; providers translate.
// Nothing here is ever changed in place: a session replaces its list of messages.

/** What a provider wants back unchanged with a part (a signature, an item's name). Never looked into. */
export type ProviderData = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export type TextPart = { readonly kind: "text"; readonly text: string; readonly provider?: ProviderData };

export type ReasoningPart = { readonly kind: "reasoning"; readonly text: string; readonly provider?: ProviderData };

/** `args` is what the model sent, parsed; a call whose arguments were no JSON keeps them in `unparsed`. */
export type CallPart = {
  readonly kind: "call";
  /** One of its kind in the whole conversation. */
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
  readonly unparsed?: string;
  readonly provider?: ProviderData;
};

export type AssistantPart = TextPart | ReasoningPart | CallPart;

export type CallResult = {
  readonly id: string;
  readonly tool: string;
  /** What the model reads. */
  readonly content: string;
  readonly isError: boolean;
  /** Canonical paths of the files whose content this shows. */
  readonly shows?: readonly string[];
};

/** One message of a conversation. Every call of an assistant message is answered by the tool message after it. */
export type Message =
  /** `notes` come from us (results of edits, what was left out) and are never mixed into the person's words. */
  | { readonly role: "user"; readonly text: string; readonly notes?: readonly string[] }
  | { readonly role: "assistant"; readonly parts: readonly AssistantPart[] }
  | { readonly role: "tool"; readonly results: readonly CallResult[] };

export function callsOf(parts: readonly AssistantPart[]): readonly CallPart[] {
  return parts.filter((part) => part.kind === "call");
}

export function textOf(parts: readonly AssistantPart[]): string {
  return parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

/** A turn begins with the user's words. */
export function countTurns(messages: readonly Message[]): number {
  return messages.filter(({ role }) => role === "user").length;
}
