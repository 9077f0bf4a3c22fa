// From what a model or a person calls a path to one sandbox and a path below it. Lexical only, but for the one
// question whether the default folder holds an entry with the sandbox's own name.
//
//   name/rel, /name/rel   the sandbox of that name, case-sensitive; ".." may not pass the name
//   rel                   the default sandbox, if there is one
//   /host/folder/rel      the sandbox whose root is that folder of this machine; ".." may not pass the folder
//   /anything/else        nothing of ours

import { joinPath, parsePath, refusal, ROOT, type WorkspacePath } from "../../base/index.ts";
import { pathError } from "../error-messages.ts";

export type Resolved = {
  /** null is the place above all sandboxes. */
  readonly sandbox: string | null;
  /** Below the sandbox's root. */
  readonly rel: WorkspacePath;
  /** The canonical form, `name/rel`. */
  readonly path: WorkspacePath;
  /** It was written as a folder, with a "/" at its end. */
  readonly directory: boolean;
};

export type NameSpace = {
  readonly names: readonly string[];
  readonly defaultName: string | null;
};

/** INVALID_PATH, ESCAPE or UNKNOWN_SANDBOX, in messages that name the sandboxes. */
export function placeOf(input: unknown, { names, defaultName }: NameSpace): Resolved {
  const whole = parsePath(input);
  if (whole.kind === "refused" && whole.code !== "ESCAPE") throw refusal(whole, input);
  const text = String(input); // A string, or parsePath would have called it INVALID_PATH.
  if (whole.kind === "refused") throw pathError("ESCAPE", { path: text, readable: names });
  const { absolute, directory } = whole;
  // Canonical already, as every path is after the first time.
  const name = text === whole.path ? text.slice(0, Math.max(0, text.indexOf("/"))) : "";
  if (names.includes(name)) {
    return { sandbox: name, rel: text.slice(name.length + 1) as WorkspacePath, path: whole.path, directory }; // The rest of a checked path.
  }
  const [first, ...rest] = segmentsOf(text);
  if (first === undefined) return { sandbox: null, rel: ROOT, path: ROOT, directory };
  if (names.includes(first)) {
    const below = parsePath(rest.join("/"));
    if (below.kind === "refused") throw pathError("ESCAPE", { path: text, readable: names });
    return inSandbox(first, below.path, directory);
  }
  if (absolute || defaultName === null) throw pathError("UNKNOWN_SANDBOX", { path: text, readable: names });
  return inSandbox(defaultName, whole.path, directory);
}

/** A folder of this machine that is a sandbox's root, by one of its spellings. */
export type HostFolder = { readonly sandbox: string; readonly segments: readonly string[] };

export function hostFolder(sandbox: string, folder: string): HostFolder {
  return { sandbox, segments: segmentsOf(folder) };
}

/**
 * An absolute path read as one of this machine; null when no folder holds it, or it is no absolute path at all. ESCAPE
 * when it leaves the folder again: what a ".." after it leads to is not looked up.
 */
export function inHostFolder(input: unknown, folders: readonly HostFolder[], { names }: NameSpace): Resolved | null {
  if (typeof input !== "string" || !input.startsWith("/")) return null;
  const segments = segmentsOf(input);
  const holding = folders.filter((folder) => folder.segments.every((segment, at) => segment === segments[at]));
  const longest = holding.reduce<HostFolder | null>(
    (best, folder) => (best === null || folder.segments.length > best.segments.length ? folder : best),
    null,
  );
  if (longest === null) return null;
  const rest = parsePath(segments.slice(longest.segments.length).join("/"));
  if (rest.kind === "refused" && rest.code !== "ESCAPE") throw refusal(rest, input);
  if (rest.kind === "refused") throw pathError("ESCAPE", { path: input, readable: names });
  return inSandbox(longest.sandbox, rest.path, rest.directory || /\/\.?$/.test(input));
}

/** The sandbox that an absolute path names with its first part, if any. */
export function namesSandbox(input: unknown, { names }: NameSpace): boolean {
  return names.includes(segmentsOf(String(input))[0] ?? "");
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

/** The same path read as lying in the default sandbox, whatever its first name is. */
export function inDefault(input: unknown, { names, defaultName }: NameSpace): Resolved {
  return placeOf(input, { names: names.filter((name) => name !== defaultName), defaultName });
}

export function firstNameOf(input: unknown): string | null {
  const parsed = parsePath(input);
  if (parsed.kind === "refused" || parsed.absolute) return null;
  return segmentsOf(String(input))[0] ?? null;
}

function inSandbox(sandbox: string, rel: WorkspacePath, directory: boolean): Resolved {
  const name = sandbox as WorkspacePath; // Checked when the sandbox was made: one plain name.
  return { sandbox, rel, path: rel === ROOT ? name : joinPath(name, rel), directory };
}
