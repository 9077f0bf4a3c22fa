// Reads TypeScript files into the facts the rules need, through a real parser (oxc, by way of vite).
// It never judges; rules.ts does.

import { parseSync } from "vite";
import { MODULES } from "./modules.ts";

export type Import = {
  readonly line: number;
  readonly specifier: string;
  /** The file it names, relative to the root; null for a package or a Node module. */
  readonly target: string | null;
  readonly names: readonly string[];
  /** Nothing of it is left at run time. */
  readonly typeOnly: boolean;
  /** `import "./x.ts"`: imported for what it does, not for what it gives. */
  readonly bare: boolean;
};

export type Export = {
  readonly line: number;
  readonly name: string;
  readonly type: boolean;
  /** `export { a as b }` */
  readonly renamed?: true;
};

export type Words = { readonly line: number; readonly text: string };

export type SourceFile = {
  readonly path: string;
  readonly text: string;
  /** The module below src/; null for files elsewhere and for src/ itself. */
  readonly module: string | null;
  readonly isTest: boolean;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** `name` is "default" for a default export and "*" for `export *`. */
  readonly exports: readonly Export[];
  /** Names that something is taken from or that are called, as `console` in `console.log()`, with the first line. */
  readonly used: ReadonlyMap<string, number>;
  /** Lines of top-level statements that export nothing of another file. */
  readonly others: readonly number[];
  /** The fixed parts of strings and templates. */
  readonly strings: readonly Words[];
  readonly comments: readonly Words[];
};

/** Scans one file. Throws when it does not parse: a rule that cannot look must not pass. */
export function scan(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text);
  if (parsed.errors.length > 0) throw new Error(`${path} does not parse: ${parsed.errors[0]!.message}`);
  const lineOf = lineFinder(text);
  const imports: Import[] = [];
  const exports: Export[] = [];
  const used = new Map<string, number>();
  const strings: Words[] = [];

  const addImport = (at: number, specifier: string, facts: Pick<Import, "names" | "typeOnly" | "bare">): void => {
    imports.push({ line: lineOf(at), specifier, target: resolve(path, specifier), ...facts });
  };
  visit(parsed.program, (node, key) => {
    switch (node.type) {
      case "ImportDeclaration": {
        const specifiers = node["specifiers"] as Node[];
        addImport(node.start, valueOf(node["source"]), {
          names: specifiers.map((one) => (one.type === "ImportSpecifier" ? nameOf(one["imported"]) : "*")),
          typeOnly:
            node["importKind"] === "type" ||
            (specifiers.length > 0 && specifiers.every((one) => one["importKind"] === "type")),
          bare: specifiers.length === 0,
        });
        break;
      }
      case "ImportExpression": {
        const source = node["source"] as Node;
        if (source.type === "Literal") {
          addImport(node.start, valueOf(source), { names: ["*"], typeOnly: false, bare: false });
        }
        break;
      }
      case "TSImportType":
        addImport(node.start, valueOf(node["source"] ?? node["argument"]), {
          names: ["*"],
          typeOnly: true,
          bare: false,
        });
        break;
      case "ExportAllDeclaration":
        addImport(node.start, valueOf(node["source"]), {
          names: ["*"],
          typeOnly: node["exportKind"] === "type",
          bare: false,
        });
        exports.push({ line: lineOf(node.start), name: "*", type: node["exportKind"] === "type" });
        break;
      case "ExportDefaultDeclaration":
        exports.push({ line: lineOf(node.start), name: "default", type: false });
        break;
      case "ExportNamedDeclaration": {
        const specifiers = node["specifiers"] as Node[];
        const isType = (one: Node): boolean => node["exportKind"] === "type" || one["exportKind"] === "type";
        for (const one of specifiers) {
          const name = nameOf(one["exported"]);
          const renamed = name === nameOf(one["local"]) ? {} : { renamed: true as const };
          exports.push({ line: lineOf(one.start), name, type: isType(one), ...renamed });
        }
        if (node["source"]) {
          addImport(node.start, valueOf(node["source"]), {
            names: specifiers.map((one) => nameOf(one["local"])),
            typeOnly: specifiers.every(isType),
            bare: false,
          });
        }
        for (const name of declaredNames(node["declaration"])) {
          exports.push({ line: lineOf(node.start), name, type: node["exportKind"] === "type" });
        }
        break;
      }
      case "Literal":
        if (typeof node["value"] === "string") strings.push({ line: lineOf(node.start), text: node["value"] });
        break;
      case "TemplateElement":
        strings.push({ line: lineOf(node.start), text: (node["value"] as { raw: string }).raw });
        break;
      case "Identifier":
        if ((key === "object" || key === "callee") && !used.has(nameOf(node)))
          used.set(nameOf(node), lineOf(node.start));
        break;
    }
  });
  return {
    path,
    text,
    module: moduleOf(path),
    isTest: /\.test\.tsx?$/.test(path),
    lines: text === "" ? 0 : text.split("\n").length - Number(text.endsWith("\n")),
    imports,
    exports,
    used,
    others: (parsed.program.body as unknown as Node[])
      .filter(
        (node) => node.type !== "ExportAllDeclaration" && (node.type !== "ExportNamedDeclaration" || !node["source"]),
      )
      .map((node) => lineOf(node.start)),
    strings,
    comments: parsed.comments.flatMap((comment) =>
      comment.value.split("\n").map((text, index) => ({ line: lineOf(comment.start) + index, text })),
    ),
  };
}

/** The module a path belongs to: the longest name that fits, so that src/fs/node/x.ts is in "fs/node". */
export function moduleOf(path: string): string | null {
  if (!path.startsWith("src/")) return null;
  const inner = path.slice("src/".length);
  const known = Object.keys(MODULES)
    .filter((module) => inner.startsWith(`${module}/`))
    .sort((a, b) => b.length - a.length)[0];
  return known ?? (inner.includes("/") ? inner.slice(0, inner.indexOf("/")) : null);
}

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };

/** Shows every node with the name of the property that holds it. */
function visit(value: unknown, see: (node: Node, key: string) => void, key = ""): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, see, key);
  } else if (isNode(value)) {
    see(value, key);
    for (const [name, child] of Object.entries(value)) visit(child, see, name);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}

function nameOf(node: unknown): string {
  const { name, value } = node as { name?: string; value?: string };
  return name ?? value ?? "";
}

function valueOf(node: unknown): string {
  return String((node as { value?: unknown }).value ?? "");
}

function declaredNames(declaration: unknown): string[] {
  if (!isNode(declaration)) return [];
  if (declaration["id"]) return [nameOf(declaration["id"])];
  const declarations = (declaration["declarations"] ?? []) as Node[];
  return declarations.map((one) => nameOf(one["id"]));
}

function resolve(from: string, specifier: string): string | null {
  if (!specifier.startsWith(".")) return null;
  const segments = from.split("/").slice(0, -1);
  for (const segment of specifier.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}

function lineFinder(text: string): (at: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (at) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
