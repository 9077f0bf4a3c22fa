// What the browser kept of a review, checked: storage can hold anything. What is not as it was written is nothing.

import type {
  CarriedComment,
  CarriedPage,
  PageComment,
  SavedPage,
  SavedReview,
  Stage,
} from "../../../../review/index.ts";

export function readSaved(value: unknown): SavedReview | null {
  const found = fields(value);
  const { approvalId, at, pages, stage } = found;
  if (typeof approvalId !== "string" || !isCount(at) || !Array.isArray(pages)) return null;
  const read = pages.map(readPage);
  if (read.some((page) => page === null)) return null;
  return { approvalId, at, pages: read.filter((page) => page !== null), stage: readStage(stage) };
}

/** What was typed for a question that was answered; what is not as it was written is left out. */
export function readCarried(value: unknown): readonly CarriedPage[] {
  return isListOf(value, isCarried) ? value : [];
}

function isCarried(value: unknown): value is CarriedPage {
  const { path, version, comments } = fields(value);
  return typeof path === "string" && isTextOrNull(version) && isListOf(comments, isCarriedComment);
}

function isCarriedComment(value: unknown): value is CarriedComment {
  const { side, lines, at, of, text } = fields(value);
  const isText = (each: unknown): each is string => typeof each === "string";
  return (side === "old" || side === "new") && isCount(at) && isCount(of) && isListOf(lines, isText) && isText(text);
}

function readPage(value: unknown): SavedPage | null {
  const { digest, text, changes, chosen, comments, place, answer } = fields(value);
  if (typeof digest !== "string" || !isTextOrNull(text) || !isCount(place)) return null;
  if (!isListOf(chosen, isCount) || !isListOf(comments, isComment)) return null;
  if (changes !== null && !isListOf(changes, isChange)) return null;
  const read = readAnswer(answer);
  return read === undefined ? null : { digest, text, changes, chosen, comments, place, answer: read };
}

function readAnswer(value: unknown): SavedPage["answer"] | undefined {
  if (value === null) return null;
  const { kind, reason, place } = fields(value);
  if (kind === "apply" || kind === "left") return { kind };
  if (kind === "reject" && isTextOrNull(reason)) return { kind, reason };
  return kind === "place" && isCount(place) ? { kind, place } : undefined;
}

function readStage(value: unknown): Stage | null {
  const { kind, text, anchor, at, hunk } = fields(value);
  if (kind === "reason" && typeof text === "string") return { kind, text };
  if (kind === "commenting" && isPlace(anchor) && isPlace(at) && isTextOrNull(text)) return { kind, anchor, at, text };
  if (kind === "editing") return isCount(hunk) ? { kind, hunk } : { kind };
  return null;
}

type Place = { readonly side: "old" | "new"; readonly line: number };

function isPlace(value: unknown): value is Place {
  const { side, line } = fields(value);
  return (side === "old" || side === "new") && isCount(line);
}

function isComment(value: unknown): value is PageComment {
  const { side, from, to, text } = fields(value);
  return (side === "old" || side === "new") && isCount(from) && isCount(to) && typeof text === "string";
}

type Range = { readonly from: number; readonly to: number };

function isChange(value: unknown): value is { readonly old: Range; readonly new: Range } {
  const { old, new: fresh } = fields(value);
  return [old, fresh].every((range) => isCount(fields(range)["from"]) && isCount(fields(range)["to"]));
}

function isListOf<T>(value: unknown, is: (each: unknown) => each is T): value is readonly T[] {
  return Array.isArray(value) && value.every(is);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0; // As just looked at.
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === "string";
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
