// Adds to and removes from a settings file in JSON, with or without comments, and keeps every other byte of it. What is
// added is put between two bytes of the text; what is removed is a run of them. Pure.

import { createScanner, getNodeValue, parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import { must } from "../base/index.ts";

export type JsonPath = readonly (string | number)[];
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** What a program takes beside strict JSON. It ignores a file with anything else, the hooks in it included, or does not start. */
export type JsonSyntax = { readonly comments: boolean; readonly mark: boolean };

// Of the package's enum, which is erased from its types: the kind of a comma.
const SyntaxKind = { CommaToken: 5 } as const;

/** A settings file as parsed text, or why it cannot be used. */
export type ReadJson =
  | { readonly kind: "json"; readonly root: Node | null }
  | { readonly kind: "broken"; readonly line: number; readonly why: string };

/** An empty file, or one with comments only, has no root. Comments and trailing commas are accepted. */
export function readJson(text: string): ReadJson {
  if (isTooDeep(text)) return { kind: "broken", line: 1, why: `nested more than ${MOST_DEPTH} levels deep` };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true, disallowComments: false });
  const [error] = errors;
  if (error !== undefined) {
    const why = printParseErrorCode(error.error)
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase();
    return { kind: "broken", line: lineAt(text, error.offset), why };
  }
  return { kind: "json", root: root ?? null };
}

/** The first thing in a text that we accept and a program with this syntax does not; null where there is none. */
export function beyondSyntax(
  text: string,
  { comments, mark }: JsonSyntax,
): { readonly line: number; readonly what: string } | null {
  if (text.startsWith(MARK) && !mark) return { line: 1, what: "a byte order mark" };
  const errors: ParseError[] = [];
  const rest = withoutMark(text);
  parseTree(rest, errors, { allowTrailingComma: false, allowEmptyContent: true, disallowComments: !comments });
  const [error] = errors;
  if (error === undefined) return null;
  if (printParseErrorCode(error.error) === "InvalidCommentToken")
    return { line: lineAt(rest, error.offset), what: "a comment" };
  // It is noticed at the bracket after it.
  return { line: lineAt(rest, rest.lastIndexOf(",", error.offset)), what: "a trailing comma" };
}

/** The byte order mark that some editors put before a text. */
export const MARK = "\uFEFF";

export function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}

// The parser calls itself for each level.
const MOST_DEPTH = 500;

/** Brackets in strings and comments count too: no settings file has so many more of one kind. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [sign] of text.matchAll(/[[\]{}]/g)) {
    depth += sign === "[" || sign === "{" ? 1 : -1;
    if (depth > MOST_DEPTH) return true;
  }
  return false;
}

/** The value of a settings file, or what is at a path in it; undefined where there is none, or the file is broken. */
export function readJsonValue(text: string, path: JsonPath = []): unknown {
  const read = readJson(withoutMark(text));
  const node = read.kind === "json" ? nodeAt(read.root, path) : null;
  return node === null ? undefined : valueOf(node);
}

/** The node at a path; null when there is none, or something that is no container is on the way. */
export function nodeAt(root: Node | null, path: JsonPath): Node | null {
  let node = root;
  for (const key of path) {
    if (node === null) return null;
    node = (typeof key === "number" ? elementsOf(node)[key] : memberOf(node, key)) ?? null;
  }
  return node;
}

/** The last member of that name counts, as in JSON.parse. */
function memberOf(node: Node, key: string): Node | undefined {
  return propertiesOf(node).findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
}

export function elementsOf(node: Node | null): readonly Node[] {
  return node?.type === "array" ? (node.children ?? []) : [];
}

function propertiesOf(node: Node): readonly Node[] {
  return node.type === "object" ? (node.children ?? []) : [];
}

export function valueOf(node: Node): unknown {
  return getNodeValue(node) as unknown; // The package types it as any.
}

/**
 * The text with `value` as the last element of the array at `path`. Containers that are missing on the way are made.
 * Null when something else is in the way: a string where the array should be, for example.
 */
export function appendTo(text: string, path: JsonPath, value: JsonValue): string | null {
  return insert(text, path, [value], (node, layout) => (node.type === "array" ? intoArray(node, value, layout) : null));
}

/** The text with `value` under the last name of `path`; replaces what is there. Null when something is in the way. */
export function setAt(text: string, path: JsonPath, value: JsonValue): string | null {
  const parsed = readJson(text);
  const there = parsed.kind === "json" ? nodeAt(parsed.root, path) : null;
  if (there === null) {
    const name = String(path.at(-1));
    return insert(text, path.slice(0, -1), { [name]: value }, (node, layout) =>
      node.type === "object" ? intoObject(node, { name, value }, layout) : null,
    );
  }
  const { unit, newline } = layoutOf(text);
  const indent = indentAt(text, there.offset);
  return splice(text, there.offset, there.length, printed(value, { unit, newline, indent }));
}

/** The text without the element or member at `path`; containers that this leaves empty go too, but never the root. */
export function removeAt(text: string, path: JsonPath): string {
  const parsed = readJson(text);
  if (parsed.kind === "broken") return text;
  const node = nodeAt(parsed.root, path);
  const own = node?.parent?.type === "property" ? node.parent : node;
  const parent = own?.parent;
  if (!own || !parent) return text;
  const siblings = parent.children ?? [];
  if (siblings.length === 1 && path.length > 1) return removeAt(text, path.slice(0, -1));
  const at = siblings.indexOf(own);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  if (after !== undefined) return withoutFirst(text, own, after);
  if (before !== undefined) return withoutLast(text, before, own);
  // Alone between its brackets: with the line breaks around it, as it was put there.
  const from = parent.offset + 1;
  const rest = /^\s*\n[^\S\n]*/.exec(text.slice(endOf(own)))?.[0].length ?? 0;
  return splice(text, from, endOf(own) + rest - from, "");
}

/** With its comma, and the whitespace before the next one if there is nothing else: comments are the user's. */
function withoutFirst(text: string, own: Node, after: Node): string {
  const comma = commaIn(text, endOf(own), after.offset);
  const isBare = text.slice(comma + 1, after.offset).trim() === "" && comma === endOf(own);
  if (isBare) return splice(text, own.offset, after.offset - own.offset, "");
  return splice(splice(text, comma, 1, ""), own.offset, own.length, "");
}

function withoutLast(text: string, before: Node, own: Node): string {
  const comma = commaIn(text, endOf(before), own.offset);
  const isBare = text.slice(comma + 1, own.offset).trim() === "" && comma === endOf(before);
  if (isBare) return splice(text, comma, endOf(own) - comma, "");
  return splice(splice(text, own.offset, own.length, ""), comma, 1, "");
}

/** Where the comma between two siblings is: comments around it may have some, too. */
function commaIn(text: string, from: number, to: number): number {
  const scanner = createScanner(text.slice(from, to), true);
  while (scanner.scan() !== SyntaxKind.CommaToken)
    must(scanner.getPosition() < to - from, "siblings have a comma between them");
  return from + scanner.getTokenOffset();
}

type Layout = { readonly text: string; readonly unit: string; readonly newline: string };

function insert(
  text: string,
  path: JsonPath,
  value: JsonValue,
  into: (node: Node, layout: Layout) => string | null,
): string | null {
  const parsed = readJson(text);
  if (parsed.kind === "broken") return null;
  const layout = { text, ...layoutOf(text) };
  const node = nodeAt(parsed.root, path);
  if (node !== null) return into(node, layout);
  const name = path.at(-1);
  if (name === undefined) return whole(layout, value);
  const above = path.slice(0, -1);
  if (nodeAt(parsed.root, above) === null) return insert(text, above, { [String(name)]: value }, () => null);
  const holder = nodeAt(parsed.root, above)!;
  return holder.type === "object" ? intoObject(holder, { name: String(name), value }, layout) : null;
}

/** There is no value yet: comments before it stay. */
function whole({ text, unit, newline }: Layout, value: JsonValue): string {
  const gap = text === "" || text.endsWith("\n") ? "" : newline;
  return `${text}${gap}${printed(value, { unit, newline, indent: "" })}${newline}`;
}

function intoArray(node: Node, value: JsonValue, layout: Layout): string {
  return between(node, layout, (indent) => printed(value, { ...layout, indent }));
}

function intoObject(
  node: Node,
  { name, value }: { readonly name: string; readonly value: JsonValue },
  layout: Layout,
): string {
  return between(node, layout, (indent) => `${JSON.stringify(name)}: ${printed(value, { ...layout, indent })}`);
}

/** After the last child, or right after the opening bracket. */
function between(node: Node, { text, unit, newline }: Layout, print: (indent: string) => string): string {
  const outer = indentAt(text, node.offset);
  const last = node.children?.at(-1);
  if (last === undefined) {
    const indent = outer + unit;
    return splice(text, node.offset + 1, 0, `${newline}${indent}${print(indent)}${newline}${outer}`);
  }
  const indent = startsLine(text, last.offset) ? indentAt(text, last.offset) : outer + unit;
  return splice(text, endOf(last), 0, `,${newline}${indent}${print(indent)}`);
}

function printed(
  value: JsonValue,
  { unit, newline, indent }: { readonly unit: string; readonly newline: string; readonly indent: string },
): string {
  return JSON.stringify(value, null, unit).replaceAll("\n", `${newline}${indent}`);
}

/** As most of the file is laid out; two spaces where nothing says so. */
function layoutOf(text: string): { readonly unit: string; readonly newline: string } {
  const unit = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  return { unit: unit.startsWith("\t") ? "\t" : unit.slice(0, 8), newline: text.includes("\r\n") ? "\r\n" : "\n" };
}

function indentAt(text: string, offset: number): string {
  const line = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, offset))![0];
}

function startsLine(text: string, offset: number): boolean {
  const line = text.lastIndexOf("\n", offset - 1) + 1;
  return line > 0 && text.slice(line, offset).trim() === "";
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function splice(text: string, from: number, length: number, put: string): string {
  return text.slice(0, from) + put + text.slice(from + length);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
