// What a server sent that answers, but not as the provider's API: recognised by its first bytes, named in a few words.
// Nothing of it reaches the model, and no more than a title or an error's message reaches the screen.

import { shownAddress } from "./address.ts";

/** An answer that is no stream of events. `sent` completes "it sent …". */
export class OtherProtocol extends Error {
  readonly sent: string;

  constructor(sent: string) {
    super(`it sent ${sent}`);
    this.sent = sent;
  }
}

// A stream of events begins with a field or a comment, maybe after a BOM and empty lines.
const EVENTS = /^(?:data|event|id|retry)?:/;
const FIELDS = ["data:", "event:", "id:", "retry:"];

/** Whether the beginning of an answer is one of a stream of events; null while that is not known yet. */
export function isEventStream(text: string): boolean | null {
  const start = text.replace(/^\uFEFF?\s*/, "");
  if (start === "") return null;
  if (EVENTS.test(start)) return true;
  return FIELDS.some((field) => field.startsWith(start)) ? null : false;
}

/** What was sent instead, from its beginning. */
export function describeSent(text: string): string {
  if (text.trim() === "") return "nothing";
  const page = describePage(text);
  if (page !== null) return page;
  if (/^\s*[[{]/.test(text)) return describeJson(text);
  return "text that is not an event stream";
}

/** `an HTML page titled "…"`, or null for what is none. */
export function describePage(text: string): string | null {
  if (!/^\uFEFF?\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(text)) return null;
  const title = /<title[^>]*>([^<]{1,300})/i.exec(text)?.[1] ?? "";
  const words = shortly(title);
  return words === "" ? "an HTML page" : `an HTML page titled ${JSON.stringify(words)}`;
}

export function describeRedirect(location: string | null, from: string): string {
  if (location === null) return "a redirect without a target";
  const target = URL.canParse(location, from) ? new URL(location, from).href : location;
  return `a redirect to ${shownAddress(target).slice(0, 200)}`;
}

function describeJson(text: string): string {
  const message = errorIn(text);
  return message === "" ? "JSON instead of an event stream" : `JSON with the error ${JSON.stringify(message)}`;
}

function errorIn(text: string): string {
  try {
    const { error, message, detail } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const inner = typeof error === "object" && error !== null ? (error as { message?: unknown }).message : error;
    return shortly([inner, message, detail].find((one) => typeof one === "string") as string | undefined);
  } catch {
    return ""; // Not JSON after all, or cut.
  }
}

const MAX_SHOWN = 120;

function shortly(text = ""): string {
  const words = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  return words.length > MAX_SHOWN ? `${words.slice(0, MAX_SHOWN).toWellFormed()}…` : words;
}
