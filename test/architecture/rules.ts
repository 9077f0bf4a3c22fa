// The architecture rules, over scanned files. Each returns what it found, with a message that says what to do.
// Pure: files come in as text, so that every rule is proven on small made-up trees.

import { isBuiltin } from "node:module";
import { bypasses } from "./printing.ts";
import {
  BANNED_NAMES,
  FOREIGN_MESSAGES,
  LONG_FILES,
  MAX_FILES,
  MAX_LINES,
  NODE_GLOBALS,
  PRINTABLE,
  READS_MESSAGE,
  RESOLVING_NAMES,
  MODULES,
  TERMINAL_WRITERS,
  UNSAID,
  WRITABLE_TYPES,
} from "./modules.ts";
import { moduleOf, scan, type Import, type SourceFile } from "./scan.ts";

export type Breach = { readonly rule: string; readonly file: string; readonly line: number; readonly message: string };

export type Tree = {
  /** Path relative to the root → text. */
  readonly files: ReadonlyMap<string, string>;
  /** Names of the packages that are installed with ours, or that a user may add. */
  readonly dependencies: readonly string[];
  /** Names of the packages that are installed for development only. */
  readonly development: readonly string[];
};

type Rule = (files: readonly SourceFile[], tree: Tree) => Iterable<Omit<Breach, "rule">>;

export function inspect(tree: Tree): Breach[] {
  const files = [...tree.files].map(([path, text]) => scan(path, text));
  return Object.entries(RULES).flatMap(([rule, look]) => Array.from(look(files, tree), (one) => ({ rule, ...one })));
}

const RULES: Readonly<Record<string, Rule>> = {
  *"module is in the table"(files) {
    for (const file of inSrc(files)) {
      if (file.module === null || !Object.hasOwn(MODULES, file.module)) {
        yield at(
          file,
          1,
          "belongs to no module of test/architecture/modules.ts; add the module there or move the file",
        );
      }
    }
  },

  *"imports go down"(files) {
    for (const [file, one, target] of crossings(code(files))) {
      const module = MODULES[file.module ?? ""];
      if (module === undefined || module.mayUse.includes(target) || module.partOf === target) continue;
      yield at(file, one.line, `${file.module} may not use ${target}`);
    }
  },

  *"imports use entry points"(files) {
    for (const [file, one, target] of crossings(inSrc(files))) {
      if (one.target === `src/${target}/index.ts` || MODULES[file.module ?? ""]?.partOf === target) continue;
      yield at(file, one.line, `import ${target} through src/${target}/index.ts, not ${one.specifier}`);
    }
    for (const file of files.filter((file) => !file.path.startsWith("src/"))) {
      for (const one of file.imports) {
        if (one.target === null || !one.target.startsWith("src/") || one.target.endsWith("/index.ts")) continue;
        yield at(file, one.line, `import the entry point (index.ts), not ${one.specifier}`);
      }
    }
  },

  *"a public name has a contract"(files) {
    const byPath = new Map(files.map((file) => [file.path, file]));
    for (const file of files.filter(({ module }) => module === "public")) {
      for (const { name, line } of file.exports) {
        const defined = definitionOf(file, name, byPath);
        if (defined === null) yield at(file, line, `${name} is not found where it comes from`);
        else if (!hasContract(defined))
          yield at(file, line, `say above ${name} in ${defined.file.path} what it promises and what it throws`);
      }
    }
  },

  *"an entry point only exports"(files) {
    for (const file of inSrc(files).filter(isEntryPoint)) {
      // scripts/direct-imports.mjs leads imports straight to the file behind an entry point, so nothing else may happen in it.
      for (const line of file.others)
        yield at(file, line, 'an entry point contains only export { … } from "./file.ts"');
      for (const one of file.exports) if (one.renamed) yield at(file, one.line, "an entry point does not rename");
    }
  },

  *"no loop"(files) {
    for (const loop of loops(files)) {
      const [first] = loop;
      yield { file: first!, line: 1, message: `imports itself: ${[...loop, first].join(" → ")}` };
    }
  },

  *"no long file"(files) {
    for (const file of files) {
      if (file.lines <= MAX_LINES || Object.hasOwn(LONG_FILES, file.path)) continue;
      yield at(file, MAX_LINES, `has ${file.lines} lines; find its second subject and move it out`);
    }
  },

  *"no crowded folder"(files) {
    const folders = new Map<string, SourceFile[]>();
    for (const file of code(files)) {
      const folder = file.path.slice(0, file.path.lastIndexOf("/"));
      folders.set(folder, [...(folders.get(folder) ?? []), file]);
    }
    for (const [folder, inside] of folders) {
      if (inside.length <= MAX_FILES) continue;
      yield at(inside[0]!, 1, `${folder} has ${inside.length} files; group those that belong together in a folder`);
    }
  },

  *"neutral modules run anywhere"(files) {
    for (const file of code(files).filter((file) => MODULES[file.module ?? ""]?.neutral)) {
      for (const one of file.imports) {
        if (!one.typeOnly && isBuiltin(one.specifier)) yield at(file, one.line, `${one.specifier} is not in a browser`);
      }
      for (const name of NODE_GLOBALS) {
        if (file.used.has(name)) yield at(file, file.used.get(name)!, `the global ${name} is not in a browser`);
      }
    }
  },

  *"few modules use the disk"(files) {
    for (const file of code(files).filter((file) => !MODULES[file.module ?? ""]?.disk)) {
      for (const one of file.imports) {
        if (!/^(node:)?fs(\/promises)?$/.test(one.specifier)) continue;
        yield at(file, one.line, "go through fs (the workspace) or state (everything else we keep)");
      }
    }
  },

  *"only commit writes"(files) {
    for (const file of code(files).filter((file) => !MODULES[file.module ?? ""]?.writable)) {
      for (const one of file.imports) {
        const name = one.names.find((name) => WRITABLE_TYPES.includes(name));
        if (name !== undefined)
          yield at(file, one.line, `${name} can write to the workspace; ask for RealFiles instead`);
      }
    }
  },

  *"a path is resolved once"(files) {
    for (const file of code(files).filter((file) => !MODULES[file.module ?? ""]?.resolves)) {
      if (file.module === "base") continue;
      for (const one of file.imports) {
        const name = one.names.find((name) => RESOLVING_NAMES.includes(name));
        if (name !== undefined) yield at(file, one.line, `${name} goes past the rules' resolution; ask for RealFiles`);
      }
    }
  },

  *"no default export"(files) {
    for (const [file, one] of exportsNamed(inSrc(files), "default")) yield at(file, one.line, "give it a name");
  },

  *"no export star"(files) {
    for (const [file, one] of exportsNamed(files, "*")) yield at(file, one.line, "write the names out");
  },

  *"no import for its effect"(files) {
    for (const file of inSrc(files)) {
      for (const one of file.imports) {
        // package.json says `sideEffects: false`, so a bundler drops such an import.
        if (one.bare) yield at(file, one.line, `import a name from ${one.specifier} and call it`);
      }
    }
  },

  *"one path to the terminal"(files) {
    for (const file of code(files)) {
      for (const { kind, line, what } of bypasses(file.path, file.text)) {
        const isAllowed = kind === "write" ? Object.hasOwn(TERMINAL_WRITERS, file.path) : file.path === PRINTABLE;
        if (!isAllowed) yield at(file, line, what);
      }
    }
  },

  *"the screen speaks plainly"(files) {
    for (const file of code(files).filter((file) => MODULES[file.module ?? ""]?.console)) {
      for (const { line, text } of file.strings) {
        // A single word is a key on the wire; a sentence is for people.
        if (/\s/.test(text.trim()) && UNSAID.test(text)) yield at(file, line, 'on screen we say "version", or nothing');
      }
    }
  },

  *"no code reads our own messages"(files) {
    for (const file of code(files)) {
      if (Object.hasOwn(FOREIGN_MESSAGES, file.path)) continue;
      for (const [index, line] of file.text.split("\n").entries()) {
        if (READS_MESSAGE.test(line)) yield at(file, index + 1, "pass the fact itself, and word it where it is shown");
      }
    }
  },

  *"packages are dependencies"(files, { dependencies, development }) {
    for (const file of code(files)) {
      const isBundled = MODULES[file.module ?? ""]?.bundled === true;
      for (const one of file.imports) {
        if (one.target !== null || isBuiltin(one.specifier)) continue;
        const name = one.specifier.split("/", one.specifier.startsWith("@") ? 2 : 1).join("/");
        if (dependencies.includes(name) || (isBundled && development.includes(name))) continue;
        yield at(file, one.line, `${name} is not in package.json's dependencies`);
      }
    }
  },

  *"names say what is inside"(files) {
    for (const file of files) {
      const name = file.path.slice(file.path.lastIndexOf("/") + 1).replace(/(\.test)?\.tsx?$/, "");
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) yield at(file, 1, "file names are kebab-case");
      // The last word is what the thing is: common-ends.ts is about ends, line-utils.ts about nothing.
      const nouns = file.path
        .replace(/(\.test)?\.tsx?$/, "")
        .split("/")
        .map((part) => part.slice(part.lastIndexOf("-") + 1));
      const banned = nouns.find((noun) => BANNED_NAMES.includes(noun));
      if (banned !== undefined) yield at(file, 1, `"${banned}" names nothing; say what the code does`);
    }
  },

  *"a file says what it is for"(files) {
    for (const file of code(files)) {
      const first = file.text.startsWith("#!") ? file.text.slice(file.text.indexOf("\n") + 1) : file.text;
      if (file.path.endsWith("/index.ts") || first.startsWith("//") || first.startsWith("/*")) continue;
      yield at(file, 1, "begin with two or three lines: what it is for and what it must never do");
    }
  },

  *"programs are found, not named"(files) {
    for (const [file, line, text] of textLines(code(files))) {
      // A name is looked up in PATH, which may name folders of the workspace.
      if (!/\b(spawn|exec|execFile)(Sync)?\(\s*["'`]/.test(text) || text.includes("env: SYSTEM")) continue;
      yield at(file, line, "find the program with findProgram of fs/node, or look only in the system's folders");
    }
  },

  *"nothing is left unfinished"(files) {
    for (const file of code(files)) {
      const told = file.comments.filter(({ text }) => /\b(TODO|FIXME|XXX)\b|\bfor now\b/i.test(text));
      const said = [...file.comments, ...file.strings].filter(({ text }) => /not implemented/i.test(text));
      for (const { line } of [...told, ...said]) yield at(file, line, "finish it, or say in the issue what is left");
    }
  },

  *"no test is switched off"(files) {
    for (const [file, line, text] of textLines(files)) {
      if (/\b(it|test|describe)\.(only|skip|todo)\(/.test(text)) {
        yield at(file, line, "use skipIf with a reason in the name");
      }
    }
  },
};

function isEntryPoint({ path, module }: SourceFile): boolean {
  return module === "public" || path.endsWith("/index.ts");
}

type Definition = { readonly file: SourceFile; readonly line: number };

/** Where a name that a file exports is defined, followed through entry points. Null when it is not found. */
function definitionOf(file: SourceFile, name: string, byPath: ReadonlyMap<string, SourceFile>): Definition | null {
  const from = file.imports.find(({ names, target }) => target !== null && names.includes(name));
  const next = from === undefined ? undefined : byPath.get(from.target!);
  if (next !== undefined) return definitionOf(next, name, byPath);
  const own = file.exports.find((one) => one.name === name);
  return own === undefined ? null : { file, line: own.line };
}

/** A comment that begins with two stars ends on the line above. */
function hasContract({ file, line }: Definition): boolean {
  const above = file.text.split("\n").slice(0, line - 1);
  const open = above.findLastIndex((one) => one.trimStart().startsWith("/**"));
  return open >= 0 && above.findIndex((one, at) => at >= open && one.trimEnd().endsWith("*/")) === above.length - 1;
}

/** Everything below src/, tests included. */
function inSrc(files: readonly SourceFile[]): SourceFile[] {
  return files.filter((file) => file.path.startsWith("src/"));
}

/** What ships: src/ without its tests. Tests may look around. */
function code(files: readonly SourceFile[]): SourceFile[] {
  return inSrc(files).filter((file) => !file.isTest);
}

function at(file: SourceFile, line: number, message: string): Omit<Breach, "rule"> {
  return { file: file.path, line, message };
}

/** Every import that leaves its module, with the module it enters. */
function* crossings(files: readonly SourceFile[]): Generator<[SourceFile, Import, string]> {
  for (const file of files) {
    for (const one of file.imports) {
      const target = one.target === null ? null : moduleOf(one.target);
      if (target !== null && target !== file.module) yield [file, one, target];
    }
  }
}

function* exportsNamed(files: readonly SourceFile[], name: string): Generator<[SourceFile, { line: number }]> {
  for (const file of files) for (const one of file.exports) if (one.name === name) yield [file, one];
}

function* textLines(files: readonly SourceFile[]): Generator<[SourceFile, number, string]> {
  for (const file of files) for (const [index, text] of file.text.split("\n").entries()) yield [file, index + 1, text];
}

/** Tarjan's strongly connected components: each group of files that import each other, sorted. */
function loops(files: readonly SourceFile[]): string[][] {
  const edges = new Map(files.map((file) => [file.path, file.imports.flatMap((one) => one.target ?? [])]));
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const enter = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.get(path)!);
    stack.push(path);
    for (const next of edges.get(path)!) {
      if (!edges.has(next)) continue;
      if (!index.has(next)) enter(next);
      if (stack.includes(next)) low.set(path, Math.min(low.get(path)!, low.get(next)!));
    }
    if (low.get(path) !== index.get(path)) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1 || edges.get(path)!.includes(path)) found.push(group.sort());
  };
  for (const path of edges.keys()) if (!index.has(path)) enter(path);
  return found;
}
