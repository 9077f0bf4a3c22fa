// Reviews that were begun: choices, comments and texts are still there when a question is opened again, after a reload
// and after the server was started again. In the browser's storage they are known by the digest of the question, and
// restored only onto the same bytes. A settled review is not kept.

import { versionOf } from "../../../../base/index.ts";
import { carriedInto, carriedOf, restored, savedOf, type LeftText, type Review } from "../../../../review/index.ts";
import { asText, encode, type Text } from "../../../../text/index.ts";
import type { Shelf } from "../../store/shelf.ts";
import { readCarried, readSaved } from "./saved-shape.ts";
import type { Question } from "./types.ts";

const MOST = 50;

/** `left`: what was typed for the question before this one, and has no place in it. */
export type Opened = { readonly review: Review; readonly left: readonly LeftText[] };

export type Drafts = {
  /** The review as it was left; where it was not begun, `fresh` with what was typed for the question it replaces. */
  open(question: Question, fresh: Review): Opened;
  keep(question: Question, review: Review): void;
  /** It was answered. What was typed stays known: the same change may be asked about again. */
  answered(question: Question, review: Review): void;
};

export function createDrafts(shelf: Shelf): Drafts {
  const kept = new Map<string, Review>();
  return {
    open(question, fresh) {
      const before = question.type === "batch" ? question.supersedes : null;
      const carried = before === null ? [] : readCarried(shelf.get(typedFor(before)));
      const { review, left } = carriedInto(fresh, carried);
      const known = kept.get(question.id);
      if (known !== undefined) return { review: known, left };
      const saved = readSaved(shelf.get(nameOf(question)));
      return { review: saved === null ? review : restored(fresh, saved), left };
    },
    keep(question, review) {
      kept.delete(question.id);
      // What was shown before is not on the screen when it is opened again.
      kept.set(question.id, { ...review, painted: false });
      const [oldest] = kept.keys();
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
      const saved = savedOf(review);
      if (saved === null) shelf.forget(nameOf(question));
      else shelf.keep(nameOf(question), saved);
    },
    answered(question, review) {
      kept.delete(question.id);
      shelf.forget(nameOf(question));
      const typed = carriedOf(review);
      if (typed.length > 0) shelf.keep(typedFor(question.approval_id), typed);
    },
  };
}

function nameOf({ digest }: Question): string {
  return `review ${versionOf(encode(textOf(digest)))}`;
}

function typedFor(approvalId: string): string {
  return `typed ${approvalId}`;
}

/** What is typed in an editor, until it is used or thrown away. It belongs to the text that the editor was opened with. */
export type TypedText = {
  readonly get: () => string | null;
  readonly keep: (text: string) => void;
  readonly forget: () => void;
};

export function typedText(shelf: Shelf, { name, base }: { readonly name: string; readonly base: string }): TypedText {
  const key = `text ${versionOf(encode(textOf(JSON.stringify([name, base]))))}`;
  return {
    get: () => {
      const found = shelf.get(key);
      return typeof found === "string" ? found : null;
    },
    keep: (text) => shelf.keep(key, text),
    forget: () => shelf.forget(key),
  };
}

function textOf(text: string): Text {
  return asText(text.toWellFormed())!; // Well-formed by then.
}
