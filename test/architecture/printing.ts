// Finds every way around the one path to the terminal: a write to a standard stream or a terminal device, a program that
// inherits one, and a string that is made printable without being revealed. It knows nothing of exceptions.

import { parseSync } from "vite";

/** A write, or a text that is called printable and was not revealed. */
export type Bypass = { readonly kind: "write" | "brand"; readonly line: number; readonly what: string };

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };

const STREAMS = ["stdout", "stderr"];
/** What may be asked of a standard stream without writing to it. */
const LOOKS = ["columns", "rows", "isTTY", "on", "once", "off"];
const WRITERS =
  /^(write|writeSync|writev|writevSync|writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream)$/;
const DEVICE = /^\/dev\/(tty|pts|std|fd|console)|^\/proc\/(self|\d+)\/fd/;
const BRAND = /\b(Printable|Plain)\b/;
const TAGS = ["printable", "plain"];

export function bypasses(path: string, text: string): readonly Bypass[] {
  const { program, comments } = parseSync(path, text);
  const found: Bypass[] = [];
  const lineOf = (at: number): number => text.slice(0, at).split("\n").length;
  const imported = new Set<string>();
  const see = (node: Node, parents: readonly Node[]): void => {
    const write = writeIn(node, parents, path);
    if (write !== null) found.push({ kind: "write", line: lineOf(node.start), what: write });
    const brand = brandIn(node, parents, { text, imported });
    if (brand !== null) found.push({ kind: "brand", line: lineOf(node.start), what: brand });
  };
  visit(program as unknown as Node, [], see);
  for (const { value, start } of comments)
    if (/@ts-(ignore|nocheck|expect-error)/.test(value))
      found.push({ kind: "brand", line: lineOf(start), what: "types are off here" });
  return found;
}

function writeIn(node: Node, parents: readonly Node[], path: string): string | null {
  const parent = parents.at(-1) ?? null;
  switch (node.type) {
    case "MemberExpression":
      if (nameOf(node["object"]) === "console") return "console writes what was not revealed";
      return nameOf(node["object"]) === "process" && STREAMS.includes(nameOf(node["property"])) && !isLook(node, parent)
        ? "standard streams are written in src/cli/text-io.ts"
        : null;
    case "ObjectPattern":
      return nameOf(parent?.["init"]) === "process" && boundIn(node).some((name) => STREAMS.includes(name))
        ? "standard streams are written in src/cli/text-io.ts"
        : null;
    case "CallExpression":
    case "NewExpression":
      return writing(node, path);
    case "Literal":
      return node["value"] === "inherit" ? "a program that inherits our terminal writes to it as it likes" : null;
    default:
      return null;
  }
}

type Context = { readonly text: string; readonly imported: Set<string> };

function brandIn(node: Node, parents: readonly Node[], { text, imported }: Context): string | null {
  switch (node.type) {
    case "ImportSpecifier": {
      const [name, own] = [nameOf(node["imported"]), nameOf(node["local"])];
      if (!TAGS.includes(name)) return null;
      imported.add(own);
      return own === name ? null : "a tag is called by its own name";
    }
    case "TSAsExpression":
    case "TSTypeAssertion":
    case "TSTypePredicate": {
      const type = node["typeAnnotation"] as (Node & { readonly end: number }) | null; // Null in `asserts x`.
      return type !== null && BRAND.test(text.slice(type.start, type.end))
        ? "only reveal makes a text printable"
        : null;
    }
    case "Identifier":
      return imported.has(nameOf(node)) && !isTag(node, parents.at(-1) ?? null)
        ? "words of ours are in a template literal"
        : null;
    default:
      return null;
  }
}

function isLook(node: Node, parent: Node | null): boolean {
  return parent?.type === "MemberExpression" && parent["object"] === node && LOOKS.includes(nameOf(parent["property"]));
}

function isTag(node: Node, parent: Node | null): boolean {
  return parent?.type === "ImportSpecifier" || (parent?.type === "TaggedTemplateExpression" && parent["tag"] === node);
}

/** A surface has terminals open, so that it may not write to any descriptor by itself. */
const SURFACE = /^src\/(cli|terminal)\//;

function writing(node: Node, path: string): string | null {
  const callee = node["callee"] as Node;
  const name = callee.type === "MemberExpression" ? nameOf(callee["property"]) : nameOf(callee);
  if (node.type === "NewExpression") return name === "WriteStream" ? "a terminal is opened for writing" : null;
  if (!WRITERS.test(name)) return null;
  if (SURFACE.test(path) && /^(writev?Sync|createWriteStream)$/.test(name)) return "writes to a descriptor";
  const [to] = node["arguments"] as readonly Node[];
  const value = to?.type === "Literal" ? to["value"] : null;
  if (value === 1 || value === 2 || (typeof value === "string" && DEVICE.test(value))) return "writes to a terminal";
  return null;
}

/** Names that a pattern takes out of an object. */
function boundIn(pattern: Node): readonly string[] {
  return (pattern["properties"] as readonly Node[]).map((one) => nameOf(one["key"]));
}

function visit(value: unknown, parents: readonly Node[], see: (node: Node, parents: readonly Node[]) => void): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, parents, see);
  } else if (isNode(value)) {
    see(value, parents);
    const inner = [...parents, value];
    for (const child of Object.values(value)) visit(child, inner, see);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}

/** The name of an identifier, or the text of a literal: `process["stdout"]` is `process.stdout`. */
function nameOf(node: unknown): string {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown };
  return typeof name === "string" ? name : typeof value === "string" ? value : "";
}
