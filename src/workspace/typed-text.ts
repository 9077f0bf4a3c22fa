// What a person typed in a review is never lost: text that was not written is kept in a file, and they read where.
// Files are for this user alone, and are left to them.

import type { ApprovalPayload, Reviewer } from "../approval/index.ts";
import { encode, type Text } from "../text/index.ts";
import { versionOf, type Version } from "../base/index.ts";
import type { FileOutcome } from "../commit/index.ts";
import { keepText } from "../terminal/editor/index.ts";

type Show = (path: string) => string;

/** One sentence: where the text is kept now, or that it could not be. */
export function keptSentence(path: string, content: string, show: Show): string {
  const kept = keepText(path, content as Text); // It was decoded from UTF-8.
  return kept === null
    ? `What you typed for ${show(path)} could not be kept: no temporary file could be made.`
    : `What you typed for ${show(path)} is in ${kept}.`;
}

/** Of the texts that a question itself has, before and after: a person who typed one of them again loses nothing. */
function versionsIn(payload: ApprovalPayload): readonly Version[] {
  const items: readonly ApprovalPayload[] = payload.type === "batch" ? payload.items : [payload];
  return items.flatMap((item) => {
    if (!("original_content" in item)) return [];
    const texts = [item.original_content, item.suggested_content].filter((text) => text !== null);
    return texts.map((text) => versionOf(encode(text as Text))); // The asker read them as text.
  });
}

/** Texts that came back from the editor during one question, by path: the last one of each. */
export class TypedTexts {
  readonly #texts = new Map<string, Text>();

  set(path: string, content: Text): void {
    this.#texts.set(path, content);
  }

  /** A sentence for each text that neither the answers nor the question have. To be called before the next question. */
  keepUnused(
    afters: ReadonlySet<string | null>,
    { payload, show }: { readonly payload: ApprovalPayload; readonly show: Show },
  ): readonly string[] {
    if (this.#texts.size === 0) return [];
    const known = new Set<string | null>([...afters, ...versionsIn(payload)]);
    const unused = [...this.#texts].filter(([, content]) => !known.has(versionOf(encode(content))));
    this.#texts.clear();
    return unused.map(([path, content]) => keptSentence(path, content, show));
  }
}

export type FollowedReviewer = {
  readonly reviewer: Reviewer;
  /** A sentence for each text that was approved and is in no file now. */
  readonly keepUnwritten: (files: readonly FileOutcome[]) => readonly string[];
};

/** Watches the answers: a file that needs approval again, or that was not written, does not take what was typed with it. */
export function followTyped(reviewer: Reviewer, show: Show): FollowedReviewer {
  const approved = new Map<string, { readonly content: string; readonly after: string | null }>();
  const keep = (path: string): string => {
    const { content } = approved.get(path)!; // Its callers have just found it.
    approved.delete(path);
    return keptSentence(path, content, show);
  };
  return {
    reviewer: {
      async ask(payload, options) {
        const paths = pathsOf(payload);
        const notes = [...paths.values()].filter((path) => approved.has(path)).map(keep);
        const notice = [options.notice ?? [], notes].flat().join(" ");
        const decision = await reviewer.ask(payload, notice === "" ? options : { ...options, notice });
        const typed = decision.items.filter((item) => item.action === "modify");
        const known = new Set(typed.length === 0 ? [] : versionsIn(payload));
        for (const { digest, content, after } of typed) {
          const path = paths.get(digest);
          if (path !== undefined && !known.has(after)) approved.set(path, { content, after });
        }
        return decision;
      },
    },
    keepUnwritten: (files) => {
      const written = new Set(files.flatMap((file) => (file.kind === "written" ? [file.after] : [])));
      return [...approved].filter(([, { after }]) => !written.has(after as never)).map(([path]) => keep(path));
    },
  };
}

/** Where each digest of a question is about a file, its path. */
function pathsOf(payload: ApprovalPayload): ReadonlyMap<string, string> {
  const items = payload.type === "batch" ? payload.items : [payload];
  return new Map(
    items.flatMap((item) =>
      "path" in item && typeof item.path === "string" ? [[item.digest, item.path] as const] : [],
    ),
  );
}
