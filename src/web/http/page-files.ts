// The files of the page, as the build left them: a fixed list, read when the server starts. No other file can be asked
// for, whatever a path says. Contents are read when they are first needed.

import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { failure } from "../../base/index.ts";

export type PageFile = { readonly content: Buffer; readonly type: string; readonly isHashed: boolean };

export type PageFiles = {
  /** "/" is the document. */
  readonly has: (path: string) => boolean;
  readonly read: (path: string) => PageFile;
};

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/** Throws IO where the page was not built. */
export function openPageFiles(folder: string): PageFiles {
  const paths = new Map<string, string>();
  for (const name of namesBelow(folder)) if (TYPES[extname(name)] !== undefined) paths.set(`/${name}`, name);
  const document = paths.get("/index.html");
  if (document === undefined) throw missing();
  paths.set("/", document);
  const known = new Map<string, PageFile>();
  return {
    has: (path) => paths.has(path),
    read: (path) => {
      const name = paths.get(path);
      if (name === undefined) throw missing();
      const file = known.get(name) ?? {
        content: readFileSync(join(folder, name)),
        type: TYPES[extname(name)]!, // Others are not listed.
        // The build names what is below assets by content.
        isHashed: name.startsWith("assets/"),
      };
      known.set(name, file);
      return file;
    },
  };
}

function namesBelow(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
      .map((name) => name.replaceAll("\\", "/"));
  } catch (error) {
    throw missing(error);
  }
}

function missing(cause?: unknown): Error {
  return failure("IO", "The page is missing from this installation. Build or install galley again.", { cause });
}
