// From what a query found in a tree to the definitions of the file, in the order of its text. Imports are never
// definitions, and what is local to a function is not one either. Linear in what was found, after sorting it.

import type * as TreeSitter from "@vscode/tree-sitter-wasm";
import { MAX_SIGNATURE, type Definition, type DefinitionKind } from "./types.ts";

/** `matches` are those of a query whose captures are named as languages.ts and script-queries.ts do. */
export function definitionsIn(matches: readonly TreeSitter.QueryMatch[], text: string): readonly Definition[] {
  const wrappers = new Set<string>();
  const spans: Span[] = [];
  for (const { captures } of matches) {
    const name = captures.find((capture) => capture.name === "name")?.node;
    const whole = captures.find((capture) => !PARTS.has(capture.name));
    if (whole === undefined) continue;
    const { startIndex: from, endIndex: to } = whole.node;
    if (whole.name === "wrapper") {
      if ((to - from) * 2 > text.length) wrappers.add(`${from} ${to}`);
    } else if (whole.name === "inside") {
      spans.push({ kind: "inside", from, to });
    } else if (name !== undefined) {
      const found = foundAt(name, whole, text);
      if (found !== null) spans.push(found);
    }
  }
  return inOrder(spans, { wrappers, text });
}

/** Captures that are parts of a definition. */
const PARTS: ReadonlySet<string> = new Set(["name", "exports", "called"]);

type Span = Found | { readonly kind: "inside"; readonly from: number; readonly to: number };

type Found = {
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly nameAt: number;
  readonly from: number;
  readonly to: number;
  readonly row: number;
  /** Is one only outside of functions. */
  readonly isOuter: boolean;
  /** One of several names for the value at its end, and not the last. */
  readonly isChained: boolean;
};

function foundAt(name: TreeSitter.Node, whole: TreeSitter.QueryCapture, text: string): Found | null {
  const { node } = whole;
  const isOuter = whole.name.startsWith(OUTER);
  const given = {
    name: name.text,
    kind: (isOuter ? whole.name.slice(OUTER.length) : whole.name) as DefinitionKind, // The query's captures are kinds.
  };
  const named = isOuter && given.kind === "constant" ? byValue(given.name, node, text) : given;
  if (named === null) return null;
  const { startIndex: from, endIndex: to, startPosition } = node;
  const isChained = isOuter && valueOf(node)?.type === "assignment_expression";
  return { ...named, nameAt: name.startIndex, from, to, row: startPosition.row, isOuter, isChained };
}

const OUTER = "outer.";

/** A name with a value is what its value is; null when the value is defined elsewhere, or is not there yet. */
function byValue(
  name: string,
  node: TreeSitter.Node,
  text: string,
): { readonly name: string; readonly kind: DefinitionKind } | null {
  let value = valueOf(node);
  while (value?.type === "assignment_expression") value = valueOf(value);
  if (value === null) return { name, kind: "constant" };
  const ownName = name === "exports" ? (value.childForFieldName("name")?.text ?? name) : name;
  switch (value.type) {
    case "function_expression":
    case "arrow_function":
    case "generator_function":
      return { name: ownName, kind: isMethod(node, text) ? "method" : "function" };
    case "class":
      return { name: ownName, kind: "class" };
    case "identifier":
    case "undefined":
      return node.type !== "variable_declarator" && [name, "undefined"].includes(value.text)
        ? null
        : { name, kind: "constant" };
    default: {
      const begin = text.slice(value.startIndex, Math.min(value.endIndex, value.startIndex + IMPORT_CHARACTERS));
      const isNothing = node.type !== "variable_declarator" && begin === "void 0";
      return isNothing || IMPORT.test(begin) || WRAPPED_IMPORT.test(begin) ? null : { name, kind: "constant" };
    }
  }
}

function valueOf(node: TreeSitter.Node): TreeSitter.Node | null {
  return node.childForFieldName("value") ?? node.childForFieldName("right");
}

const IMPORT_CHARACTERS = 120;
const IMPORT = /^(?:new\s|await\s|[\s(])*(?:require|import)\s*\(/;
/** `__importDefault(require("x"))` and other helpers of compilers. */
const WRAPPED_IMPORT = /^[\w$.,\s()]*(?:import|interop)[\w$]*\)?\s*\(\s*(?:require|import)\s*\(/i;

function isMethod(node: TreeSitter.Node, text: string): boolean {
  if (node.type !== "assignment_expression") return node.type === "pair";
  const left = node.childForFieldName("left");
  return (
    left !== null &&
    /\.prototype\s*(?:\.\s*[\w$]+|\[[^\]]*\])$/.test(text.slice(left.startIndex, left.endIndex).slice(-200))
  );
}

/** The depth of each definition is how many others are open where it begins. */
function inOrder(
  spans: readonly Span[],
  { wrappers, text }: { readonly wrappers: ReadonlySet<string>; readonly text: string },
): readonly Definition[] {
  const lines = text.split("\n");
  const definitions: Definition[] = [];
  const open: number[] = [];
  const seen = new Set<number>();
  let lineStart = 0;
  let lineAt = 0;
  let functionEnd = 0;
  let chained: Found | null = null;
  for (const span of spans.toSorted(byPlace)) {
    const { from, to } = span;
    if (span.kind === "inside") {
      if (!wrappers.has(`${from} ${to}`)) functionEnd = Math.max(functionEnd, to);
      continue;
    }
    if (span.isOuter ? from < functionEnd : span.kind === "method" || span.kind === "function") {
      if (span.isOuter) continue;
      functionEnd = Math.max(functionEnd, to);
    }
    // Two patterns may see the same definition, and a chain may give a value the same name twice.
    const isInChain = chained !== null && to === chained.to && from < to;
    if (seen.has(span.nameAt) || (isInChain && span.name === chained?.name)) continue;
    seen.add(span.nameAt);
    while (open.length > 0 && open.at(-1)! <= from) open.pop();
    for (; lineAt < span.row; lineAt += 1) lineStart += lines[lineAt]!.length + 1;
    const { name, kind, row } = span;
    const signature = signatureOf(lines[row] ?? "", from - lineStart);
    definitions.push({ name, kind, line: row + 1, depth: open.length - (isInChain ? 1 : 0), signature });
    if (span.isChained) chained = span;
    if (!isInChain) open.push(to);
  }
  return definitions;
}

/** Outer ones first; of the same text, what says most about it first. */
function byPlace(one: Span, other: Span): number {
  return one.from - other.from || other.to - one.to || weightOf(one) - weightOf(other);
}

function weightOf({ kind }: Span): number {
  if (kind === "inside") return 2;
  return kind === "constant" ? 1 : 0;
}

/** The line, or what the definition begins with when it is far to the right, as in code that was minified. */
function signatureOf(line: string, column: number): string {
  const indentation = line.length - line.trimStart().length;
  const from = column - indentation > MAX_SIGNATURE / 2 ? column : indentation;
  return line.slice(from, from + MAX_SIGNATURE).trimEnd();
}
