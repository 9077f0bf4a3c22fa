// Dispatch on a payload's type, for callers that show edits, writes and reads in their own way. An unknown type is
// asked about by its one-line description: newer questions never break an older reviewer.

import {
  oneByOne,
  type CallbackOptions,
  type EditPayload,
  type ReadPayload,
  type Reviewer,
  type WritePayload,
} from "../approval/index.ts";
import { reveal } from "../text/index.ts";

/** One handler per type of question. Only `true` approves. */
export type ApprovalHandlers = {
  readonly edit: (payload: EditPayload) => Promise<boolean>;
  readonly write: (payload: WritePayload) => Promise<boolean>;
  readonly read: (payload: ReadPayload) => Promise<boolean>;
  /** `prompt` is one line, safe to print: `"{description}" - Approve? [y/n]`. */
  readonly generic: (payload: UnknownPayload, prompt: string) => Promise<boolean>;
};

/** Whatever was sent as a question. */
export type UnknownPayload = { readonly type?: unknown; readonly description?: unknown };

/** True only when the handler says exactly true. */
export async function handleApproval(payload: UnknownPayload, handlers: ApprovalHandlers): Promise<boolean> {
  // The type names the shape: payloads are checked where they come in, or were made here.
  switch (payload.type) {
    case "edit":
      return (await handlers.edit(payload as EditPayload)) === true;
    case "write":
      return (await handlers.write(payload as WritePayload)) === true;
    case "read":
      return (await handlers.read(payload as ReadPayload)) === true;
    default:
      return (await handlers.generic(payload, genericPrompt(payload))) === true;
  }
}

/** The same as a Reviewer: a batch is handled file by file. */
export function handlingReviewer(handlers: ApprovalHandlers, options: CallbackOptions = {}): Reviewer {
  return {
    ask: (payload, { signal }) => oneByOne(payload, (one) => handleApproval(one, handlers), { ...options, signal }),
  };
}

export function genericPrompt({ description }: UnknownPayload): string {
  const shown = typeof description === "string" ? description : "Something that is not described";
  return `"${reveal(shown)}" - Approve? [y/n]`;
}
